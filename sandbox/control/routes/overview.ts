import { type Context, Hono } from 'hono';
import { requestedInstant } from '../clock/requested.ts';
import { formOf, frameOf, type Ground, show } from '../ground.ts';
import { NO_PROBLEMS, type Problems } from '../html/form.ts';
import { HOME } from '../html/layout.ts';
import { type Holdings, overviewPage } from '../pages/overview.ts';

const TABLES = ['professional', 'patient', 'application', 'submission', 'message', 'delivery'] as const;

function holdings({ service, faults, log }: Ground): Holdings {
  const counts = service.store.one<Omit<Holdings, 'faults' | 'requests'>>(
    `SELECT ${TABLES.map((name) => `(SELECT count(*) FROM ${name}) AS "${name === 'delivery' ? 'deliveries' : `${name}s`}"`).join(', ')}`,
  );
  const none = { professionals: 0, patients: 0, applications: 0, submissions: 0, messages: 0, deliveries: 0 };
  return { ...none, ...counts, faults: faults.all().length, requests: log.all().length };
}

/** `/sandbox`, and the form of the clock. */
export function overviewPages(ground: Ground): Hono {
  const app = new Hono({ strict: false });

  const answer = (c: Context, problems: Problems, typed = '') => {
    const frame = frameOf(c, ground, HOME);
    const state = {
      now: ground.service.clock.now(),
      last: ground.mover.last(),
      holdings: holdings(ground),
      typed,
      problems,
    };
    const status = problems.size === 0 ? 200 : 422;
    return show(c, frame, frame.words.overview.title, overviewPage(frame, state), status);
  };

  app.get('/', (c) => answer(c, NO_PROBLEMS));

  app.post('/pages/clock', async (c) => {
    const form = await formOf(c);
    const typed = form('now');
    const at = requestedInstant(ground.service.clock.now(), form('advance'), typed);
    if (at === null) return answer(c, new Map([['now', frameOf(c, ground).words.errors.now]]), typed);
    await ground.mover.moveTo(at);
    return c.redirect(`${HOME}#last-move`, 303);
  });

  return app;
}
