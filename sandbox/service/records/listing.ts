import type { SQLInputValue } from 'node:sqlite';
import { validationError } from '../errors.ts';

/** A condition of a list with its value. The SQL never comes from a request. */
export type Condition = readonly [sql: string, value: SQLInputValue];

interface Listing {
  readonly table: 'application' | 'submission' | 'message';
  readonly conditions: readonly Condition[];
  /** Any of these statuses; absent means all. */
  readonly statuses?: readonly string[] | undefined;
  /** With the id as a second key. */
  readonly orderBy: 'createdAt' | 'updatedAt' | 'startedAt' | 'nextAnswerAt' | 'at';
  readonly direction: 'ASC' | 'DESC';
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/**
 * The statement of a list. Each status is a part of its own, so that every part is read in the order of its
 * index and the reading ends at the limit: the time does not grow with the table. Null dates sort last both ways.
 */
export function listingStatement(listing: Listing): [sql: string, ...values: SQLInputValue[]] {
  const { table, conditions, statuses, orderBy, direction, limit = -1, offset = 0 } = listing;
  const where = conditions.map(([sql]) => sql);
  const values = conditions.map(([, value]) => value);
  const wanted = statuses === undefined ? [[]] : [...new Set(statuses)].map((status) => [status]);
  const parts = wanted.map(
    (status) => `SELECT * FROM ${table} WHERE ${[...where, ...status.map(() => 'status = ?')].join(' AND ')}`,
  );
  const nulls = orderBy === 'nextAnswerAt' && direction === 'ASC' ? ' NULLS LAST' : '';
  const order = `ORDER BY ${orderBy} ${direction}${nulls}, id ${direction} LIMIT ? OFFSET ?`;
  const bound = wanted.flatMap((status) => [...values, ...status]);
  return [`${parts.join(' UNION ALL ')} ${order}`, ...bound, limit, offset];
}

/**
 * Rows of the professional among few others, which are found first. The plus keeps the database from walking
 * all rows of the professional in the wanted order instead (sqlite.org/optoverview.html, unary plus).
 */
export const ofProfessional = (professionalId: string): Condition => ['+professionalId = ?', professionalId];

/**
 * "List dates filter `createdAt`, bounds included".
 *
 * @param through milliseconds for which `endDate` lasts
 * @throws ServiceError 400 if `startDate` is later than `endDate`.
 */
export function dateConditions(range: DateRange, column = 'createdAt', through = 0): Condition[] {
  const { from, to } = readDates(range);
  return [
    ...(from === null ? [] : [[`${column} >= ?`, from] as const]),
    ...(to === null ? [] : [[`${column} <= ?`, to + through] as const]),
  ];
}

interface DateRange {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** @throws ServiceError 400 if `startDate` is later than `endDate`. */
export function readDates({ startDate, endDate }: DateRange) {
  const from = startDate === undefined ? null : Date.parse(startDate);
  const to = endDate === undefined ? null : Date.parse(endDate);
  if (from !== null && to !== null && from > to)
    throw validationError('startDate must not be later than endDate.');
  return { from, to };
}
