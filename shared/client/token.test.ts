import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isTokenError } from './errors.ts';
import { createTokenSource, type Token } from './token.ts';

const SCOPE = { professionalId: '0b7e9a40-5c1d-4d7e-8a55-2c6a4f9b3e22' };
const none = new AbortController().signal;
const fault = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error) => error,
  );

type Give = (count: number, signal: AbortSignal) => unknown;
/** A token source whose tokens are `t1`, `t2`, … and last ten minutes, unless `give` says otherwise. */
function source(give: Give = (count) => ({ token: `t${count}`, expiresIn: 600 })) {
  const asked: { reason: string; scope: unknown }[] = [];
  const tokens = createTokenSource(async ({ reason, scope, signal }) => {
    asked.push({ reason, scope });
    return give(asked.length, signal) as Token;
  }, SCOPE);
  return { tokens, asked, reasons: () => asked.map(({ reason }) => reason) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('createTokenSource', () => {
  it('asks once for all who wait, with the scope, and keeps the answer', async () => {
    const { tokens, asked } = source();
    expect(await Promise.all([tokens.get('initial', none), tokens.get('initial', none)])).toEqual([
      't1',
      't1',
    ]);
    expect(await tokens.get('initial', none)).toBe('t1');
    expect(asked).toEqual([{ reason: 'initial', scope: SCOPE }]);
  });

  it('gives another token for one that was rejected', async () => {
    const { tokens, reasons } = source();
    await tokens.get('initial', none);
    expect(await tokens.get('rejected', none)).toBe('t2');
    expect(reasons()).toEqual(['initial', 'rejected']);
  });

  it('renews a minute before the end while it is needed, and not after it was released', async () => {
    const { tokens, reasons } = source();
    const release = tokens.retain();
    await tokens.get('initial', none);
    await vi.advanceTimersByTimeAsync(539_000);
    expect(reasons()).toEqual(['initial']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reasons()).toEqual(['initial', 'expiring']);
    release();
    release();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(reasons()).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('goes on renewing while another still needs it', async () => {
    const { tokens, reasons } = source();
    const release = tokens.retain();
    tokens.retain();
    release();
    await tokens.get('initial', none);
    await vi.advanceTimersByTimeAsync(541_000);
    expect(reasons()).toEqual(['initial', 'expiring']);
    tokens.stop();
  });

  it('gives the token that still lives while a new one is fetched, and asks anew when it has ended', async () => {
    const { tokens, reasons } = source();
    await tokens.get('initial', none);
    await vi.advanceTimersByTimeAsync(590_000);
    expect(await tokens.get('initial', none)).toBe('t1');
    await vi.advanceTimersByTimeAsync(0);
    expect(await tokens.get('initial', none)).toBe('t2');
    await vi.advanceTimersByTimeAsync(601_000);
    expect(await tokens.get('initial', none)).toBe('t3');
    expect(reasons()).toEqual(['initial', 'expiring', 'expiring']);
  });

  it('does not look at the clock on the wall', async () => {
    const { tokens, asked } = source();
    await tokens.get('initial', none);
    vi.setSystemTime(Date.now() + 365 * 86_400_000);
    expect(await tokens.get('initial', none)).toBe('t1');
    expect(asked).toHaveLength(1);
  });

  it('tries a failed renewal again, ever later, until the token ends; and at once when online again', async () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    let isOnline = true;
    const { tokens, asked } = source((count) => {
      if (!isOnline) throw new TypeError('offline');
      return { token: `t${count}`, expiresIn: 600 };
    });
    tokens.retain();
    await tokens.get('initial', none);
    isOnline = false;
    await vi.advanceTimersByTimeAsync(3_600_000);
    // Due at 540 s; then after 2, 4, 8, 16 seconds; the next would be after the end at 600 s.
    expect(asked).toHaveLength(1 + 5);
    isOnline = true;
    page.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(await tokens.get('initial', none)).toBe('t7');
    tokens.stop();
    page.dispatchEvent(new Event('online'));
    expect(asked).toHaveLength(7);
  });

  it('forgets the token on logout, aborts what is under way and refuses from then on', async () => {
    const signals: AbortSignal[] = [];
    const { tokens, asked } = source((_, signal) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    tokens.retain();
    const waiting = fault(tokens.get('initial', none));
    await vi.advanceTimersByTimeAsync(0);
    tokens.stop();
    expect(await waiting).toMatchObject({ name: 'TokenError', code: 'TOKEN_STOPPED' });
    expect(signals[0]?.aborted).toBe(true);
    expect(await fault(tokens.get('initial', none))).toMatchObject({ code: 'TOKEN_STOPPED' });
    expect(asked).toHaveLength(1);
  });

  it('lets one who aborts leave alone', async () => {
    const given = Promise.withResolvers<Token>();
    const { tokens, asked } = source(() => given.promise);
    const leaving = new AbortController();
    const left = fault(tokens.get('initial', leaving.signal));
    const stays = tokens.get('initial', none);
    await vi.advanceTimersByTimeAsync(0);
    leaving.abort();
    expect(await left).toMatchObject({ name: 'AbortError' });
    given.resolve({ token: 'late', expiresIn: 60 });
    expect(await stays).toBe('late');
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['throws', new Error('eyJhbGci.secret')],
    ['throws a text', 'eyJhbGci.secret'],
  ])('says what to mend when fetchToken %s, without what it threw', async (_, thrown) => {
    const { tokens } = source(() => {
      throw thrown;
    });
    const error = await fault(tokens.get('initial', none));
    expect(isTokenError(error)).toBe(true);
    expect(error).toMatchObject({ code: 'TOKEN_FETCH', endpoint: 'fetchToken' });
    expect(inspect(error)).not.toContain('secret');
    expect(isTokenError(error) && error.thrown).toBe(thrown);
  });

  it.each([
    ['throws it', () => Promise.reject({ code: 'NOT_SIGNED_IN' })],
    [
      'throws an error with it as the cause',
      () => Promise.reject(new Error('401', { cause: { code: 'NOT_SIGNED_IN' } })),
    ],
    ['gives it as a token', async () => ({ code: 'NOT_SIGNED_IN', message: 'Sign in.' })],
  ])('says that nobody is signed in only with the proxy’s own code: fetchToken %s', async (_, given) => {
    const { tokens } = source(given);
    expect(await fault(tokens.get('initial', none))).toMatchObject({
      name: 'TokenError',
      code: 'NOT_SIGNED_IN',
    });
  });

  it('names milliseconds for what they are', async () => {
    const { tokens } = source(() => ({ token: 'eyJhbGci.secret', expiresIn: 600_000 }));
    const { message } = (await fault(tokens.get('initial', none))) as Error;
    expect(message).toContain('expiresIn: seconds }; got { string, 600000 }');
  });

  it.each([
    undefined,
    null,
    'eyJhbGci.secret',
    {},
    { token: 'eyJhbGci.secret' },
    { token: 'eyJhbGci.secret', expiresIn: '600' },
    { token: 'eyJhbGci.secret', expiresIn: 0 },
    { token: 'eyJhbGci.secret', expiresIn: Number.NaN },
    { token: 'eyJhbGci.secret', expiresIn: 1_790_000_000 },
    { token: 'eyJhbGci.secret\r\nX-Api-Key: k', expiresIn: 600 },
    { token: '', expiresIn: 600 },
  ])('refuses %o as a token, and does not print it', async (given) => {
    const { tokens } = source(() => given);
    const error = await fault(tokens.get('initial', none));
    expect(error).toMatchObject({ name: 'TokenError', code: 'TOKEN_MALFORMED' });
    expect((error as Error).message).toMatch(/expiresIn: seconds/);
    expect(inspect(error)).not.toContain('secret');
  });
});
