import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { count, dateTime, listOf, oneOf } from '../param.ts';
import { Application, ApplicationInput, BulkCancel, RecurrenceInput } from '../resources/submission.ts';
import { APPLICATION_STATUSES, RECURRENCE_CYCLES } from '../states.ts';

/** `limit` and `offset` of the paged lists (docs/service.md#paging-and-ordering). */
const paging = { limit: count, offset: count };
/** `orderBy` and `orderDirection` of the three application lists (docs/service.md#applications). */
const ordering = {
  orderBy: oneOf(['created_at', 'next_answer_at', 'started_at', 'updated_at'], 'created_at'),
  orderDirection: oneOf(['ASC', 'DESC'], 'DESC'),
};

/** Applies an instrument to a patient; the reply carries `urlToAnswer`. */
export const createApplication = endpoint('createApplication', {
  method: 'POST',
  path: '/professionals/{professionalId}/forms/{formId}/applications',
  summary: 'Apply an instrument to a patient',
  body: ApplicationInput,
  response: Application,
  success: [201, 200],
  action: 'apply',
  patient: { at: 'body' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});

/** Reads an application with its submissions. */
export const getApplication = endpoint('getApplication', {
  path: '/professionals/{professionalId}/forms/applications/{applicationId}',
  summary: 'Read an application',
  response: Application,
  action: 'read',
  patient: { at: 'response', field: 'patientId' },
  access: { professional: 'own', patient: 'self', operations: 'any' },
});

/** Changes how often the patient is asked; pending submissions are cancelled before the change. */
export const updateRecurrence = endpoint('updateRecurrence', {
  method: 'POST',
  path: '/professionals/{professionalId}/forms/applications/{applicationId}/update-recurrence',
  summary: 'Change the recurrence of an application',
  body: RecurrenceInput,
  response: Application,
  action: 'apply',
  patient: { at: 'application' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});

/** Applications of one instrument to one patient. */
export const listInstrumentApplications = endpoint('listInstrumentApplications', {
  path: '/professionals/{professionalId}/patients/{patientId}/forms/{formId}/applications',
  summary: 'List the applications of an instrument to a patient',
  query: {
    status: listOf(APPLICATION_STATUSES),
    recurrenceCycle: listOf(RECURRENCE_CYCLES),
    startDate: dateTime,
    endDate: dateTime,
    ...ordering,
    ...paging,
  },
  response: z.array(Application),
  action: 'read',
  patient: { at: 'path' },
  access: { professional: 'own', patient: 'self', operations: 'any' },
});

/** Finishes every active application of the instrument for the patient, and cancels what is pending; idempotent. */
export const cancelInstrumentApplications = endpoint('cancelInstrumentApplications', {
  method: 'POST',
  path: '/professionals/{professionalId}/patients/{patientId}/forms/{formId}/applications/cancel',
  summary: 'Cancel the active applications of an instrument to a patient',
  response: BulkCancel,
  action: 'apply',
  patient: { at: 'path' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});

/** Applications of the professional, of all patients. */
export const listApplications = endpoint('listApplications', {
  path: '/professionals/{professionalId}/forms/applications',
  summary: 'List the applications of a professional',
  query: { ...ordering, ...paging },
  response: z.array(Application),
  action: 'read',
  patient: { at: 'items', field: 'patientId' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});

/** Applications of one patient. */
export const listPatientApplications = endpoint('listPatientApplications', {
  path: '/professionals/{professionalId}/patients/{patientId}/forms/applications',
  summary: 'List the applications of a patient',
  query: { ...ordering, ...paging },
  response: z.array(Application),
  action: 'read',
  patient: { at: 'path' },
  access: { professional: 'own', patient: 'self', operations: 'any' },
});

/** Finishes an application in progress. The answer is the application, in part (chosen: none is documented). */
export const finishApplication = endpoint('finishApplication', {
  method: 'POST',
  path: '/professionals/{professionalId}/forms/applications/{applicationId}/finish',
  summary: 'Finish an application in progress',
  response: z.partial(Application),
  action: 'apply',
  patient: { at: 'application' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});
