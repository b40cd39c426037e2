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
  /** One entry for each array item that was left out; an item that falls with the one around it has its own. */
  readonly unreadable: readonly Unreadable[];
}

type Issue = {
  readonly path: readonly PropertyKey[];
  readonly code: string;
  readonly expected?: string;
  readonly format?: string;
};

/** A schema may judge an item only once the items inside it are sound, so reading takes more than one pass. */
const PASSES = 9;

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
  const unreadable: Unreadable[] = [];
  /** For an array that lost items: where each of those left stood before. */
  const before = new Map<unknown, number[]>();
  let left = raw;
  for (let pass = 0; ; pass++) {
    const parsed = schema.safeParse(left);
    if (parsed.success) return { data: parsed.data, unreadable };
    if (pass === 0) left = structuredClone(raw);
    const losses = new Map<unknown[], Set<number>>();
    for (const issue of parsed.error.issues as readonly Issue[]) {
      let at = left;
      let path = '';
      let list: unknown[] | undefined;
      let index = 0;
      for (const step of issue.path) {
        if (Array.isArray(at)) {
          list = at;
          index = Number(step);
          path += `[${before.get(at)?.[index] ?? index}]`;
        } else {
          // A name that could be data (the key of a map) is not repeated.
          path += `.${/^\w{1,40}$/.test(String(step)) ? String(step) : '*'}`;
        }
        at = (at as Record<PropertyKey, unknown> | undefined)?.[step];
      }
      path = path.replace(/^\./, '');
      const reason = issue.expected ?? issue.format ?? issue.code;
      if (!list || pass === PASSES) {
        throw new ContractError(`contract broken at ${path || 'top'} (${reason})`, { ...about, field: path });
      }
      const lost = losses.get(list) ?? new Set();
      if (!lost.has(index)) unreadable.push({ path, reason });
      losses.set(list, lost.add(index));
    }
    for (const [list, lost] of losses) {
      const stays = [...list.keys()].filter((index) => !lost.has(index));
      const places = before.get(list);
      before.set(list, places ? stays.map((index) => places[index] ?? index) : stays);
      stays.forEach((index, to) => {
        list[to] = list[index];
      });
      list.length = stays.length;
    }
  }
}
