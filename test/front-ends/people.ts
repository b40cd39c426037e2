import type { Application, Patient } from '@instrument-panel/client/contract';
import type { EhrClinic, ReadResult } from '../../sandbox/ehr/clinic.ts';
import type { Dates } from '../../sandbox/ehr/dates.ts';
import { fullName, recordNumber, toChartInstruments } from '../../sandbox/ehr/roster.ts';

/** Somebody whom only the EHR knows: never registered with the service. */
export interface OwnPerson {
  readonly record: string;
  readonly name: string;
  /** `YYYY-MM-DD`. */
  readonly bornOn: string;
  readonly phone: string;
}

/** Late in the alphabet: a list by name begins with people who have scores to show. */
const FIRST =
  'Sabrina Salete Samara Sandro Saulo Sílvia Simone Tadeu Taís Tânia Tatiana Teresa Ulisses Valéria Vanessa Vicente Wagner Walter Zélia Zuleica';
const LAST =
  'Aguiar Batista Cardoso Dantas Esteves Freitas Guedes Holanda Leal Macedo Neves Paiva Queiroz Ramos Siqueira Tavares';

/** The same names as patients of the service, of other people: a name alone must never be enough. */
const NAMESAKES = ['Rafael Teixeira', 'Maria Clara Souza', 'Emily Clarke'] as const;

const two = (number: number): string => String(number).padStart(2, '0');

/** People of the EHR alone, the same at every start; so many that a list of them has to be scrolled. */
export const OWN_PEOPLE: readonly OwnPerson[] = [
  ...NAMESAKES,
  ...FIRST.split(' ').flatMap((first) => LAST.split(' ').map((last) => `${first} ${last}`)),
].map((name, index) => ({
  record: recordNumber(`own-${index}`),
  name,
  bornOn: `${1940 + ((index * 7) % 66)}-${two(1 + (index % 12))}-${two(1 + (index % 28))}`,
  phone: `+55119${String(80_000_000 + index)}`,
}));

/** Somebody as the variants show them. */
export interface Person {
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

const toPerson = (patient: Patient): Person => ({
  record: recordNumber(patient.serviceId),
  name: fullName(patient),
  bornOn: patient.birthday ? new Date(patient.birthday).toISOString().slice(0, 10) : null,
  phone: patient.cellphone ?? null,
  email: patient.email ?? null,
  patientId: patient.serviceId,
});

const collator = new Intl.Collator('pt-BR', { sensitivity: 'base' });

/** Everybody of a professional by name: their patients at the service, and those of the EHR alone. */
export async function listPeople(clinic: EhrClinic): Promise<ReadResult<readonly Person[]>> {
  const patients = await clinic.patients();
  if (!patients.ok) return patients;
  const own = OWN_PEOPLE.map((person) => ({ ...person, email: null, patientId: null }));
  const all: readonly Person[] = [...patients.data.map(toPerson), ...own];
  const data = all.toSorted(
    (a, b) => collator.compare(a.name, b.name) || collator.compare(a.record, b.record),
  );
  return { ok: true, data, unreadable: patients.unreadable };
}

/** What a page shows of somebody, in words. */
export interface PersonView {
  readonly record: string;
  readonly name: string;
  readonly born: string;
  readonly bornOn: string;
  readonly phone: string;
  readonly email: string;
}

/** `unknown` stands where something is not recorded. */
export const toPersonView = (entry: Person, dates: Dates, unknown: string): PersonView => ({
  record: entry.record,
  name: entry.name,
  born: entry.bornOn === null ? unknown : dates.birthday(entry.bornOn),
  bornOn: entry.bornOn ?? '',
  phone: entry.phone ?? unknown,
  email: entry.email ?? unknown,
});

/** Names of what is in use for somebody. */
export const inUse = (applications: readonly Application[]): readonly string[] =>
  toChartInstruments(applications)
    .filter(({ isInUse }) => isInUse)
    .map(({ title }) => title);
