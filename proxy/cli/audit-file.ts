import { readFileSync } from 'node:fs';
import type { AuditRow } from '../audit/verify.ts';
import { type AuditStore, GENESIS, type StoredRow } from '../storage/storage.ts';
import { CommandError } from './command.ts';

const toStored = (line: string, index: number): StoredRow => {
  try {
    const { sequence, hash, entry } = JSON.parse(line) as AuditRow;
    if (Number.isSafeInteger(sequence) && typeof hash === 'string')
      return { place: sequence, text: JSON.stringify(entry), hash };
  } catch {
    // Said below.
  }
  throw new CommandError(`Line ${index + 1} is not a row that audit read printed.`);
};

/**
 * Reads rows that `audit read` printed, as a trail of their own. If they do not begin with the first row of all, the first
 * of them only says where the others go on: let it be the last row of the file before.
 */
export function readAuditFile(file: string): { readonly audit: AuditStore } {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const rows = text.split('\n').filter(Boolean).map(toStored);
  const toHead = (row: StoredRow | undefined) => (row ? { sequence: row.place, hash: row.hash } : GENESIS);
  const refuse = () => Promise.reject(new CommandError('A file of rows cannot be written to.'));
  return {
    audit: {
      head: async () => toHead(rows.at(-1)),
      base: async () => ((rows[0]?.place ?? 1) > 1 ? toHead(rows[0]) : GENESIS),
      read: async (from, limit) => {
        const first = rows.findIndex(({ place }) => place >= from);
        return first < 0 ? [] : rows.slice(first, first + limit);
      },
      append: refuse,
      placesOf: refuse,
      prune: refuse,
    },
  };
}
