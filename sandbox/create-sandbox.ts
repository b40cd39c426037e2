import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { type Clinic, HELP_COUNTRIES, isHelpCountry } from './pages/help.ts';
import { DEMO_CLINIC } from './seed/clinic.ts';
import { fillClinic, refillClinic } from './seed/fill.ts';
import type { SeedRoster } from './seed/patient.ts';
import { createClock, iso, readDateTime, type SandboxClock, type ServiceClock } from './service/clock.ts';
import { createServiceFetch } from './service/http/fetch.ts';
import { servePatientsOnly } from './service/http/patients-only.ts';
import { type Identifiers, randomIdentifiers } from './service/identifiers.ts';
import { listen, type RunningServer } from './service/listen.ts';
import { createScheduler } from './service/scheduler.ts';
import type { ServiceContext } from './service/service.ts';
import { openStore, type Store } from './service/store/database.ts';
import { createCourier, RETRY_POLICY, type RetryPolicy } from './service/webhooks/courier.ts';
import { registerWebhook } from './service/webhooks/registration.ts';
import type { SandboxLanguage } from './words/index.ts';

/** Options of a sandbox. */
export interface SandboxOptions {
  /** Database file, kept over restarts. Default: in memory. */
  readonly db?: string;
  /** Instant at which the clock begins, RFC 3339. Default: the clock of the file, or real time. */
  readonly now?: string;
  /** Origin of the patient's links, without a trailing slash. Default: the address at which it listens. */
  readonly publicUrl?: string;
  /** Seed number of the demonstration clinic for an empty database; null for none. Default: `null`. */
  readonly seed?: number | null;
  /**
   * Patients that the seed number makes: `clinic`, those of the demonstration, or `fixtures`, test patients with odd names
   * and data. Default: `fixtures`.
   */
  readonly roster?: SeedRoster;
  /** Called after the clinic was filled anew. */
  readonly onReset?: () => void;
  /**
   * The clinic as its patients' pages show it. What is left out is that of the demonstration clinic, which is in
   * Brazil, with a `seed`, and nothing without one; a `country` of null shows no number.
   */
  readonly clinic?: Clinic;
  /** Language of titles if a request accepts none of ours. Default: `en`. */
  readonly language?: SandboxLanguage;
  /** Source of identifiers and tokens. Default: unpredictable ones. */
  readonly identifiers?: Identifiers;
  /** Webhook endpoint of `demo-key`'s partner; it replaces the one in the database. */
  readonly webhook?: { readonly url: string; readonly secret: string };
  /** Retries of webhook events. Default: 10 s for an answer, 60 attempts, back-off up to one minute. */
  readonly webhookRetries?: Partial<RetryPolicy>;
  /** Receives internal errors: a trace id and the error's name and place, never data. Default: standard error. */
  readonly log?: (line: string) => void;
}

