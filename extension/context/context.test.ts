import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { FrameFacts, Identifier } from '../site/facts.ts';
import {
  agree,
  type ContextEvent,
  dueIn,
  electFrame,
  emptyContext,
  isSamePatient,
  reduceContext,
} from './context.ts';
import {
  chart,
  facts,
  gone,
  key,
  LIST,
  named,
  play,
  SETTLE,
  states,
  time,
  UNMATCHED,
} from './play.fixture.ts';

describe('keys are linked', () => {
  const header = (...found: Identifier[]) => found.map((one) => ({ ...one, at: 'header' as const }));
  const born = (value: string): Identifier => ({ kind: 'birthday', system: '', value });
  const carriedBy = (...charts: Identifier[][]) => {
    const agreement = agree(new Map(charts.map((found, at) => [at, chart(...found)])));
    return agreement.kind === 'agreed' ? (agreement.identity.carried ?? 'apart') : agreement.kind;
  };

  it.each<[string, Identifier[][], string]>([
    ['by themselves from one header', [header(key('1'), named('Ana'), born('1990-01-02'))], 'whole'],
    ['by a person where the header says a name only', [header(key('1'), named('Ana'))], 'name'],
    [
      'not where the key stands elsewhere',
      [[key('1'), ...header(named('Ana'), born('1990-01-02'))]],
      'apart',
    ],
    [
      'not where another key stands elsewhere',
      [[key('9', 'lab'), ...header(key('1'), named('Ana'), born('1990-01-02'))]],
      'apart',
    ],
    [
      'not from the headers of two frames, one with the key and one with the person',
      [header(key('1')), header(named('Ana'), born('1990-01-02'))],
      'apart',
    ],
    [
      'from the header of one frame, whatever another repeats',
      [header(key('1'), named('Ana'), born('1990-01-02')), [key('1')]],
      'whole',
    ],
  ])('%s', (_, charts, carried) => {
    expect(carriedBy(...charts)).toBe(carried);
  });

  it('of an address count only beside what confirms them', () => {
    const address = { ...key('1'), at: 'address' as const };
    expect(agree(new Map([[0, chart(address, named('Ana'))]]))).toEqual({
      kind: 'unclear',
      reasons: [{ why: 'address-only' }],
    });
    expect(carriedBy([address, named('Ana')], [key('1')])).toBe('apart');
    const confirmed = { ...address, confirm: ['birthday' as const] };
    expect(carriedBy([confirmed, named('Ana')])).toBe('unclear');
    expect(agree(new Map([[0, chart(confirmed, born('1990-01-02'))]]))).toMatchObject({
      identity: { mustAgree: ['birthday'] },
    });
  });
});

describe('who is recognised by the service', () => {
  const at = 'header' as const;
  const person = (value: string, name: string): Identifier[] => [
    { ...key(value), at },
    { ...named(name), at },
    { kind: 'birthday', system: '', value: `1990-01-0${value}`, at },
  ];
  const recognised = (ms: number): ContextEvent => ({ type: 'recognised', at: ms });
  const ana = chart(...person('1', 'Ana'));

  it('is known at once', () => {
    expect(states(play([facts(0, 0, ana), recognised(20)]).contexts)).toBe('settling e1');
  });

  it.each<[string, ContextEvent[], string]>([
    ['one place does not carry key and person', [facts(0, 0, chart(key('1'), named('Ana')))], 'settling'],
    ['the header has a name only', [facts(0, 0, chart(...person('1', 'Ana').slice(0, 2)))], 'settling'],
    [
      'the header came part by part',
      [facts(0, 0, chart(...person('1', 'Ana').map((one) => ({ ...one, at: 'parted' as const }))))],
      'settling',
    ],
    [
      'only a part of it has changed since the patient before',
      [
        facts(0, 0, ana),
        time(300),
        facts(400, 0, chart(...person('2', 'Ana').slice(0, 2), ...person('1', 'Ana').slice(2))),
      ],
      'settling e1 settling',
    ],
    [
      'another frame names another patient',
      [facts(0, 0, ana), facts(0, 4, chart(...person('2', 'Eva')))],
      'settling unclear',
    ],
    ['no frame shows a chart any more', [facts(0, 0, ana), facts(10, 0, LIST)], 'settling none'],
  ])('settles as anybody where %s', (_, events, before) => {
    const last = before.split(' ').at(-1);
    const soon = Math.max(...events.map(({ at }) => at)) + 20;
    expect(states(play([...events, recognised(soon)]).contexts)).toBe(`${before} ${last}`);
  });
});

