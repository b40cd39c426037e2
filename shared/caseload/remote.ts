import { type EventHint, ServiceError, type TokenSource } from '@instrument-panel/client';
import type { CaseloadCourse } from './course.ts';
import { unpackCourses } from './packed-courses.ts';
import { unpackFacts } from './packed-facts.ts';
import type { CaseloadCourses, CaseloadListener, CaseloadSource } from './read.ts';
import {
  batchMessages,
  type FromThread,
  receiveFailure,
  type SentState,
  sendFailure,
  type ThreadOptions,
  type ThreadPort,
  type ToThread,
} from './thread.ts';
import { WORKER_FAILED } from './worker-failed.ts';

const NOTHING_READ: Omit<SentState, 'failure' | 'failureCount'> = {
  clock: null,
  seenAt: null,
  at: null,
  from: null,
  isSettled: false,
  isWhole: false,
  isApplied: false,
  isEnded: false,
  readCount: 0,
  total: null,
  gaps: [],
  lostCount: 0,
};

/** A caseload that another thread reads: as a {@link CaseloadReader}, with what that thread has told. */
export class RemoteCaseload implements CaseloadSource {
  declare clock: CaseloadSource['clock'];
  declare seenAt: number | null;
  declare at: number | null;
  declare from: number | null;
  declare isSettled: boolean;
  declare isWhole: boolean;
  declare isApplied: boolean;
  declare isEnded: boolean;
  declare readCount: number;
  declare total: number | null;
  declare gaps: CaseloadSource['gaps'];
  declare lostCount: number;
  failure: unknown = null;
  readonly #port: ThreadPort;
  readonly #send: (message: ToThread) => void;
  readonly #options: ThreadOptions;
  readonly #auth: TokenSource;
  readonly #listener: CaseloadListener;
  readonly #ended = new AbortController();
  readonly #answers = new Map<number, (answer: readonly CaseloadCourse[]) => void>();
  /** Prefetched courses, packed, by patient. */
  readonly #prefetched = new Map<string, string>();
  #asked = 0;
  #failureCount = 0;
  /** The thread knows only what may be sent of it. */
  #tokenFailure: unknown = null;
  /** The thread has said that it is there. */
  isReady = false;

  constructor(port: ThreadPort, options: ThreadOptions, auth: TokenSource, listener: CaseloadListener) {
    [this.#port, this.#options, this.#auth, this.#listener] = [port, options, auth, listener];
    Object.assign(this, NOTHING_READ);
    this.#send = batchMessages(port);
    port.onmessage = ({ data }) => {
      for (const message of data as FromThread[]) this.#hear(message);
    };
  }

  begin(): void {
    this.#tell({ kind: 'begin', options: this.#options });
  }

  retry(): void {
    this.#tell({ kind: 'retry' });
  }

  catchUp(): void {
    this.#tell({ kind: 'catch-up' });
  }

  hear(hint: EventHint | null): void {
    this.#tell({ kind: 'hear', hint });
  }

  async refresh(): Promise<void> {
    await this.#ask((id) => ({ kind: 'refresh', id, seenAt: this.seenAt }));
  }

  coursesOf(patientId: string, now: number | null): CaseloadCourses {
    const packed = this.#prefetched.get(patientId);
    const known = packed === undefined ? null : unpackCourses(packed, patientId, now);
    return known ?? this.#ask((id) => ({ kind: 'courses', id, patientId, now }));
  }

  /** The thread has failed: nothing of what it has read can be kept current, so that nothing stays. */
  fail(): void {
    if (this.isEnded) return;
    this.end();
    this.failure = new ServiceError('the worker that reads has failed; read the list anew', {
      endpoint: 'caseload',
      code: WORKER_FAILED,
      retryable: true,
    });
    this.#listener.progress();
  }

  /** Lets go of everything, and ends the worker. */
  end(): void {
    Object.assign(this, NOTHING_READ, { isEnded: true });
    this.#ended.abort();
    this.#port.terminate?.();
    for (const answer of this.#answers.values()) answer([]);
    this.#answers.clear();
    this.#prefetched.clear();
  }

  #tell(message: ToThread): void {
    if (!this.isEnded) this.#send(message);
  }

  #ask(toMessage: (id: number) => ToThread): Promise<readonly CaseloadCourse[]> {
    if (this.isEnded) return Promise.resolve([]);
    return new Promise((resolve) => {
      this.#answers.set(++this.#asked, resolve);
      this.#tell(toMessage(this.#asked));
    });
  }

  #hear(message: FromThread): void {
    if (this.isEnded) return;
    if (message.kind === 'ready') this.isReady = true;
    else if (message.kind === 'prefetched') this.#keepPrefetched(message);
    else if (message.kind === 'token') void this.#giveToken(message);
    if ('state' in message) this.#take(message.state);
    if (message.kind === 'facts') this.#listener.facts(unpackFacts(message.facts), message.isNews);
    else if (message.kind === 'progress') this.#listener.progress();
    else if (message.kind === 'refreshed' || message.kind === 'courses') {
      this.#answers.get(message.id)?.('courses' in message ? message.courses : []);
      this.#answers.delete(message.id);
    }
  }

  #keepPrefetched({ patientIds, courses }: Extract<FromThread, { kind: 'prefetched' }>): void {
    courses.split('\n').forEach((line, index) => {
      this.#prefetched.set(patientIds[index] ?? '', line);
    });
  }

  #take({ failure, failureCount, clock, ...state }: SentState): void {
    Object.assign(this, state);
    if (state.isEnded) this.#port.terminate?.();
    this.clock = clock && { ...clock, receivedAt: clock.receivedAt - performance.timeOrigin };
    if (failureCount === this.#failureCount) return;
    this.#failureCount = failureCount;
    const known = failure?.name === 'TokenError' ? this.#tokenFailure : null;
    this.failure = known ?? (failure && receiveFailure(failure));
  }

  async #giveToken({ id, reason }: Extract<FromThread, { kind: 'token' }>): Promise<void> {
    try {
      const token = await this.#auth.get(reason, this.#ended.signal);
      this.#tell({ kind: 'token', id, token, failure: null });
    } catch (failure) {
      this.#tokenFailure = failure;
      this.#tell({ kind: 'token', id, token: null, failure: sendFailure(failure) });
    }
  }
}
