import type { Storage } from '../storage/storage.ts';
import type { AuditEntry } from './entry.ts';

/** A row as it is read: its entry, and the hash that chains it; `entry` is null where the text cannot be read. */
export interface AuditRow {
  readonly sequence: number;
  readonly hash: string;
  readonly entry: AuditEntry | null;
}

/** The sequence and the entry that a text holds. */
export function parseEntry(text: string): AuditEntry | null {
  try {
    const entry: unknown = JSON.parse(text);
    return typeof entry === 'object' && entry !== null && 'sequence' in entry ? (entry as AuditEntry) : null;
  } catch {
    return null;
  }
}

/**
 * Reads the trail in its order, without verifying it (`verifyAudit` does).
 *
 * @param from first sequence, from 1
 * @param limit most rows to give; fewer mean that the end was reached
 * @throws the storage's error
 */
export async function readAudit(storage: Storage, from = 1, limit = 100): Promise<readonly AuditRow[]> {
  const rows = await storage.audit.read(from, limit);
  return rows.map(({ place, text, hash }) => ({ sequence: place, hash, entry: parseEntry(text) }));
}
