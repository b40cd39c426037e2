import type { DatabaseSync } from 'node:sqlite';

/** Runs the work as one transaction, which is on disk when this returns; rolls back if it throws. */
export function withTransaction<Value>(db: DatabaseSync, work: () => Value): Value {
  db.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    db.exec('COMMIT');
    return value;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
