import { unpackIntegers } from '@instrument-panel/client/proxy';
import type { SentSubmissionsPage, SubmissionsPage } from './records.ts';

const constants = new Map<unknown, unknown[]>();

/** A column in which all rows say the same, one for all pages. */
function same<T>(value: T, length: number): readonly T[] {
  const known = constants.get(value) ?? [];
  while (known.length < length) known.push(value);
  constants.set(value, known);
  return known as T[];
}

/** Returns the packed rows of a page as a page; null where they cannot be read. */
export function unpackRows(page: SentSubmissionsPage): SubmissionsPage | null {
  const { patientIds, instruments, classes, packed } = page;
  const { count = 0, unitMs = 1 } = packed ?? {};
  if (!(count >= 0 && count < 1_000_000)) return null;
  const columns = {
    ids: new Float64Array(count),
    applicationId: new Float64Array(count),
    completedAtMs: new Float64Array(count),
    patient: new Int32Array(count),
    instrument: new Int32Array(count),
    score: new Int32Array(count),
    class: new Int32Array(count),
  };
  for (const name of Object.keys(columns) as (keyof typeof columns)[])
    if (!unpackIntegers(packed?.[name] ?? '', columns[name])) return null;
  for (let row = 0; row < count; row++)
    columns.completedAtMs[row] = (columns.completedAtMs[row] ?? 0) * unitMs;
  return {
    patientIds,
    instruments,
    classes,
    ...columns,
    status: same('ANSWERED', count),
    riskFlagCount: same(0, count),
    hasHighRisk: same(false, count),
    // Of these, packed rows say nothing.
    startedAtMs: [],
    deadlineMs: [],
    isRiskUnread: [],
    isPartial: [],
    answers: [],
    lost: [],
    next: null,
  };
}
