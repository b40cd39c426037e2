import { type ProxyOptions, readKey } from '../../proxy/index.ts';

const ORIGIN = 'http://conformance.example';

/** A proxy in front of the sandbox of `CONFORMANCE_UPSTREAM`; its tokens are minted by the tests themselves. */
export default function config(environment: NodeJS.ProcessEnv): ProxyOptions {
  const { CONFORMANCE_UPSTREAM = '', CONFORMANCE_PARTNER = '' } = environment;
  return {
    upstream: CONFORMANCE_UPSTREAM,
    credentials: { key: `${CONFORMANCE_PARTNER}-key`, secret: `${CONFORMANCE_PARTNER}-secret` },
    keys: [{ kid: 'conformance', alg: 'HS256', key: readKey('CONFORMANCE_KEY', environment), signs: true }],
    issuer: ORIGIN,
    audience: ORIGIN,
    origins: [ORIGIN],
    session: async () => null,
    storage: { file: ':memory:' },
    // The suite switches failures of the service on, one after the other.
    limits: { breakerFailures: 1_000 },
  };
}
