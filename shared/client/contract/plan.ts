import type * as z from 'zod/mini';

/**
 * How an answer is read, as data: a kind of value, a list (`[plan]`), or an object by its fields. A field whose name ends
 * in `?` may be absent or null, an item of a kind that ends so may be null, and `*` is every field that is not named.
 */
export type ReadPlan =
  | ValueKind
  | `${ValueKind}?`
  | readonly [ReadPlan]
  | { readonly [field: string]: ReadPlan };

/** The kinds of value in an answer; `=Bearer` is that text and no other. */
type ValueKind = 'text' | 'number' | 'integer' | 'flag' | 'uuid' | 'dateTime' | 'any' | `=${string}`;

/** What a client needs of a schema: the types of its values, and the check of what is sent. zod's are such. */
export interface Schema<Value = unknown, Sent = Value> {
  /** Types alone: `Value` as it is read, `Sent` as it is given. */
  readonly _zod?: { readonly output: Value; readonly input: Sent };
  safeParse(value: unknown): {
    readonly data?: unknown;
    readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] } | undefined;
  };
}
/** The type of a value that is read by a schema. */
export type ValueOf<S extends Schema> = NonNullable<S['_zod']>['output'];
/** The type of a value that is sent by a schema. */
export type SentOf<S extends Schema> = NonNullable<S['_zod']>['input'];

interface Definition {
  readonly type: string;
  readonly format?: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
  readonly values?: readonly unknown[];
}

const definitionOf = (schema: Schema): Definition => (schema as z.ZodMiniType).def as unknown as Definition;

/** A closed list is open when it is read: the service may add to it, and a word of its own is still a word. */
const KINDS: Readonly<Record<string, ValueKind>> = {
  'string:datetime': 'dateTime',
  'string:guid': 'uuid',
  'number:safeint': 'integer',
  string: 'text',
  enum: 'text',
  number: 'number',
  boolean: 'flag',
  unknown: 'any',
  union: 'any',
};

const isNullable = (schema: Schema): boolean => ['optional', 'nullable'].includes(definitionOf(schema).type);

const isSchema = (given: Schema | ReadPlan): given is Schema =>
  typeof given === 'object' && 'safeParse' in given;

/** On the schema itself: another copy of this module has to know it too. */
const SUMMARY = Symbol.for('instrument-panel.summary');

/** Marks the schema of an answer as a summary: reading it keeps only what it names, at every depth. */
export const summary = <S extends Schema>(schema: S): S =>
  Object.defineProperty(schema, SUMMARY, { value: true });

const wholePlans = new WeakMap<Schema, ReadPlan>();
const summaryPlans = new WeakMap<Schema, ReadPlan>();

/**
 * Makes the plan by which answers of a schema are read; a plan is its own. Fields that the schema does not name pass,
 * unless it is a {@link summary}. The build of the widget bundles plans in place of the schemas that headline and graph
 * need (scripts/read-plans.ts), so that no page loads zod for them.
 *
 * @throws TypeError for a schema of a kind that no plan is decided for
 */
export function toReadPlan(schema: Schema | ReadPlan, isInSummary = false): ReadPlan {
  if (!isSchema(schema)) return schema;
  const isSummary = isInSummary || SUMMARY in schema;
  const plans = isSummary ? summaryPlans : wholePlans;
  const plan = plans.get(schema) ?? createPlan(schema, isSummary);
  plans.set(schema, plan);
  return plan;
}

function createPlan(schema: Schema, isSummary: boolean): ReadPlan {
  const { type, format, shape, element, valueType, innerType, values } = definitionOf(schema);
  if (values) return `=${values[0]}`;
  if (innerType) return toReadPlan(innerType, isSummary);
  if (element) {
    const item = toReadPlan(element, isSummary);
    return [typeof item === 'string' && isNullable(element) ? (`${item}?` as ReadPlan) : item];
  }
  if (valueType) return { '*': toReadPlan(valueType, isSummary) };
  if (shape) {
    const fields = Object.entries(shape).map(([name, field]) => [
      isNullable(field) ? `${name}?` : name,
      toReadPlan(field, isSummary),
    ]);
    return { ...Object.fromEntries(fields), ...(isSummary ? {} : { '*': 'any' }) };
  }
  const kind = KINDS[format ? `${type}:${format}` : type];
  if (!kind) throw new TypeError(`No plan is decided for a schema of type ${type}; decide it in plan.ts.`);
  return kind;
}

/** Returns the plan of a schema in its place, typed as the schema: an answer of that type is read by it. */
export const toPlanOf = <S extends Schema>(schema: S): S => toReadPlan(schema) as unknown as S;
