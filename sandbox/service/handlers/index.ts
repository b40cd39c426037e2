import type { Handlers } from '../http/handler.ts';
import * as analysis from './analysis.ts';
import * as applicationLists from './application-lists.ts';
import * as applications from './applications.ts';
import * as connect from './connect.ts';
import * as instruments from './instruments.ts';
import * as notifications from './notifications.ts';
import * as patients from './patients.ts';
import * as professionals from './professionals.ts';
import * as recommendation from './recommendation.ts';
import * as reports from './reports.ts';
import * as submissions from './submissions.ts';

/** What each endpoint does. */
export const HANDLERS: Handlers = {
  ...professionals,
  ...connect,
  ...patients,
  ...instruments,
  ...applications,
  ...applicationLists,
  ...submissions,
  ...reports,
  ...analysis,
  ...notifications,
  ...recommendation,
};
