import { isDateTime, isUuid } from './param.ts';

/**
 * What the declarations of the service's endpoints use of `zod/mini`. The published client has this module in its place
 * (scripts/client-modules.ts): importing zod takes longer than all else of the client. It says no more than which field
 * breaks a rule; a test holds it against zod.
 *
 * @module
 */

type Path = readonly PropertyKey[];
type Issue = { readonly path: Path };
/** Returns the value as it is sent, and adds an issue for each part that breaks its rule. */
type Parse = (value: unknown, issues: Issue[], path: Path) => unknown;
type Rule = (value: never) => boolean;
type Shape = Readonly<Record<string, Schema>>;

/** The parts of zod's definition of a schema that a plan is made from (plan.ts). */
interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly shape?: Shape;
  readonly element?: Schema;
  readonly valueType?: Schema;
  readonly innerType?: Schema;
  readonly values?: readonly unknown[];
}

class Schema {
  readonly def: Definition;
  readonly parse: Parse;

  constructor(def: Definition, parse: Parse) {
    this.def = def;
    this.parse = parse;
  }

  /** The same schema with rules for a value that is sound without them. */
  check(...rules: readonly Rule[]): Schema {
    return new Schema(this.def, (value, issues, path) => {
      const before = issues.length;
      const parsed = this.parse(value, issues, path);
      if (issues.length === before && !rules.every((rule) => rule(parsed as never))) issues.push({ path });
      return parsed;
    });
  }

  safeParse(value: unknown) {
    const issues: Issue[] = [];
    const data = this.parse(value, issues, []);
    return issues.length > 0 ? { success: false, error: { issues } } : { success: true, data };
  }
}

/* @__NO_SIDE_EFFECTS__ */
const kind = (def: Definition, isSound: (value: unknown) => boolean): Schema =>
  new Schema(def, (value, issues, path) => {
    if (!isSound(value)) issues.push({ path });
    return value;
  });

const isText = (value: unknown): value is string => typeof value === 'string';

/* @__NO_SIDE_EFFECTS__ */
export const string = () => kind({ type: 'string' }, isText);
/* @__NO_SIDE_EFFECTS__ */
export const number = () => kind({ type: 'number' }, Number.isFinite);
/* @__NO_SIDE_EFFECTS__ */
export const int = () => kind({ type: 'number', format: 'safeint' }, Number.isSafeInteger);
/* @__NO_SIDE_EFFECTS__ */
export const boolean = () => kind({ type: 'boolean' }, (value) => typeof value === 'boolean');
/* @__NO_SIDE_EFFECTS__ */
export const unknown = () => kind({ type: 'unknown' }, () => true);
/* @__NO_SIDE_EFFECTS__ */
export const guid = () => kind({ type: 'string', format: 'guid' }, (value) => isText(value) && isUuid(value));
/** With seconds and in capitals, as zod demands of what is sent. */
const isWritten = (text: string): boolean => text[16] === ':' && text === text.toUpperCase();
/* @__NO_SIDE_EFFECTS__ */
const datetime = () =>
  kind(
    { type: 'string', format: 'datetime' },
    (value) => isText(value) && isWritten(value) && isDateTime(value),
  );
export const iso = { datetime };
/* @__NO_SIDE_EFFECTS__ */
export const literal = (only: unknown) =>
  kind({ type: 'literal', values: [only] }, (value) => value === only);
/* @__NO_SIDE_EFFECTS__ */
const oneOf = (values: readonly string[]) =>
  kind({ type: 'enum' }, (value) => values.includes(value as string));

export { oneOf as enum };

/* @__NO_SIDE_EFFECTS__ */
const except = (type: string, absent: unknown, innerType: Schema): Schema =>
  new Schema({ type, innerType }, (value, issues, path) =>
    value === absent ? value : innerType.parse(value, issues, path),
  );
/* @__NO_SIDE_EFFECTS__ */
export const optional = (schema: Schema) => except('optional', undefined, schema);
/* @__NO_SIDE_EFFECTS__ */
export const nullable = (schema: Schema) => except('nullable', null, schema);

/* @__NO_SIDE_EFFECTS__ */
export const array = (element: Schema): Schema =>
  new Schema({ type: 'array', element }, (value, issues, path) => {
    if (Array.isArray(value)) return value.map((one, at) => element.parse(one, issues, [...path, at]));
    issues.push({ path });
    return value;
  });

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Takes the fields of the shape, and leaves out all others. */
/* @__NO_SIDE_EFFECTS__ */
export const object = (shape: Shape): Schema =>
  new Schema({ type: 'object', shape }, (value, issues, path) => {
    if (!isRecord(value)) {
      issues.push({ path });
      return value;
    }
    const fields = Object.entries(shape).map(
      ([name, field]) => [name, field.parse(value[name], issues, [...path, name])] as const,
    );
    return Object.fromEntries(fields.filter(([name]) => name in value));
  });

/** A map, which only answers have: they are read by their plan. */
/* @__NO_SIDE_EFFECTS__ */
export const record = (_: Schema, valueType: Schema) => kind({ type: 'record', valueType }, isRecord);

const shapeOf = ({ def: { shape = {} } }: Schema): Shape => shape;
/* @__NO_SIDE_EFFECTS__ */
export const extend = (schema: Schema, more: Shape) => object({ ...shapeOf(schema), ...more });
/* @__NO_SIDE_EFFECTS__ */
export const partial = (schema: Schema) =>
  object(Object.fromEntries(Object.entries(shapeOf(schema)).map(([name, one]) => [name, optional(one)])));
/* @__NO_SIDE_EFFECTS__ */
export const pick = (schema: Schema, names: Readonly<Record<string, true>>) =>
  object(Object.fromEntries(Object.entries(shapeOf(schema)).filter(([name]) => names[name])));

/* @__NO_SIDE_EFFECTS__ */
export const transform = (change: (value: never) => unknown) =>
  new Schema({ type: 'transform' }, (value) => change(value as never));
/* @__NO_SIDE_EFFECTS__ */
export const pipe = (first: Schema, next: Schema) =>
  new Schema({ type: 'pipe' }, (value, issues, path) => {
    const before = issues.length;
    const parsed = first.parse(value, issues, path);
    return issues.length === before ? next.parse(parsed, issues, path) : parsed;
  });

export const refine = (rule: Rule) => rule;
export const maxLength = (most: number) => (text: string) => text.length <= most;
