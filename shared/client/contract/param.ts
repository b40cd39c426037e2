export { isSameId } from './same-id.ts';

/** Parameters of paths and queries: type, decoding, encoding, JSON Schema and error words from one declaration. */

/** Given by a decoder for text that breaks its rule; the border answers 400 `VALIDATION_ERROR`. */
export const INVALID: unique symbol = Symbol('invalid');

interface ParamSchema {
  readonly type: 'string' | 'integer';
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly pattern?: string;
  readonly default?: string | number;
  readonly description?: string;
}

/** A parameter of a path or a query. */
export interface Param<T, Required extends boolean = boolean> {
  /** The typed value, `undefined` where the text counts as not sent, or {@link INVALID}. */
  readonly decode: (text: string) => T | undefined | typeof INVALID;
  readonly encode: (value: T) => string;
  /** Ends the sentence "`name` must be …". */
  readonly expects: string;
  readonly schema: ParamSchema;
  readonly required: Required;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/** True for a day of the calendar written `YYYY-MM-DD`; 2025-02-30 is none. */
export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** True for an RFC 3339 date-time with `Z` or an offset, on a day that the calendar has. */
export function isDateTime(text: string): boolean {
  // Every month has the days up to the 28th: most need no look at the calendar.
  return DATE_TIME.test(text) && (text.slice(8, 10) < '29' || isDate(text.slice(0, 10)));
}

/** True for an e-mail address of the plain form `local@domain.tld`. */
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text);

/** True for the 8-4-4-4-12 form, of any UUID variant. */
export const isUuid = (text: string): boolean => UUID.test(text);

/* @__NO_SIDE_EFFECTS__ */
const param = <T>(
  expects: string,
  schema: ParamSchema,
  decode: Param<T>['decode'],
  encode: Param<T>['encode'] = String,
): Param<T, false> => ({ decode, encode, expects, schema, required: false });

/* @__NO_SIDE_EFFECTS__ */
const integerParam = (minimum: number): Param<number, false> =>
  param(`an integer of at least ${minimum}`, { type: 'integer', minimum }, (raw) => {
    const value = /^\d{1,16}$/.test(raw) ? Number(raw) : Number.NaN;
    return Number.isSafeInteger(value) && value >= minimum ? value : INVALID;
  });

/** A UUID in lower case; both cases are read. */
export const uuid = param<string>('a UUID', { type: 'string', format: 'uuid' }, (raw) =>
  isUuid(raw) ? raw.toLowerCase() : INVALID,
);
/** The integer that identifies an application or a submission, from 1. */
export const integerId = integerParam(1);
/** An integer of at least 0 (`limit`, `offset`). */
export const count = integerParam(0);
/** An RFC 3339 date-time. */
export const dateTime = param<string>(
  'a date-time such as 2026-03-01T09:00:00Z',
  { type: 'string', format: 'date-time' },
  (raw) => (isDateTime(raw) ? raw : INVALID),
);
/** Any text. */
export const text = param<string>('text', { type: 'string' }, (raw) => raw);
/** An e-mail address; "spaces are read as `+`", so that the text sent need not be one (GET /professionals/check). */
export const email = param<string>('an e-mail address', { type: 'string' }, (raw) => {
  const address = raw.replaceAll(' ', '+');
  return isEmail(address) ? address : INVALID;
});
/** A day `YYYY-MM-DD`; "a date in an invalid format is ignored" (docs/service.md#notifications). */
export const lenientDate = param<string>('a day such as 2026-03-01', { type: 'string' }, (raw) =>
  isDate(raw) ? raw : undefined,
);
/** Comma-separated tag ids (docs/service.md#instruments). */
export const tagIds = param<readonly (number | bigint)[]>(
  'comma-separated integers such as 1,2',
  { type: 'string', pattern: '^\\s*\\d+\\s*(,\\s*\\d+\\s*)*$' },
  // The pattern has no bound: a number that a double would round is handed on whole.
  (raw) =>
    /^\s*\d+\s*(,\s*\d+\s*)*$/.test(raw)
      ? raw.split(',').map((id) => (Number.isSafeInteger(Number(id)) ? Number(id) : BigInt(id.trim())))
      : INVALID,
  (ids) => ids.join(','),
);

/** An integer of at least 1 where invalid text falls back to `fallback` (docs/service.md#recommendations). */
/* @__NO_SIDE_EFFECTS__ */
export function lenientCount(fallback: number): Param<number, false> {
  const description = 'An invalid value falls back to the default.';
  const { decode, expects, schema } = integerId;
  return param(expects, { ...schema, default: fallback, description }, (raw) => {
    const value = decode(raw);
    return value === INVALID ? undefined : value;
  });
}

/** One of the given words. */
/* @__NO_SIDE_EFFECTS__ */
export const oneOf = <const V extends string>(values: readonly V[], fallback?: V): Param<V, false> =>
  param(
    `one of ${values.join(', ')}`,
    { type: 'string', enum: values, ...(fallback === undefined ? {} : { default: fallback }) },
    (raw) => values.find((value) => value === raw) ?? INVALID,
  );

/** Comma-separated words out of the given ones. */
/* @__NO_SIDE_EFFECTS__ */
export function listOf<const V extends string>(values: readonly V[]): Param<readonly V[], false> {
  const word = `\\s*(${values.join('|')})\\s*`;
  return param<readonly V[]>(
    `a comma-separated list out of ${values.join(', ')}`,
    { type: 'string', pattern: `^${word}(,${word})*$` },
    (raw) => {
      const items = raw.split(',').map((item) => values.find((value) => value === item.trim()));
      return items.every((item) => item !== undefined) ? items : INVALID;
    },
    (items) => items.join(','),
  );
}

/** Comma-separated ids of applications or submissions, 1 to `most`. */
/* @__NO_SIDE_EFFECTS__ */
export const listOfIds = (most: number): Param<readonly number[], false> =>
  param<readonly number[]>(
    `1 to ${most} comma-separated ids such as 12,15`,
    { type: 'string', pattern: '^\\d+(,\\d+)*$' },
    (raw) => {
      const ids = raw.split(',').map((id) => integerId.decode(id));
      return ids.length <= most && ids.every((id) => typeof id === 'number') ? ids : INVALID;
    },
    (ids) => ids.join(','),
  );

/** The same parameter, refused with 400 where it is missing. */
/* @__NO_SIDE_EFFECTS__ */
export const required = <T>(optional: Param<T>): Param<T, true> => ({ ...optional, required: true });
