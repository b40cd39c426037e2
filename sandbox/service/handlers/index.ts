import type { Handlers } from '../http/handler.ts';
import * as applicationLists from './applications.ts';
import * as applications from './applications.ts';
import * as instruments from './instruments.ts';
import * as recommendation from './instruments.ts';
import * as notifications from './patients.ts';
import * as patients from './patients.ts';
import * as connect from './professionals.ts';
import * as professionals from './professionals.ts';
import * as analysis from './submissions.ts';
import * as reports from './submissions.ts';
import * as submissions from './submissions.ts';

/** The handler of each endpoint. */
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
