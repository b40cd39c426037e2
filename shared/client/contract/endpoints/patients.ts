import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { dateTimeInput, emailInput, maybe, textInput } from '../field.ts';
import { Patient } from '../resources/people.ts';

/** Registers a patient by name and contact; everything else is set by `updatePatient`. Only the name is required (chosen). */
export const createPatient = endpoint('createPatient', {
  method: 'POST',
  path: '/professionals/{professionalId}/patients',
  summary: 'Register a patient',
  body: z.object({
    /** First name, or the name as a whole. */
    name: textInput(),
    /** Family name. */
    surname: maybe(textInput()),
    /** E-mail address; no two patients have the same. */
    email: maybe(emailInput()),
    /** Mobile telephone number; no two patients have the same. */
    cellphone: maybe(textInput(40)),
  }),
  response: Patient,
  success: [201, 200],
  action: 'patients',
  patient: { at: 'all' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});

/** All patients of the professional; not paginated. */
export const listPatients = endpoint('listPatients', {
  path: '/professionals/{professionalId}/patients',
  summary: 'List the patients of a professional',
  response: z.array(Patient),
  action: 'read',
  patient: { at: 'items', field: 'serviceId' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});

/** Reads one patient. */
export const getPatient = endpoint('getPatient', {
  path: '/professionals/{professionalId}/patients/{patientId}',
  summary: 'Read a patient',
  response: Patient,
  action: 'read',
  patient: { at: 'path' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});

/** Replaces the required fields; an optional one is applied only when sent with a new value, and never cleared. */
export const updatePatient = endpoint('updatePatient', {
  method: 'PUT',
  path: '/professionals/{professionalId}/patients/{patientId}',
  summary: 'Update a patient',
  body: z.object({
    /** First name, or the name as a whole; always replaced. */
    name: textInput(),
    /** Family name; always replaced. */
    surname: textInput(),
    /** Mobile telephone number; always replaced. */
    cellphone: textInput(40),
    /** E-mail address; kept where none is sent. */
    email: maybe(emailInput()),
    /** Date of birth, as a date-time; kept where none is sent. */
    birthday: maybe(dateTimeInput()),
    /** Gender; kept where none is sent. */
    gender: maybe(textInput(60)),
    /** Level of education; kept where none is sent. */
    education: maybe(textInput(60)),
  }),
  response: Patient,
  action: 'patients',
  patient: { at: 'path' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});

/** Inactivates the relation, which prevents new applications. */
export const inactivatePatient = endpoint('inactivatePatient', {
  method: 'POST',
  path: '/professionals/{professionalId}/patients/{patientId}/inactivate',
  summary: 'Inactivate the relation with a patient',
  response: z.object({}),
  action: 'patients',
  patient: { at: 'path' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});

/** Reactivates a relation inactivated earlier. */
export const reactivatePatient = endpoint('reactivatePatient', {
  method: 'POST',
  path: '/professionals/{professionalId}/patients/{patientId}/reactivate',
  summary: 'Reactivate the relation with a patient',
  response: z.object({}),
  action: 'patients',
  patient: { at: 'path' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});
