import { hash } from 'node:crypto';
import { TOKEN_LIFE_MAX_SECONDS } from '@instrument-panel/client/contract';
import type { TokenClaims } from '@instrument-panel/client/proxy';
import type { Audit } from '../audit/audit.ts';
import type { AuditActor, AuditIds } from '../audit/entry.ts';
import type { Call } from '../exchange.ts';
import { logError, toErrorName } from '../log.ts';
import { retryLater } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import type { Revocation, RevocationStore } from '../storage/storage.ts';

/** What of a token decides whether it is revoked. */
export type RevocableClaims = Pick<TokenClaims, 'jti' | 'sub' | 'iat' | 'sid'>;

/** Stands in the list in place of a jti, which never begins so: all tokens of a person, or all. */
const MARK = '@';
const EVERYBODY = `${MARK}*`;
/** The list holds no name: a person stands in it as the hash of the partner's own word for them. */
const personMark = (sub: string): string => MARK + hash('sha256', sub, 'hex').slice(0, 32);

/** `sid` of the tokens of a session: a hash, since the partner's name of it may be what their cookie holds. */
export const toSessionId = (session: string): string => hash('sha256', session, 'hex').slice(0, 32);
/** Stands in the list in place of a jti: all tokens of a session. */
const sessionMark = (sid: string): string => `~${sid}`;
/** A token that was being granted as its session ended is minted within this time, in seconds. */
const LATE_TOKEN_SECONDS = 60;
/** The longest time for which somebody stays signed in by a sign-in of the proxy. */
export const SESSION_LIFE_MAX_SECONDS = 86_400;

/** A list older than this is read again before a token is let through, in milliseconds. */
const REFRESH_INTERVAL_MS = 1_000;

/** The list in memory: until when each name stands in it, in seconds since 1970. */
function createList() {
  let ends = new Map<string, number>();
  /** Of a mark, the last moment (seconds since 1970) at which a token was minted that it revokes. */
  let lasts = new Map<string, number>();
  const keepLatest = (times: Map<string, number>, name: string, time: number): unknown =>
    times.set(name, Math.max(time, times.get(name) ?? 0));
  return {
    add: (name: string, until: number): unknown => keepLatest(ends, name, until),
    addMark: (mark: string, last: number): unknown => keepLatest(lasts, mark, last),
    /** Takes what the storage has, and forgets what has ended. */
    take(current: readonly Revocation[], now: number): void {
      // Those of this proxy stay: one that is being written may not be among what was read. Of two the later end counts.
      ends = new Map([...ends].filter(([, until]) => until > now));
      for (const { jti, until } of current) keepLatest(ends, jti, until);
      // A token that a mark revokes has ended when the mark does, since none lives longer.
      lasts = new Map(
        [...ends].flatMap(([name, until]) =>
          name.startsWith(MARK) ? [[name, until - TOKEN_LIFE_MAX_SECONDS]] : [],
        ),
      );
    },
    holds({ jti, sub, iat, sid }: RevocableClaims): boolean {
      if (ends.has(jti) || (sid !== undefined && ends.has(sessionMark(sid)))) return true;
      if (lasts.size === 0) return false;
      return [EVERYBODY, personMark(sub)].some((mark) => iat <= (lasts.get(mark) ?? -Infinity));
    },
  };
}

/**
 * The revoked tokens, in memory, from the storage of all proxies. Before they were read no token is let through
 * (503); should the storage go away later, the last list stays, so that an outage closes no panel.
 *
 * @param onRevoked called as soon as a token is revoked here
 */
