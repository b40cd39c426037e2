import { describe, expect, it } from 'vitest';
import { Caseload, type PatientFacts } from '../../caseload/caseload.ts';
import {
  applicationsPage,
  day,
  GAD,
  type GivenSubmission,
  PHQ,
  submissionsPage,
  uuid,
} from '../../caseload/pages.fixture.ts';
import {
  Arrangement,
  type CaseloadChoice,
  DEFAULT_CHOICE,
  headingOf,
  isChosen,
  placePatients,
} from './arrange.ts';

const DAY_MS = 86_400_000;
const now = day(20);
const flagged = { flags: 1, answers: [{ questionId: 9, position: 9, flagType: 'SUICIDE_SELF_HARM' }] };

/** Facts of a patient with a number, who is asked for one instrument. */
function factsOf(
  number: number,
  answers: readonly Partial<GivenSubmission>[],
  name: string | null = `P${number}`,
): PatientFacts {
  const patient = uuid(number);
  const caseload = new Caseload();
  caseload.addPatients([{ serviceId: patient, name }], 0);
  caseload.addApplications(applicationsPage([{ id: number, patient }]));
  caseload.addSubmissions(
    submissionsPage(
      answers.map((one, index) => ({ id: number * 100 + index, patient, at: day(1 + index), ...one })),
    ),
  );
  const isToday = (at: number): boolean => Math.floor(at / DAY_MS) === Math.floor(now / DAY_MS);
  const facts = caseload.factsOf(patient, { now, seenAt: day(15), isToday });
  if (!facts) throw new Error('no facts');
  return facts;
}
const choice = (more: Partial<CaseloadChoice>): CaseloadChoice => ({ ...DEFAULT_CHOICE, ...more });
const calm = factsOf(1, [{ className: 'Mild' }], 'Zoé Álvares');
const answered = factsOf(2, [{ at: day(18), className: 'Moderate' }], 'Bruno');
const flag = factsOf(3, [{ at: day(2), ...flagged }], 'Ana');
const newerFlag = factsOf(4, [{ at: day(9), ...flagged }], 'Yara');
const all = [calm, answered, flag, newerFlag];
const ids = (placed: readonly { patientId: string; heading: string }[]) =>
  placed.map(({ patientId, heading }) => [heading, Number(patientId.slice(-2))]);
const place = (more: Partial<CaseloadChoice>, isWhole = true) =>
  ids(placePatients(all, choice(more), isWhole));