/** A running simulation. */
export interface Sandbox {
  /** Answers a request as the server would. `address` is the caller's, for the credentials' allow-lists. */
  fetch(request: Request, address?: string): Promise<Response>;
  /**
   * Serves it; `port` 0 takes a free one.
   * @throws Error that names the port where it is taken.
   */
  listen(port: number, host?: string): Promise<RunningServer>;
  /**
   * Serves the patient's page and the calls behind its link at an address that a phone reaches, and nothing else there;
   * the patients' links name that address from then on. `port` 0 takes a free one.
   * @throws Error that names the port where it is taken.
   */
  listenForPatients(port: number, host: string): Promise<RunningServer>;
  readonly clock: SandboxClock;
  /** Stops the timers and the deliveries, and closes the database. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** @throws RangeError for text that is no date-time. */
function instant(text: string): number {
  const at = readDateTime(text);
  if (at === null) throw new RangeError(`A date-time such as 2026-03-01T09:00:00Z is needed; got "${text}".`);
  return at;
}

/** @throws RangeError for a country whose telephone help is not known. */
function readClinic({ seed: seedNumber = null, clinic = {} }: SandboxOptions): Clinic {
  const { country } = clinic;
  if (country && !isHelpCountry(country)) {
    throw new RangeError(
      `The country must be one of ${HELP_COUNTRIES.join(', ')}, or null; got "${country}".`,
    );
  }
  return { ...(seedNumber === null ? {} : DEMO_CLINIC), ...clinic };
}

/**
 * Creates the simulated service (docs/service.md).
 * @throws Error if `db` is no database of this sandbox, `now` no date-time or `webhook.url` no address.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const log = options.log ?? ((line: string) => process.stderr.write(`${line}\n`));
  const report = (error: unknown, traceId: string) => log(failureReport(error, traceId));
  const now = options.now === undefined ? undefined : instant(options.now);
  const store = openStore(options.db);
  const clock = createClock(store);
  const service = createService(options, store, clock, (error) => report(error, randomUUID()));
  const gate = createGate(createServiceFetch(service, report));
  const { serve } = gate;
  const sandbox: Sandbox = {
    fetch: (request, address = LOOPBACK) => serve(request, address),
    clock: {
      now: () => iso(clock.now()),
      set: (to) => service.moveClock(instant(to)),
      hold: clock.hold,
      release: clock.release,
    },
    listen: async (port, host = LOOPBACK) => {
      const listening = await listen(serve, port, host);
      if (options.publicUrl === undefined) service.publicUrl = listening.url;
      return listening;
    },
    listenForPatients: async (port, host) => {
      const listening = await listen(servePatientsOnly(serve), port, host);
      service.patientUrl = listening.url;
      return listening;
    },
    close: async () => {
      service.stopTimer();
      await service.courier.stop();
      store.close();
    },
  };
  try {
    if (options.seed != null) {
      // A way in of its own, so that the log of requests begins empty.
      const serveSeed = createServiceFetch(service, report);
      const target = { clock: sandbox.clock, fetch: (request: Request) => serveSeed(request, LOOPBACK) };
      const source = { seedNumber: options.seed, roster: options.roster, now };
      if (!store.one('SELECT 1 FROM professional LIMIT 1')) await fillClinic(target, service, source);
      service.reset = async () => {
        await gate.alone(() => refillClinic(target, service, source));
        options.onReset?.();
      };
    }
    if (options.webhook) registerWebhook(store, { key: 'demo-key', ...options.webhook });
    if (now === undefined) service.runDue();
    else service.moveClock(now);
    service.courier.start();
    service.armTimer();
    return sandbox;
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

type Serve = (request: Request, address: string) => Promise<Response>;

/** Requests that are under way get this long to end before others wait. */
const DRAIN_MS = 2_000;

/** Lets requests through, except while work that must be alone is done: they wait for its end then. */
function createGate(handle: Serve) {
  let closed: Promise<void> | null = null;
  let underWay = 0;
  return {
    async serve(request: Request, address: string): Promise<Response> {
      while (closed) await closed;
      underWay += 1;
      try {
        return await handle(request, address);
      } finally {
        underWay -= 1;
      }
    },
    /** Does `work`, which one of the requests under way may have asked for, while no other request is served. */
    async alone(work: () => Promise<void>): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      closed = promise;
      try {
        for (const end = performance.now() + DRAIN_MS; underWay > 1 && performance.now() < end; )
          await turn();
        await work();
      } finally {
        closed = null;
        resolve();
      }
    },
  };
}

/**
 * Creates the service, with the scheduler of its automatic transitions and the courier of its webhooks.
 *
 * @param failed receives failures of automatic transitions, and of webhooks that could not be tried
 */
function createService(
  options: SandboxOptions,
  store: Store,
  clock: ServiceClock,
  failed: (error: unknown) => void,
): ServiceContext {
  const courier = createCourier(store, { ...RETRY_POLICY, ...options.webhookRetries }, failed);
  const scheduler = createScheduler(store, clock, courier.wake, failed, { except: () => service.ownTime });
  const service: ServiceContext = {
    store,
    clock,
    courier,
    identifiers: options.identifiers ?? randomIdentifiers(),
    language: options.language ?? 'en',
    clinic: readClinic(options),
    publicUrl: options.publicUrl ?? 'http://127.0.0.1:4100',
    patientUrl: null,
    ownTime: null,
    reset: null,
    moveClock(to) {
      clock.move(to);
      scheduler.run();
      courier.wake();
    },
    runDue: scheduler.run,
    armTimer() {
      scheduler.arm();
      courier.wake();
    },
    stopTimer: scheduler.stop,
  };
  return service;
}

/**
 * One line about an unexpected failure: its trace id, kind and place. Never its message, which may hold data.
 */
function failureReport(error: unknown, traceId: string): string {
  if (!(error instanceof Error)) return `internal error ${traceId}: ${typeof error}`;
  const place = error.stack?.split('\n').find((line) => /^\s+at /.test(line)) ?? '';
  return `internal error ${traceId}: ${error.name}${place.replace(/^\s+/, ' ')}`;
}
