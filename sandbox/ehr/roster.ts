import { createHash } from 'node:crypto';
import { type Application, isInUse, type Patient } from '@instrument-panel/client/contract';
import type { ListView } from './staff.ts';

/**
 * Returns the number on a patient's record, such as `4821-0937`. The EHR has no store of its own, so the number
 * follows from the service's UUID. People tell records apart by it; addresses and calls carry the UUID.
 */
export function recordNumber(patientId: string): string {
  const digest = createHash('sha256').update(patientId.toLowerCase()).digest().readUInt32BE(0);
  const digits = String(digest % 100_000_000).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}

/** One line of the patient list. */
export interface RosterRow {
  readonly patient: Patient;
  readonly fullName: string;
  readonly record: string;
  /** Time of the newest answer (RFC 3339), null for none, undefined if the applications could not be read. */
  readonly lastAnswer: string | null | undefined;
  readonly inUse: readonly string[];
  /** True if another patient's name differs in two letters or fewer. */
  readonly isSimilar: boolean;
}

export const fullName = (patient: Patient): string =>
  [patient.name, patient.surname].filter((part) => part).join(' ');

export const instrumentName = (application: Application): string =>
  application.formTemplate?.shortTitle || application.formTemplate?.title || application.formTemplateId;

/** Lower case and without accents, so that `Antônio` is found by `antonio`. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim();

/** Tells whether at most two insertions, removals or replacements lead from one text to the other. */
export function isNearlySame(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 2) return false;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let by = 1; by <= other.length; by++) {
      const replaced = (row[by - 1] ?? 0) + (one[at - 1] === other[by - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[by] ?? 0) + 1, (next[by - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > 2) return false;
    row = next;
  }
  return (row.at(-1) ?? 3) <= 2;
}

/** Joins patients with their applications; `applications` is null if they could not be read. */
export function toRoster(
  patients: readonly Patient[],
  applications: readonly Application[] | null,
): readonly RosterRow[] {
  const byPatient = Map.groupBy(applications ?? [], (one) => one.patientId.toLowerCase());
  const names = patients.map((patient) => plain(fullName(patient)));
  return patients.map((patient, index) => {
    const own = byPatient.get(patient.serviceId.toLowerCase()) ?? [];
    const answers = own.flatMap((one) => one.lastSubmission?.completedFillAt ?? []);
    answers.sort((a, b) => Date.parse(b) - Date.parse(a));
    return {
      patient,
      fullName: fullName(patient),
      record: recordNumber(patient.serviceId),
      lastAnswer: applications === null ? undefined : (answers[0] ?? null),
      inUse: [...new Set(own.filter(isInUse).map(instrumentName))].sort(),
      isSimilar: names.some((name, other) => other !== index && isNearlySame(name, names[index] ?? '')),
    };
  });
}

/**
 * Filters by the words of the query, each of which must be in name, record number, birthday (as shown, too) or
 * e-mail, and sorts.
 */
export function filterRoster(
  rows: readonly RosterRow[],
  view: ListView,
  birthday: (at: string) => string,
): readonly RosterRow[] {
  const words = plain(view.query).split(/\s+/).filter(Boolean);
  const found = rows.filter(({ patient, fullName: name, record }) => {
    const born = patient.birthday;
    const day = born ? new Date(born).toISOString().slice(0, 10) : '';
    const [year, month, date] = day.split('-');
    const facts = [
      name,
      record,
      record.replace('-', ''),
      patient.email ?? '',
      day,
      `${date}/${month}/${year}`,
    ];
    const text = plain([...facts, born ? birthday(born) : ''].join(' '));
    return words.every((word) => text.includes(word));
  });
  const order = new Intl.Collator('en', { sensitivity: 'base' });
  const key: Record<ListView['sort'], (row: RosterRow) => string> = {
    name: (row) => row.fullName,
    record: (row) => row.record,
    birthday: (row) => row.patient.birthday ?? '',
    lastAnswer: (row) => row.lastAnswer ?? '',
  };
  const by = key[view.sort];
  const turn = view.descending ? -1 : 1;
  return found.toSorted((a, b) => turn * order.compare(by(a), by(b)) || order.compare(a.record, b.record));
}

export interface ChartInstrument {
  readonly formId: string;
  readonly title: string;
  readonly isInUse: boolean;
  /** Milliseconds; 0 without an answer. */
  readonly answeredAt: number;
}

const answered = (one: Application): number => Date.parse(one.lastSubmission?.completedFillAt ?? '') || 0;
const newest = (one: Application): number => Date.parse(one.startedAt ?? one.createdAt ?? '') || 0;

/** Groups a patient's applications by instrument: those in use first, then by the newest answer. */
export function toChartInstruments(applications: readonly Application[]): readonly ChartInstrument[] {
  const groups = Map.groupBy(
    applications.toSorted((a, b) => newest(b) - newest(a)),
    (one) => one.formTemplateId.toLowerCase(),
  );
  const instruments = [...groups].map(([formId, own]) => ({
    formId,
    title: own[0] ? instrumentName(own[0]) : formId,
    isInUse: own.some(isInUse),
    answeredAt: Math.max(...own.map(answered)),
  }));
  return instruments.toSorted((a, b) => Number(b.isInUse) - Number(a.isInUse) || b.answeredAt - a.answeredAt);
}

/** Sorts applications for the chart's table: those in use first, then the newest. */
export const sortApplications = (applications: readonly Application[]): readonly Application[] =>
  applications.toSorted(
    (a, b) => Number(isInUse(b)) - Number(isInUse(a)) || newest(b) - newest(a) || b.id - a.id,
  );