describe('the order', () => {
  it('is that of the groups, in each with the newest answer first', () => {
    expect(place({})).toEqual([
      ['flag', 4],
      ['flag', 3],
      ['answered', 2],
      ['none', 1],
    ]);
  });
  it('has among the flags the gravest first, as the service gives their severity, and one without it before all', () => {
    const withSeverity = (number: number, severity?: string): PatientFacts =>
      factsOf(number, [
        {
          at: day(10 + number),
          flags: 1,
          answers: [
            { questionId: 9, position: 9, flagType: 'SUICIDE_SELF_HARM', ...(severity && { severity }) },
          ],
        },
      ]);
    const flags = [
      withSeverity(5, 'LOW'),
      withSeverity(6, 'HIGH'),
      withSeverity(7, 'MODERATE'),
      withSeverity(8),
    ];
    expect(ids(placePatients(flags, choice({}), true))).toEqual([
      ['flag', 8],
      ['flag', 6],
      ['flag', 7],
      ['flag', 5],
    ]);
  });
  it('has those with a flag first by name and by date too', () => {
    expect(place({ sort: 'name' })).toEqual([
      ['flag', 3],
      ['flag', 4],
      ['others', 2],
      ['others', 1],
    ]);
    expect(place({ sort: 'newest' }).map(([, number]) => number)).toEqual([4, 3, 2, 1]);
  });
  describe('by the score of one instrument', () => {
    const scored = [
      factsOf(1, [{ score: 9 }], 'Davi'),
      factsOf(2, [{ score: 21 }], 'Bruno'),
      // Newer, but another instrument.
      factsOf(3, [{ score: 4 }, { score: 20, form: GAD }], 'Clara'),
      factsOf(4, [{ score: 9 }], 'Ana'),
      factsOf(5, [], 'Elisa'),
      factsOf(6, [{ score: null }], 'Ana'),
      factsOf(7, [{ score: 0 }], 'Gil'),
      factsOf(8, [{ score: 2, ...flagged }], 'Iara'),
      factsOf(9, [{ score: 5, ...flagged }], 'Hugo'),
      factsOf(10, [{ score: 7, ...flagged, form: GAD }], 'Rui'),
      factsOf(11, [{ score: 8, form: GAD }], 'Lia'),
    ];
    const by = (more: Partial<CaseloadChoice>) =>
      ids(placePatients(scored, choice(more), true)).map(([heading, number]) => [heading, number]);

    it('is from the highest, flags first, and last who has no score of it', () => {
      expect(by({ formId: PHQ, sort: 'highest' })).toEqual([
        ['flag', 9],
        ['flag', 8],
        // Asked for PHQ-9, and flagged by the GAD-7.
        ['flag', 10],
        ['others', 2],
        ['others', 4],
        ['others', 1],
        ['others', 3],
        ['others', 7],
        ['others', 6],
        ['others', 5],
        ['others', 11],
      ]);
    });
    it('is from the lowest, and last who has no score all the same', () => {
      expect(by({ formId: PHQ, sort: 'lowest' }).map(([, number]) => number)).toEqual([
        8, 9, 10, 7, 3, 4, 1, 2, 6, 5, 11,
      ]);
    });
    it('has patients of the instrument alone', () => {
      expect(by({ formId: GAD, sort: 'highest' })).toEqual([
        ['flag', 10],
        ['others', 3],
        ['others', 11],
      ]);
    });
    it('takes the score that is shown, though it may not be the latest', () => {
      const doubtful = factsOf(12, [{ score: 15 }, { score: null, isPartial: true, at: day(19) }], 'Otto');
      expect(doubtful.instruments[0]).toMatchObject({ isLatestKnown: false, latest: { score: 15 } });
      const placed = placePatients([...scored, doubtful], choice({ formId: PHQ, sort: 'highest' }), true);
      // Between those of 21 and of 9.
      expect(ids(placed).map(([, number]) => number)).toEqual([9, 8, 10, 2, 12, 4, 1, 3, 7, 6, 5, 11]);
    });
    it('can be put right where flags were found in another', () => {
      const arrangement = new Arrangement();
      arrangement.choice = choice({ formId: PHQ, sort: 'highest' });
      for (const facts of scored) arrangement.set(facts, true);
      arrangement.drawnCount = arrangement.placed.length;
      arrangement.settle(true);
      expect(ids(arrangement.placed).map(([, number]) => number)).toEqual([
        8, 9, 10, 2, 4, 1, 3, 7, 6, 5, 11,
      ]);
      expect(arrangement.isByWeight).toBe(false);
      arrangement.sort();
      expect(ids(arrangement.placed).map(([, number]) => number)).toEqual([
        9, 8, 10, 2, 4, 1, 3, 7, 6, 5, 11,
      ]);
    });
    it('is another once a score is', () => {
      const arrangement = new Arrangement();
      arrangement.choice = choice({ formId: PHQ, sort: 'highest' });
      for (const facts of scored) arrangement.set(facts, true);
      arrangement.settle(true);
      arrangement.set(factsOf(1, [{ score: 27 }], 'Davi'), true);
      expect([...arrangement.changed]).toEqual([uuid(1)]);
    });
  });
  it('says of nobody that nothing is the matter while something is unread', () => {
    expect(place({}, false).at(-1)).toEqual(['incomplete', 1]);
    expect(headingOf(calm, 'groups', true)).toBe('none');
  });
});

describe('a choice', () => {
  it.each<[string, Partial<CaseloadChoice>, number[]]>([
    ['a group, also of patients who stand in an earlier one', { group: 'answered' }, [2]],
    ['answers before the list was seen', { group: 'before' }, [1, 3, 4]],
    ['an instrument', { formId: PHQ }, [1, 2, 3, 4]],
    ['an instrument that nobody has', { formId: GAD }, []],
    ['a class of an instrument', { formId: PHQ, className: 'Moderate' }, [2]],
    ['a class of an instrument that nobody has', { formId: GAD, className: 'Moderate' }, []],
    ['a name without its accents', { text: ' zoe alv' }, [1]],
    ['the beginning of an id', { text: uuid(4) }, [4]],
  ])('of %s', (_, more, expected) => {
    expect(
      all
        .filter((facts) => isChosen(facts, choice(more)))
        .map(({ patientId }) => Number(patientId.slice(-2))),
    ).toEqual(expected);
  });
});

