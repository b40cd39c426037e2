import type { Patient } from '@instrument-panel/client/contract';
import { iso } from '../clock.ts';
import type { Store, Stored } from '../database.ts';
import { notFound } from '../errors.ts';

/** A row of `patient`, with the state of its relation to the calling professional. */
export type PatientRow = Stored<Patient> & { readonly relationStatus: 'ACTIVE' | 'INACTIVE' };

const OF_PROFESSIONAL = `SELECT patient.*, relation.status AS relationStatus
  FROM relation JOIN patient ON patient.serviceId = relation.patientId WHERE relation.professionalId = ?`;

/** Returns all patients of a professional, in the order in which they were associated. */
export const findPatients = (store: Store, professionalId: string): PatientRow[] =>
  store.all(`${OF_PROFESSIONAL} ORDER BY relation.createdAt, patient.rowid`, professionalId);

export const findPatient = (store: Store, professionalId: string, patientId: string) =>
  store.one<PatientRow>(`${OF_PROFESSIONAL} AND relation.patientId = ?`, professionalId, patientId);

/** @throws ServiceError 404 if the professional has no such patient, in whatever state of the relation. */
export function requirePatient(store: Store, professionalId: string, patientId: string): PatientRow {
  const patient = findPatient(store, professionalId, patientId);
  if (!patient) throw notFound('patient');
  return patient;
}

/** A patient of the professional other than `except` who has the e-mail or the cellphone. */
export const patientWith = (
  store: Store,
  professionalId: string,
  field: 'email' | 'cellphone',
  value: string,
  except: string,
) =>
  // CROSS JOIN: the few who have the value are found first, not all patients of the professional.
  store.one<{ readonly serviceId: string }>(
    `SELECT patient.serviceId FROM patient CROSS JOIN relation
       ON relation.patientId = patient.serviceId AND relation.professionalId = ?
     WHERE patient.${field} = ? AND patient.serviceId <> ? LIMIT 1`,
    professionalId,
    value,
    except,
  );

/** The oldest patient with the e-mail under any professional who is linked to the partner. */
export const partnerPatientWithEmail = (store: Store, partner: string, email: string) =>
  store.one<{ readonly serviceId: string }>(
    `SELECT patient.serviceId FROM patient
       CROSS JOIN relation ON relation.patientId = patient.serviceId
       CROSS JOIN integration
         ON integration.partner = ? AND integration.professionalId = relation.professionalId
     WHERE patient.email = ? AND integration.status = 'ACTIVE'
     ORDER BY patient.createdAt, patient.rowid LIMIT 1`,
    partner,
    email,
  );

export function patientJson(row: PatientRow): Patient {
  return { ...row, createdAt: iso(row.createdAt), updatedAt: iso(row.updatedAt) };
}
