import { type ProxyOptions, readKey } from '@instrument-panel/proxy';

/** What the partner's EHR answers to `GET /staff/session`: whom the cookie belongs to. */
interface Staff {
  readonly sub: string;
  /** UUID of the professional at the service. */
  readonly professionalId: string;
}

function need(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name];
  if (!value) throw new Error(`Set ${name} in the environment.`);
  return value;
}

/** The proxy's options, from the environment; secrets stand in no file. */
export default function options(environment: NodeJS.ProcessEnv = process.env): ProxyOptions {
  const ehr = need(environment, 'EHR_ORIGIN');
  const file = environment.STORAGE_FILE;
  return {
    upstream: need(environment, 'SERVICE_URL'),
    credentials: { key: need(environment, 'SERVICE_KEY'), secret: need(environment, 'SERVICE_SECRET') },
    keys: [{ kid: 'a', alg: 'HS256', key: readKey('TOKEN_KEY', environment), signs: true }],
    issuer: 'https://ehr.example/panel',
    audience: 'https://ehr.example/panel',
    origins: [ehr],
    async session({ cookie }) {
      // Yours: only you know who is signed in. Here the EHR is asked, with the cookie of its own page.
      const reply = await fetch(`${ehr}/staff/session`, { headers: cookie ? { cookie } : {} });
      if (reply.status === 401) return null;
      if (!reply.ok) throw new Error(`The EHR answered ${reply.status}.`);
      const { sub, professionalId } = (await reply.json()) as Staff;
      return { sub, role: 'professional', professionalId, actions: ['read', 'apply'] };
    },
    ...(file === undefined ? {} : { storage: { file } }),
  };
}
