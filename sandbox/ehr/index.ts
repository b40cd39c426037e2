/**
 * The demo EHR: a clinic's patient list and charts, server rendered, with `<instrument-panel>` in the chart. It
 * keeps nothing but who is signed in; patients and scores come from the service, through the proxy.
 *
 * @module
 */
import { CLINIC_TIME_ZONE } from '../seed/clinic.ts';
import { createApp } from './app.ts';
import type { EhrOptions } from './options.ts';
import { createSessions } from './staff.ts';

export type { DemoSignIn, EhrOptions, FrontEnd } from './options.ts';
export { hashPassword, type StaffMember } from './staff.ts';

/** Creates the demo EHR, as a fetch function. `close` signs everybody out. */
export function createEhr(options: EhrOptions) {
  const { now = Date.now, timeZone = CLINIC_TIME_ZONE } = options;
  const sessions = createSessions(Date.now, options.sessionEnded);
  const app = createApp({ options, sessions, now, timeZone });
  return {
    fetch: async (request: Request): Promise<Response> => app.fetch(request),
    close: sessions.endAll,
  };
}
export type Ehr = ReturnType<typeof createEhr>;
