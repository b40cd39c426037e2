import { BASE_PATH, ENDPOINTS, type Endpoint } from '@instrument-panel/client/contract';
import * as z from 'zod/mini';

export const FAULT_KINDS = [
  'latency',
  'status-429',
  'status-500',
  'drop-before',
  'drop-middle',
  'truncated-json',
  'wrong-type',
  'unknown-enum',
  'unknown-field',
] as const;

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const IDS: ReadonlySet<string> = new Set([...ENDPOINTS].map(({ id }) => id));
const LATENCY_LIMIT_MS = 60_000;
const RETRY_AFTER_LIMIT_SECONDS = 3_600;

const Match = z.strictObject({
  method: z.optional(z.enum(METHODS)),
  path: z.optional(z.string().check(z.startsWith('/'), z.maxLength(500))),
  endpoint: z.optional(z.string().check(z.refine((id) => IDS.has(id), 'must be the id of an endpoint'))),
});

/** A fault to add. An unknown field is refused: a misspelt condition would match everything. */
export const FaultInput = z
  .strictObject({
    match: z.optional(Match),
    kind: z.enum(FAULT_KINDS),
    ms: z.optional(z.int().check(z.minimum(0), z.maximum(LATENCY_LIMIT_MS))),
    retryAfter: z.optional(z.int().check(z.minimum(0), z.maximum(RETRY_AFTER_LIMIT_SECONDS))),
    field: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    times: z.optional(z.int().check(z.minimum(1))),
  })
  .check(
    z.refine(({ kind, ms }) => kind !== 'latency' || ms !== undefined, {
      path: ['ms'],
      message: 'is needed for latency: milliseconds',
    }),
  );

/** Up to a hundred faults; the first one that matches happens. */
export const FaultInputs = z.array(FaultInput).check(z.maxLength(100));

/**
 * - `match`: which requests. Default: all. `path` is relative to the base path or whole: a pattern of
 *   the whole path if it has a `{name}`, each of which matches one segment, and a prefix otherwise;
 * - `ms`: of latency; `retryAfter`: seconds, of a 429;
 * - `field`: where a type or a value goes wrong, such as `series[0].points[1].score`;
 * - `times`: how often it happens. Default: always.
 */
export type FaultInput = z.infer<typeof FaultInput>;

/** A request, as far as faults and the request log need it. */
export interface RequestTarget {
  readonly method: string;
  /** Raw, relative to the base path. */
  readonly path: string;
  readonly endpoint: Endpoint | null;
}

function isPath(wanted: string, path: string): boolean {
  const relative = wanted.startsWith(`${BASE_PATH}/`) ? wanted.slice(BASE_PATH.length) : wanted;
  if (!relative.includes('{')) return path.startsWith(relative);
  const segments = path.split('/');
  const pattern = relative.split('/');
  const fits = (one: string, index: number) =>
    /^\{.*\}$/.test(one) ? segments[index] !== '' : one === segments[index];
  return pattern.length === segments.length && pattern.every(fits);
}

function concerns({ match = {} }: FaultInput, { method, path, endpoint }: RequestTarget): boolean {
  return (
    (match.method === undefined || match.method === method) &&
    (match.path === undefined || isPath(match.path, path)) &&
    (match.endpoint === undefined || match.endpoint === endpoint?.id)
  );
}

export interface Fault extends FaultInput {
  readonly id: number;
  happened: number;
}

const isLeft = ({ times, happened }: Fault): boolean => times === undefined || happened < times;

/** Creates the empty list of the faults that are on. They are kept in memory: a restart removes them. */
export function createFaultList() {
  let faults: readonly Fault[] = [];
  let lastId = 0;
  const numbered = (fault: FaultInput): Fault => {
    lastId += 1;
    return { id: lastId, ...fault, happened: 0 };
  };
  return {
    /** In the order in which they were added; one that has happened `times` stays in the list. */
    all: () => faults,
    /** Puts these in place of all others. */
    replace(given: readonly FaultInput[]) {
      faults = given.map(numbered);
    },
    /** Switches one more on, after all others; gives its number. */
    add(fault: FaultInput): number {
      faults = [...faults, numbered(fault)];
      return lastId;
    },
    /** Switches one off; the others keep how often they happened. */
    remove(id: number) {
      faults = faults.filter((fault) => fault.id !== id);
    },
    /** Those that concern a request and are not used up. */
    of: (asked: RequestTarget) => faults.filter((fault) => isLeft(fault) && concerns(fault, asked)),
    /** Counts that a fault happens. Returns false if it is used up. */
    use(fault: Fault): boolean {
      if (!isLeft(fault)) return false;
      fault.happened += 1;
      return true;
    },
  };
}
export type FaultList = ReturnType<typeof createFaultList>;
