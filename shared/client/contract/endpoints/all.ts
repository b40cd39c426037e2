import type { Endpoint } from '../endpoint.ts';
import * as applications from './applications.ts';
import * as instruments from './instruments.ts';
import * as notifications from './notifications.ts';
import * as patients from './patients.ts';
import * as professionals from './professionals.ts';
import * as recommendation from './recommendation.ts';
import * as reports from './reports.ts';
import * as submissions from './submissions.ts';

const SECTIONS: readonly Readonly<Record<string, Endpoint>>[] = [
  professionals,
  patients,
  applications,
  submissions,
  instruments,
  reports,
  notifications,
  recommendation,
];

/**
 * Every endpoint, for what reads the whole contract: the proxy's routes, the sandbox's, the OpenAPI document.
 * In the order of docs/service.md#endpoints, then by name, so that generated files are stable.
 */
export const ENDPOINTS: readonly Endpoint[] = SECTIONS.flatMap((section) =>
  Object.values(section).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
);
