import type { Handlers } from '../http/handler.ts';
import * as applications from './applications.ts';
import * as instruments from './instruments.ts';
import * as patients from './patients.ts';
import * as professionals from './professionals.ts';

/** What each endpoint does. `undefined` answers 501: it is not there yet, and says so. */
export const HANDLERS: Handlers = {
  ...professionals,
  connectProfessional: undefined,
  ...patients,
  ...instruments,
  ...applications,
  listApplications: undefined,
  listPatientApplications: undefined,
  listInstrumentApplications: undefined,
  listSubmissions: undefined,
  listPatientSubmissions: undefined,
  getSubmission: undefined,
  cancelSubmission: undefined,
  deleteSubmission: undefined,
  getScoreGraph: undefined,
  getLongitudinalAnalysisStatus: undefined,
  listNotifications: undefined,
  recommendInstruments: undefined,
  listRecommendations: undefined,
};
