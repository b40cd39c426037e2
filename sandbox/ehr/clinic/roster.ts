import {
  ACTIVE_APPLICATION_STATUSES,
  type Application,
  type Patient,
} from '@instrument-panel/client/contract';
import type { ListView } from '../staff/sessions.ts';
import { recordNumber } from './record-number.ts';

/** One line of the patient list. */
export interface RosterRow {
  readonly patient: Patient;
  readonly fullName: string;
  readonly record: string;
  /** RFC 3339 of the newest answer, null for none, undefined where the applications could not be read. */
  readonly lastAnswer: string | null | undefined;
  /** Short titles of the instruments in use. */
  readonly inUse: readonly string[];
  /** Another patient's name differs in two letters or fewer. */
  readonly isSimilar: boolean;
}

export const fullName = (patient: Patient): string =>
  [patient.name, patient.surname].filter((part) => part).join(' ');

export const isActive = (application: Application): boolean =>
  ACTIVE_APPLICATION_STATUSES.some((status) => status === application.status);

export const instrumentName = (application: Application): string =>
  application.formTemplate?.shortTitle || application.formTemplate?.title || application.formTemplateId;

/** Lower case and without accents, so that `Antônio` is found by `antonio`. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim();

/** True where at most two insertions, removals or replacements lead from one text to the other. */
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

/** Patients with what is known of their applications; `applications` is null where they could not be read. */
export function rosterOf(
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
      inUse: [...new Set(own.filter(isActive).map(instrumentName))].sort(),
      isSimilar: names.some((name, other) => other !== index && isNearlySame(name, names[index] ?? '')),
    };
  });
}

/** Looks for every word of the query in name, record number, birthday (as shown, too) and e-mail; then sorts. */
export function viewOf(
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
  const order = new Intl.Collator('pt-BR', { sensitivity: 'base' });
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
