import { abortable, createSingleFlight } from './async.ts';
import { isServiceError, TokenError } from './errors.ts';
import { type BackoffBounds, backoffMs } from './retry.ts';

/** The partner's credentials at the service; for servers only. */
export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

/** Why a token is asked for: none was held, the one held is about to end, or the proxy refused it. */
export type TokenReason = 'initial' | 'expiring' | 'rejected';

/** Where a client that speaks through the proxy gets its token. */
export interface TokenSource {
  /** The token to send now. With `rejected` the one given before is not given again. */
  get(reason: TokenReason, signal: AbortSignal): Promise<string>;
}

/** Asks with a token. A 401 to it says that nothing was done, so it asks once more, a write too. */
export async function authorise<A extends { readonly status: number }>(
  auth: TokenSource,
  ask: (headers: Record<string, string>) => Promise<A>,
  signal: AbortSignal,
): Promise<A> {
  const bearer = (token: string) => ask({ Authorization: `Bearer ${token}` });
  const token = await auth.get('initial', signal);
  const answer = await bearer(token);
  if (answer.status !== 401) return answer;
  // Another call may have renewed it meanwhile: only the token that was refused is given up.
  const current = await auth.get('initial', signal);
  return bearer(current === token ? await auth.get('rejected', signal) : current);
}

/** A token as the partner's page gives it. */
export interface Token {
  /** What the proxy's `/session` answered. */
  readonly token: string;
  /** Seconds from now, so that a wrong clock does not matter. At most a day. */
  readonly expiresIn: number;
}

/** Asks the partner's own server for a token; `signal` is aborted when no caller waits for it any more. */
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

/** A token is renewed this long before its end, or a quarter of its life where that is less. */
const RENEWAL_LEAD_MS = 60_000;
const RENEWAL_BACKOFF: BackoffBounds = { firstMs: 2_000 };
const FETCH_TOKEN_TIMEOUT_MS = 30_000;
/** Longest life of a token, in seconds: a longer one was given in another unit. */
const TOKEN_LIFE_SANE_SECONDS = 86_400;

/** Times are those of the monotonic clock. */
interface HeldToken {
  readonly token: string;
  readonly endsAt: number;
  readonly renewAt: number;
}

const failure = (code: string, message: string, thrown?: unknown): TokenError =>
  new TokenError(message, { endpoint: 'fetchToken', code, thrown });

/** A failure with the proxy's code, its own or that of its cause. */
type Coded = { readonly code?: unknown; readonly cause?: Coded } | null | undefined;
const NOT_SIGNED_IN = 'NOT_SIGNED_IN';

/**
 * Makes the token source of a browser. The token is held in memory only, asked for once by all who wait, renewed
 * before it ends while something retains it, and when the page is online again. Its life is measured on the monotonic
 * clock. `get` throws {@link TokenError}, whose message never holds the token nor what `fetchToken` threw.
 *
 * @param scope handed to `fetchToken`: what the token is to allow
 */
export function createTokenSource<Scope>(fetchToken: FetchToken<Scope>, scope: Scope): ScopedTokenSource {
  const flight = createSingleFlight<string>();
  const ended = new AbortController();
  let held: HeldToken | undefined;
  let needs = 0;
  let failures = 0;
  let notBefore = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const renew = (reason: TokenReason, waiter?: AbortSignal): Promise<string> =>
    flight(
      '',
      async (left) => {
        const signal = AbortSignal.any([left, ended.signal, AbortSignal.timeout(FETCH_TOKEN_TIMEOUT_MS)]);
        const fetched = await fetchHeld(fetchToken, { reason, signal, scope });
        signal.throwIfAborted();
        held = fetched;
        failures = 0;
        notBefore = 0;
        schedule(held.renewAt);
        return held.token;
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
      notBefore = now + backoffMs(++failures, RENEWAL_BACKOFF);
      // After its end there is nothing to renew: the next caller is told why.
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

async function fetchHeld<Scope>(
  fetchToken: FetchToken<Scope>,
  request: Parameters<FetchToken<Scope>>[0],
): Promise<HeldToken> {
  const { signal } = request;
  const askedAt = performance.now();
  const asked = (async () => {
    const given = await fetchToken(request);
    // The proxy's refusal, passed on as it came.
    if ((given as Coded)?.code === NOT_SIGNED_IN) throw given;
    return given;
  })();
  const given = await abortable(asked, signal).catch((thrown: Coded) => {
    if (signal.aborted && isServiceError(signal.reason)) throw signal.reason;
    const isSignedOut = [thrown, thrown?.cause].some((one) => one?.code === NOT_SIGNED_IN);
    const code = isSignedOut ? NOT_SIGNED_IN : 'TOKEN_FETCH';
    throw failure(code, signal.aborted ? 'took too long' : 'threw; see thrown', thrown);
  });
  const { token, expiresIn } = read(given);
  const life = expiresIn * 1_000;
  const endsAt = askedAt + life;
  return { token, endsAt, renewAt: endsAt - Math.min(RENEWAL_LEAD_MS, life / 4) };
}

function read(given: unknown): Token {
  const { token, expiresIn } = (given ?? {}) as Partial<Record<keyof Token, unknown>>;
  // What RFC 6750 allows after `Bearer`; a day is far more than a token lives, so it is no count of seconds.
  const isToken = typeof token === 'string' && /^[\w.~+/-]+=*$/.test(token);
  const isLife = typeof expiresIn === 'number' && expiresIn > 0 && expiresIn <= TOKEN_LIFE_SANE_SECONDS;
  if (isToken && isLife) return { token, expiresIn };
  const life = typeof expiresIn === 'number' ? expiresIn : typeof expiresIn;
  throw failure(
    'TOKEN_MALFORMED',
    `must resolve to { token, expiresIn: seconds }; got { ${typeof token}, ${life} }`,
  );
}
