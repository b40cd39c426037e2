import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { migrate } from './migrations.ts';

type Columns = Readonly<Record<string, SQLInputValue>>;

/** A record as a row has it: no column is missing, and dates are milliseconds since the epoch. */
export type Stored<Json> = {
  readonly [Field in keyof Json]-?: Field extends 'createdAt' | 'updatedAt'
    ? number
    : Exclude<Json[Field], undefined>;
};

/**
 * Opens a file of SQLite's; an import would end on an older Node with an error that says nothing of its age.
 * @throws Error that names the Node that is needed
 */
function openDatabase(file: string): DatabaseSync {
  const sqlite = process.getBuiltinModule?.('node:sqlite');
  if (sqlite) return new sqlite.DatabaseSync(file);
  throw new Error(`The sandbox needs Node 22.13 or newer; this is ${process.versions.node}.`);
}

/**
 * Opens a database file, or one in memory, and brings its tables up to date: prepared statements by their text, and
 * nested transactions, of which only the outermost one is made durable. A file is written through
 * (WAL, synchronous FULL): what was acknowledged survives `kill -9`.
 * @throws Error if the file is of a newer version, or no database, or if this Node is too old.
 */
export function openStore(file?: string) {
  const database = openDatabase(file ?? ':memory:');
  try {
    if (file !== undefined) database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    database.exec('PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000;');
    migrate(database);
  } catch (error) {
    database.close();
    throw error;
  }

  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  let depth = 0;
  const enter = () => {
    database.exec(depth === 0 ? 'BEGIN IMMEDIATE' : `SAVEPOINT level${depth}`);
    depth += 1;
  };
  const leave = () => {
    depth -= 1;
    database.exec(depth === 0 ? 'COMMIT' : `RELEASE level${depth}`);
  };
  const undo = (error: unknown): never => {
    depth -= 1;
    database.exec(depth === 0 ? 'ROLLBACK' : `ROLLBACK TO level${depth}; RELEASE level${depth}`);
    throw error;
  };

  return {
    /** The first row, or undefined. `Row` states the columns that the statement selects. */
    one: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values) as Row[],
    run: (sql: string, ...values: SQLInputValue[]): void => void prepared(sql).run(...values),
    /** Inserts a row; gives its integer key. */
    insert(table: string, columns: Columns): number {
      const names = Object.keys(columns);
      const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
      return Number(prepared(sql).run(...Object.values(columns)).lastInsertRowid);
    },
    /** Changes the given columns of the rows that have all values of `where`. */
    update(table: string, where: Columns, columns: Columns): void {
      const [set, keys] = [columns, where].map((part) => Object.keys(part).map((name) => `${name} = ?`));
      prepared(`UPDATE ${table} SET ${set?.join(', ')} WHERE ${keys?.join(' AND ')}`).run(
        ...Object.values(columns),
        ...Object.values(where),
      );
    },
    /** Runs all of `work` or nothing. */
    transaction<T>(work: () => T): T {
      enter();
      try {
        const result = work();
        leave();
        return result;
      } catch (error) {
        return undo(error);
      }
    },
    /** Runs all of an asynchronous `work` or nothing. Nothing else may write meanwhile (filling an empty database). */
    async batch(work: () => Promise<void>): Promise<void> {
      enter();
      await work().then(leave).catch(undo);
    },
    close() {
      statements.clear();
      database.close();
    },
  };
}
export type Store = ReturnType<typeof openStore>;
