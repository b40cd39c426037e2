import type { PlaygroundMessages } from '../../words/compiled/playground/en.js';
import { type Course, courseOf, IDS, type Scale } from './course.ts';

/** How the page answers in place of the service. */
export type Answering =
  | { readonly kind: 'pending' }
  | { readonly kind: 'refusing'; readonly status: number; readonly code: string }
  | { readonly kind: 'unreachable' }
  /** The first reading works, those after it do not. */
  | { readonly kind: 'once' }
  | { readonly kind: 'late'; readonly milliseconds: number }
  /** Of writes: what becomes of them. */
  | {
      readonly kind: 'writing';
      readonly ending: 'works' | 'lost-found' | 'lost-unknown' | 'refused';
      readonly inUse?: boolean;
    };

/** One thing that an element can be shown in. */
export interface Sample {
  readonly state: keyof PlaygroundMessages['states'];
  /** Given to the element as `data`, where it takes some and the page answers nothing. */
  readonly data?: unknown;
  /** What the page answers with, in place of the service. */
  readonly answering?: Answering;
  readonly course?: Course;
}

/** Ranges as published: Kroenke, Spitzer, Williams 2001. */
const phq9: Scale = {
  title: 'Patient Health Questionnaire-9',
  shortTitle: 'PHQ-9',
  direction: 'HIGHER_WORSE',
  ranges: [
    ['Minimal', '#17858b', 0, 4],
    ['Mild', '#8a7a0c', 5, 9],
    ['Moderate', '#c8641a', 10, 14],
    ['Moderately severe', '#d8404d', 15, 19],
    ['Severe', '#9a56d0', 20, 27],
  ],
};

/** Ranges as published: Topp, Østergaard, Søndergaard, Bech 2015. */
const who5: Scale = {
  title: 'Well-Being Index',
  shortTitle: 'WHO-5',
  direction: 'HIGHER_BETTER',
  ranges: [
    ['Low well-being', '#d8404d', 0, 50],
    ['Not low', '#17858b', 51, 100],
  ],
};

/** Lovibond and Lovibond 1995; the depression subscale's ranges are used for all three here. */
const dass21: Scale = {
  title: 'Depression Anxiety Stress Scales',
  shortTitle: 'DASS-21',
  direction: 'HIGHER_WORSE',
  subscales: ['Depression', 'Anxiety', 'Stress'],
  ranges: [
    ['Normal', '#17858b', 0, 9],
    ['Mild', '#8a7a0c', 10, 13],
    ['Moderate', '#c8641a', 14, 20],
    ['Severe', '#d8404d', 21, 27],
    ['Extremely severe', '#9a56d0', 28, 42],
  ],
};

/** What a service may send that is no colour, and must not become one. */
const badColours: Scale = {
  ...phq9,
  ranges: phq9.ranges.map(([title, , minScore, maxScore], index) => [
    title,
    ['red;background:url(//x.example)', '', 'not a colour', '#12', 'expression(alert(1))'][index] ?? '',
    minScore,
    maxScore,
  ]),
};

const SCORES = [19, 17, 18, 14, 11, 14];
/** A course that rises and falls, the same at every start. */
const many = Array.from({ length: 500 }, (_, index) =>
  Math.round(13 + 9 * Math.sin(index / 23) + 4 * Math.sin(index * 1.7)),
);
const plain = courseOf(phq9, { scores: SCORES });

const reading: readonly Sample[] = [
  { state: 'loading', answering: { kind: 'pending' }, course: plain },
  { state: 'stale', answering: { kind: 'once' }, course: courseOf(phq9, { scores: SCORES, flagged: [1] }) },
  ...(
    [
      ['signedOut', 401, 'INVALID_API_KEY'],
      ['forbidden', 403, 'FORBIDDEN'],
      ['notFound', 404, 'INTEGRATION_NOT_FOUND'],
      ['busy', 429, 'RATE_LIMITED'],
      ['service', 500, 'INTERNAL'],
    ] as const
  ).map(([state, status, code]): Sample => {
    const answering = { kind: 'refusing', status, code } as const;
    return { state, answering, course: plain };
  }),
  { state: 'network', answering: { kind: 'unreachable' }, course: plain },
];

