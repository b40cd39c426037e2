import type { EventHint } from '@instrument-panel/client';
import { isServiceError, ServiceError, type TokenReason } from '@instrument-panel/client';
import type { CaseloadCourse } from './course.ts';
import type { CaseloadReader } from './read.ts';

/** What a page and the thread that reads its caseload say to each other. A token goes to the thread, and to nobody else. @module */

/** One end of it: a worker, a worker's own scope, or a port. */
export interface ThreadPort {
  onmessage: ((event: MessageEvent) => unknown) | null;
  postMessage(message: unknown): void;
  terminate?(): void;
}

/** Returns what posts messages to a port: those of one turn in one batch, since each that is posted wakes the other thread. */
export function batchMessages<Message>(port: ThreadPort): (message: Message) => void {
  const batch: Message[] = [];
  return (message) => {
    if (batch.push(message) === 1) queueMicrotask(() => port.postMessage(batch.splice(0)));
  };
}

/** What an error of the client says of itself: an error loses it on its way between threads. */
export interface SentFailure {
  readonly name: string;
  readonly message: string;
  readonly facts: (ConstructorParameters<typeof ServiceError>[1] & { readonly field?: string }) | null;
}

/** How far the thread has come. */
export type SentState = Pick<
  CaseloadReader,
  | 'seenAt'
  | 'at'
  | 'from'
  | 'isSettled'
  | 'isWhole'
  | 'isApplied'
  | 'isEnded'
  | 'readCount'
  | 'total'
  | 'gaps'
  | 'lostCount'
> & {
  /** `receivedAt` is an instant of the clock that all threads share. */
  readonly clock: CaseloadReader['clock'];
  readonly failure: SentFailure | null;
  /** Another number for another failure: the same one is told once. */
  readonly failureCount: number;
};

/** Whose list is read, and how. */
export interface ThreadOptions {
  /** Absolute. */
  readonly baseUrl: string;
  readonly locale?: string | undefined;
  readonly professionalId: string;
  readonly days: number;
  /** IANA name; null for the browser's. */
  readonly timeZone: string | null;
}

/** Comes in batches, by {@link batchMessages}. */
export type ToThread =
  | { readonly kind: 'begin'; readonly options: ThreadOptions }
  | {
      readonly kind: 'token';
      readonly id: number;
      readonly token: string | null;
      readonly failure: SentFailure | null;
    }
  | { readonly kind: 'retry' | 'catch-up' }
  | { readonly kind: 'hear'; readonly hint: EventHint | null }
  | { readonly kind: 'refresh'; readonly id: number; readonly seenAt: number | null }
  | {
      readonly kind: 'courses';
      readonly id: number;
      readonly patientId: string;
      readonly now: number | null;
    };

export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'token'; readonly id: number; readonly reason: TokenReason }
  | {
      readonly kind: 'facts';
      /** Written by `packFacts`. */
      readonly facts: string;
      readonly isNews: boolean;
      readonly state: SentState;
    }
  | { readonly kind: 'progress'; readonly state: SentState }
  | { readonly kind: 'refreshed'; readonly id: number; readonly state: SentState }
  | { readonly kind: 'courses'; readonly id: number; readonly courses: readonly CaseloadCourse[] }
  | {
      /** Courses that the page has not asked for yet. */
      readonly kind: 'prefetched';
      readonly patientIds: readonly string[];
      /** A line for each patient, written by `packCourses`. */
      readonly courses: string;
    };

export function sendFailure(error: unknown): SentFailure {
  // Other errors come from anywhere, and may repeat what they were given.
  if (!isServiceError(error))
    return { name: 'Error', message: error instanceof Error ? error.name : '', facts: null };
  const { name, message, endpoint, status, code, traceId, retryable, retryAfterMs } = error;
  const { field } = error as { readonly field?: string };
  const facts = {
    endpoint,
    status,
    code,
    traceId,
    retryable,
    retryAfterMs,
    ...(field !== undefined && { field }),
  };
  return { name, message, facts };
}

export function receiveFailure({ name, message, facts }: SentFailure): Error {
  if (!facts) return new Error(message);
  const error = new ServiceError('', facts);
  for (const [key, value] of Object.entries({ name, message })) Object.defineProperty(error, key, { value });
  return error;
}
