import {
  listCaseloadApplications,
  listCaseloadPatients,
  listCaseloadSubmissions,
  markCaseloadSeen,
} from './proxy-api/caseload.ts';

/** The schemas by which a page reads a list of all patients: apart, so that they come with the code that reads them. @module */
export const CaseloadPatients = listCaseloadPatients.response;
export const CaseloadApplications = listCaseloadApplications.response;
export const CaseloadSubmissions = listCaseloadSubmissions.response;
export const CaseloadSeen = markCaseloadSeen.response;
