import type { Endpoint } from '../endpoint.ts';
import * as applications from './applications.ts';
import * as instruments from './instruments.ts';
import * as notifications from './notifications.ts';
import * as patients from './patients.ts';
import * as professionals from './professionals.ts';
import * as recommendation from './recommendation.ts';
import * as reports from './reports.ts';
import * as submissions from './submissions.ts';

const list = (section: Readonly<Record<string, Endpoint>>): readonly Endpoint[] =>
  Object.values(section).toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The endpoints by heading, as in docs/service.md#endpoints, then by name, so that generated files are stable. */
export const SECTIONS: Readonly<Record<string, readonly Endpoint[]>> = {
  'Professionals and account link': list(professionals),
  Patients: list(patients),
  Applications: list(applications),
  Submissions: list(submissions),
  Instruments: list(instruments),
  Reports: list(reports),
  Notifications: list(notifications),
  Recommendation: list(recommendation),
};

/** Every endpoint, for what reads the whole contract: the proxy's routes, the sandbox's, the OpenAPI document. */
export const ENDPOINTS: readonly Endpoint[] = Object.values(SECTIONS).flat();
