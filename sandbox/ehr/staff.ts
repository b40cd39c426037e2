import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { ScopedTokenSource } from '@instrument-panel/client';

/** A person of the clinic who signs in. */
export interface StaffMember {
  /** The EHR's own identifier, `sub` of the tokens: no e-mail, no name. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** As `hashPassword` gives it. */
  readonly passwordHash: string;
  /** UUID of the professional at the service. */
  readonly professionalId: string;
}

const ATTEMPT_LIMIT_PER_MINUTE = 10;
const MINUTE_MS = 60_000;

type SignInResult =
  | { readonly kind: 'welcome'; readonly member: StaffMember }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'too-many' };

/** A hash that an unknown e-mail is checked against; made at the first sign-in of anybody. */
let nobody: Promise<string> | undefined;

/** Creates the check of an e-mail and a password. An unknown e-mail costs as much time as a wrong password. */
export function createPasswordCheck(staff: readonly StaffMember[], now: () => number) {
  const byEmail = new Map(staff.map((member) => [member.email.toLowerCase(), member]));
  const failures = new Map<string, number[]>();

  return async (email: string, password: string): Promise<SignInResult> => {
    const key = email.trim().toLowerCase();
    const recent = (failures.get(key) ?? []).filter((at) => now() - at < MINUTE_MS);
    if (recent.length >= ATTEMPT_LIMIT_PER_MINUTE) return { kind: 'too-many' };
    const member = byEmail.get(key);
    nobody ??= hashPassword('');
    const isRight = await isPassword(password, member?.passwordHash ?? (await nobody));
    if (member && isRight) {
      failures.delete(key);
      return { kind: 'welcome', member };
    }
    // Only known e-mails are counted, so that invented ones cannot fill the memory.
    if (member) failures.set(key, [...recent, now()]);
    return { kind: 'wrong' };
  };
}

/** Cost of scrypt as RFC 7914 names it: N 2^15, r 8, p 1 takes 32 MB and about a tenth of a second. */
const COST_LOG2 = 15;
const HASH_BYTES = 32;

const scryptOf = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const derive = (password: string, salt: Buffer, costLog2: number): Promise<Buffer> =>
  scryptOf(password.normalize('NFKC'), salt, HASH_BYTES, { N: 2 ** costLog2, maxmem: 64 * 1024 * 1024 });

/**
 * Hashes a password with a salt, as text `scrypt.COST.SALT.HASH`, the latter two in base64url.
 *
 * @param costLog2 exponent of scrypt's cost, 1 to 15. Default: `15`
 */
export async function hashPassword(password: string, costLog2 = COST_LOG2): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, costLog2);
  return `scrypt.${costLog2}.${salt.toString('base64url')}.${hash.toString('base64url')}`;
}

/** Tells whether `stored` is the hash of `password`, in constant time; text that is no hash never is. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, cost = '', salt = '', expected = ''] = stored.split('.');
  const isHash = scheme === 'scrypt' && /^(?:[1-9]|1[0-5])$/.test(cost);
  const wanted = Buffer.from(expected, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'), isHash ? Number(cost) : COST_LOG2);
  return isHash && wanted.length === HASH_BYTES && timingSafeEqual(given, wanted);
}

/** Search and order of the patient list; kept in the session so that no name is in an address. */
export interface ListView {
  readonly query: string;
  readonly sort: 'name' | 'record' | 'birthday' | 'lastAnswer';
  readonly descending: boolean;
}

export interface Session {
  readonly id: string;
  /** What others may call it: the cookie cannot be told from it. */
  readonly name: string;
  readonly member: StaffMember;
  list: ListView;
  /** Tokens of the proxy, by the origin that they are for. */
  readonly tokens: Map<string, ScopedTokenSource>;
}

/** A session ends after this time without a request, and after this time in all. */
const IDLE_TIMEOUT_MS = 2 * 3_600_000;
const AGE_LIMIT_MS = 12 * 3_600_000;
const SESSION_LIMIT = 1_000;

export const DEFAULT_LIST: ListView = { query: '', sort: 'name', descending: false };

/**
 * Creates the store of sessions. It is in memory, so a restart signs everybody out.
 *
 * @param ended is told the name of each session that has ended
 */
export function createSessions(now: () => number, ended: (name: string) => void = () => {}) {
  const sessions = new Map<string, { session: Session; begun: number; used: number }>();

  function end(id: string): void {
    const session = sessions.get(id)?.session;
    if (!session) return;
    for (const token of session.tokens.values()) token.stop();
    sessions.delete(id);
    ended(session.name);
  }

  return {
    /** Begins a session under a new identifier, so that one planted before the sign-in is worth nothing. */
    begin(member: StaffMember): Session {
      const oldest = sessions.keys().next().value;
      if (sessions.size >= SESSION_LIMIT && oldest !== undefined) end(oldest);
      const id = randomBytes(32).toString('base64url');
      const session = {
        id,
        name: createHash('sha256').update(id).digest('base64url'),
        member,
        list: DEFAULT_LIST,
        tokens: new Map(),
      };
      sessions.set(id, { session, begun: now(), used: now() });
      return session;
    },
    find(id: string | undefined): Session | null {
      const found = id === undefined ? undefined : sessions.get(id);
      if (!found) return null;
      if (now() - found.used > IDLE_TIMEOUT_MS || now() - found.begun > AGE_LIMIT_MS) {
        end(found.session.id);
        return null;
      }
      found.used = now();
      return found.session;
    },
    end,
    endAll: () => {
      for (const id of [...sessions.keys()]) end(id);
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;