const shown: readonly (readonly [Sample['state'], Course])[] = [
  ['ready', plain],
  ['flagged', courseOf(phq9, { scores: SCORES, flagged: [1, 5] })],
  ['riskUnavailable', courseOf(phq9, { scores: SCORES, saysRisk: false })],
  ['higherBetter', courseOf(who5, { scores: [28, 36, 44, 60] })],
  ['onePoint', courseOf(phq9, { scores: [12] })],
  ['manyPoints', courseOf(phq9, { scores: many, every: 7, flagged: [440] })],
  ['missed', courseOf(phq9, { scores: SCORES, missed: [20, 34] })],
  ['unknownDirection', courseOf({ ...phq9, direction: null }, { scores: SCORES })],
  ['badColours', courseOf(badColours, { scores: SCORES })],
];

/** Samples of an element that shows a course, of which it takes `dataOf` as its data. */
const coursesAs = (
  dataOf: (course: Omit<Course, 'submissions'> & { readonly submissions: readonly unknown[] }) => object,
  unreadable: object,
  mismatch: object,
): readonly Sample[] => {
  // An item that breaks the contract among good ones.
  const submissions = [...plain.submissions, { ...plain.submissions[0], id: 'ninety-nine' }];
  return [
    ...shown.map(([state, course]): Sample => ({ state, data: dataOf(course) })),
    { state: 'unreadableItems', data: dataOf({ ...plain, submissions }) },
    { state: 'empty', data: dataOf(courseOf(phq9, { scores: [] })) },
    ...reading,
    { state: 'unreadable', data: unreadable },
    { state: 'mismatch', data: mismatch },
  ];
};

const panel = coursesAs(
  (course) => course,
  { graph: { ...plain.graph, series: 'none' } },
  { graph: { ...plain.graph, patientId: IDS.otherPatient } },
).toSpliced(shown.length, 0, {
  state: 'subscales',
  data: courseOf(dass21, { scores: [22, 18, 12, 10] }),
});

const sparkline = coursesAs(
  ({ submissions, instrument }) => ({ submissions, instrument }),
  { submissions: 'none' },
  { submissions: plain.submissions.map((one) => ({ ...one, patientId: IDS.otherPatient })) },
);

const OVERVIEW_STATES: readonly Sample['state'][] = [
  'ready',
  'flagged',
  'riskUnavailable',
  'higherBetter',
  'onePoint',
  'missed',
];
/** It takes no data: the page answers with one instrument, or with none. */
const overview: readonly Sample[] = [
  ...shown
    .filter(([state]) => OVERVIEW_STATES.includes(state))
    .map(([state, course]): Sample => ({ state, course, answering: { kind: 'late', milliseconds: 0 } })),
  { state: 'empty', answering: { kind: 'late', milliseconds: 0 } },
  ...reading,
];

const apply: readonly Sample[] = [
  { state: 'choosing', answering: { kind: 'writing', ending: 'works' } },
  { state: 'inUse', answering: { kind: 'writing', ending: 'works', inUse: true } },
  { state: 'lostAndFound', answering: { kind: 'writing', ending: 'lost-found' } },
  { state: 'unknownOutcome', answering: { kind: 'writing', ending: 'lost-unknown' } },
  { state: 'refused', answering: { kind: 'writing', ending: 'refused' } },
  { state: 'slow', answering: { kind: 'late', milliseconds: 4_000 } },
  ...reading.filter(({ state }) => state !== 'stale'),
];

const SAMPLES: Readonly<Record<string, readonly Sample[]>> = {
  'instrument-panel': panel,
  'instrument-overview': overview,
  'instrument-sparkline': sparkline,
  'instrument-apply': apply,
  // All patients come from the sandbox.
  'instrument-caseload': reading.filter(({ state }) => !['stale', 'notFound'].includes(state)),
};

/** The samples of an element; of one that has none of its own, that the page answers as the service would. */
export const samplesOf = (tagName: string): readonly Sample[] =>
  SAMPLES[tagName] ?? [{ state: 'ready', answering: { kind: 'late', milliseconds: 0 }, course: plain }];
