import { describe, expect, it } from 'vitest';
import { Refusal } from '../refusal.ts';
import { retryWhileSlowedDown } from './slow-down.ts';

const slowDown = (seconds?: string) =>
  new Refusal(429, 'TOO_MANY_REQUESTS', 'x', {
    headers: seconds === undefined ? {} : { 'retry-after': seconds },
  });

/** Makes a call that is refused with these, one after the other, and then answers. */
async function run(...refusals: readonly Error[]) {
  const slept: number[] = [];
  const told: [number, boolean][] = [];
  let calls = 0;
  const attempt = async () => {
    const refusal = refusals[calls];
    calls += 1;
    if (refusal) throw refusal;
    return 'answer';
  };
  const waiting = {
    sleep: async (ms: number) => void slept.push(ms),
    tell: (ms: number, isWaitedFor: boolean) => void told.push([ms, isWaitedFor]),
  };
  const ended = await retryWhileSlowedDown(attempt, waiting).catch((error: unknown) => error);
  return { ended, calls, slept, told };
}

describe('a call that is refused with 429', () => {
  it('is made again after Retry-After and a back-off that doubles', async () => {
    const { ended, slept, told } = await run(slowDown('7'), slowDown(), slowDown('0'));
    expect([ended, slept]).toEqual(['answer', [8_000, 2_000, 4_000]]);
    expect(told).toEqual(slept.map((ms) => [ms, true]));
  });

  it('is given up at once where Retry-After is longer than two minutes', async () => {
    const refusal = slowDown('121');
    const { ended, calls, slept, told } = await run(refusal);
    expect([ended, calls, slept, told]).toEqual([refusal, 1, [], [[122_000, false]]]);
  });

  it('is given up after seven tries', async () => {
    const { ended, calls, slept } = await run(...Array.from({ length: 20 }, () => slowDown()));
    expect(ended).toBeInstanceOf(Refusal);
    expect([calls, slept.length]).toEqual([7, 6]);
  });
});

it('a call that is refused otherwise is not made again', async () => {
  const refusal = new Refusal(503, 'SERVICE_UNAVAILABLE', 'x', { headers: { 'retry-after': '1' } });
  expect(await run(refusal)).toMatchObject({ ended: refusal, calls: 1, slept: [], told: [] });
});
