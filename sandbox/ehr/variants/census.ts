import type { Application, Patient } from '@instrument-panel/client/contract';
import { instrumentsOf } from '../clinic/chart.ts';
import type { Clinic } from '../clinic/clinic.ts';
import type { Dates } from '../clinic/dates.ts';
import type { Part } from '../clinic/part.ts';
import { recordNumber } from '../clinic/record-number.ts';
import { fullName } from '../clinic/roster.ts';
import { OWN_PEOPLE } from './own-people.ts';

/** Somebody as the variants show them. */
export interface Entry {
  /** The EHR's key of a patient: the record number. */
  readonly record: string;
  readonly name: string;
  /** `YYYY-MM-DD`; null where it is not recorded. */
  readonly bornOn: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  /** UUID at the service; null for those whom only the EHR knows. */
  readonly patientId: string | null;
}

const entryOf = (patient: Patient): Entry => ({
  record: recordNumber(patient.serviceId),
  name: fullName(patient),
  bornOn: patient.birthday ? new Date(patient.birthday).toISOString().slice(0, 10) : null,
  phone: patient.cellphone ?? null,
  email: patient.email ?? null,
  patientId: patient.serviceId,
});

const collator = new Intl.Collator('pt-BR', { sensitivity: 'base' });

/** Everybody of a professional by name: their patients at the service, and those of the EHR alone. */
export async function census(clinic: Clinic): Promise<Part<readonly Entry[]>> {
  const patients = await clinic.patients();
  if (!patients.ok) return patients;
  const own = OWN_PEOPLE.map((person) => ({ ...person, email: null, patientId: null }));
  const all: readonly Entry[] = [...patients.data.map(entryOf), ...own];
  const data = all.toSorted(
    (a, b) => collator.compare(a.name, b.name) || collator.compare(a.record, b.record),
  );
  return { ok: true, data, unreadable: patients.unreadable };
}

/** What a page shows of somebody, in words. */
export interface Shown {
  readonly record: string;
  readonly name: string;
  readonly born: string;
  readonly bornOn: string;
  readonly phone: string;
  readonly email: string;
}

/** `unknown` stands where something is not recorded. */
export const shown = (entry: Entry, dates: Dates, unknown: string): Shown => ({
  record: entry.record,
  name: entry.name,
  born: entry.bornOn === null ? unknown : dates.birthday(entry.bornOn),
  bornOn: entry.bornOn ?? '',
  phone: entry.phone ?? unknown,
  email: entry.email ?? unknown,
});

/** Names of what is in use for somebody. */
export const inUse = (applications: readonly Application[]): readonly string[] =>
  instrumentsOf(applications)
    .filter(({ isInUse }) => isInUse)
    .map(({ title }) => title);
