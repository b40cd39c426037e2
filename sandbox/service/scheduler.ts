import type { ServiceClock } from './clock.ts';
import type { Store } from './database.ts';
import { applicationById } from './records/application.ts';
import { moveSubmission, type SubmissionRow } from './records/submission.ts';
import { closeApplication, closeIdle, sendRequest } from './requests.ts';
import type { ScheduledCourse } from './service.ts';

interface Due {
  readonly at: number;
  readonly kind: 'late' | 'idle' | 'expire' | 'request' | 'forget';
  readonly id: number;
}

// At the same instant: a deadline comes before a closing, and a closing before the next request.
const findNext = (which: string): string => `
  SELECT * FROM (SELECT deadline AS at, 'late' AS kind, id, 1 AS rank FROM submission
    WHERE status IN ('IN_PROGRESS', 'OPENED', 'STARTED') AND deadline IS NOT NULL ${which} ORDER BY deadline, id LIMIT 1)
  UNION ALL SELECT * FROM (SELECT idleAt, 'idle', id, 2 FROM application
    WHERE idleAt IS NOT NULL ${which} ORDER BY idleAt, id LIMIT 1)
  UNION ALL SELECT * FROM (SELECT expiresAt, 'expire', id, 3 FROM application
    WHERE expiresAt IS NOT NULL ${which} ORDER BY expiresAt, id LIMIT 1)
  UNION ALL SELECT * FROM (SELECT nextAnswerAt, 'request', id, 4 FROM application
    WHERE nextAnswerAt IS NOT NULL ${which} ORDER BY nextAnswerAt, id LIMIT 1)
  UNION ALL SELECT * FROM (SELECT deleteAt, 'forget', submission.id, 5 FROM draft
    JOIN submission ON submission.id = formSubmissionId WHERE deleteAt IS NOT NULL ${which} ORDER BY deleteAt LIMIT 1)
  ORDER BY at, rank LIMIT 1`;
const NEXT = findNext('');
const NEXT_OF_COURSE = findNext('AND patientId = ?1 AND formTemplateId = ?2');
const NEXT_OF_OTHERS = findNext('AND (patientId <> ?1 OR formTemplateId <> ?2)');

function happen(store: Store, due: Due): void {
  if (due.kind === 'forget') {
    store.run('DELETE FROM draft WHERE formSubmissionId = ?', due.id);
    return;
  }
  if (due.kind === 'late') {
    const submission = store.one<SubmissionRow>('SELECT * FROM submission WHERE id = ?', due.id);
    if (submission) moveSubmission(store, submission, 'late', due.at);
    return;
  }
  const application = applicationById(store, due.id);
  if (!application) return;
  if (due.kind === 'idle') closeIdle(store, application, due.at);
  else if (due.kind === 'expire') closeApplication(store, application, 'expire', due.at);
  else sendRequest(store, application, due.at);
}

const TIMER_LIMIT_MS = 86_400_000;

/**
 * Creates the scheduler of a database: automatic transitions, in the order of their instants. Nothing is kept in memory: what is due is read from the tables.
 *
 * @param happened called after the timer has run what was due
 * @param failed receives errors of the timer's runs
 * @param scope the course that it is only about, or one that it leaves alone at present
 */
export function createScheduler(
  store: Store,
  clock: ServiceClock,
  happened: () => void,
  failed: (error: unknown) => void,
  scope: { readonly only?: ScheduledCourse; readonly except?: () => ScheduledCourse | null } = {},
) {
  let timer: NodeJS.Timeout | undefined;
  function next(): Due | undefined {
    const course = scope.only ?? scope.except?.();
    if (!course) return store.one<Due>(NEXT);
    const sql = scope.only ? NEXT_OF_COURSE : NEXT_OF_OTHERS;
    return store.one<Due>(sql, course.patientId, course.formTemplateId);
  }

  /** Runs what is due by now, each transition at its own instant. */
  function run(): void {
    for (let due = next(); due && due.at <= clock.now(); due = next()) {
      const { kind, id, at } = due;
      store.transaction(() => happen(store, { kind, id, at }));
    }
  }

  /** Sets the timer for the next one. */
  function arm(): void {
    clearTimeout(timer);
    const due = next();
    if (!due) return;
    const wait = Math.min(Math.max(due.at - clock.now(), 1), TIMER_LIMIT_MS);
    timer = setTimeout(() => {
      try {
        run();
        arm();
        happened();
      } catch (error) {
        failed(error);
      }
    }, wait);
    // A program that has nothing else to do may end; the database keeps what is due.
    timer.unref();
  }

  return { run, arm, stop: () => clearTimeout(timer) };
}
