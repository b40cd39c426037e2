import * as z from 'zod/mini';
import { isDateTime, isEmail } from './param.ts';

/** A UUID of any variant (`z.uuid()` would refuse some that services send). */
export const Uuid = z.guid();
/** An RFC 3339 date-time, with `Z` or an offset. */
export const DateTime = z.iso.datetime({ offset: true });
/** The integer that identifies an application, a submission and their parts. */
export const Id = z.int();

/** A field that may be missing or null. */
/* @__NO_SIDE_EFFECTS__ */
export const maybe = <S extends z.ZodMiniType>(schema: S): z.ZodMiniOptional<z.ZodMiniNullable<S>> =>
  z.optional(z.nullable(schema));

/** When a record was made and last changed. */
export const timestamps = {
  /** When the record was made. */
  createdAt: /* @__PURE__ */ maybe(DateTime),
  /** When the record was last changed. */
  updatedAt: /* @__PURE__ */ maybe(DateTime),
};

/** A text whose known values are typed and whose unknown values are accepted. */
type Open<V extends string> = V | (string & Record<never, never>);

/** An enum whose complete list is undocumented. */
/* @__NO_SIDE_EFFECTS__ */
export function openEnum<const V extends string>(_known: readonly V[]): z.ZodMiniType<Open<V>, Open<V>> {
  return z.string() as unknown as z.ZodMiniType<Open<V>, Open<V>>;
}

/**
 * A closed list of the contract. It is open when it is read, since the service may add to it (plan.ts), so its type takes
 * any text; what is sent is checked against the list.
 */
/* @__NO_SIDE_EFFECTS__ */
export function closedEnum<const V extends string>(values: readonly V[]): z.ZodMiniType<Open<V>, Open<V>> {
  return z.enum(values) as unknown as z.ZodMiniType<Open<V>, Open<V>>;
}

/** A UUID sent to the service or the proxy; read in either case, and handed on in lower case. */
/* @__NO_SIDE_EFFECTS__ */
export const uuidInput = () =>
  z.pipe(
    z.guid(),
    z.transform((uuid) => uuid.toLowerCase()),
  );
/** A date-time sent to the service. */
/* @__NO_SIDE_EFFECTS__ */
export const dateTimeInput = () =>
  z.iso
    .datetime({ offset: true })
    .check(z.refine(isDateTime, 'must be a date-time such as 2026-03-01T09:00:00Z'));
/** An e-mail address sent to the service. */
/* @__NO_SIDE_EFFECTS__ */
export const emailInput = () => z.string().check(z.refine(isEmail, 'must be an e-mail address'));
/** A text sent to the service: 1 to `max` characters that are not all blank. */
/* @__NO_SIDE_EFFECTS__ */
export const textInput = (max = 200) =>
  z.string().check(
    z.maxLength(max, `must have at most ${max} characters`),
    z.refine((text) => text.trim() !== '', 'must not be empty'),
  );
