import { createCaller, type TokenSource } from '@instrument-panel/client';
import { type CaseloadFirstMessages, caseloadMessagesFor } from '../words/caseload.ts';
import { createFormat } from '../words/format.ts';
import type { PatientFacts } from './caseload.ts';
import { toCourse } from './course.ts';
import { packCourses } from './packed-courses.ts';
import { packFacts } from './packed-facts.ts';
import { type CaseloadCalls, CaseloadReader, createCaseloadCalls } from './read.ts';
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

const createCalls = ({ baseUrl, locale, professionalId }: ThreadOptions, auth: TokenSource): CaseloadCalls =>
  createCaseloadCalls(createCaller({ baseUrl, locale, auth }), professionalId);

/** Tokens that are asked of the page. */
function createTokens(tell: (message: FromThread) => void) {
  const waiting = new Map<number, { resolve(token: string): void; reject(failure: Error): void }>();
  let asked = 0;
  const auth: TokenSource = {
    get: (reason) =>
      new Promise((resolve, reject) => {
        waiting.set(++asked, { resolve, reject });
        tell({ kind: 'token', id: asked, reason });
      }),
  };
  return {
    auth,
    settle({ id, token, failure }: Extract<ToThread, { kind: 'token' }>): void {
      const one = waiting.get(id);
      waiting.delete(id);
      if (token !== null) one?.resolve(token);
      else if (failure) one?.reject(receiveFailure(failure));
    },
  };
}

/** Sends courses before the page asks for them: a row that waits for its own is laid out and painted twice. */
function createPrefetch(tell: (message: FromThread) => void) {
  let isBegun = false;
  const send = ({ caseload }: CaseloadReader, patientIds: readonly string[]): void => {
    const courses = patientIds.map((patientId) => packCourses(caseload.recordsOf(patientId)));
    tell({ kind: 'prefetched', patientIds, courses: courses.join('\n') });
  };
  return {
    /** Sends those of all patients, once, after what was asked before: that is for the rows in view. */
    begin(reader: CaseloadReader): void {
      if (isBegun) return;
      isBegun = true;
      setTimeout(() => {
        if (!reader.isEnded) send(reader, reader.caseload.patientIds());
      });
    },
    /** Sends those of patients whose facts are others now, in place of what the page has. */
    update(reader: CaseloadReader, facts: readonly PatientFacts[]): void {
      if (!isBegun) return;
      send(
        reader,
        facts.map(({ patientId }) => patientId),
      );
    },
  };
}

/** Makes the states of a reader that are sent; they count its failures, so that the page tells two alike apart. */
function createStates() {
  let failure: unknown = null;
  let failureCount = 0;
  return (one: CaseloadReader): SentState => {
    if (one.failure !== failure) failureCount++;
    failure = one.failure;
    const {
      clock,
      seenAt,
      at,
      from,
      isSettled,
      isWhole,
      isApplied,
      isEnded,
      readCount,
      total,
      gaps,
      lostCount,
    } = one;
    return {
      ...{ seenAt, at, from, isSettled, isWhole, isApplied, isEnded, readCount, total, gaps, lostCount },
      clock: clock && { ...clock, receivedAt: clock.receivedAt + performance.timeOrigin },
      failure: failure === null ? null : sendFailure(failure),
      failureCount,
    };
  };
}

/**
 * Reads a caseload for the page at the other end of a port: what is read stays in this thread's memory, and the page gets
 * the facts of patients and the points of their courses, of which it draws those in view.
 *
 * @param calls makes the calls by which the list is read. Default: those of a client with the page's tokens
 */
export function serveCaseload(port: ThreadPort, calls = createCalls): void {
  const tell = batchMessages<FromThread>(port);
  const tokens = createTokens(tell);
  const prefetch = createPrefetch(tell);
  const stateOf = createStates();
  let reader: CaseloadReader | undefined;

  function begin(options: ThreadOptions): void {
    const { day } = createFormat(caseloadMessagesFor('en') as CaseloadFirstMessages, options.timeZone);
    const one = new CaseloadReader(calls(options, tokens.auth), options.days, day, {
      facts: (facts, isNews) => {
        prefetch.update(one, facts);
        tell({ kind: 'facts', facts: packFacts(facts), isNews, state: stateOf(one) });
      },
      progress: () => tell({ kind: 'progress', state: stateOf(one) }),
    });
    reader = one;
    one.begin();
  }

  async function refresh(one: CaseloadReader, id: number, seenAt: number | null): Promise<void> {
    one.seenAt = seenAt;
    await one.refresh();
    tell({ kind: 'refreshed', id, state: stateOf(one) });
  }

  function obey(one: CaseloadReader, message: ToThread): void {
    switch (message.kind) {
      case 'retry':
        one.retry();
        break;
      case 'catch-up':
        one.catchUp();
        break;
      case 'hear':
        one.hear(message.hint);
        break;
      case 'refresh':
        void refresh(one, message.id, message.seenAt);
        break;
      case 'courses': {
        const { id, patientId, now } = message;
        const courses = one.caseload.recordsOf(patientId).map((record) => toCourse(record, now));
        tell({ kind: 'courses', id, courses });
        prefetch.begin(one);
        break;
      }
    }
  }

  port.onmessage = ({ data }) => {
    for (const message of data as ToThread[])
      if (message.kind === 'begin') begin(message.options);
      else if (message.kind === 'token') tokens.settle(message);
      else if (reader) obey(reader, message);
  };
  tell({ kind: 'ready' });
}