describe('places', () => {
  function loaded(): Arrangement {
    const arrangement = new Arrangement();
    for (const facts of all) arrangement.set(facts, true);
    return arrangement;
  }
  it('are given to patients with a certain flag alone before all is read, in the order in which they come', () => {
    const arrangement = new Arrangement();
    arrangement.set(flag, false);
    expect(arrangement.placed).toEqual([]);
    expect([flag, calm, newerFlag].map((facts) => arrangement.set(facts, true))).toEqual([true, false, true]);
    expect(ids(arrangement.placed)).toEqual([
      ['flag', 3],
      ['flag', 4],
    ]);
  });
  it('of the others are beneath once all is read, and nobody who was drawn has moved', () => {
    const arrangement = loaded();
    arrangement.drawnCount = arrangement.placed.length;
    arrangement.settle(true);
    expect(ids(arrangement.placed).map(([, number]) => number)).toEqual([3, 4, 2, 1]);
  });
  it('stay when facts change, until sorted again', () => {
    const arrangement = loaded();
    arrangement.settle(true);
    const before = ids(arrangement.placed);
    const other = factsOf(1, [{ at: day(19), ...flagged }]);
    expect(arrangement.set(other, true)).toBe(false);
    expect(ids(arrangement.placed)).toEqual(before);
    expect([...arrangement.changed]).toEqual([uuid(1)]);
    expect(arrangement.countFlags()).toEqual({ count: 3, hidden: 0 });
    arrangement.sort();
    expect(ids(arrangement.placed)[0]).toEqual(['flag', 1]);
    expect(arrangement.changed.size).toBe(0);
  });
  it('of flags that were found in another order than that of their severity can be sorted', () => {
    const severe = (number: number, severity: string): PatientFacts =>
      factsOf(number, [
        {
          at: day(9),
          flags: 1,
          answers: [{ questionId: 9, position: 9, flagType: 'SUICIDE_SELF_HARM', severity }],
        },
      ]);
    const load = (...found: readonly PatientFacts[]): Arrangement => {
      const arrangement = new Arrangement();
      for (const facts of found) arrangement.set(facts, true);
      arrangement.drawnCount = arrangement.placed.length;
      arrangement.settle(true);
      return arrangement;
    };
    expect(load(severe(5, 'HIGH'), severe(6, 'LOW')).isByWeight).toBe(true);
    const arrangement = load(severe(5, 'LOW'), severe(6, 'HIGH'));
    expect(arrangement.isByWeight).toBe(false);
    arrangement.sort();
    expect([arrangement.isByWeight, ids(arrangement.placed)]).toEqual([
      true,
      [
        ['flag', 6],
        ['flag', 5],
      ],
    ]);
  });
  it('of flags that are found before the next drawing stand by severity, beneath those that were drawn', () => {
    const severe = (number: number, severity: string): PatientFacts =>
      factsOf(number, [
        {
          at: day(9),
          flags: 1,
          answers: [{ questionId: 9, position: 9, flagType: 'SUICIDE_SELF_HARM', severity }],
        },
      ]);
    const arrangement = new Arrangement();
    const find = (...found: readonly PatientFacts[]): void => {
      for (const facts of found) arrangement.set(facts, true);
      arrangement.sortUndrawn();
    };
    find(severe(5, 'MODERATE'), severe(6, 'LOW'));
    find(severe(7, 'HIGH'));
    expect(ids(arrangement.placed).map(([, id]) => id)).toEqual([7, 5, 6]);
    arrangement.drawnCount = arrangement.placed.length;
    find(severe(8, 'LOW'), severe(9, 'HIGH'));
    expect(ids(arrangement.placed).map(([, id]) => id)).toEqual([7, 5, 6, 9, 8]);
    arrangement.set(severe(10, 'MODERATE'), false);
    arrangement.settle(true);
    expect(ids(arrangement.placed).map(([, id]) => id)).toEqual([7, 5, 6, 9, 10, 8]);
    expect(arrangement.isByWeight).toBe(false);
  });
  it('are not wanted anew by facts that are the same', () => {
    const arrangement = loaded();
    arrangement.settle(true);
    arrangement.set(factsOf(1, [{ className: 'Mild' }], 'Zoé Álvares'), true);
    expect(arrangement.changed.size).toBe(0);
  });
  it('that a filter hides leave the number of flags as it is, and are counted', () => {
    const arrangement = loaded();
    arrangement.settle(true);
    arrangement.choose(choice({ text: 'ana' }));
    expect(arrangement.placed).toHaveLength(1);
    expect(arrangement.countFlags()).toEqual({ count: 2, hidden: 1 });
  });
});