export function createRevocations(
  settings: Pick<Settings, 'storage' | 'clock' | 'log'>,
  onRevoked: () => void = () => {},
) {
  const list = createList();
  let readAt = -Infinity;
  let reading: Promise<void> | null = null;
  let state: 'unread' | 'read' | 'unreadable' = 'unread';
  const now = (): number => Math.floor(settings.clock() / 1000);
  const openStore = async (): Promise<RevocationStore> => (await settings.storage()).revocations;

  async function read(): Promise<void> {
    try {
      list.take(await (await openStore()).current(now()), now());
      state = 'read';
    } catch (error) {
      logError(settings, 'revocations-unreadable', toErrorName(error));
      if (state === 'unread') {
        const message = 'The proxy cannot check tokens now. Try again in a moment.';
        throw retryLater(503, 'STORAGE_UNAVAILABLE', message, 2);
      }
      state = 'unreadable';
    } finally {
      readAt = performance.now();
      reading = null;
    }
  }

  return {
    /**
     * Refuses a token at every proxy within a second, until its end (seconds since 1970; default: in 15 minutes).
     * Throws the storage's error if the others could not be told; this proxy refuses it all the same.
     */
    async revoke(jti: string, until = now() + TOKEN_LIFE_MAX_SECONDS): Promise<void> {
      list.add(jti, until);
      onRevoked();
      await (await openStore()).add({ jti, until }, now());
    },
    /**
     * Refuses, at every proxy within a second, all tokens of a person (`sub`; null for everybody) that were minted up to a
     * moment (seconds since 1970). Throws as `revoke` does.
     */
    async revokeMinted(sub: string | null, last: number): Promise<void> {
      const mark = sub === null ? EVERYBODY : personMark(sub);
      list.addMark(mark, last);
      await this.revoke(mark, last + TOKEN_LIFE_MAX_SECONDS);
      // What the proxy keeps of sign-ins outlives tokens, so the mark on them does too.
      const good = last + SESSION_LIFE_MAX_SECONDS;
      const values = (await settings.storage()).signIns;
      await values.keep(`ended:${mark}`, String(last), { now: now(), good, kept: good });
    },
    /** Whether a person who signed in at a moment has been signed out since by {@link revokeMinted}. Throws as the storage does. */
    async isSignInEnded(sub: string, since: number): Promise<boolean> {
      const values = (await settings.storage()).signIns;
      const marks = [EVERYBODY, personMark(sub)].map((mark) => values.read(`ended:${mark}`, now()));
      return (await Promise.all(marks)).some((last) => last !== null && since <= Number(last));
    },
    /** Refuses, at every proxy within a second, all tokens of a session (`sid`), also one that is minted just now. */
    revokeSession(sid: string): Promise<void> {
      return this.revoke(sessionMark(sid), now() + TOKEN_LIFE_MAX_SECONDS + LATE_TOKEN_SECONDS);
    },
    isRevoked: list.holds,
    /** Reads the storage if the list is older than a second; null if it is not. */
    refresh(): Promise<void> | null {
      if (state !== 'unread' && performance.now() - readAt < REFRESH_INTERVAL_MS) return null;
      reading ??= read();
      // While the storage is away, requests do not wait for its time-out; the next one tries again.
      return state === 'unreadable' ? null : reading;
    },
  };
}

/** Revokes tokens, and writes down by whom and which. A trail that cannot be written does not hold a revocation up. */
export function createRevoker(
  settings: Pick<Settings, 'clock'>,
  revocations: ReturnType<typeof createRevocations>,
  audit: Pick<Audit, 'noteDone'>,
) {
  const note = (who: AuditActor, jti: string, ids: AuditIds, call?: Call): Promise<void> =>
    audit.noteDone({ route: 'revoke', who, jti, ids, ...(call ? { call } : {}) });
  return {
    /** One token, by its name. */
    async one(who: AuditActor, jti: string, until?: number, call?: Call): Promise<void> {
      await revocations.revoke(jti, until);
      await note(who, jti, {}, call);
    },
    /** All of a session, by the name that its grants give it. */
    async session(who: AuditActor, session: string, call?: Call): Promise<void> {
      const sid = toSessionId(session);
      await revocations.revokeSession(sid);
      await note(who, sid, {}, call);
    },
    /** All of a person, or of everybody, that were minted up to a moment, in seconds since 1970. Default: now. */
    async minted(
      who: AuditActor,
      sub: string | null,
      before = Math.floor(settings.clock() / 1000),
      call?: Call,
    ): Promise<void> {
      await revocations.revokeMinted(sub, before);
      await note(who, '', { sub: sub ?? '*', before: new Date(before * 1000).toISOString() }, call);
    },
  };
}
