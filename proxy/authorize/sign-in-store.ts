import { hash, randomBytes } from 'node:crypto';
import { ACTIONS, TOKEN_LIFE_MAX_SECONDS } from '@instrument-panel/client/contract';
import * as z from 'zod/mini';
import type { Audit } from '../audit/audit.ts';
import { logError, toErrorName } from '../log.ts';
import { retryLater } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import type { ExpiringValues } from '../storage/storage.ts';
import { type Grant, GrantSchema } from '../token/grant.ts';
import type { AuthorizationRequest } from './request.ts';
import type { AuthorizeSettings } from './settings.ts';

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

const digest = (text: string): string => hash('sha256', text, 'hex');

/**
 * Only a client that is known by its https address is let in again without a person's click: on this machine's
 * own ports any program may listen (RFC 8252, section 8.6).
 */
const canBeRemembered = ({ redirect }: AuthorizationRequest): boolean => redirect.startsWith('https:');

/** Names a consent by client, person and actions: another of any of them is asked for again. */
function toConsentName({ client, redirect }: AuthorizationRequest, grant: Grant): string {
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
  retryLater(503, 'STORAGE_UNAVAILABLE', 'Nobody can sign in now. Try again in a moment.', 2);

/**
 * The stored values of the sign-in; of codes and tickets only hashes are stored. If the storage is away, every method
 * rejects with a `Refusal` (503), and the log says so.
 */
export class SignInStore {
  readonly #settings: Pick<Settings, 'storage' | 'clock' | 'log'>;

  constructor(settings: Pick<Settings, 'storage' | 'clock' | 'log'>) {
    this.#settings = settings;
  }

  makeTicket(ticket: Ticket): Promise<string> {
    return this.#make('ticket', ticket, TICKET_SECONDS, 0);
  }

  async spendTicket(ticket: string): Promise<Ticket | null> {
    const spent = await this.#spend(`ticket:${digest(ticket)}`, 'answered');
    return spent?.first ? Ticket.parse(JSON.parse(spent.value)) : null;
  }

  makeCode(code: Code): Promise<string> {
    // That it was spent is known as long as the token minted from it lives.
    return this.#make('code', code, CODE_SECONDS, TOKEN_LIFE_MAX_SECONDS);
  }

  /** `jti` names the token that is about to be minted from it; `reused` is that of the first use. */
  async spendCode(code: string, jti: string): Promise<Code | { readonly reused: string } | null> {
    const spent = await this.#spend(`code:${digest(code)}`, jti);
    if (!spent) return null;
    return spent.first ? Code.parse(JSON.parse(spent.value)) : { reused: spent.by };
  }

  async rememberConsent(request: AuthorizationRequest, grant: Grant): Promise<void> {
    if (!canBeRemembered(request)) return;
    const now = this.#now();
    const times = { now, good: now + CONSENT_SECONDS, kept: now + CONSENT_SECONDS };
    await this.#use((values) => values.keep(toConsentName(request, grant), '', times));
  }

  forgetConsent(request: AuthorizationRequest, grant: Grant): Promise<void> {
    return this.#use((values) => values.remove(toConsentName(request, grant)));
  }

  async hasConsent(request: AuthorizationRequest, grant: Grant): Promise<boolean> {
    if (!canBeRemembered(request)) return false;
    return (await this.#use((values) => values.read(toConsentName(request, grant), this.#now()))) !== null;
  }

  #now(): number {
    return Math.floor(this.#settings.clock() / 1000);
  }

  async #make(kind: string, value: unknown, seconds: number, keptSeconds: number): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    const now = this.#now();
    const times = { now, good: now + seconds, kept: now + seconds + keptSeconds };
    await this.#use((values) => values.keep(`${kind}:${digest(secret)}`, JSON.stringify(value), times));
    return secret;
  }

  #spend(name: string, by: string): ReturnType<ExpiringValues['spend']> {
    return this.#use((values) => values.spend(name, by, this.#now()));
  }

  async #use<Value>(work: (values: ExpiringValues) => Promise<Value>): Promise<Value> {
    try {
      return await work((await this.#settings.storage()).signIns);
    } catch (error) {
      // Only its name: a storage's own words can hold what was to be stored.
      logError(this.#settings, 'sign-in-unavailable', toErrorName(error));
      throw unavailable();
    }
  }
}

/** The dependencies of the sign-in. */
export interface SignInParts {
  readonly settings: Settings;
  readonly authorize: AuthorizeSettings;
  /** The address at which browsers reach this proxy, without a slash at its end. */
  readonly publicUrl: string;
  readonly store: SignInStore;
  readonly audit: Audit;
}
