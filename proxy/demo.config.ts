import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { ProxyOptions } from './options.ts';
import type { Grant, SessionHook } from './session/grant.ts';

/** Where the demo's parts are. All are origins. */
export interface DemoOptions {
  /** The sandbox. */
  readonly upstream: string;
  /** The demo EHR, which knows who is signed in. */
  readonly ehr: string;
  /** Origins of the EHR's pages. */
  readonly origins: readonly string[];
}

const Staff = z.object({ sub: z.string(), professionalId: z.guid() });

/** Asks the demo EHR who the cookie belongs to: `GET /staff/session` answers 200 with the person, or 401. */
function askEhr(ehr: string): SessionHook {
  return async ({ cookie }): Promise<Grant | null> => {
    const response = await fetch(`${ehr}/staff/session`, {
      headers: cookie === undefined ? {} : { cookie },
      redirect: 'manual',
      signal: AbortSignal.timeout(5_000),
    });
    if (response.status === 401) return null;
    if (!response.ok) throw new Error(`The demo EHR answered ${response.status}.`);
    const staff = Staff.parse(await response.json());
    return { ...staff, role: 'professional', actions: ['read', 'apply', 'patients', 'recommend'] };
  };
}

/**
 * Options for the demo: the sandbox's demo credentials, and keys made at the start, so that tokens end with
 * the process. Nothing in here is fit for real patients.
 */
export function demoProxyOptions({ upstream, ehr, origins }: DemoOptions): ProxyOptions {
  return {
    upstream,
    credentials: { key: 'demo-key', secret: 'demo-secret' },
    keys: [{ kid: 'demo', alg: 'HS256', key: randomBytes(32), signs: true }],
    issuer: 'instrument-panel-demo',
    audience: 'instrument-panel-demo',
    origins,
    session: askEhr(ehr),
    storage: { file: ':memory:' },
  };
}

/** The demo at its usual ports; INSTRUMENT_PANEL_SANDBOX_PORT and INSTRUMENT_PANEL_EHR_PORT move it. */
export default function demoConfig(environment: NodeJS.ProcessEnv = process.env): ProxyOptions {
  const sandboxPort = environment.INSTRUMENT_PANEL_SANDBOX_PORT ?? '4100';
  const ehrPort = environment.INSTRUMENT_PANEL_EHR_PORT ?? '4300';
  return demoProxyOptions({
    upstream: `http://localhost:${sandboxPort}`,
    ehr: `http://localhost:${ehrPort}`,
    origins: [`http://localhost:${ehrPort}`, `http://127.0.0.1:${ehrPort}`],
  });
}
