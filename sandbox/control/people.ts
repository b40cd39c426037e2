import { CREDENTIALS } from '../service/credentials.ts';
import { fold } from '../service/recommendation/rules.ts';
import type { ApplicationRow } from '../service/records/application.ts';
import type { PatientRow } from '../service/records/patient.ts';
import type { IntegrationRow } from '../service/records/professional.ts';
import type { Store } from '../service/store/database.ts';

/** Rows that are shown, and how many there are. */
export interface RowSlice<Row> {
  readonly shown: readonly Row[];
  readonly total: number;
}

const PROFESSIONAL_LIMIT = 100;
const PATIENT_LIMIT = 50;
const APPLICATION_LIMIT = 100;

/** API keys with their partners and states. */
export const apiKeys = CREDENTIALS.map(({ key, partner, state, allowed }) => ({
  key,
  partner,
  state: state === 'active' && allowed.length > 0 ? ('blocked' as const) : state,
}));

export interface ProfessionalEntry {
  readonly serviceId: string;
  readonly fullName: string;
  readonly email: string;
  readonly patients: number;
  readonly links: readonly Pick<IntegrationRow, 'partner' | 'status' | 'externalId'>[];
}

const FULL_NAME = (table: string) => `trim(${table}.name || ' ' || coalesce(${table}.surname, ''))`;

/** The professionals by name, with their links. */
export function listProfessionalEntries(store: Store): RowSlice<ProfessionalEntry> {
  const rows = store.all<Omit<ProfessionalEntry, 'links'>>(
    `SELECT serviceId, ${FULL_NAME('professional')} AS fullName, email,
       (SELECT count(*) FROM relation WHERE professionalId = serviceId) AS patients
     FROM professional ORDER BY fullName COLLATE NOCASE, serviceId LIMIT ?`,
    PROFESSIONAL_LIMIT,
  );
  const total = store.one<{ total: number }>('SELECT count(*) AS total FROM professional')?.total ?? 0;
  const shown = rows.map((row) => ({
    ...row,
    links: store.all<ProfessionalEntry['links'][number]>(
      'SELECT partner, status, externalId FROM integration WHERE professionalId = ? ORDER BY partner',
      row.serviceId,
    ),
  }));
  return { shown, total };
}

/** A patient under a professional. */
export interface PatientEntry {
  readonly patientId: string;
  readonly professionalId: string;
  readonly patient: string;
  readonly professional: string;
  readonly email: string | null;
  readonly cellphone: string | null;
  readonly relation: 'ACTIVE' | 'INACTIVE';
}

/** A patient under one professional, as a value of a form. */
export const toPatientValue = ({ professionalId, patientId }: PatientEntry): string =>
  `${professionalId}/${patientId}`;

const ENTRIES = `
  SELECT patientId, professionalId, ${FULL_NAME('patient')} AS patient,
    ${FULL_NAME('professional')} AS professional, patient.email, patient.cellphone, relation.status AS relation
  FROM relation JOIN patient ON patient.serviceId = patientId
    JOIN professional ON professional.serviceId = professionalId`;

/** Patients by name whose name, e-mail or number has the text, of one professional or of all. */
export function listPatientEntries(
  store: Store,
  text: string,
  professionalId: string | null,
): RowSlice<PatientEntry> {
  const wanted = fold(text);
  const rows = store.all<PatientEntry>(
    `${ENTRIES} WHERE ?1 IS NULL OR professionalId = ?1 ORDER BY patient COLLATE NOCASE, patientId, professional`,
    professionalId,
  );
  const found = rows.filter((row) =>
    [row.patient, row.email, row.cellphone].some((value) => value !== null && fold(value).includes(wanted)),
  );
  return { shown: found.slice(0, PATIENT_LIMIT), total: found.length };
}

/** Patients that something can be applied to: an active relation, and a professional with an active link. */
export const listApplicablePatients = (store: Store): readonly PatientEntry[] =>
  store.all(
    `${ENTRIES} WHERE relation.status = 'ACTIVE' AND EXISTS (SELECT 1 FROM integration
       WHERE integration.professionalId = relation.professionalId AND integration.status = 'ACTIVE')
     ORDER BY patient COLLATE NOCASE, patientId, professional`,
  );

export const findPatientRecord = (store: Store, patientId: string): PatientRow | undefined =>
  store.one('SELECT * FROM patient WHERE serviceId = ?', patientId);

export type ApplicationEntry = ApplicationRow & { readonly answers: number; readonly professional: string };

/** A patient's applications under all professionals, newest first. */
export function listApplicationEntries(store: Store, patientId: string): RowSlice<ApplicationEntry> {
  const shown = store.all<ApplicationEntry>(
    `SELECT application.*, ${FULL_NAME('professional')} AS professional,
       (SELECT count(*) FROM submission
        WHERE formApplicationId = application.id AND completedFillAt IS NOT NULL) AS answers
     FROM application JOIN professional ON professional.serviceId = professionalId
     WHERE patientId = ? ORDER BY application.createdAt DESC, application.id DESC LIMIT ?`,
    patientId,
    APPLICATION_LIMIT,
  );
  const count = store.one<{ total: number }>(
    'SELECT count(*) AS total FROM application WHERE patientId = ?',
    patientId,
  );
  return { shown, total: count?.total ?? 0 };
}
