import { MISSED_SUBMISSION_STATUSES, PENDING_SUBMISSION_STATUSES } from '@instrument-panel/client/contract';
import { type listCaseloadSubmissions, packIntegers } from '@instrument-panel/client/proxy';
import type * as z from 'zod/mini';
import { isTurnOver, nextTurn } from '../turns.ts';
import type { CaseloadRow } from './rows.ts';

type Courses = NonNullable<z.infer<typeof listCaseloadSubmissions.response>['courses']>;
/** Index of a row's patient and of its instrument. */
export type PlacesOf = (row: CaseloadRow) => { readonly patient: number; readonly instrument: number };

/** Answers of a patient and an instrument that a row may state: the latest, and the one before it. */
const STATED = 2;
const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;
/** Steps of a course: four for each pixel of one in a row. */
const STEP_COUNT = 400;
const UNANSWERED: ReadonlySet<unknown> = new Set([
  ...PENDING_SUBMISSION_STATUSES,
  ...MISSED_SUBMISSION_STATUSES,
]);

const recordOf = ({ flat }: CaseloadRow): string => `${flat.patientId} ${flat.templateId}`;
const atOf = ({ flat }: CaseloadRow): number => Number(flat.completedAtMs);
const idOf = ({ flat }: CaseloadRow): number => Number(flat.id);

/** True for a row that says more of risk than that there is none. */
const saysRisk = ({ flat, answers }: CaseloadRow): boolean =>
  Boolean(flat.riskFlagCount || flat.hasHighRisk || flat.isRiskUnread) || answers.length > 0;

/** The rows of patients of whom one says more of risk than that there is none, and all that say more. */
export function withRisk(
  rows: readonly CaseloadRow[],
  saysLeast: (row: CaseloadRow) => boolean,
): CaseloadRow[] {
  const risky = new Set(rows.filter(saysRisk).map(({ flat }) => flat.patientId));
  return rows.filter((row) => risky.has(row.flat.patientId) || !saysLeast(row));
}

/** Of one patient and instrument what may be stated, and from the oldest on what is only drawn. */
function splitRecord(rows: readonly CaseloadRow[], now: number) {
  const [first] = rows;
  const isPlain = rows.every(
    (row) =>
      atOf(row) <= now &&
      Number(row.flat.score) >= 0 &&
      ['applicationId', 'title', 'shortTitle'].every((name) => row.flat[name] === first?.flat[name]),
  );
  if (!isPlain) return { stated: rows, drawn: [] };
  const drawn = rows
    .toSorted((a, b) => atOf(a) - atOf(b) || idOf(a) - idOf(b))
    .slice(0, -STATED)
    .filter((row) => atOf(row) < now - DAY_MS);
  const isDrawn = new Set(drawn);
  return { stated: rows.filter((row) => !isDrawn.has(row)), drawn };
}

/**
 * Parts rows that say least into those that may be stated and the courses of all others. Of a patient and instrument of which
 * anything is in doubt all are stated, so that who reads them sees what contradicts what.
 *
 * @param others the rows that say more
 * @param lost rows that could not be read
 * @param now the service's clock, milliseconds
 */
export async function splitCourses(
  rows: readonly CaseloadRow[],
  others: readonly CaseloadRow[],
  lost: readonly CaseloadRow[],
  now: number,
) {
  const isOpen = (row: CaseloadRow): boolean =>
    UNANSWERED.has(row.flat.status) && !row.flat.isPartial && !saysRisk(row);
  const doubtful = new Set(others.filter((row) => !isOpen(row)).map(recordOf));
  const losers = new Set(lost.map(({ flat }) => flat.patientId));
  const stated: CaseloadRow[] = [];
  const courses: (readonly CaseloadRow[])[] = [];
  for (const [record, all] of Map.groupBy(rows, recordOf)) {
    if (isTurnOver()) await nextTurn();
    const isSure = !doubtful.has(record) && !losers.has(all[0]?.flat.patientId ?? null);
    const parts = isSure ? splitRecord(all, now) : { stated: all, drawn: [] };
    stated.push(...parts.stated);
    if (parts.drawn.length > 0) courses.push(parts.drawn);
  }
  return { stated, courses };
}

/** @param windowMs the period that courses show */
export function packCourses(
  courses: readonly (readonly CaseloadRow[])[],
  placesOf: PlacesOf,
  windowMs: number,
): Courses {
  // No shorter than the part of an hour in which a course begins: it begins with no step.
  const stepMs = Math.max(QUARTER_MS, Math.round(windowMs / STEP_COUNT));
  const placed = courses
    .flatMap((rows) =>
      rows[0] ? { rows, at: Math.floor(atOf(rows[0]) / QUARTER_MS), ...placesOf(rows[0]) } : [],
    )
    .sort((a, b) => a.patient - b.patient || a.instrument - b.instrument);
  const steps = placed.flatMap(({ rows, at }) => {
    const passed = rows.map((row) => Math.floor((atOf(row) - at * QUARTER_MS) / stepMs));
    return passed.slice(1).map((step, index) => step - (passed[index] ?? 0));
  });
  const scores = placed.flatMap(({ rows }) => rows.map(({ flat }) => Number(flat.score)));
  return {
    count: placed.length,
    answers: scores.length,
    patient: packIntegers(placed.map(({ patient }) => patient)),
    instrument: packIntegers(placed.map(({ instrument }) => instrument)),
    length: packIntegers(placed.map(({ rows }) => rows.length)),
    firstAt: packIntegers(placed.map(({ at }) => at)),
    steps: packIntegers(steps),
    stepMs,
    score: packIntegers(scores),
  };
}
