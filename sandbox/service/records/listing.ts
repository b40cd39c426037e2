import type { SQLInputValue } from 'node:sqlite';
import { validationError } from '../errors.ts';
import type { Store } from '../store/database.ts';

/** A condition of a list with its value. The SQL never comes from a request. */
export type Condition = readonly [sql: string, value: SQLInputValue];

/** A list query. */
export interface Listing {
  readonly table: 'application' | 'submission';
  readonly conditions: readonly Condition[];
  /** Any of these statuses; absent means all. */
  readonly statuses?: readonly string[] | undefined;
  /** With the id as a second key. */
  readonly orderBy: 'createdAt' | 'updatedAt' | 'startedAt' | 'nextAnswerAt';
  readonly direction: 'ASC' | 'DESC';
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/**
 * The statement of a list. Each status is a part of its own, so that every part is read in the order of its
 * index and the reading ends at the limit: the time does not grow with the table. Null dates sort last both ways.
 */
export function listingStatement(listing: Listing): {
  readonly sql: string;
  readonly values: SQLInputValue[];
} {
  const { table, conditions, statuses, orderBy, direction, limit, offset } = listing;
  const where = conditions.map(([sql]) => sql);
  const values = conditions.map(([, value]) => value);
  const wanted = statuses === undefined ? [undefined] : [...new Set(statuses)];
  const parts = wanted.map((status) => {
    const all = status === undefined ? where : [...where, 'status = ?'];
    return `SELECT * FROM ${table} WHERE ${all.join(' AND ')}`;
  });
  const bound = wanted.flatMap((status) => (status === undefined ? values : [...values, status]));
  const nulls = orderBy === 'nextAnswerAt' && direction === 'ASC' ? ' NULLS LAST' : '';
  const order = `ORDER BY ${orderBy} ${direction}${nulls}, id ${direction}`;
  return {
    sql: `${parts.join(' UNION ALL ')} ${order} LIMIT ? OFFSET ?`,
    values: [...bound, limit ?? -1, offset ?? 0],
  };
}

/** Reads a list. */
export function readListing<Row>(store: Store, listing: Listing): Row[] {
  const { sql, values } = listingStatement(listing);
  return store.all<Row>(sql, ...values);
}

/** Condition: rows of the professional. */
export const ofProfessional = (professionalId: string): Condition => ['professionalId = ?', professionalId];

/**
 * Rows of the professional among few others, which are found first. The plus keeps the database from walking
 * all rows of the professional in the wanted order instead (sqlite.org/optoverview.html, unary plus).
 */
export const amongThose = (professionalId: string): Condition => ['+professionalId = ?', professionalId];

/**
 * "List dates filter `createdAt`, bounds included", or another instant.
 * @throws ServiceError 400 if `startDate` is later than `endDate`.
 */
export function dateConditions(
  range: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
  column = 'createdAt',
): Condition[] {
  const { startDate, endDate } = range;
  const from = startDate === undefined ? null : Date.parse(startDate);
  const to = endDate === undefined ? null : Date.parse(endDate);
  if (from !== null && to !== null && from > to)
    throw validationError('startDate must not be later than endDate.');
  return [
    ...(from === null ? [] : [[`${column} >= ?`, from] as const]),
    ...(to === null ? [] : [[`${column} <= ?`, to] as const]),
  ];
}
