import {
  type Endpoint,
  getInstrument,
  getProfessional,
  getSubmission,
} from '@instrument-panel/client/contract';
import type { TokenParts } from '../forward/forward.ts';
import type { ServiceRequest } from '../forward/service.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import { createGate } from '../waiting.ts';
import type { RowSet } from './row-set.ts';
import type { ReadRow } from './rows.ts';
import { readServiceList } from './service-list.ts';

/** Calls of the service at once for one request that names submissions by their ids. */
const READS_AT_ONCE = 8;

/** Most pages of the service in an answer that may be long, for each of one that has to show something soon. */
const LATER_MAX = 160;
/** Time for an answer that is the whole of a long list, for each of one that is a part of it. */
export const WHOLE_TIMES = 4;

/** Asks the service for what one request needs. Everything throws the `Refusal` of a failure. */
export type Asking = ReturnType<ReturnType<typeof createAsking>>;

/** Which list is read, from which of its rows on. */
interface PagedList {
  readonly query: object;
  readonly offset: number;
  /** Rows of a page, at most. */
  readonly rows: number;
  /** False for one that has to show something soon. */
  readonly isLong: boolean;
}

const toList = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw refuse('UPSTREAM_UNREADABLE');
  return value;
};

/** Reads each id once, some at a time. After a failure no other is begun. */
async function readEach(ids: readonly number[], read: (id: number) => Promise<void>): Promise<void> {
  const gate = createGate(READS_AT_ONCE);
  let isOver = false;
  const reading = [...new Set(ids)].map((id) =>
    gate(async () => {
      if (!isOver) await read(id);
    }).catch((error: unknown) => {
      isOver = true;
      throw error;
    }),
  );
  await Promise.all(reading);
}

/** Makes the function that asks the service for one request. */
export function createAsking({ limits, clock }: Settings, { service }: TokenParts) {
  // Half of the connections are left to all others, however many lists of patients are read.
  const shared = createGate(Math.ceil(limits.connections / 2));
  /** @param times how many times `limits.upstreamMs` all of it may take, each call that time at most */
  return (common: Pick<ServiceRequest, 'call' | 'narrowed'>, professionalId: string, times = 1) => {
    const startedAt = clock();
    const end = startedAt + times * limits.upstreamMs;
    // A call that is begun late would run out of time, and count as a failure of the service.
    const isTimeLeft = (): boolean => clock() < end - (times * limits.upstreamMs) / 2;
    const acceptLanguage = common.call.request.headers['accept-language'];
    const answeredAt: number[] = [];

    /** @param answered when lists were answered, to which that of this answer is added */
    const ask = (endpoint: Endpoint, path: object, query: object, answered = answeredAt): Promise<unknown> =>
      shared(async () => {
        if (!isTimeLeft()) throw refuse('PROXY_BUSY');
        const named = { path: { professionalId, ...path }, query: { ...query } };
        const deadline = Math.min(end, clock() + limits.upstreamMs);
        const reply = await service({ ...common, ...named, endpoint, acceptLanguage, deadline });
        if (reply.kind !== 'json') throw refuse('UPSTREAM_UNREADABLE');
        answered.push(reply.date ? Date.parse(reply.date) : startedAt);
        return reply.value;
      });

    /** Reads one submission into the set; one that is not there is left out. */
    async function readOne(submissionId: number, read: ReadRow, set: RowSet): Promise<void> {
      try {
        const row = read(await ask(getSubmission, { submissionId }, {}));
        // Of a record with another id, or with none, nothing is known of the one that was asked for.
        set.add(row.identity === submissionId ? row : read({ id: submissionId }));
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'NOT_FOUND') throw error;
      }
    }

    return {
      /** When the service answered, by its own clock: of several answers the first, so that nothing is taken for newer. */
      date: (): string => new Date(answeredAt.length > 0 ? Math.min(...answeredAt) : startedAt).toUTCString(),
      /** The service's clock, in milliseconds since 1970. */
      async clock(): Promise<number> {
        await ask(getProfessional, {}, {});
        return answeredAt.at(-1) ?? startedAt;
      },
      /** An instrument is of no list: the time of its answer does not count. */
      instrument: (formId: string) => ask(getInstrument, { formId }, {}, []),
      list: async (endpoint: Endpoint, query: object = {}) => toList(await ask(endpoint, {}, query)),
      /** Reads a paged list from an offset into the set; gives the offset at which to go on, null after the end. */
      async pages(
        endpoint: Endpoint,
        { query, offset, rows, isLong }: PagedList,
        read: ReadRow,
        set: RowSet,
      ): Promise<number | null> {
        const next = await readServiceList({
          ask: async (page) => toList(await ask(endpoint, {}, { ...query, ...page })),
          read,
          set,
          // An offset counts rows of others too, of whom a narrowed token may not learn: it gets all of its rows at once.
          from: common.narrowed ? 0 : offset,
          rows,
          pages: common.narrowed ? limits.narrowedPages : limits.caseloadPages * (isLong ? LATER_MAX : 1),
          isTimeLeft,
          keepsPart: !common.narrowed,
        });
        if (common.narrowed && next !== null) throw refuse('NARROWED_LIST_TOO_LONG');
        return next;
      },
      /** Reads submissions by their ids into the set. */
      each: (ids: readonly number[], read: ReadRow, set: RowSet) =>
        readEach(ids, (id) => readOne(id, read, set)),
    };
  };
}
