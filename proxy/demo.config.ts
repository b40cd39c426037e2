import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { ANY_FIREFOX_ORIGIN } from './authorize/settings.ts';
import { type Json, ProxyOptionError, type ProxyOptions } from './options.ts';
import { decodeKey } from './secret.ts';
import type { Grant, SessionHook } from './token/grant.ts';
import { KEY_MIN_BYTES } from './token/key-ring.ts';

/** The addresses of the demo's parts. All are origins. */
export interface DemoOptions {
  /** The sandbox. */
  readonly upstream: string;
  /** The demo EHR, which knows who is signed in. */
  readonly ehr: string;
  /** Origins of the EHR's pages. */
  readonly origins: readonly string[];
  /** The secret that the sandbox signs its deliveries with; without one pages hear of no events. */
  readonly webhookSecret?: string | undefined;
  /** Profiles of the EHR's front ends, handed to the extension (`/.well-known/instrument-panel.json`). */
  readonly profiles?: readonly Json[];
  /** The proxy's own address; without it the extension has nowhere to sign in. */
  readonly publicUrl?: string | undefined;
}

/** The id of the extension if it is loaded unpacked; it follows from the key in its manifest. */
const CHROMIUM_ID = 'llamfnpdckncblmnbinghiplkfijmelo';
/** The SHA-1 of the add-on's id, by which Firefox names its redirect address. */
const FIREFOX_HOST = '016cab0667894ce2967df9ea54b5999fb9112d4f';

/** Sign-in of the extension: as the person whom the demo EHR's cookie belongs to. */
const signInAt = (publicUrl: string, ehr: string): Pick<ProxyOptions, 'publicUrl' | 'authorize'> => ({
  publicUrl,
  authorize: {
    clients: [
      {
        id: 'instrument-panel-extension',
        name: 'instrument-panel',
        redirects: [`https://${CHROMIUM_ID}.chromiumapp.org/`],
        origin: `chrome-extension://${CHROMIUM_ID}`,
      },
      {
        id: 'instrument-panel-extension-firefox',
        name: 'instrument-panel (Firefox)',
        redirects: [`https://${FIREFOX_HOST}.extensions.allizom.org/`],
        origin: ANY_FIREFOX_ORIGIN,
      },
    ],
    loginUrl: `${ehr}/sign-in`,
  },
});

const Staff = z.object({ sub: z.string(), professionalId: z.guid(), session: z.optional(z.string()) });

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

/** Names the environment's variable with a key for the demo's tokens, base64; then `instrument-panel token` can mint some. */
export const DEMO_KEY_VARIABLE = 'INSTRUMENT_PANEL_DEMO_TOKEN_KEY';

function demoKey(given = process.env[DEMO_KEY_VARIABLE]): Uint8Array {
  if (given === undefined) return randomBytes(32);
  const key = decodeKey(DEMO_KEY_VARIABLE, given);
  if (key.length >= KEY_MIN_BYTES) return key;
  throw new ProxyOptionError(
    DEMO_KEY_VARIABLE,
    `${DEMO_KEY_VARIABLE} must hold ${KEY_MIN_BYTES} random bytes in base64, such as \`openssl rand -base64 32\` gives.`,
  );
}

/** Options for the demo, with a key made at the start. Nothing in here is fit for real patients. */
export function demoProxyOptions({
  upstream,
  ehr,
  origins,
  webhookSecret,
  profiles = [],
  publicUrl,
}: DemoOptions): ProxyOptions {
  return {
    upstream,
    credentials: { key: 'demo-key', secret: 'demo-secret' },
    keys: [{ kid: 'demo', alg: 'HS256', key: demoKey(), signs: true }],
    issuer: 'instrument-panel-demo',
    audience: 'instrument-panel-demo',
    origins: publicUrl === undefined ? origins : [...origins, `chrome-extension://${CHROMIUM_ID}`],
    ...(publicUrl === undefined ? {} : signInAt(publicUrl, ehr)),
    session: askEhr(ehr),
    storage: { file: ':memory:' },
    ...(webhookSecret === undefined ? {} : { webhooks: { secrets: [webhookSecret] } }),
    // Demonstrations switch faults of the sandbox on, one after the other, and go on at once.
    // The EHR and the extension ask as one person, and tests walk through charts faster than anybody could.
    limits: { breakerFailures: 25, subjectPerMinute: 60_000, subjectBurst: 6_000 },
    // Ends with the storage, which is in memory.
    mapping: { key: randomBytes(32) },
    wellKnown: { name: 'Clínica Aurora', profiles },
  };
}

/**
 * The demo at its usual ports; INSTRUMENT_PANEL_SANDBOX_PORT, INSTRUMENT_PANEL_PROXY_PORT and
 * INSTRUMENT_PANEL_EHR_PORT move it, and INSTRUMENT_PANEL_DEMO_WEBHOOK_SECRET is the one that the sandbox was given.
 */
export default function demoConfig(environment: NodeJS.ProcessEnv = process.env): ProxyOptions {
  const sandboxPort = environment.INSTRUMENT_PANEL_SANDBOX_PORT ?? '4100';
  const ehrPort = environment.INSTRUMENT_PANEL_EHR_PORT ?? '4300';
  const port = environment.INSTRUMENT_PANEL_PROXY_PORT ?? '4200';
  return demoProxyOptions({
    upstream: `http://localhost:${sandboxPort}`,
    ehr: `http://localhost:${ehrPort}`,
    origins: [`http://localhost:${ehrPort}`, `http://127.0.0.1:${ehrPort}`],
    webhookSecret: environment.INSTRUMENT_PANEL_DEMO_WEBHOOK_SECRET,
    publicUrl: `http://localhost:${port}`,
  });
}
