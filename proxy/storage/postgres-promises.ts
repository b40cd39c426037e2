import { type ClientBase, DatabaseError } from 'pg';
import type { StorageState } from './promises.ts';
import type { Head } from './storage.ts';

interface Found {
  readonly standby: boolean;
  readonly readonly: string;
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly standbys: string;
}
const SELECT_PROMISES = `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') AS readonly,
  current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
  current_setting('synchronous_commit') AS synchronous_commit, current_setting('synchronous_standby_names') AS standbys`;
const SELECT_TRAIL = `SELECT h.sequence, h.hash, b.sequence AS base,
  (SELECT r.hash FROM audit_row r WHERE r.place = $1) AS kept FROM audit_head h, audit_base b`;

/** The number of standbys that a commit waits for, by the setting `synchronous_standby_names`. */
function countStandbys(names: string): number {
  if (names.trim() === '') return 0;
  return Number(/^\s*(?:(?:FIRST|ANY)\s+)?(\d+)\s*\(/i.exec(names)?.[1] ?? 1);
}

export const TAKES_NO_WRITES = 'takes no writes';

/** What a server does not promise, in words that say what to change; undefined if it keeps what it acknowledges. */
function findBrokenPromise(found: Found, standbys: number): string | undefined {
  if (found.standby || found.readonly === 'on')
    return `${TAKES_NO_WRITES} (a standby, or read-only). Name the primary`;
  const off = (['fsync', 'full_page_writes', 'synchronous_commit'] as const).find(
    (name) => found[name] === 'off',
  );
  if (off)
    return `may lose what it has just acknowledged (${off} off). Set "${off} = on" in its configuration`;
  if (standbys === 0) return undefined;
  const waits = /^(?:on|remote_apply)$/.test(found.synchronous_commit) ? countStandbys(found.standbys) : 0;
  if (waits >= standbys) return undefined;
  return `waits for ${waits} standbys and not for the ${standbys} of the option storage.standbys. Set synchronous_standby_names, and "synchronous_commit = on", in its configuration`;
}

/** SQLSTATE of tables that are missing or that this user may not read. */
const NO_TABLE = /^42/;

/** Asks a server what it promises and, given the sequence of a row, what trail it has. */
export async function askState(
  client: Pick<ClientBase, 'query'>,
  standbys: number,
  sequence: number | null,
): Promise<StorageState> {
  const { rows } = await client.query<Found>(SELECT_PROMISES);
  const problem = rows[0] && findBrokenPromise(rows[0], standbys);
  if (sequence === null) return { problem, trail: null };
  try {
    const found = await client.query<Head & { base: number; kept: string | null }>(SELECT_TRAIL, [sequence]);
    const [row] = found.rows;
    return { problem, trail: row ? { head: row, base: row.base, hash: row.kept } : null };
  } catch (error) {
    if (error instanceof DatabaseError && NO_TABLE.test(error.code ?? '')) return { problem, trail: null };
    throw error;
  }
}
