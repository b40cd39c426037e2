import type * as z from 'zod/mini';
import type { Fault } from './fault-list.ts';

/** A value of a reply that holds no others, and where it is, written as the client writes it. */
interface Place {
  readonly path: string;
  readonly value: unknown;
  readonly put: (value: unknown) => void;
}

function* placesIn(value: unknown, path = ''): Generator<Place> {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    const holder = value as Record<string, unknown>;
    const inside = holder[key];
    const at = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    if (typeof inside === 'object' && inside !== null) yield* placesIn(inside, at);
    else
      yield {
        path: at,
        value: inside,
        put: (put) => {
          holder[key] = put;
        },
      };
  }
}

const UNKNOWN = 'SANDBOX_UNKNOWN';
/** Names of the values "whose complete enumeration is not shown": a reader has to take any text there. */
const OPEN_ENUMS =
  /(?:^|\.)(?:instrumentType|questionType|operator|calculationMethod|scoreDirection|source|fillType|seriesType|mode|relationStatus|channel|context|provider)$/;

type Issues = readonly { readonly code: string }[];

/**
 * Puts a value in the first place where `breaks` says that the contract is broken in the wanted way.
 * @returns false where there is no such place; the reply is as it was then
 */
function putFirst(
  reply: unknown,
  schema: z.ZodMiniType,
  field: string | undefined,
  valueFor: (place: Place) => unknown,
  breaks: (issues: Issues, place: Place) => boolean,
): boolean {
  for (const place of placesIn(reply)) {
    if (field !== undefined && field !== place.path) continue;
    const value = valueFor(place);
    if (value === undefined) continue;
    place.put(value);
    if (breaks(schema.safeParse(reply).error?.issues ?? [], place)) return true;
    place.put(place.value);
  }
  return false;
}

const ofAnotherType = ({ value }: Place): unknown => (typeof value === 'string' ? 0 : 'of the wrong type');
const unknownName = ({ value }: Place): unknown => (typeof value === 'string' ? UNKNOWN : undefined);

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
 *   one, the first value of a list that the specification leaves open;
 * - `unknown-field`: the object, or each object of the list, gets a field more.
 *
 * @returns false where there is no such place; the reply is as it was then
 */
export function alter(
  reply: unknown,
  schema: z.ZodMiniType,
  { kind, field }: Pick<Fault, 'kind' | 'field'>,
): boolean {
  if (kind === 'unknown-field') return addField(reply);
  if (kind === 'wrong-type') return putFirst(reply, schema, field, ofAnotherType, ({ length }) => length > 0);
  const isEnum = (issues: Issues) => issues.some(({ code }) => code === 'invalid_value');
  const isOpen = (_: Issues, { path }: Place) => OPEN_ENUMS.test(path);
  return (
    putFirst(reply, schema, field, unknownName, isEnum) || putFirst(reply, schema, field, unknownName, isOpen)
  );
}
