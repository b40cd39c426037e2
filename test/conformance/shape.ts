/** What a value has to look like; `check` gives a sentence for each place where it does not. */
export interface Shape<T> {
  readonly check: (value: unknown, path: string) => string[];
  /** Carries the type only. */
  readonly gives?: T;
}
export type Given<S> = S extends Shape<infer T> ? T : never;

const holds = <T>(what: string, test: (value: unknown) => boolean): Shape<T> => ({
  check: (value, path) => (test(value) ? [] : [`${path} is no ${what}: ${JSON.stringify(value)}`]),
});

const isText = (value: unknown): value is string => typeof value === 'string';
const matches = (pattern: RegExp) => (value: unknown) => isText(value) && pattern.test(value);

export const text = holds<string>('string', isText);
export const number = holds<number>('number', (value) => typeof value === 'number');
export const integer = holds<number>('integer', Number.isInteger);
export const boolean = holds<boolean>('boolean', (value) => typeof value === 'boolean');
export const uuid = holds<string>('UUID', matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i));
/** RFC 3339, section 5.6. */
export const dateTime = holds<string>(
  'date-time',
  matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/),
);
export const anything = holds<unknown>('value', (value) => value !== undefined);

export const oneOf = <const T extends string>(...values: T[]): Shape<T> =>
  holds(`one of ${values.join(', ')}`, (value) => values.some((known) => known === value));

/** It is not documented which fields may have no value. If one may not exist yet, null stands for it. */
export const orNull = <T>(shape: Shape<T>): Shape<T | null> => ({
  check: (value, path) => (value === null ? [] : shape.check(value, path)),
});

/** A field that a list leaves out and a detail has. */
export const absentOr = <T>(shape: Shape<T>): Shape<T | undefined> => ({
  check: (value, path) => (value === undefined ? [] : shape.check(value, path)),
});

export const listOf = <T>(shape: Shape<T>): Shape<T[]> => ({
  check: (value, path) =>
    Array.isArray(value)
      ? value.flatMap((item: unknown, index) => shape.check(item, `${path}[${index}]`))
      : [`${path} is no array: ${JSON.stringify(value)}`],
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const mapOf = <T>(shape: Shape<T>): Shape<Record<string, T>> => ({
  check: (value, path) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, item]) => shape.check(item, `${path}.${key}`))
      : [`${path} is no object: ${JSON.stringify(value)}`],
});

/** Every field has to be there, and more may be. */
export const record = <F extends Record<string, Shape<unknown>>>(
  fields: F,
): Shape<{ [K in keyof F]: Given<F[K]> }> => ({
  check: (value, path) =>
    isObject(value)
      ? Object.entries(fields).flatMap(([key, shape]) => shape.check(value[key], `${path}.${key}`))
      : [`${path} is no object: ${JSON.stringify(value)}`],
});

/** An object without a single field. */
export const empty: Shape<Record<string, never>> = holds(
  'empty object',
  (value) => isObject(value) && Object.keys(value).length === 0,
);

/** The value as its type; throws with every place where it is not of the shape. */
export function read<T>(shape: Shape<T>, value: unknown): T {
  const wrong = shape.check(value, '$');
  if (wrong.length > 0) throw new Error(wrong.slice(0, 10).join('\n'));
  return value as T;
}
