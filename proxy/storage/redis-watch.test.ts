import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { afterEach, expect, test, vi } from 'vitest';
import { watchStream } from './redis-watch.ts';

afterEach(() => vi.useRealTimers());

const never = () => new Promise<never>(() => {});

/** A connection whose commands are answered by the given functions, one after the other, and then never. */
function connectionOf(commands: Partial<Record<'xrevrange' | 'xread', (() => Promise<unknown>)[]>>) {
  const asked: string[] = [];
  const answer = (name: 'xrevrange' | 'xread') => () => {
    asked.push(name);
    return (commands[name]?.shift() ?? never)();
  };
  const connection = Object.assign(new EventEmitter(), {
    xrevrange: answer('xrevrange'),
    xread: answer('xread'),
    disconnect: vi.fn(),
  });
  return { connection, redis: connection as unknown as Redis, asked };
}

// ioredis never settles a command that was under way when the connection was lost, if the first try brings it back.
test.each([
  ['finds its place', { xrevrange: [never, async () => [['3-0', []]]] }, ['xrevrange']],
  ['waits', { xrevrange: [async () => [['3-0', []]], async () => [['4-0', []]]] }, ['xrevrange', 'xread']],
])(
  'a watch whose connection is lost while it %s begins again, and reports what came meanwhile',
  async (_, commands, first) => {
    vi.useFakeTimers();
    const { connection, redis, asked } = connectionOf(commands);
    const onNews = vi.fn();
    const stop = watchStream(redis, 'outbox', onNews);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(first);
    const told = onNews.mock.calls.length;
    connection.emit('close');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual([...first, 'xrevrange', 'xread']);
    expect(onNews).toHaveBeenCalledTimes(told + 1);
    expect(connection.disconnect).not.toHaveBeenCalled();
    stop();
  },
);

test('a watch to which nothing came finds its place again, since the storage may have been emptied', async () => {
  vi.useFakeTimers();
  const { redis, asked } = connectionOf({
    xrevrange: [async () => [['3-0', []]], async () => [['1-0', []]]],
    xread: [async () => null],
  });
  const onNews = vi.fn();
  const stop = watchStream(redis, 'outbox', onNews);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(['xrevrange', 'xread', 'xrevrange', 'xread']);
  expect(onNews).toHaveBeenCalledTimes(2);
  stop();
});

test('a watch that hears nothing of a connection for long takes it for dead, and has it opened again', async () => {
  vi.useFakeTimers();
  const { connection, redis } = connectionOf({});
  const stop = watchStream(redis, 'outbox', () => {});
  await vi.advanceTimersByTimeAsync(30_000);
  expect(connection.disconnect).toHaveBeenCalledWith(true);
  expect(connection.listenerCount('close')).toBeLessThanOrEqual(1);
  stop();
});
