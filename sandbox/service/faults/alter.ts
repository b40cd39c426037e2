import type * as z from 'zod/mini';
import type { Fault } from './fault.ts';

/** A leaf value of a reply. */
interface Place {
  readonly path: string;
  readonly value: unknown;
  readonly put: (value: unknown) => void;
}

/** Writes a path such as `series[0].name`. */
const written = (path: readonly PropertyKey[]): string =>
  path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');

function* placesIn(value: unknown, path: readonly PropertyKey[] = []): Generator<Place> {
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Record<string, unknown>;
  for (const [key, inside] of Object.entries(holder)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (typeof inside === 'object' && inside !== null) yield* placesIn(inside, at);
    else yield { path: written(at), value: inside, put: (put) => Object.assign(holder, { [key]: put }) };
  }
}

const UNKNOWN = 'SANDBOX_UNKNOWN';
/** Names of the values "whose complete enumeration is not shown": a reader has to take any text there. */
const OPEN_ENUMS =
  /(?:^|\.)(?:instrumentType|questionType|operator|calculationMethod|scoreDirection|source|fillType|seriesType|mode|relationStatus|channel|context|provider)$/;

/** Places whose text is one of a closed list: those that break the contract for this reason with any other text. */
function closedEnums(reply: unknown, schema: z.ZodMiniType): ReadonlySet<string> {
  const copy: unknown = structuredClone(reply);
  for (const { value, put } of placesIn(copy)) if (typeof value === 'string') put(UNKNOWN);
  const issues = schema.safeParse(copy).error?.issues ?? [];
  return new Set(issues.filter(({ code }) => code === 'invalid_value').map(({ path }) => written(path)));
}

function misname(reply: unknown, schema: z.ZodMiniType, field: string | undefined): boolean {
  const closed = closedEnums(reply, schema);
  const places = [...placesIn(reply)].filter(
    ({ path, value }) => typeof value === 'string' && (field ?? path) === path,
  );
  const place =
    places.find(({ path }) => closed.has(path)) ?? places.find(({ path }) => OPEN_ENUMS.test(path));
  place?.put(UNKNOWN);
  return place !== undefined;
}

function mistype(reply: unknown, schema: z.ZodMiniType, field: string | undefined): boolean {
  for (const { path, value, put } of placesIn(reply)) {
    if ((field ?? path) !== path) continue;
    put(typeof value === 'string' ? 0 : 'of the wrong type');
    if (!schema.safeParse(reply).success) return true;
    // A place of which the contract says nothing.
    put(value);
  }
  return false;
}

function addField(reply: unknown): boolean {
  const objects = (Array.isArray(reply) ? reply : [reply]).filter(
    (item) => typeof item === 'object' && item !== null,
  );
  for (const item of objects) item.sandboxUnknownField = UNKNOWN;
  return objects.length > 0;
}

/**
 * Changes a real reply in a place that exists:
 * - `wrong-type`: the first value (or `field`) becomes one of another type, so that the contract is broken;
 * - `unknown-enum`: the first value of a closed list (or `field`) becomes one that is not in it; in a reply without
 *   one, the first value of an open list;
 * - `unknown-field`: the object, or each object of the list, gets a field more.
 *
 * @returns false if there is no such place; the reply is unchanged then
 */
export function alter(
  reply: unknown,
  schema: z.ZodMiniType,
  { kind, field }: Pick<Fault, 'kind' | 'field'>,
): boolean {
  if (kind === 'unknown-field') return addField(reply);
  return kind === 'wrong-type' ? mistype(reply, schema, field) : misname(reply, schema, field);
}
