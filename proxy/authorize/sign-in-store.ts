import { hash, randomBytes } from 'node:crypto';
import { ACTIONS, TOKEN_LIFE_MAX_SECONDS } from '@instrument-panel/client/contract';
import * as z from 'zod/mini';
import type { Audit } from '../audit/audit.ts';
import { logError, toErrorName } from '../log.ts';
import { retryLater } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import type { ExpiringValues } from '../storage/storage.ts';
import { type Grant, GrantSchema } from '../token/grant.ts';
import type { AskHook } from '../token/session.ts';
import type { AuthorizationRequest } from './request.ts';
import type { AuthorizeSettings } from './settings.ts';

/** A code is of use for a minute (RFC 6749, section 4.1.2, allows ten), the consent page for ten. */
const CODE_SECONDS = 60;
const TICKET_SECONDS = 600;
const CONSENT_SECONDS = 30 * 86_400;

const shared = {
  client: z.string(),
  redirect: z.string(),
  challenge: z.string(),
};
const Ticket = z.object({
  ...shared,
  state: z.optional(z.string()),
  actions: z.optional(z.readonly(z.array(z.enum(ACTIONS)))),
  sub: z.string(),
  /** Names the grant that the page showed. */
  shown: z.string(),
});
const Code = z.object({ ...shared, grant: GrantSchema });

export type Ticket = z.infer<typeof Ticket>;
export type Code = z.infer<typeof Code>;

export const digest = (text: string): string => hash('sha256', text, 'hex');

/** On this machine's own ports any program may listen (RFC 8252, section 8.6): only https is remembered. */
const canBeRemembered = ({ redirect }: AuthorizationRequest): boolean => redirect.startsWith('https:');

/** Names a consent by client, person, patients and actions: another of any of them is asked for again. */
export function toConsentName({ client, redirect }: AuthorizationRequest, grant: Grant): string {
  const { sub, role, professionalId, actions, patients } = grant;
  const whom = [client.id, redirect, sub, role, professionalId];
  const what = [...whom, [...actions].sort(), [...(patients ?? [])].sort()];
  return `consent:${digest(JSON.stringify(what))}`;
}

/** Values of sign-ins that expire, under names that the storage holds as hashes. Methods throw 503 if the storage is away. */
export function createSecretValues(settings: Pick<Settings, 'storage' | 'clock' | 'log'>) {
  const readSeconds = (): number => Math.floor(settings.clock() / 1000);

  async function use<Value>(work: (values: ExpiringValues) => Promise<Value>): Promise<Value> {
    try {
      return await work((await settings.storage()).signIns);
    } catch (error) {
      // Only its name: a storage's own words can hold what was to be stored.
      logError(settings, 'sign-in-unavailable', toErrorName(error));
      throw retryLater(503, 'STORAGE_UNAVAILABLE', 'Nobody can sign in now. Try again in a moment.', 2);
    }
  }

  function keep(name: string, value: string, seconds: number, keptSeconds = 0): Promise<void> {
    const now = readSeconds();
    const good = now + seconds;
    return use((values) => values.keep(name, value, { now, good, kept: good + keptSeconds }));
  }

  async function make(kind: string, value: unknown, seconds: number, keptSeconds?: number): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    await keep(`${kind}:${digest(secret)}`, JSON.stringify(value), seconds, keptSeconds);
    return secret;
  }

  return {
    keep,
    /** Stores a value under a new secret, and gives that. */
    make,
    spend: (kind: string, secret: string, by: string) =>
      use((values) => values.spend(`${kind}:${digest(secret)}`, by, readSeconds())),
    /** True for the first to show this, until so many seconds have passed. */
    claim: (kind: string, secret: string, seconds: number): Promise<boolean> =>
      use((values) => values.claim(`${kind}:${digest(secret)}`, readSeconds(), readSeconds() + seconds)),
    read: (name: string): Promise<string | null> => use((values) => values.read(name, readSeconds())),
    remove: (name: string): Promise<void> => use((values) => values.remove(name)),
  };
}

/** Stored values of the sign-in of an extension, codes and tickets as hashes. */
export function createSignInStore(settings: Pick<Settings, 'storage' | 'clock' | 'log'>) {
  const { make, spend, keep, read, remove } = createSecretValues(settings);
  return {
    makeTicket: (ticket: Ticket): Promise<string> => make('ticket', ticket, TICKET_SECONDS),
    async spendTicket(ticket: string): Promise<Ticket | null> {
      const spent = await spend('ticket', ticket, 'answered');
      return spent?.first ? Ticket.parse(JSON.parse(spent.value)) : null;
    },
    // That it was spent is known as long as the token minted from it lives.
    makeCode: (code: Code): Promise<string> => make('code', code, CODE_SECONDS, TOKEN_LIFE_MAX_SECONDS),
    /** `jti` names the token that is about to be minted from it; `reused` is that of the first use. */
    async spendCode(code: string, jti: string): Promise<Code | { readonly reused: string } | null> {
      const spent = await spend('code', code, jti);
      if (!spent) return null;
      return spent.first ? Code.parse(JSON.parse(spent.value)) : { reused: spent.by };
    },
    async rememberConsent(request: AuthorizationRequest, grant: Grant): Promise<void> {
      if (canBeRemembered(request)) await keep(toConsentName(request, grant), '', CONSENT_SECONDS);
    },
    forgetConsent: (request: AuthorizationRequest, grant: Grant): Promise<void> =>
      remove(toConsentName(request, grant)),
    async hasConsent(request: AuthorizationRequest, grant: Grant): Promise<boolean> {
      if (!canBeRemembered(request)) return false;
      return (await read(toConsentName(request, grant))) !== null;
    },
  };
}

export interface SignInParts {
  readonly settings: Settings;
  readonly authorize: AuthorizeSettings;
  /** The address at which browsers reach this proxy, without a slash at its end. */
  readonly publicUrl: string;
  readonly store: ReturnType<typeof createSignInStore>;
  readonly audit: Audit;
  readonly revoke: (jti: string) => Promise<void>;
  readonly askHook: AskHook;
}
