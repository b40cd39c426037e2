/**
 * The part of `zod/mini` that the contract uses, for bundles that must be small: 1 KB where zod/mini is 8 KB
 * minified and gzipped. The contract is written against `zod/mini`, and so are its types; the browser's build
 * puts this module in its place. The test beside it holds both to the same verdict, data and paths.
 *
 * @module
 */
import { isDateTime, isUuid } from '../param.ts';

interface Issue {
  /** From the whole to the part; what holds the part puts its key in front. */
  readonly path: PropertyKey[];
  readonly code: string;
  readonly expected?: string;
  readonly format?: string;
  readonly message?: string;
}

/** A rule on top of a type; gives the code and the message of the issue, or null where it holds. */
type Check = (value: never) => Omit<Issue, 'path'> | null;
type Read = (value: unknown, issues: Issue[]) => unknown;

interface Schema {
  readonly read: Read;
  readonly shape: Readonly<Record<string, Schema>> | undefined;
  check(...checks: Check[]): Schema;
  safeParse(
    value: unknown,
  ): { success: true; data: unknown } | { success: false; error: { issues: Issue[] } };
}

/* @__NO_SIDE_EFFECTS__ */
function schema(read: Read, shape?: Readonly<Record<string, Schema>>): Schema {
  return {
    read,
    shape,
    check: (...checks) =>
      schema((value, issues) => {
        const before = issues.length;
        const data = read(value, issues);
        // As in zod, one rule broken does not hide the next; only a value of another type ends the matter.
        if (issues[before]?.code !== 'invalid_type') {
          for (const check of checks) {
            const issue = check(data as never);
            if (issue) issues.push({ ...issue, path: [] });
          }
        }
        return data;
      }),
    safeParse(value) {
      const issues: Issue[] = [];
      const data = read(value, issues);
      return issues.length > 0 ? { success: false, error: { issues } } : { success: true, data };
    },
  };
}

const invalid = (expected: string, code = 'invalid_type'): Omit<Issue, 'path'> => ({
  code,
  ...(code === 'invalid_format' ? { format: expected } : { expected }),
});

/** A type that a predicate decides. */
/* @__NO_SIDE_EFFECTS__ */
const leaf = (holds: (value: unknown) => boolean, expected: string, code?: string): Schema =>
  schema((value, issues) => {
    if (!holds(value)) issues.push({ ...invalid(expected, code), path: [] });
    return value;
  });

/** A text of a certain form; what is no text at all is a fault of type, not of form. */
/* @__NO_SIDE_EFFECTS__ */
const form = (holds: (text: string) => boolean, format: string): Schema =>
  string().check((text: string) => (holds(text) ? null : invalid(format, 'invalid_format')));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/* @__NO_SIDE_EFFECTS__ */
export const string = (): Schema => leaf((value) => typeof value === 'string', 'string');
/* @__NO_SIDE_EFFECTS__ */
export const number = (): Schema => leaf(Number.isFinite, 'number');
/* @__NO_SIDE_EFFECTS__ */
export const int = (): Schema => leaf(Number.isSafeInteger, 'int');
/* @__NO_SIDE_EFFECTS__ */
export const boolean = (): Schema => leaf((value) => typeof value === 'boolean', 'boolean');
/* @__NO_SIDE_EFFECTS__ */
export const unknown = (): Schema => schema((value) => value);
/* @__NO_SIDE_EFFECTS__ */
export const literal = (wanted: unknown): Schema =>
  leaf((value) => value === wanted, String(wanted), 'invalid_value');
/* @__NO_SIDE_EFFECTS__ */
const oneOf = (values: readonly unknown[]): Schema =>
  leaf((value) => values.includes(value), values.join('|'), 'invalid_value');

export { oneOf as enum };

/* @__NO_SIDE_EFFECTS__ */
export const guid = (): Schema => form(isUuid, 'guid');

/** As zod has it, seconds are written, and letters are capitals. */
const WRITTEN = /T.{5}:[^a-z]+$/;

/** Only `datetime({ offset: true })` is offered, since the contract uses no other. */
export const iso = {
  datetime: /* @__NO_SIDE_EFFECTS__ */ (): Schema =>
    form((text) => isDateTime(text) && WRITTEN.test(text), 'datetime'),
};

/* @__NO_SIDE_EFFECTS__ */
export const optional = ({ read }: Schema): Schema =>
  schema((value, issues) => (value === undefined ? value : read(value, issues)));
/* @__NO_SIDE_EFFECTS__ */
export const nullable = ({ read }: Schema): Schema =>
  schema((value, issues) => (value === null ? value : read(value, issues)));

/** Reads a part. Its path is written only where there is an issue: thousands of sound parts need none. */
function part(read: Read, value: unknown, key: PropertyKey, issues: Issue[]): unknown {
  const before = issues.length;
  const data = read(value, issues);
  for (let at = before; at < issues.length; at++) issues[at]?.path.unshift(key);
  return data;
}

/* @__NO_SIDE_EFFECTS__ */
export const array = ({ read }: Schema): Schema =>
  schema((value, issues) => {
    if (Array.isArray(value)) return value.map((item, index) => part(read, item, index, issues));
    issues.push({ ...invalid('array'), path: [] });
    return value;
  });

/** Keys of a map are any text; `__proto__` is left out, as zod leaves it out. */
/* @__NO_SIDE_EFFECTS__ */
export const record = (_key: Schema, { read }: Schema): Schema =>
  schema((value, issues) => {
    if (!isRecord(value)) {
      issues.push({ ...invalid('record'), path: [] });
      return value;
    }
    const data: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      if (key !== '__proto__') data[key] = part(read, value[key], key, issues);
    }
    return data;
  });

/* @__NO_SIDE_EFFECTS__ */
const fields = (shape: Readonly<Record<string, Schema>>, loose: boolean): Schema =>
  schema((value, issues) => {
    if (!isRecord(value)) {
      issues.push({ ...invalid('object'), path: [] });
      return value;
    }
    const data: Record<string, unknown> = loose ? { ...value } : {};
    for (const key in shape) {
      const read = shape[key]?.read;
      const field = read && part(read, value[key], key, issues);
      if (field !== undefined || key in value) data[key] = field;
    }
    return data;
  }, shape);

/** Unknown fields pass, and are dropped. */
/* @__NO_SIDE_EFFECTS__ */
export const object = (shape: Readonly<Record<string, Schema>>): Schema => fields(shape, false);
/** Unknown fields pass, and stay. */
/* @__NO_SIDE_EFFECTS__ */
export const looseObject = (shape: Readonly<Record<string, Schema>>): Schema => fields(shape, true);
/* @__NO_SIDE_EFFECTS__ */
export const partial = ({ shape = {} }: Schema): Schema =>
  object(Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, optional(field)])));

/* @__NO_SIDE_EFFECTS__ */
export const refine =
  (holds: (value: never) => boolean, message: string): Check =>
  (value) =>
    holds(value) ? null : { code: 'custom', message };
/* @__NO_SIDE_EFFECTS__ */
export const maxLength =
  (maximum: number, message = `Too big: expected at most ${maximum}`): Check =>
  (value: { readonly length: number }) =>
    value.length <= maximum ? null : { code: 'too_big', message };
/* @__NO_SIDE_EFFECTS__ */
export const minLength =
  (minimum: number, message = `Too small: expected at least ${minimum}`): Check =>
  (value: { readonly length: number }) =>
    value.length >= minimum ? null : { code: 'too_small', message };
