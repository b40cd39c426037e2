import type { Store } from '../../service/store/database.ts';

/** How many of one kind came into one state. */
export interface Change {
  readonly subject: 'application' | 'submission' | 'message' | 'delivery';
  /** The state, by its name of the specification; `SENT` for messages. */
  readonly became: string;
  readonly count: number;
}

const NOTE = (subject: string, became: string) => `
  BEGIN INSERT INTO transitionTally VALUES ('${subject}', ${became}, 1)
    ON CONFLICT DO UPDATE SET count = count + 1; END`;
const MOVED = (subject: string) => `
  CREATE TEMP TRIGGER IF NOT EXISTS ${subject}Moved AFTER UPDATE OF status ON main.${subject}
  WHEN old.status <> new.status ${NOTE(subject, 'new.status')}`;
const MADE = (subject: string, became: string) => `
  CREATE TEMP TRIGGER IF NOT EXISTS ${subject}Made AFTER INSERT ON main.${subject} ${NOTE(subject, became)}`;

/** Of this connection only: nothing of it is in the file. */
const SETUP = [
  `CREATE TEMP TABLE IF NOT EXISTS transitionTally (subject TEXT NOT NULL, became TEXT NOT NULL,
     count INTEGER NOT NULL, PRIMARY KEY (subject, became)) STRICT, WITHOUT ROWID`,
  MOVED('application'),
  MOVED('submission'),
  MADE('message', `'SENT'`),
  MADE('delivery', `'QUEUED'`),
];

const read = (store: Store): Change[] =>
  store.all('SELECT subject, became, count FROM transitionTally ORDER BY subject, became');

/**
 * Counts what changes its state while `work` runs, whoever changes it. The database itself counts, so that none is
 * missed where one thing passes through several states.
 */
export async function countTransitions(store: Store, work: () => Promise<void>): Promise<readonly Change[]> {
  for (const statement of SETUP) store.run(statement);
  const before = new Map(read(store).map(({ subject, became, count }) => [`${subject} ${became}`, count]));
  await work();
  return read(store)
    .map((change) => ({
      ...change,
      count: change.count - (before.get(`${change.subject} ${change.became}`) ?? 0),
    }))
    .filter(({ count }) => count > 0);
}
