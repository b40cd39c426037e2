import { abortable } from './abort.ts';
import type { TokenReason, TokenSource } from './auth.ts';
import { isServiceError, TokenError } from './errors.ts';
import { createSingleFlight } from './flight.ts';

/** A token as the partner's page gives it. */
export interface Token {
  /** What the proxy's `/session` answered. */
  readonly token: string;
  /** Seconds from now, so that a wrong clock does not matter. At most a day. */
  readonly expiresIn: number;
}

/** Asks the partner's own server for a token; `signal` is aborted when nobody waits for it any more. */
export type FetchToken<Scope> = (request: {
  readonly reason: TokenReason;
  readonly signal: AbortSignal;
  readonly scope: Scope;
}) => Promise<Token>;

/** A token source for one scope. */
export interface ScopedTokenSource extends TokenSource {
  /** Says that the token is needed: until the returned function is called it is renewed ahead of its end. */
  retain(): () => void;
  /** Logout: forgets the token, aborts what is under way, and refuses from now on. */
  stop(): void;
}

/** Milliseconds: a token is renewed this long before its end, or a quarter of its life where that is less. */
const AHEAD = 60_000;
/** Milliseconds until a renewal that failed is tried again; doubled each time. */
const FIRST_RETRY = 2_000;
/** Milliseconds that `fetchToken` may take. */
const LIMIT = 30_000;

const failure = (code: string, message: string): TokenError =>
  new TokenError(message, { endpoint: 'fetchToken', code });

/**
 * Makes the token source of a browser. The token is held in memory only, asked for once by all who wait, renewed
 * before it ends while something retains it, and when the page is online again. Its life is measured on the
 * monotonic clock, from before it was asked for. `get` throws {@link TokenError}, whose message never holds the
 * token nor anything that `fetchToken` threw.
 *
 * @param scope handed to `fetchToken`: what the token is to allow
 */
export function createTokenSource<Scope>(fetchToken: FetchToken<Scope>, scope: Scope): ScopedTokenSource {
  const flight = createSingleFlight<string>();
  const ended = new AbortController();
  let held: { readonly token: string; readonly endsAt: number; readonly renewAt: number } | undefined;
  let needs = 0;
  let pause = 0;
  let notBefore = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const renew = (reason: TokenReason, waiter?: AbortSignal): Promise<string> =>
    flight(
      '',
      async (left) => {
        const signal = AbortSignal.any([left, ended.signal, AbortSignal.timeout(LIMIT)]);
        const askedAt = performance.now();
        const asked = (async () => fetchToken({ reason, signal, scope }))();
        const { token, expiresIn } = read(await abortable(asked, signal).catch(() => failed(signal)));
        signal.throwIfAborted();
        const life = expiresIn * 1_000;
        held = { token, endsAt: askedAt + life, renewAt: askedAt + life - Math.min(AHEAD, life / 4) };
        pause = 0;
        notBefore = 0;
        schedule(held.renewAt);
        return token;
      },
      waiter,
    );

  const schedule = (at: number): void => {
    clearTimeout(timer);
    if (needs > 0) timer = setTimeout(renewIfDue, Math.max(0, at - performance.now()));
  };

  const renewIfDue = (): void => {
    const now = performance.now();
    if (!held || now < Math.max(held.renewAt, notBefore)) return;
    const { endsAt } = held;
    renew('expiring').catch(() => {
      pause = pause * 2 || FIRST_RETRY;
      notBefore = now + pause;
      // After its end there is nothing to renew: whoever asks next is told why.
      if (notBefore < endsAt) schedule(notBefore);
    });
  };

  const resume = (): void => {
    notBefore = 0;
    renewIfDue();
  };

  const rest = (): void => {
    clearTimeout(timer);
    globalThis.removeEventListener?.('online', resume);
  };

  return {
    async get(reason, signal) {
      ended.signal.throwIfAborted();
      const had = held;
      if (reason === 'rejected') held = undefined;
      if (!held || performance.now() >= held.endsAt) {
        return renew(had && reason === 'initial' ? 'expiring' : reason, signal);
      }
      renewIfDue();
      return held.token;
    },
    retain() {
      if (needs++ === 0) {
        globalThis.addEventListener?.('online', resume);
        if (held) schedule(held.renewAt);
      }
      let isNeeded = true;
      return () => {
        if (isNeeded && --needs === 0) rest();
        isNeeded = false;
      };
    },
    stop() {
      needs = 0;
      held = undefined;
      rest();
      ended.abort(failure('TOKEN_STOPPED', 'logged out'));
    },
  };
}

function failed(signal: AbortSignal): never {
  throw signal.aborted && isServiceError(signal.reason)
    ? signal.reason
    : failure('TOKEN_FETCH', 'threw or was too slow: signed in?');
}

function read(given: unknown): Token {
  const { token, expiresIn } = (given ?? {}) as Partial<Record<keyof Token, unknown>>;
  // What RFC 6750 lets stand after `Bearer`; a day is far more than a token lives, so it is no count of seconds.
  if (
    typeof token === 'string' &&
    typeof expiresIn === 'number' &&
    /^[\w.~+/-]+=*$/.test(token) &&
    expiresIn > 0 &&
    expiresIn <= 86_400
  ) {
    return { token, expiresIn };
  }
  throw failure('TOKEN_INVALID', 'must resolve to { token, expiresIn: seconds }');
}
