import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError } from './command.ts';

/** The primary codes of SQLite's errors. */
const SQLITE = { corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 } as const;

/** What a copy is made of and where, as they were named. */
export interface Copying {
  readonly from: string;
  readonly to: string;
  /** What to do where `from` is damaged, and where it is no storage. */
  readonly ifDamaged: string;
  readonly ifOther: string;
}

/** Says that a file is no storage at all. */
export const toNoStorage = ({ from, ifOther }: Copying, found: string): CommandError =>
  new CommandError(`${from} is no copy of a storage (${found}). ${ifOther}`);

/** Says that a file is damaged. */
export const toDamaged = ({ from, ifDamaged }: Copying, found: string): CommandError =>
  new CommandError(`${from} is damaged (${found}): it was cut off or changed. ${ifDamaged}`);

/** Says of an error of the system which file it is about, and what to do. */
function ofSystem(code: string, { to }: Copying): CommandError {
  const folder = dirname(to);
  if (code === 'ENOENT' || code === 'ENOTDIR' || !existsSync(folder))
    return new CommandError(`There is no folder ${folder}. Make it, and run this again.`);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new CommandError(`There is no room for ${to} (${code}). Make room, or name a file elsewhere.`);
  if (code === 'EEXIST') return new CommandError(`${to} is there already. Name another file.`);
  return new CommandError(
    `${to} cannot be written (${code}). Name another file, in a folder that this user may write to.`,
  );
}

/** Says of an error that ended a copy which file it is about and what to do. What is neither SQLite's nor the system's stays as it is. */
export function explainCopyError(error: unknown, copying: Copying): unknown {
  if (!(error instanceof Error)) return error;
  const { code, errcode } = error as NodeJS.ErrnoException & { readonly errcode?: number };
  if ('syscall' in error && code !== undefined) return ofSystem(code, copying);
  if (errcode === undefined) return error;
  // Extended codes have more above the first byte.
  const primary = errcode % 256;
  if (primary === SQLITE.notADatabase) return toNoStorage(copying, error.message);
  if (primary === SQLITE.corrupt) return toDamaged(copying, error.message);
  if (primary === SQLITE.full) return ofSystem('ENOSPC', copying);
  const cannotRead = `${copying.from} cannot be read (${error.message}). Run this as a user who may read it.`;
  return new CommandError(
    primary === SQLITE.cannotOpen ? cannotRead : `${copying.from} cannot be copied: ${error.message}.`,
  );
}
