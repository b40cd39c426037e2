import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import { expect, it } from 'vitest';
import { seenByMessages } from '../words/compiled/seen-by/all.js';
import { saySeen } from './say.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const say = (at: string, name: string | null = 'Dr. Lima', lang = 'en') =>
  saySeen({ name, at }, NOW, selectMessages(seenByMessages, lang));

it.each([
  ['2026-05-20T11:59:01Z', 'just now'],
  ['2026-05-20T11:59:00Z', '1 min ago'],
  ['2026-05-20T11:00:01Z', '59 min ago'],
  ['2026-05-20T10:00:00Z', '2 h ago'],
  ['2026-05-18T12:00:01Z', '47 h ago'],
  ['2026-05-18T12:00:00Z', '2 days ago'],
  // The clocks of two proxies differ.
  ['2026-05-20T12:00:09Z', 'just now'],
])('says of %s that it was %s', (at, ago) => {
  expect(say(at)).toBe(`Seen by Dr. Lima · ${ago}`);
});

it('says it in three languages, also of a person who is not named', () => {
  const at = '2026-05-20T10:00:00Z';
  expect([say(at, 'Ana', 'pt-BR'), say(at, 'Ana', 'es'), say(at, null)]).toEqual([
    'Visto por Ana · há 2 h',
    'Visto por Ana · hace 2 h',
    'Seen by another person · 2 h ago',
  ]);
});
