/**
 * The demo EHR: a clinic's patient list and charts, server rendered, with `<instrument-panel>` in the chart. It
 * keeps nothing but who is signed in; patients and scores come from the service, through the proxy.
 *
 * @module
 */
import { listen, type RunningServer } from '../service/listen.ts';
import { createApp } from './app.ts';
import type { EhrOptions } from './options.ts';
import { createSessions } from './staff.ts';

export type { RunningServer } from '../service/listen.ts';
export type { DemoSignIn, EhrOptions, FrontEnd } from './options.ts';
export { hashPassword, type StaffMember } from './staff.ts';

/** The demo EHR as a fetch function and as a server. */
export interface Ehr {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Serves it; port 0 takes a free one. Default of `host`: `127.0.0.1`. */
  readonly listen: (port: number, host?: string) => Promise<RunningServer>;
  /** Signs everybody out and stops its servers. */
  readonly close: () => Promise<void>;
}

/** Creates the demo EHR. */
export function createEhr(options: EhrOptions): Ehr {
  const sessions = createSessions(Date.now);
  const app = createApp({
    options,
    sessions,
    now: options.now ?? Date.now,
    timeZone: options.timeZone ?? 'America/Sao_Paulo',
  });
  const servers = new Set<RunningServer>();
  const fetch = async (request: Request): Promise<Response> => app.fetch(request);
  return {
    fetch,
    async listen(port, host = '127.0.0.1') {
      const server = await listen(fetch, port, host);
      servers.add(server);
      return server;
    },
    async close() {
      sessions.endAll();
      await Promise.all([...servers].map((server) => server.close()));
    },
  };
}