describe('the context of a tab', () => {
  test.each<[string, ContextEvent[], string]>([
    [
      'is none where no frame shows a chart',
      [facts(0, 0, UNMATCHED), facts(0, 3, LIST), time(900)],
      'none none none',
    ],
    [
      'is known once nothing has changed for the time to settle',
      [facts(0, 0, chart(key('1'))), time(299), time(300)],
      'settling settling e1',
    ],
    [
      'begins to settle again with every change',
      [facts(0, 0, chart(key('1'))), facts(200, 0, chart(key('2'))), time(499), time(500)],
      'settling settling settling e1',
    ],
    [
      'is unclear at once where two frames name two patients',
      [facts(0, 0, chart(key('1'))), time(300), facts(400, 5, chart(key('2')))],
      'settling e1 unclear',
    ],
    [
      'keeps its epoch over an unclear moment',
      [
        facts(0, 0, chart(key('1'))),
        time(300),
        facts(400, 5, chart(key('2'))),
        facts(450, 5, chart(key('1'))),
        time(749),
        time(750),
      ],
      'settling e1 unclear settling settling e1',
    ],
    [
      'keeps its epoch over a page that shows nobody',
      [
        facts(0, 0, chart(key('1'))),
        time(300),
        facts(400, 0, LIST),
        facts(9000, 0, chart(key('1'))),
        time(9300),
      ],
      'settling e1 none settling e1',
    ],
    [
      'has a new epoch after another patient, also for the one before',
      [
        facts(0, 0, chart(key('1'))),
        time(300),
        facts(400, 0, chart(key('2'))),
        time(700),
        facts(800, 0, chart(key('1'))),
        time(1100),
      ],
      'settling e1 settling e2 settling e3',
    ],
    [
      'has a new epoch though the other was there for a moment only',
      [
        facts(0, 0, chart(key('1'))),
        time(300),
        facts(400, 0, chart(key('2'))),
        facts(401, 0, chart(key('1'))),
        time(701),
      ],
      'settling e1 settling settling e2',
    ],
    [
      'settles again where a frame with a chart went away',
      [
        facts(0, 0, chart(key('1'))),
        facts(0, 5, chart(named('Ana'))),
        time(300),
        gone(400, 5),
        time(699),
        time(700),
      ],
      'settling settling e1 settling settling e1',
    ],
    [
      'stays where a frame without a chart went away',
      [facts(0, 0, chart(key('1'))), facts(0, 5, LIST), time(300), gone(400, 5)],
      'settling settling e1 e1',
    ],
    [
      'stays where the place of the panel goes and comes',
      [
        facts(0, 0, chart(key('1'))),
        time(300),
        facts(400, 0, { ...chart(key('1')), version: 2, place: null, gaps: [{ why: 'place' }] }),
        facts(500, 0, chart(key('1'))),
      ],
      'settling e1 e1 e1',
    ],
    [
      'stays where a second identifier comes later',
      [facts(0, 0, chart(key('1'))), time(300), facts(400, 0, chart(key('1'), named('Ana Lima')))],
      'settling e1 e1',
    ],
    [
      'settles again where the name beside the key changes',
      [
        facts(0, 0, chart(key('1'), named('Ana'))),
        time(300),
        facts(400, 0, chart(key('1'), named('Eva'))),
        time(700),
      ],
      'settling e1 settling e2',
    ],
    ['is unclear with a name and no key', [facts(0, 0, chart(named('Ana'))), time(900)], 'unclear unclear'],
    [
      'is unclear where a source that has to find something found nothing',
      [facts(0, 0, { ...chart(key('1')), gaps: [{ why: 'missing', source: 1 }] }), time(900)],
      'unclear unclear',
    ],
    [
      'is none where the top frame is one on which nothing is shown',
      [facts(0, 0, { ...UNMATCHED, page: 2 }), facts(0, 5, chart(key('1'))), time(900)],
      'none none none',
    ],
    [
      'has another epoch after a sign-out',
      [facts(0, 0, chart(key('1'))), time(300), { type: 'forget', at: 400 }, time(700)],
      'settling e1 settling e2',
    ],
  ])('%s', (_, events, expected) => {
    expect(states(play(events).contexts)).toBe(expected);
  });

  it('goes on with the epoch that was kept over a stop of the background', () => {
    const last = { epoch: 'kept', identity: { keys: [{ system: '', value: '1' }] } };
    const same = play([facts(0, 0, chart(key('1'))), time(300)], emptyContext(SETTLE, last));
    expect(same.state.context).toMatchObject({ state: 'known', epoch: 'kept' });
    const other = play([facts(0, 0, chart(key('2'))), time(300)], emptyContext(SETTLE, last));
    expect(other.state.context).toMatchObject({ state: 'known', epoch: 'e1' });
  });

  it('says when time alone will change it', () => {
    const { state } = play([facts(1_000, 0, chart(key('1')))]);
    expect([dueIn(state, 1_000), dueIn(state, 1_250), dueIn(state, 2_000)]).toEqual([300, 50, 0]);
    expect(dueIn(play([time(1_300)], state).state, 1_300)).toBeNull();
  });
});

