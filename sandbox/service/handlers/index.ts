import type { Handlers } from '../http/handler.ts';
import * as applicationLists from './application-lists.ts';
import * as applications from './applications.ts';
import * as instruments from './instruments.ts';
import * as patients from './patients.ts';
import * as professionals from './professionals.ts';
import * as reports from './reports.ts';
import * as submissions from './submissions.ts';

/** What each endpoint does. `undefined` answers 501: it is not there yet, and says so. */
export const HANDLERS: Handlers = {
  ...professionals,
  connectProfessional: undefined,
  ...patients,
  ...instruments,
  ...applications,
  ...applicationLists,
  ...submissions,
  ...reports,
  getLongitudinalAnalysisStatus: undefined,
  listNotifications: undefined,
  recommendInstruments: undefined,
  listRecommendations: undefined,
};
