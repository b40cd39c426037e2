import { hash, randomBytes } from 'node:crypto';
import { ACTIONS, TOKEN_LIFE_MAX_SECONDS } from '@instrument-panel/client/contract';
import * as z from 'zod/mini';
import { logError, toErrorName } from '../log.ts';
import { Refusal } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import type { ExpiringValues } from '../storage/storage.ts';
import { type Grant, GrantSchema } from '../token/grant.ts';
import type { AuthorizationRequest } from './request.ts';

/** A code is of use for a minute (RFC 6749, section 4.1.2, allows ten), the consent page for ten. */
const CODE_SECONDS = 60;
const TICKET_SECONDS = 600;
/** A consent ends after 30 days. */
const CONSENT_SECONDS = 30 * 86_400;

const shared = {
  client: z.string(),
  redirect: z.string(),
  challenge: z.string(),
};
const Ticket = z.object({
  ...shared,
  state: z.optional(z.string()),
  actions: z.optional(z.array(z.enum(ACTIONS))),
  sub: z.string(),
});
const Code = z.object({ ...shared, grant: GrantSchema });

/** A consent page that was shown: what it was about and to whom. */
export type Ticket = z.infer<typeof Ticket>;
/** The stored value of a code. */
export type Code = z.infer<typeof Code>;

/** The sign-in's memory; of codes and tickets only hashes are in it. */
export interface SignInStore {
  readonly makeTicket: (ticket: Ticket) => Promise<string>;
  readonly spendTicket: (ticket: string) => Promise<Ticket | null>;
  readonly makeCode: (code: Code) => Promise<string>;
  /** `jti` names the token that is about to be minted from it; of a code that was spent, that of the first. */
  readonly spendCode: (code: string, jti: string) => Promise<Code | { readonly reused: string } | null>;
  readonly rememberConsent: (request: AuthorizationRequest, grant: Grant) => Promise<void>;
  readonly forgetConsent: (request: AuthorizationRequest, grant: Grant) => Promise<void>;
  readonly hasConsent: (request: AuthorizationRequest, grant: Grant) => Promise<boolean>;
}

const digest = (text: string): string => hash('sha256', text, 'hex');

/**
 * Only a client that is known by its https address is let in again without a person's click: on this machine's
 * own ports any program may listen (RFC 8252, section 8.6).
 */
const canBeRemembered = ({ redirect }: AuthorizationRequest): boolean => redirect.startsWith('https:');

/** The same client, person and actions: another of any of them is asked anew. */
function consentName({ client, redirect }: AuthorizationRequest, grant: Grant): string {
  const { sub, role, professionalId, actions, patients } = grant;
  const what = [
    client.id,
    redirect,
    sub,
    role,
    professionalId,
    [...actions].sort(),
    [...(patients ?? [])].sort(),
  ];
  return `consent:${digest(JSON.stringify(what))}`;
}

const unavailable = () =>
  new Refusal(503, 'STORAGE_UNAVAILABLE', 'Nobody can sign in now. Try again in a moment.', {
    headers: { 'retry-after': '2' },
  });

/**
 * Makes the store; the storage is opened by the first use. If it is away every function rejects with a `Refusal`
 * (503), and the log says so.
 */
export function createSignInStore({
  storage,
  clock,
  log,
}: Pick<Settings, 'storage' | 'clock' | 'log'>): SignInStore {
  let opened: ExpiringValues | undefined;

  async function using<Value>(work: (values: ExpiringValues) => Promise<Value>): Promise<Value> {
    try {
      opened ??= (await storage()).signIns;
      return await work(opened);
    } catch (error) {
      // Only its name: a storage's own words can hold what was to be stored.
      const hint = toErrorName(error);
      logError({ log, clock }, 'sign-in-unavailable', hint);
      throw unavailable();
    }
  }
  const now = () => Math.floor(clock() / 1000);

  async function make(kind: string, value: unknown, seconds: number, keptSeconds: number): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    const times = { now: now(), good: now() + seconds, kept: now() + seconds + keptSeconds };
    await using((values) => values.keep(`${kind}:${digest(secret)}`, JSON.stringify(value), times));
    return secret;
  }

  return {
    makeTicket: (ticket) => make('ticket', ticket, TICKET_SECONDS, 0),
    async spendTicket(ticket) {
      const spent = await using((values) => values.spend(`ticket:${digest(ticket)}`, 'answered', now()));
      return spent?.first ? Ticket.parse(JSON.parse(spent.value)) : null;
    },
    // That it was spent is known as long as the token minted from it lives.
    makeCode: (code) => make('code', code, CODE_SECONDS, TOKEN_LIFE_MAX_SECONDS),
    async spendCode(code, jti) {
      const spent = await using((values) => values.spend(`code:${digest(code)}`, jti, now()));
      if (!spent) return null;
      return spent.first ? Code.parse(JSON.parse(spent.value)) : { reused: spent.by };
    },
    async rememberConsent(request, grant) {
      if (!canBeRemembered(request)) return;
      const end = now() + CONSENT_SECONDS;
      const times = { now: now(), good: end, kept: end };
      await using((values) => values.keep(consentName(request, grant), '', times));
    },
    forgetConsent: (request, grant) => using((values) => values.remove(consentName(request, grant))),
    async hasConsent(request, grant) {
      if (!canBeRemembered(request)) return false;
      const kept = await using((values) => values.read(consentName(request, grant), now()));
      return kept !== null;
    },
  };
}
