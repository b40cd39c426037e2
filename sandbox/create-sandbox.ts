import { randomUUID } from 'node:crypto';
import { BASE_PATH } from '../shared/contract/index.ts';
import { isDateTime } from '../shared/contract/param.ts';
import type { AnswerLanguage } from '../shared/locale/answer/index.ts';
import { createPatientPages } from './patient/index.ts';
import { createAnswerService } from './service/answering.ts';
import { createClock, iso, savedOffset } from './service/clock.ts';
import { createService } from './service/create-service.ts';
import { ServiceError } from './service/errors.ts';
import { clockRoute } from './service/http/clock-route.ts';
import { dispatch } from './service/http/dispatch.ts';
import { errorReply, jsonReply } from './service/http/reply.ts';
import { type Identifiers, randomIdentifiers } from './service/identifiers.ts';
import { type Listening, listen } from './service/listen.ts';
import { ANSWER_PATH } from './service/records/application.ts';
import { openStore } from './service/store/database.ts';

/** How a sandbox is made. */
export interface SandboxOptions {
  /** Database file, kept over restarts. @default in memory */
  readonly db?: string;
  /** Where the clock begins, RFC 3339; it ticks from there. @default where the file's clock stands, or real time */
  readonly now?: string;
  /** Origin of the patient's links, without a slash at its end. @default the address it listens at */
  readonly publicUrl?: string;
  /** Seed number of the demonstration clinic, put into an empty database; null for none. @default null */
  readonly seed?: number | null;
  /** Language of titles where a request names none that is spoken. @default 'en' */
  readonly language?: AnswerLanguage;
  /** Where identifiers and tokens come from. @default unpredictable */
  readonly identifiers?: Identifiers;
  /** Told of internal errors: a trace id and the error's name and place, never data. @default standard error */
  readonly log?: (line: string) => void;
}

/** The movable clock. */
export interface SandboxClock {
  /** RFC 3339. */
  now(): string;
  /** Moves to an instant (RFC 3339), running every transition on the way. */
  set(now: string): void;
  /** Stops the ticking, for repeatable instants; `set` still moves it. */
  hold(): void;
  release(): void;
}

/** A running simulation. */
export interface Sandbox {
  /** Answers a request as the server would. `address` is the caller's, for the credentials' allow-lists. */
  fetch(request: Request, address?: string): Promise<Response>;
  /**
   * Serves it; `port` 0 takes a free one.
   * @throws Error that names the port where it is taken.
   */
  listen(port: number, host?: string): Promise<Listening>;
  readonly clock: SandboxClock;
  /** Stops the timers and closes the database. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** @throws RangeError for text that is no date-time. */
function instant(text: string): number {
  if (!isDateTime(text))
    throw new RangeError(`A date-time such as 2026-03-01T09:00:00Z is needed; got "${text}".`);
  return Date.parse(text);
}

/**
 * Makes the simulated service (specification, the whole of it).
 * @throws Error where `db` is no database of this sandbox or `now` no date-time.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const log = options.log ?? ((line: string) => process.stderr.write(`${line}\n`));
  const now = options.now === undefined ? undefined : instant(options.now);
  const store = openStore(options.db);
  const clock = createClock(savedOffset(store));

  const report = (error: unknown, traceId: string) => {
    const kind = error instanceof Error ? error.name : typeof error;
    const place =
      error instanceof Error ? (error.stack?.split('\n').find((line) => /^\s+at /.test(line)) ?? '') : '';
    log(`internal error ${traceId}: ${kind}${place}`);
  };
  const service = createService({
    store,
    clock,
    identifiers: options.identifiers ?? randomIdentifiers(),
    language: options.language ?? 'en',
    publicUrl: options.publicUrl ?? 'http://127.0.0.1:4100',
    failed: (error) => report(error, randomUUID()),
  });

  const patientPages = createPatientPages(createAnswerService(service), {
    prefix: ANSWER_PATH,
    language: service.language,
  });

  async function route(request: Request, address: string): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === BASE_PATH || pathname.startsWith(`${BASE_PATH}/`))
      return dispatch(service, request, address);
    if (pathname.startsWith(`${ANSWER_PATH}/`)) return patientPages(request);
    if (pathname === '/healthz') return jsonReply(200, { status: 'ok' });
    if (pathname === '/sandbox/clock') return clockRoute(service, request);
    throw new ServiceError(404, 'NOT_FOUND', 'There is no such address.');
  }

  async function fetch(request: Request, address = LOOPBACK): Promise<Response> {
    try {
      const response = await route(request, address);
      service.scheduler.arm();
      return response;
    } catch (error) {
      if (error instanceof ServiceError) return errorReply(error);
      const traceId = randomUUID();
      report(error, traceId);
      return jsonReply(500, {
        code: 'INTERNAL',
        message: 'The sandbox failed. Report the traceId.',
        traceId,
      });
    }
  }

  if (now === undefined) service.runDue();
  else service.moveClock(now);
  service.scheduler.arm();
  return {
    fetch,
    clock: {
      now: () => iso(clock.now()),
      set: (to) => service.moveClock(instant(to)),
      hold: clock.hold,
      release: clock.release,
    },
    listen: async (port, host = LOOPBACK) => {
      const listening = await listen(fetch, port, host);
      if (options.publicUrl === undefined) service.publicUrl = listening.url;
      return listening;
    },
    close: async () => {
      service.scheduler.stop();
      store.close();
    },
  };
}
