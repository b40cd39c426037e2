import { expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

const read = (...args: string[]) => readArguments(args, Date.parse('2026-03-01T09:00:00Z'));

it('serves on 127.0.0.1:4100, in memory, with clinic number 1, where nothing is said', () => {
  expect(read()).toEqual({
    kind: 'serve',
    options: { port: 4100, host: '127.0.0.1', seed: 1, roster: 'clinic' },
  });
});

it('takes every argument', () => {
  const args = [
    '--port',
    '4711',
    '--host',
    '0.0.0.0',
    '--db',
    'a.db',
    '--seed',
    'none',
    '--now',
    '2026-03-01T09:00:00Z',
    '--country',
    'PT',
    '--webhook-url',
    'http://127.0.0.1:4200/webhooks',
    '--webhook-secret',
    'whsec',
  ];
  expect(read(...args)).toEqual({
    kind: 'serve',
    options: {
      port: 4711,
      host: '0.0.0.0',
      db: 'a.db',
      seed: null,
      now: '2026-03-01T09:00:00Z',
      clinic: { country: 'PT' },
      webhook: { url: 'http://127.0.0.1:4200/webhooks', secret: 'whsec' },
    },
  });
});

it.each([
  ['7', { seed: 7, roster: 'clinic' }],
  ['fixtures', { seed: 1, roster: 'fixtures' }],
  ['none', { seed: null }],
])('fills an empty database as --seed %s says', (text, expected) => {
  const result = read('--seed', text);
  expect(result.kind === 'serve' && result.options).toEqual({ port: 4100, host: '127.0.0.1', ...expected });
});

it.each([
  [['--port', 'x'], '--port'],
  [['--port', '70000'], '--port'],
  [['--port', '-1'], '--port'],
  [['--seed', 'one'], '--seed'],
  [['--now', 'tomorrow'], '--now'],
  [['--db', ''], '--db'],
  [['--db'], '--db'],
  [['--webhook-url', 'http://127.0.0.1:4200/'], '--webhook-secret'],
  [['--webhook-secret', 'whsec'], '--webhook-url'],
  [['--webhook-url', 'partner.example', '--webhook-secret', 'whsec'], '--webhook-url'],
  [['--webhook-url', 'http://127.0.0.1:4200/', '--webhook-secret', ''], '--webhook-secret'],
  [['--country', 'XX'], '--country'],
  [['--colour', 'red'], '--colour'],
  [['extra'], 'extra'],
])('answers %j with a sentence that names it', (args, name) => {
  const result = read(...args);
  expect(result.kind).toBe('wrong');
  expect(result.kind === 'wrong' && result.message).toContain(name);
});
