import { randomUUID } from 'node:crypto';
import type { Submission } from '@instrument-panel/client/contract';
import { type Clinic, HELP_COUNTRIES, isHelpCountry } from './pages/help.ts';
import { DEMO_CLINIC } from './seed/clinic.ts';
import { fillClinic, refillClinic } from './seed/fill.ts';
import type { SeedRoster } from './seed/patient.ts';
import { createClock, iso, readDateTime, type SandboxClock, type ServiceClock } from './service/clock.ts';
import { openStore, type Store } from './service/database.ts';
import { createFaultList, type FaultInput } from './service/faults/fault.ts';
import { createServiceFetch } from './service/http/fetch.ts';
import { createGate } from './service/http/gate.ts';
import { servePatientsOnly } from './service/http/patients-only.ts';
import { type Identifiers, randomIdentifiers } from './service/identifiers.ts';
import { listen, type RunningServer } from './service/listen.ts';
import { createScheduler } from './service/scheduler.ts';
import type { ServiceContext } from './service/service.ts';
import { createCourier, RETRY_POLICY, type RetryPolicy } from './service/webhooks/courier.ts';
import { registerWebhook } from './service/webhooks/registration.ts';
import { createTestKit, type GivenAnswers, type SandboxPatient } from './test-kit.ts';
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
   * Patients that the seed number makes: `few`, enough for most tests and made quickly; `fixtures`, forty test patients with
   * odd names and data, the few among them; or `clinic`, those of the demonstration. Default: `few`.
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
  /** The active patients with their ids, in the order of registering. */
  readonly patients: readonly SandboxPatient[];
  /** The ids (`formId`, `form-id`) of the instruments by their short titles, such as `PHQ-9`. */
  readonly instruments: Readonly<Record<string, string>>;
  /**
   * Switches a fault on: an error status, a delay, a broken connection or a broken answer, for the requests that it names.
   * Returns the function that switches it off.
   *
   * @example
   * const repair = sandbox.fault({ kind: 'status-500', match: { endpoint: 'getScoreGraph' }, times: 1 });
   * repair();
   *
   * @throws RangeError that names what is wrong with the fault
   */
  fault(fault: FaultInput): () => void;
  /**
   * Answers an instrument as the patient, now by the sandbox's clock: a request that waits, or one that it sends. Neither
   * faults nor the list of requests concern it.
   *
   * @param patient one of `patients`, or an id
   * @param instrument short title or id
   * @param answers Default: answers of about 40 % of the scale, without a risk.
   * @returns the submission, as the service gives it
   *
   * @example
   * const [patient] = sandbox.patients;
   * const { score } = await sandbox.answer(patient, 'PHQ-9', { score: 14, risk: 2 });
   *
   * @throws RangeError if there is no such patient or instrument, or if no answers give that score
   */
  answer(
    patient: SandboxPatient | string | undefined,
    instrument: string,
    answers?: GivenAnswers,
  ): Promise<Submission>;
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
  const faults = createFaultList();
  const gate = createGate(createServiceFetch(service, report, faults));
  const { serve } = gate;
  // A second entry to the same service: no faults apply to it, and its requests are not logged.
  const serveOwn = createServiceFetch(service, report);
  const own = (request: Request) => serveOwn(request, LOOPBACK);
  const { listPatients, ...kit } = createTestKit(store, faults, own);
  const sandbox: Sandbox = {
    ...kit,
    get patients() {
      return listPatients();
    },
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
      const target = { clock: sandbox.clock, fetch: own };
      const source = { seedNumber: options.seed, roster: options.roster ?? 'few', now };
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
