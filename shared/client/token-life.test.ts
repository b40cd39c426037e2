import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from './client.ts';
import { getInstrument, listTags } from './contract/endpoints/index.ts';
import { fault, formId } from './service.fixture.ts';
import { createTokenSource, type Token } from './token.ts';

const SCOPE = 'a professional’s reading';
const HOUR = 3_600_000;

/** A page that reads through a proxy, which takes the tokens that `isTaken` takes. */
function page(give: (count: number, signal: AbortSignal) => unknown = life(600)) {
  const reasons: string[] = [];
  const sent: string[] = [];
  const state = { isTaken: (_: string) => true, answered: async () => {} };
  const tokens = createTokenSource(async ({ reason, signal }) => {
    reasons.push(reason);
    return give(reasons.length, signal) as Token;
  }, SCOPE);
  const read = createClient({
    baseUrl: 'https://proxy.example',
    auth: tokens,
    sleep: async () => {},
    fetch: async (url, init) => {
      const token = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length) ?? '';
      sent.push(token);
      await state.answered();
      if (!state.isTaken(token)) return Response.json({ code: 'TOKEN', message: 'refused' }, { status: 401 });
      return Response.json(String(url).includes('tags') ? [] : { id: formId, title: 'PHQ-9' });
    },
  });
  const title = async () => (await read(getInstrument, { params: { formId } })).data.title;
  return { tokens, reasons, sent, state, title, tags: () => read(listTags) };
}
/** Tokens `t1`, `t2`, … that last so many seconds. */
const life = (seconds: number) => (count: number) => ({ token: `t${count}`, expiresIn: seconds });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  // The platform's own is on no fake clock.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const late = new AbortController();
    setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), ms);
    return late.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a page that reads, over the life of its token', () => {
  it('asks for another where the token has expired, and sends only that', async () => {
    const { title, reasons, sent } = page();
    expect(await title()).toBe('PHQ-9');
    await vi.advanceTimersByTimeAsync(601_000);
    expect(await title()).toBe('PHQ-9');
    expect([reasons, sent]).toEqual([
      ['initial', 'expiring'],
      ['t1', 't2'],
    ]);
  });

  it('asks once more where the token is rejected, and the reader sees nothing of it', async () => {
    const { title, state, reasons, sent } = page();
    state.isTaken = (token) => token !== 't1';
    expect(await title()).toBe('PHQ-9');
    expect([reasons, sent]).toEqual([
      ['initial', 'rejected'],
      ['t1', 't2'],
    ]);
  });

  it('gives up where the second is rejected too, and begins anew when it is asked again', async () => {
    const { title, state, reasons, sent } = page();
    state.isTaken = () => false;
    expect(await fault(title())).toMatchObject({ status: 401 });
    expect([reasons, sent]).toEqual([
      ['initial', 'rejected'],
      ['t1', 't2'],
    ]);
    state.isTaken = () => true;
    expect(await title()).toBe('PHQ-9');
  });

  it('gets one new token for all reads whose token was rejected', async () => {
    const { title, tags, state, reasons } = page();
    state.isTaken = (token) => token !== 't1';
    await Promise.all([title(), tags()]);
    expect(reasons).toEqual(['initial', 'rejected']);
  });

  it.each([
    ['an hour back', -HOUR],
    ['an hour on', HOUR],
  ])('is not put off by a clock that is set %s', async (_, by) => {
    const { title, tokens, reasons, sent } = page();
    tokens.retain();
    await title();
    vi.setSystemTime(Date.now() + by);
    await vi.advanceTimersByTimeAsync(539_000);
    await title();
    expect(reasons).toEqual(['initial']);
    // A minute before its end, by the time that has passed.
    await vi.advanceTimersByTimeAsync(2_000);
    await title();
    expect(reasons).toEqual(['initial', 'expiring']);
    expect(sent).toEqual(['t1', 't1', 't2']);
    tokens.stop();
  });

  it('says that no token came while offline, and reads as soon as it is back', async () => {
    const network = new EventTarget();
    vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
    vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
    let isOnline = true;
    const { title, tokens, sent } = page((count) => {
      if (!isOnline) throw new TypeError('Failed to fetch');
      return life(600)(count);
    });
    tokens.retain();
    await title();
    isOnline = false;
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(await fault(title())).toMatchObject({ name: 'TokenError', code: 'TOKEN_FETCH' });
    expect(sent).toEqual(['t1']);
    isOnline = true;
    network.dispatchEvent(new Event('online'));
    expect(await title()).toBe('PHQ-9');
    expect(sent[1]).not.toBe('t1');
    tokens.stop();
  });

  it('does not send what ended while the tab was hidden and its timers stood still', async () => {
    const { title, tokens, reasons, sent } = page();
    tokens.retain();
    await title();
    const before = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(before + HOUR);
    expect(await title()).toBe('PHQ-9');
    expect([reasons, sent]).toEqual([
      ['initial', 'expiring'],
      ['t1', 't2'],
    ]);
    tokens.stop();
  });

  it('sends nothing more after a logout in the middle of a read', async () => {
    const { title, tokens, state, sent, reasons } = page();
    const arrived = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    state.isTaken = () => false;
    state.answered = () => {
      arrived.resolve();
      return answer.promise;
    };
    const reading = fault(title());
    await arrived.promise;
    tokens.stop();
    answer.resolve();
    expect(await reading).toMatchObject({ name: 'TokenError', code: 'TOKEN_STOPPED' });
    expect(await fault(title())).toMatchObject({ code: 'TOKEN_STOPPED' });
    expect([reasons, sent]).toEqual([['initial'], ['t1']]);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('no session')), 'TOKEN_FETCH'],
    ['gives nothing', () => undefined, 'TOKEN_MALFORMED'],
    ['gives a page of HTML', () => '<!doctype html>', 'TOKEN_MALFORMED'],
    ['gives a token that has ended', () => ({ token: 't', expiresIn: -1 }), 'TOKEN_MALFORMED'],
    ['gives an instant for seconds', () => ({ token: 't', expiresIn: Date.now() }), 'TOKEN_MALFORMED'],
  ])('sends no request where fetchToken %s, and asks again at the next read', async (_, bad, code) => {
    const { title, sent, reasons } = page((count) => (count === 1 ? bad() : life(600)(count)));
    expect(await fault(title())).toMatchObject({ name: 'TokenError', code });
    expect(sent).toEqual([]);
    expect(await title()).toBe('PHQ-9');
    expect(sent).toEqual(['t2']);
    expect(reasons).toHaveLength(2);
  });

  it('waits no longer than a read may take where fetchToken hangs, and tells it to end', async () => {
    const signals: AbortSignal[] = [];
    const { title, sent } = page((count, signal) => {
      signals.push(signal);
      return count === 1 ? new Promise(() => {}) : life(600)(count);
    });
    const reading = fault(title());
    await vi.advanceTimersByTimeAsync(14_900);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(200);
    expect(await reading).toMatchObject({ name: 'TimeoutError', code: 'TIMEOUT' });
    expect(signals[0]?.aborted).toBe(true);
    expect(sent).toEqual([]);
    expect(await title()).toBe('PHQ-9');
  });

  it('ends a renewal that hangs after half a minute, and sends the token that still lives meanwhile', async () => {
    const { title, tokens, reasons, sent } = page((count) =>
      count === 2 ? new Promise(() => {}) : life(600)(count),
    );
    tokens.retain();
    await title();
    await vi.advanceTimersByTimeAsync(541_000);
    expect(await title()).toBe('PHQ-9');
    expect(reasons).toEqual(['initial', 'expiring']);
    // 30 s for the one that hangs, then 2 s of rest.
    await vi.advanceTimersByTimeAsync(33_000);
    expect(await title()).toBe('PHQ-9');
    expect(reasons).toHaveLength(3);
    expect(sent).toEqual(['t1', 't1', 't3']);
    tokens.stop();
  });
});
