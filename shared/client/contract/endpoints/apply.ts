import { Applications, Applied, AppliedTo, Library } from '../apply-summaries.ts';
import { type Call, readCall } from '../endpoint.ts';
import { count } from '../param.ts';
import type { createApplication } from './applications.ts';

/** The calls of a page that applies instruments: those of their endpoints, without zod, and nothing of the proxy's side. */

/** Reads whom instruments are applied to. */
export const readWholePatient = readCall(
  'getPatient',
  '/professionals/{professionalId}/patients/{patientId}',
  AppliedTo,
);

/** Lists the instruments that can be applied. */
export const readLibrary = readCall('listLibrary', '/forms/library', Library);

const paging = { limit: count, offset: count };

/** Lists what is asked of one patient. */
export const readPatientApplications = readCall(
  'listPatientApplications',
  '/professionals/{professionalId}/patients/{patientId}/forms/applications',
  Applications,
  undefined,
  paging,
);

/** Lists what is asked of one patient by one instrument. */
export const readInstrumentApplications = readCall(
  'listInstrumentApplications',
  '/professionals/{professionalId}/patients/{patientId}/forms/{formId}/applications',
  Applications,
  undefined,
  paging,
);

type Body = (typeof createApplication)['body'];
const APPLY_PATH = '/professionals/{professionalId}/forms/{formId}/applications';
/** Applies an instrument to a patient; the reply carries `urlToAnswer`. */
export const postApplication: Call<typeof APPLY_PATH, Record<never, never>, Body, typeof Applied> = {
  id: 'createApplication',
  method: 'POST',
  path: APPLY_PATH,
  query: {},
  // The proxy checks the body; the check of the contract would bring all of zod into a page.
  body: null as unknown as Body,
  writeBody: JSON.stringify,
  response: Applied,
  effect: 'write',
};
