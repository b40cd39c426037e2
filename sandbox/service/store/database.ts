import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { migrate } from './migrations.ts';

type Columns = Readonly<Record<string, SQLInputValue>>;

/** The database of the simulated service: prepared statements by their text, and nested transactions. */
export interface Store {
  /** The first row, or undefined. `Row` states the columns that the statement selects. */
  one<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  run(sql: string, ...values: SQLInputValue[]): void;
  /** Inserts a row; gives its integer key. */
  insert(table: string, columns: Columns): number;
  /** Changes the given columns of the rows where `key` has `value`. */
  update(table: string, key: string, value: SQLInputValue, columns: Columns): void;
  /** Runs all of `work` or nothing. Transactions may be nested; only the outermost one is made durable. */
  transaction<T>(work: () => T): T;
  /** Runs all of an asynchronous `work` or nothing. Nothing else may write meanwhile (filling an empty database). */
  batch<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

/**
 * Opens a database file, or one in memory, and brings its tables up to date. A file is written through
 * (WAL, synchronous FULL): what was acknowledged survives `kill -9`.
 * @throws Error if the file is of a newer version, or no database.
 */
export function openStore(file?: string): Store {
  const database = new DatabaseSync(file ?? ':memory:');
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
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
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
  const undo = () => {
    depth -= 1;
    database.exec(depth === 0 ? 'ROLLBACK' : `ROLLBACK TO level${depth}; RELEASE level${depth}`);
  };

  return {
    one: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values) as Row[],
    run: (sql, ...values) => {
      prepared(sql).run(...values);
    },
    insert(table, columns) {
      const names = Object.keys(columns);
      const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
      return Number(prepared(sql).run(...Object.values(columns)).lastInsertRowid);
    },
    update(table, key, value, columns) {
      const set = Object.keys(columns).map((name) => `${name} = ?`);
      prepared(`UPDATE ${table} SET ${set.join(', ')} WHERE ${key} = ?`).run(
        ...Object.values(columns),
        value,
      );
    },
    transaction(work) {
      enter();
      try {
        const result = work();
        leave();
        return result;
      } catch (error) {
        undo();
        throw error;
      }
    },
    async batch(work) {
      enter();
      try {
        const result = await work();
        leave();
        return result;
      } catch (error) {
        undo();
        throw error;
      }
    },
    close: () => {
      statements.clear();
      database.close();
    },
  };
}
