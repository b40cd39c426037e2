import { describe, expect, it, test } from 'vitest';
import type { Identifier } from '../site/facts.ts';
import { type ContextEvent, dueIn } from './context.ts';
import { chart, facts, gone, key, LIST, named, play, states, time } from './play.fixture.ts';

const born = (value: string): Identifier => ({ kind: 'birthday', system: '', value });
const ANA = [named('Ana Lima'), born('1990-02-03')];
const RUI = [named('Rui Melo'), born('1971-08-09')];

describe('an address that is ahead of its page', () => {
  const known = [facts(0, 0, chart(key('1'), ...ANA)), time(300)];

  test.each<[string, ContextEvent[], string]>([
    [
      'is nobody while the header is still of the patient before, for as long as a slow server takes',
      [
        ...known,
        facts(400, 0, chart(key('2'), ...ANA)),
        time(5400),
        facts(5500, 0, chart(key('2'), ...RUI)),
        time(5800),
      ],
      'settling e1 settling settling settling e2',
    ],
    [
      'is nobody either where the header is ahead',
      [
        ...known,
        facts(400, 0, chart(key('1'), ...RUI)),
        time(5400),
        facts(5500, 0, chart(key('2'), ...RUI)),
        time(5800),
      ],
      'settling e1 settling settling settling e2',
    ],
    [
      'or where one of two keys is',
      [
        ...known,
        facts(350, 0, chart(key('1'), key('a', 'mrn'), ...ANA)),
        time(360),
        facts(400, 0, chart(key('2'), key('a', 'mrn'), ...ANA)),
        time(5400),
      ],
      'settling e1 e1 e1 settling settling',
    ],
    [
      'also over a page that shows nobody',
      [...known, facts(400, 0, LIST), facts(900, 0, chart(key('2'), ...ANA)), time(5900)],
      'settling e1 none settling settling',
    ],
    [
      'where the patient before was never known, since somebody clicked on',
      [
        facts(0, 0, chart(key('1'), ...ANA)),
        facts(100, 0, chart(key('2'), ...ANA)),
        time(5100),
        facts(5200, 0, chart(key('2'), ...RUI)),
        time(5500),
      ],
      'settling settling settling settling e1',
    ],
    [
      'is nobody while a header changes field by field, and the next patient soon after the last of them',
      [
        ...known,
        facts(400, 0, chart(key('1'), named('Rui Melo'), born('1990-02-03'))),
        facts(450, 0, chart(key('2'), named('Rui Melo'), born('1990-02-03'))),
        time(5400),
        facts(5500, 0, chart(key('2'), ...RUI)),
        time(5800),
      ],
      'settling e1 settling settling settling settling e2',
    ],
    [
      'and not where a name is filled in beside its key',
      [
        ...known,
        facts(400, 0, chart(key('2'), named('Loading'))),
        facts(600, 0, chart(key('2'), ...RUI)),
        time(900),
      ],
      'settling e1 settling settling e2',
    ],
    [
      'is the same patient again at once where it turns back',
      [...known, facts(400, 0, chart(key('2'), ...ANA)), facts(900, 0, chart(key('1'), ...ANA)), time(1200)],
      'settling e1 settling settling e2',
    ],
    [
      'is believed in the end: two records can be of one person',
      [...known, facts(400, 0, chart(key('2'), ...ANA)), time(10_399), time(10_400)],
      'settling e1 settling settling e2',
    ],
  ])('%s', (_, events, expected) => {
    expect(states(play(events).contexts)).toBe(expected);
  });

  it('waits as long where two patients have a name or a birthday in common, since no more is to be seen then', () => {
    const events = [
      ...known,
      facts(400, 0, chart(key('2'), named('Ana Lima'), born('1971-08-09'))),
      time(700),
      time(10_400),
    ];
    expect(states(play(events).contexts)).toBe('settling e1 settling settling e2');
  });

  it('tells when time alone would end the doubt', () => {
    const { state } = play([...known, facts(400, 0, chart(key('2'), ...ANA))]);
    expect(dueIn(state, 1400)).toBe(9000);
  });
});

describe('keys of a patient who shares something with the one before', () => {
  const header = (...found: Identifier[]) =>
    chart(...found.map((one) => ({ ...one, at: 'header' as const })));
  const MIA = [named('Mia Cruz'), born('1990-02-03')];
  const events = [
    facts(0, 0, header(key('1'), ...ANA)),
    time(300),
    gone(400, 0),
    facts(500, 0, header(key('2'), ...MIA)),
    time(10_500),
    facts(10_600, 0, { ...header(key('2'), ...MIA), version: 2 }),
  ];
  const carried = (all: readonly ContextEvent[]) =>
    play(all).contexts.flatMap((one) => (one.state === 'known' ? [one.identity.carried] : []));

  it('are not to be linked, until the page is loaded again', () => {
    expect(carried(events)).toEqual(['whole', 'parted', 'parted']);
    const again = [gone(10_700, 0), facts(10_800, 0, header(key('2'), ...MIA)), time(11_100)];
    expect(carried([...events, ...again])).toEqual(['whole', 'parted', 'parted', 'whole']);
  });
});
