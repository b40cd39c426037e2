import type { ScoredSubmission } from '@instrument-panel/client/contract';
import { domainOf } from '../score/bands.ts';
import { directionNamed } from '../score/change.ts';
import { CLOCK_SKEW_MS } from '../score/latest.ts';
import { type ShortView, shortView } from '../score/short-view.ts';
import { atOf, type InstrumentRecord, placesIn, type RowPlace, toRow, toSubmission } from './records.ts';

type Point = ShortView['points'][number];

/** What a row draws of a course, and says of it. */
export type CaseloadCourse = Pick<
  ShortView,
  | 'patientId'
  | 'formId'
  | 'title'
  | 'yMin'
  | 'yMax'
  | 'domainSource'
  | 'direction'
  | 'gaps'
  | 'from'
  | 'to'
  | 'isLatestKnown'
  | 'missed'
  | 'unread'
> & { readonly points: readonly Pick<Point, 'at' | 'score' | 'risk'>[] };

/** Of the scale only its ends are known: the same as of a single range. */
const rangesOf = ({ scale }: InstrumentRecord) => (scale ? [scale] : []);

/** Returns the course of a patient's instrument, as a row draws it. */
export function toCourse(record: InstrumentRecord, now: number | null): CaseloadCourse {
  const plain = toPlainCourse(record, now);
  if (plain) return plain;
  const { patientId, formId, title, lost } = record;
  const exact = record.submissions;
  const drawn = pastOf(record, exact).map(({ page, row }) => toRow(page, row, record));
  const submissions = [...drawn, ...exact].map(toSubmission) as ScoredSubmission[];
  const config = { globalScoreConfig: { scoreDirection: record.direction } };
  const scale = { id: formId, scoreRanges: rangesOf(record), config };
  return { ...shortView({ patientId, formId, submissions, lost, now, scale }), title };
}

/** Answers that are only drawn, without those that another answer of the service brought as well. */
function pastOf({ drawn }: InstrumentRecord, exact: readonly RowPlace[]): readonly RowPlace[] {
  const past: RowPlace[] = [];
  for (const one of placesIn(drawn)) {
    const { page, row } = one;
    const isSame = (other: RowPlace): boolean =>
      other.page.patientIds !== page.patientIds &&
      other.page.score[other.row] === page.score[row] &&
      Math.abs(atOf(other) - atOf(one)) < (page.stepMs ?? 0);
    if (!exact.some(isSame) && !past.some(isSame)) past.push(one);
  }
  return past;
}

function readPoints(record: InstrumentRecord): CaseloadCourse['points'] {
  const exact = placesIn(record.runs);
  return [...pastOf(record, exact), ...exact]
    .sort((a, b) => atOf(a) - atOf(b) || a.id - b.id)
    .map(({ page, row }) => ({
      at: page.completedAtMs[row] ?? 0,
      score: page.score[row] ?? 0,
      risk: 'none',
    }));
}

/** What the present says of a course of which nothing is in doubt; null where it has no answer, or one from the future. */
export function plainSpan(points: readonly Pick<Point, 'at'>[], now: number | null) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || (now !== null && last.at > now + CLOCK_SKEW_MS)) return null;
  return {
    from: Math.min(first.at, now ?? first.at),
    to: Math.max(last.at, now ?? last.at),
    unread: { at: [], undated: 0 },
    isLatestKnown: true,
    missed: 0,
    gaps: new Set<number>(),
  };
}

/** The same as {@link toCourse} makes of every record, without a submission for each answer; null where something is in doubt. */
export function toPlainCourse(record: InstrumentRecord, now: number | null): CaseloadCourse | null {
  if (!record.isPlain) return null;
  const points = readPoints(record);
  const span = plainSpan(points, now);
  if (!span) return null;
  const { yMin, yMax, source: domainSource } = domainOf(null, rangesOf(record), points);
  if (points.some(({ score }) => score < yMin || score > yMax)) return null;
  const { patientId, formId, title } = record;
  const direction = directionNamed(record.direction);
  return { patientId, formId, title, yMin, yMax, domainSource, direction, points, ...span };
}
