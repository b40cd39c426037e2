import {
  CaseloadApplications,
  CaseloadPatients,
  CaseloadSeen,
  CaseloadSubmissions,
} from '../caseload-summaries.ts';
import type { Call } from '../endpoint.ts';
import { CASELOAD_SUBMISSIONS_MAX } from '../limits.ts';
import { count, dateTime, listOfIds, oneOf, text, uuid } from '../param.ts';
import type { markCaseloadSeen } from './caseload.ts';
import { ownCall } from './own-call.ts';

/** The calls of a page that shows a list of all patients: without zod, and nothing of the proxy's side. */

/** Reads the names of a professional's patients, and until when the caller has seen their list. */
export const getCaseloadPatients = ownCall('listCaseloadPatients', '/caseload/patients', CaseloadPatients, {
  professionalId: uuid,
});

/** Reads a page of what is asked of the patients. */
export const getCaseloadApplications = ownCall(
  'listCaseloadApplications',
  '/caseload/applications',
  CaseloadApplications,
  { professionalId: uuid, patients: text, offset: count, layout: oneOf(['columns', 'packed']) },
);

/** Reads a page of the patients' scores, or single ones by their ids. */
export const getCaseloadSubmissions = ownCall(
  'listCaseloadSubmissions',
  '/caseload/submissions',
  CaseloadSubmissions,
  {
    professionalId: uuid,
    patients: text,
    startDate: dateTime,
    offset: count,
    ids: listOfIds(CASELOAD_SUBMISSIONS_MAX),
    layout: oneOf(['columns', 'packed', 'courses', 'flagged']),
  },
);

type SeenBody = (typeof markCaseloadSeen)['body'];
/** Says until when the list was seen. */
export const postCaseloadSeen: Call<'/caseload/seen', Record<never, never>, SeenBody, typeof CaseloadSeen> = {
  id: 'markCaseloadSeen',
  method: 'POST',
  base: '',
  path: '/caseload/seen',
  query: {},
  // The proxy checks the body; the check of the contract would bring all of zod into a page.
  body: null as unknown as SeenBody,
  writeBody: JSON.stringify,
  response: CaseloadSeen,
  effect: 'write',
};
