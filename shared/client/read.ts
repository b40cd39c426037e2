import { isDateTime, isUuid } from './contract/param.ts';
import { type ReadPlan, type Schema, toReadPlan, type ValueOf } from './contract/plan.ts';
import { ContractError } from './errors.ts';

/** A field of an answer that could not be read. It holds no value of the data, so that it can be logged. */
export interface Unreadable {
  /** Path of the field, such as `series[0].points[3].score`. */
  readonly path: string;
  /** What was expected there, such as `number`. */
  readonly reason: string;
}

/** An array item that was dropped, since a required field of it could not be read. */
export interface LostRow {
  /** Path of the item, such as `series[0].points[3]`. */
  readonly path: string;
  /** What could be read of it: data of a patient. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** What was read of an answer, and what was not. */
export interface Readable<T> {
  readonly data: T;
  /** One entry for each field that could not be read, in the order of the answer. */
  readonly unreadable: readonly Unreadable[];
  /** The array items that are missing from `data`. */
  readonly lostRows: readonly LostRow[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  Object(value) === value && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === 'string';

const CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: isText,
  number: Number.isFinite,
  integer: Number.isSafeInteger,
  flag: (value) => typeof value === 'boolean',
  uuid: (value) => isText(value) && isUuid(value),
  dateTime: (value) => isText(value) && isDateTime(value),
  any: () => true,
};

type Fault = { path: string; readonly reason: string; lost?: { path: string; row: LostRow['row'] } };

/** A value that could not be read. */
class Lost {
  readonly cause: Fault;
  /** What could be read of it. */
  readonly rest: Readonly<Record<string, unknown>>;
  constructor(cause: Fault, rest: Readonly<Record<string, unknown>> = {}) {
    this.cause = cause;
    this.rest = rest;
  }
}

type Reader = (value: unknown, faults: Fault[]) => unknown;

const isList = (plan: ReadPlan): plan is readonly [ReadPlan] => Array.isArray(plan);

const readers = new WeakMap<object, Reader>();

function toReader(plan: ReadPlan): Reader {
  if (typeof plan === 'string') return valueReader(plan);
  const reader = readers.get(plan) ?? (isList(plan) ? listReader(plan[0]) : objectReader(plan));
  readers.set(plan, reader);
  return reader;
}

function refuse(faults: Fault[], reason: string): Lost {
  const fault = { path: '', reason };
  faults.push(fault);
  return new Lost(fault);
}

function valueReader(plan: string): Reader {
  const kind = plan.replace(/\?$/, '');
  const isSound = CHECKS[kind] ?? ((value) => `=${value}` === kind);
  const isNullable = kind !== plan;
  return (value, faults) => (isSound(value) || (isNullable && value === null) ? value : refuse(faults, kind));
}

/** Puts a step before the paths of the faults that were found inside it. */
function prefix(faults: Fault[], from: number, step: string): void {
  for (const fault of faults.slice(from)) {
    fault.path = step + fault.path;
    if (fault.lost) fault.lost.path = step + fault.lost.path;
  }
}

function listReader(itemPlan: ReadPlan): Reader {
  const readItem = toReader(itemPlan);
  // The place of a plain value may tell what it belongs to, so such a list is read as a whole or not at all.
  const isOfValues = typeof itemPlan === 'string';
  return (value, faults) => {
    if (!Array.isArray(value)) return refuse(faults, 'list');
    const none: Fault[] = [];
    // Thousands of sound plain values are left as they are; an object is copied, so that it would be read twice.
    if (isOfValues && value.every((item) => readItem(item, none) === item)) return value;
    const kept: unknown[] = [];
    let cause: Fault | undefined;
    value.forEach((item, index) => {
      const from = faults.length;
      const read = readItem(item, faults);
      if (!(read instanceof Lost)) kept.push(read);
      else if (isOfValues) cause ??= read.cause;
      else read.cause.lost = { path: '', row: read.rest };
      prefix(faults, from, `[${index}]`);
    });
    return cause ? new Lost(cause) : kept;
  };
}

/** A name that could be data (the key of a map) is not repeated. */
const toStep = (name: string): string => `.${/^\w{1,40}$/.test(name) ? name : '*'}`;

function objectReader(fields: Readonly<Record<string, ReadPlan>>): Reader {
  const { '*': others, ...named } = fields;
  const known = Object.entries(named).map(([field, plan]) => {
    const name = field.replace(/\?$/, '');
    return { name, isOptional: name !== field, read: toReader(plan) };
  });
  const names = new Set(known.map(({ name }) => name));
  const readOther = others && toReader(others);
  return (value, faults) => {
    if (!isObject(value)) return refuse(faults, 'object');
    const result: Record<string, unknown> = {};
    const unread: string[] = [];
    let cause: Fault | undefined;
    const readField = (name: string, read: Reader, isOptional: boolean): void => {
      const from = faults.length;
      const field = read(value[name], faults);
      if (!(field instanceof Lost)) result[name] = field;
      else if (!isOptional) cause ??= field.cause;
      // Of thousands of rows hardly a field has a fault.
      if (!faults[from]) return;
      prefix(faults, from, toStep(name));
      // A list that lost items could be read, but not as a whole.
      if (field instanceof Lost || faults.slice(from).some(({ lost }) => lost)) unread.push(name);
    };
    for (const { name, isOptional, read } of known) {
      if (!isOptional || value[name] != null) readField(name, read, isOptional);
      else if (name in value) result[name] = value[name];
    }
    if (readOther) {
      for (const name of Object.keys(value)) {
        // `__proto__` would set the prototype, and `unreadFields` is this reader's own list.
        if (!names.has(name) && name !== '__proto__' && name !== 'unreadFields')
          readField(name, readOther, false);
      }
    }
    if (unread.length > 0) result.unreadFields = unread;
    return cause ? new Lost(cause, result) : result;
  };
}

/**
 * Reads an answer by its schema, field by field. An optional field that breaks the schema is left out and noted. An array
 * item without a field that it requires is left out and noted, with what could be read of it. Unknown words of a closed
 * list are kept, and so are fields that the schema does not name, unless it is a summary (`getScoreGraphSummary` and
 * such), which keeps only what it names.
 *
 * @param about named in the error
 * @throws {ContractError} if a required field outside every array breaks the schema
 *
 * @example
 * ```ts
 * import { getScoreGraph, readAnswer } from '@instrument-panel/client';
 *
 * const { data, unreadable } = readAnswer(getScoreGraph.response, JSON.parse(text));
 * for (const { path, reason } of unreadable) console.warn(`${path} is no ${reason}`);
 * ```
 */
export function readAnswer<S extends Schema>(
  schema: S,
  raw: unknown,
  about: { readonly endpoint: string; readonly status: number } = { endpoint: 'answer', status: 0 },
): Readable<ValueOf<S>> {
  const faults: Fault[] = [];
  const data = toReader(toReadPlan(schema))(raw, faults);
  const bare = (path: string): string => path.replace(/^\./, '');
  if (data instanceof Lost) {
    const { reason } = data.cause;
    const path = bare(data.cause.path);
    throw new ContractError(`contract broken at ${path || 'top'} (${reason})`, { ...about, field: path });
  }
  return {
    data: data as ValueOf<S>,
    unreadable: faults.map(({ path, reason }) => ({ path: bare(path), reason })),
    lostRows: faults.flatMap(({ lost }) => (lost ? { path: bare(lost.path), row: lost.row } : [])),
  };
}

/**
 * Makes the check whether a value can be taken as it was sent: reading it by the schema would leave nothing out. Of thousands
 * of rows hardly one has a fault, and to read each copies it.
 *
 * @param hidden names of the schema's fields that a value must not have, at any depth
 *
 * @example
 * ```ts
 * import { createSoundCheck, getScoreGraph } from '@instrument-panel/client';
 *
 * const isSound = createSoundCheck(getScoreGraph.response);
 * console.log(isSound({ series: 'none' })); // false
 * ```
 */
export const createSoundCheck = (schema: Schema, hidden: ReadonlySet<string> = new Set()): Check =>
  toCheck(toReadPlan(schema), hidden);

type Check = (value: unknown) => boolean;

function toCheck(plan: ReadPlan, hidden: ReadonlySet<string>): Check {
  if (typeof plan === 'string') {
    const kind = plan.replace(/\?$/, '');
    const isSound = CHECKS[kind] ?? ((value) => `=${value}` === kind);
    return kind === plan ? isSound : (value) => value === null || isSound(value);
  }
  if (isList(plan)) {
    const isSound = toCheck(plan[0], hidden);
    return (value) => Array.isArray(value) && value.every((item) => isSound(item));
  }
  const { '*': others = 'any', ...named } = plan;
  // The reader would go through them too.
  if (others !== 'any') return () => false;
  const fields = Object.entries(named).map(([field, of]) => {
    const name = field.replace(/\?$/, '');
    const isSound = hidden.has(name) ? () => false : toCheck(of, hidden);
    return { name, isOptional: name !== field, isSound };
  });
  return (value) => {
    // The last is the reader's own list, which a value must not bring along.
    if (!isObject(value) || value.unreadFields !== undefined) return false;
    for (const { name, isOptional, isSound } of fields) {
      const field = value[name];
      if (!(isOptional && field == null) && !isSound(field)) return false;
    }
    return true;
  };
}