describe('frames agree', () => {
  it('where names are written in two ways, and not where a key differs within one frame', () => {
    const first = chart(key('1'), named('Lima, Ana'));
    const other = chart(named('ANA  LIMA'));
    expect(
      agree(
        new Map([
          [0, first],
          [4, other],
        ]),
      ),
    ).toEqual({
      kind: 'agreed',
      identity: { keys: [{ system: '', value: '1' }], name: 'Lima, Ana' },
    });
    expect(agree(new Map([[0, chart(key('1'), key('2'))]]))).toEqual({
      kind: 'unclear',
      reasons: [{ why: 'disagree', kind: 'key', frameIds: [0] }],
    });
  });

  it('on keys of two systems, the first of the profile first', () => {
    const frames = new Map([
      [0, { ...chart(key('visit-9', 'visit')), page: 1 }],
      [7, chart(key('mrn-1', 'mrn'))],
    ]);
    expect(agree(frames)).toMatchObject({
      identity: {
        keys: [
          { system: 'mrn', value: 'mrn-1' },
          { system: 'visit', value: 'visit-9' },
        ],
      },
    });
  });

  it('and elect the first page of the profile that has a place, then the outermost frame', () => {
    const at = (page: number, place: number | null) => ({ ...chart(), page, place });
    expect(
      electFrame(
        new Map([
          [0, at(2, 0)],
          [8, at(1, 0)],
          [3, at(1, 0)],
          [1, at(0, null)],
        ]),
      ),
    ).toBe(3);
    expect(electFrame(new Map([[0, LIST]]))).toBeNull();
  });

  it('and elect a frame at whose places the panel stands badly only if there is no other', () => {
    const frames = new Map([
      [0, { ...chart(), page: 0, place: 0 }],
      [4, { ...chart(), page: 1, place: 1 }],
      [5, { ...chart(), page: 2, place: null }],
    ]);
    expect(electFrame(frames, (id) => id === 0)).toBe(4);
    expect(electFrame(frames, () => true)).toBe(0);
  });
});

const patient = fc.constantFrom('1', '2', '3');
const anyFacts = fc.oneof(
  { weight: 6, arbitrary: patient.map((value) => chart(key(value), named(`Name ${value}`))) },
  { weight: 2, arbitrary: patient.map((value) => chart(named(`Name ${value}`))) },
  { weight: 2, arbitrary: fc.constantFrom(LIST, UNMATCHED) },
  { weight: 1, arbitrary: fc.constant({ ...chart(), gaps: [{ why: 'missing' as const, source: 0 }] }) },
);
const anyStep = fc.record({
  wait: fc.constantFrom(0, 1, 100, 299, 300, 1000),
  frameId: fc.constantFrom(0, 4, 9),
  what: fc.oneof(anyFacts, fc.constant('gone' as const), fc.constant('time' as const)),
});

/** Steps as events of a clock that only goes on. */
function eventsOf(steps: readonly { wait: number; frameId: number; what: FrameFacts | 'gone' | 'time' }[]) {
  let at = 0;
  return steps.map(({ wait, frameId, what }): ContextEvent => {
    at += wait;
    if (what === 'time') return time(at);
    return what === 'gone' ? gone(at, frameId) : facts(at, frameId, what);
  });
}
const says = ({ found }: FrameFacts): (string | undefined)[] => found.map(({ value }) => value.at(-1));

describe('whatever frames say, in whatever order', () => {
  it('a context is known only while every frame with a chart names that one patient and has done so for the time to settle', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
        const events = eventsOf(steps);
        let state = emptyContext(SETTLE);
        let made = 0;
        let quietSince = 0;
        let named: string | null = null;
        for (const event of events) {
          state = reduceContext(state, event, () => String(++made));
          const charts = [...state.frames.values()].filter(({ type }) => type === 'chart');
          const patients = new Set(charts.flatMap(says));
          const hasGap = charts.some(({ gaps }) => gaps.length > 0);
          const one = !hasGap && patients.size === 1 ? ([...patients][0] ?? null) : null;
          if (one !== named) quietSince = event.at;
          named = one;
          if (state.context.state !== 'known') continue;
          expect(state.context.identity.keys).toEqual([{ system: '', value: named }]);
          expect(event.at - quietSince).toBeGreaterThanOrEqual(SETTLE);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('an epoch belongs to one patient for ever, and never comes again once another was known', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const owners = new Map<string, string | undefined>();
        const order: string[] = [];
        let made = 0;
        let state = emptyContext(SETTLE);
        for (const event of eventsOf(steps)) {
          state = reduceContext(state, event, () => String(++made));
          if (state.context.state !== 'known') continue;
          const { epoch, identity } = state.context;
          const owner = identity.keys[0]?.value;
          expect(owners.get(epoch) ?? owner).toBe(owner);
          owners.set(epoch, owner);
          if (order.at(-1) !== epoch) order.push(epoch);
        }
        expect(new Set(order).size).toBe(order.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('two identities of the same patient are so in either order, and each is its own', () => {
    const identity = fc.record({
      keys: fc.array(fc.record({ system: fc.constantFrom('a', 'b'), value: patient }), {
        minLength: 1,
        maxLength: 1,
      }),
      name: fc.constantFrom('Ana', 'Eva'),
    });
    fc.assert(
      fc.property(identity, identity, (one, other) => {
        expect(isSamePatient(one, other)).toBe(isSamePatient(other, one));
        expect(isSamePatient(one, one)).toBe(true);
      }),
    );
  });
});
