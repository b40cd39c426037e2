import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FlaggedAnswers } from './flagged-answers.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('asks for a submission that is always refused ever more rarely, and for a known one never again', async () => {
  const answers = new FlaggedAnswers<string>();
  const refuse = vi.fn(() => Promise.reject(new Error('403')));
  const askedAt: number[] = [];
  for (let second = 0; second <= 3_600; second += 5) {
    const before = refuse.mock.calls.length;
    await answers.read(7, refuse);
    if (refuse.mock.calls.length > before) askedAt.push(second);
    vi.advanceTimersByTime(5_000);
  }
  expect(askedAt).toEqual([0, 10, 30, 70, 150, 310, 630, 1_230, 1_830, 2_430, 3_030]);
  vi.advanceTimersByTime(600_000);
  expect(await answers.read(7, async () => 'answer')).toBe(true);
  vi.advanceTimersByTime(3_600_000);
  expect(await answers.read(7, refuse)).toBe(false);
  expect(answers.get(7)).toBe('answer');
});

it('asks again at once after an aborted reading, and never for what is not the submission asked for', async () => {
  const answers = new FlaggedAnswers<string>();
  await answers.read(7, () => Promise.reject(new DOMException('paused', 'AbortError')));
  expect(await answers.read(7, async () => null)).toBe(false);
  vi.advanceTimersByTime(3_600_000);
  expect(await answers.read(7, async () => 'another')).toBe(false);
  expect(answers.get(7)).toBeNull();
});

it('forgets a submission that arrives after everything was forgotten', async () => {
  const answers = new FlaggedAnswers<string>();
  const { promise, resolve } = Promise.withResolvers<string>();
  const reading = answers.read(7, () => promise);
  expect(await answers.read(7, async () => 'asked twice')).toBe(false);
  answers.clear();
  resolve('late');
  expect(await reading).toBe(false);
  expect(answers.get(7)).toBeNull();
});
