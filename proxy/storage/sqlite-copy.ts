import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OWNER_ONLY_MODE } from './sqlite.ts';

/** A database file is in use by another process. */
export class FileInUse extends Error {
  override readonly name = 'FileInUse';
}

function toDisk(path: string): void {
  const opened = openSync(path, 'r');
  fsyncSync(opened);
  closeSync(opened);
}

function withDatabase<Value>(file: string, work: (db: DatabaseSync) => Value): Value {
  const db = new DatabaseSync(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** What {@link findDamage} says of a file that is whole. */
export const NO_STORAGE = 'it is no storage of a proxy';

/** What is wrong with the database file of a storage first; null if nothing is. */
export function findDamage(file: string): string | null {
  const ask = (what: string) => withDatabase(file, (db) => db.prepare(`PRAGMA ${what}`).get());
  const found = ask('integrity_check(1)')?.integrity_check;
  if (found !== 'ok') return String(found);
  // An empty file and another program's database are whole too.
  return ask('user_version')?.user_version === 0 ? NO_STORAGE : null;
}

/**
 * Copies a database file as it is at one moment, readable by its owner alone, and on disk when this returns. SQLite's own
 * back-up would begin anew at each write of another process.
 *
 * @throws the system's error if there is a file at `to` already
 */
export function copyDatabase(from: string, to: string): void {
  closeSync(openSync(to, 'wx', OWNER_ONLY_MODE));
  try {
    withDatabase(from, (db) => db.prepare('VACUUM INTO ?').run(to));
    toDisk(to);
    toDisk(dirname(to));
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  }
}

/** Writes the journal into the file, which nobody else may have open. What is no database any more is left as it is. */
function takeAlone(file: string): void {
  try {
    withDatabase(file, (db) => db.prepare('PRAGMA journal_mode = DELETE').get());
  } catch (error) {
    const SQLITE_BUSY = 5;
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new FileInUse();
  }
}

/**
 * Puts a new file in the place of another, which is kept beside it.
 *
 * @returns the name under which the other is kept; null if there was none
 * @throws FileInUse while a proxy has the other open
 */
export function replaceDatabase(file: string, next: string, now: Date): string | null {
  const kept = existsSync(file) ? `${file}.before-${now.toISOString().replaceAll(':', '')}` : null;
  if (kept !== null) {
    takeAlone(file);
    for (const ending of ['', '-wal', '-shm'])
      if (existsSync(file + ending)) renameSync(file + ending, kept + ending);
  }
  renameSync(next, file);
  toDisk(dirname(file));
  return kept;
}
