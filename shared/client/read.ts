import type * as z from 'zod/mini';
import { ContractError } from './errors.ts';

/** A part of an answer that was left out. It holds no value of the data. */
export interface Unreadable {
  /** Path of the field that broke the contract, such as `series[0].points[3].score`. */
  readonly path: string;
  /** What was expected there. */
  readonly reason: string;
}

export interface Readable<T> {
  readonly data: T;
  /** One entry for each item that was left out. */
  readonly unreadable: readonly Unreadable[];
}

type Path = readonly PropertyKey[];
type Issue = {
  readonly path: Path;
  readonly code: string;
  readonly expected?: string;
  readonly format?: string;
};

/** An item inside an item can only show its own fault once the outer check runs again. */
const PASSES = 8;

/**
 * Reads an answer by its schema. An array item that breaks it is left out and noted, the others are kept: the
 * innermost array around the fault is the one that loses an item. Paths are those of the answer as it came.
 *
 * @param about named in the error
 * @throws {ContractError} where a fault lies outside every array
 */
export function readTolerantly<S extends z.ZodMiniType>(
  schema: S,
  raw: unknown,
  about: { readonly endpoint: string; readonly status: number } = { endpoint: 'answer', status: 0 },
): Readable<z.output<S>> {
  const dropped = new Map<string, Fault>();
  let left = raw;
  let origins: Origins = new Map();
  for (let pass = 0; ; pass++) {
    const parsed = schema.safeParse(left);
    if (parsed.success) return { data: parsed.data, unreadable: [...dropped.values()].map(noted) };
    for (const issue of parsed.error.issues as readonly Issue[]) {
      const fault = locate(left, issue, origins);
      const item = fault.around.at(-1);
      if (item === undefined || pass === PASSES) {
        const { path, reason } = noted(fault);
        throw new ContractError(
          `the answer breaks the contract at ${path || 'its top'} (expected ${reason}); compare versions.`,
          about,
          path,
        );
      }
      if (!dropped.has(item)) dropped.set(item, fault);
    }
    // An item that falls with the one around it is not counted twice.
    for (const [item, { around }] of dropped) {
      if (around.some((outer) => outer !== item && dropped.has(outer))) dropped.delete(item);
    }
    origins = new Map();
    left = without(raw, '', dropped, new Set([...dropped.values()].flatMap(({ keys }) => keys)), origins);
  }
}

/** A fault, by the path in the answer as it came. */
interface Fault {
  readonly path: Path;
  readonly reason: string;
  /** Key of each step of the path. */
  readonly keys: readonly string[];
  /** Keys of the array items around the fault, the innermost last. */
  readonly around: readonly string[];
}

/** For an array that lost items: where each of those left stood before. */
type Origins = Map<unknown, readonly number[]>;

function locate(value: unknown, issue: Issue, origins: Origins): Fault {
  let at = value;
  let key = '';
  const keys = [''];
  const around: string[] = [];
  const path = issue.path.map((step) => {
    const isItem = Array.isArray(at);
    const was = isItem ? (origins.get(at)?.[Number(step)] ?? step) : step;
    at = (at as Record<PropertyKey, unknown> | null | undefined)?.[step];
    key += keyOf(was);
    keys.push(key);
    if (isItem) around.push(key);
    return was;
  });
  return { path, reason: issue.expected ?? issue.format ?? issue.code, keys, around };
}

/** A copy without the dropped items; what loses nothing is not copied. */
function without(
  value: unknown,
  key: string,
  dropped: ReadonlyMap<string, Fault>,
  touched: ReadonlySet<string>,
  origins: Origins,
): unknown {
  if (typeof value !== 'object' || value === null || !touched.has(key)) return value;
  const part = (step: string | number, inner: unknown) =>
    without(inner, key + keyOf(step), dropped, touched, origins);
  if (!Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, part(name, inner)]));
  }
  const stays = [...value.keys()].filter((index) => !dropped.has(key + keyOf(index)));
  const kept = stays.map((index) => part(index, value[index]));
  origins.set(kept, stays);
  return kept;
}

const keyOf = (step: PropertyKey): string => `${JSON.stringify(step)}/`;

/** Names that could be data (keys of a map) are not written out. */
const noted = ({ path, reason }: Fault): Unreadable => ({
  path: path
    .map((step) => {
      const name = String(step);
      return typeof step === 'number' ? `[${name}]` : `.${/^\w{1,40}$/.test(name) ? name : '*'}`;
    })
    .join('')
    .replace(/^\./, ''),
  reason,
});
