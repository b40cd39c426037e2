import type { Finding } from './oracle.ts';

/** False statements that are known and not mended yet; a test that finds another one fails. Mending one takes its line away. */
interface KnownFault {
  readonly why: string;
  readonly kinds: readonly string[];
  /** What leads to it: the answer and its field, as in `graph series[].points[].score`. */
  readonly field: RegExp;
}

export const KNOWN_FAULTS: readonly KnownFault[] = [
  {
    why: 'an empty or unreadable series is no sign that there are no answers, where the list has some',
    kinds: ['empty', 'scale'],
    field: /^graph series/,
  },
  {
    why: 'a series that cannot be read is counted as an answer that cannot be read',
    kinds: ['count'],
    field: /^graph series/,
  },
  {
    why: 'a row whose status, patient or instrument cannot be told is taken for no answer of the patient',
    kinds: [
      'empty',
      'not the latest',
      'absent called none',
      'silent loss',
      'removed flag called none',
      'count',
    ],
    field: /^submissions \[\](?:\.(?:status|formTemplateId|patientId|id|completedFillAt|score))?$/,
  },
  {
    why: 'of two dates of one answer the earlier one is believed',
    kinds: ['not the latest', 'note not of the latest', 'absent called none'],
    field: /completedFillAt$/,
  },
  {
    why: 'a risk field inside an answer that cannot be read counts as none',
    kinds: ['absent called none', 'removed flag called none'],
    field: /^submissions \[\]\.answers/,
  },
  {
    why: 'the ends of a scale are believed, and those that are assumed are not said to be',
    kinds: ['scale', 'absurd score', 'point'],
    field: /yDomain|scoreRanges|^instrument id|\.score$/,
  },
  {
    why: 'a class of the list that is not the class of the graph is not noticed',
    kinds: ['contradiction'],
    field: /lassification/,
  },
  {
    why: 'the difference that the service gives is repeated where the scores beside it say otherwise',
    kinds: ['change not carried'],
    field: /deltaFromPrevious$/,
  },
  {
    why: 'the date of an analysis may lie in the future',
    kinds: ['absurd date'],
    field: /^analysis/,
  },
  {
    why: 'a mark of a list does not know the present, and takes a date that lies in the future',
    kinds: ['absurd date'],
    field: /completedFillAt$/,
  },
];

/** True of a finding that a known fault explains. */
export const isKnown = (
  { kind }: Finding,
  mutations: readonly { readonly answer: string; readonly field: string }[],
): boolean =>
  KNOWN_FAULTS.some(
    (fault) =>
      fault.kinds.includes(kind) &&
      mutations.some(({ answer, field }) => fault.field.test(`${answer} ${field}`)),
  );
