import { Hono } from 'hono';
import { rosterOf, viewOf } from '../clinic/roster.ts';
import { type EhrEnv, frameOf, type Ground, service, show, today } from '../http/context.ts';
import { field } from '../http/form.ts';
import { outageNotice, outagePage, unreadableNotice } from '../pages/notice.ts';
import { patientListPage } from '../pages/patient-list.ts';
import { DEFAULT_LIST, type ListView } from '../staff/sessions.ts';

const LONGEST_QUERY = 100;
const SORTS: readonly ListView['sort'][] = ['name', 'record', 'birthday', 'lastAnswer'];

/** The patient list, with its search and order. */
export function patientRoutes(ground: Ground): Hono<EhrEnv> {
  const app = new Hono<EhrEnv>();

  app.get('/patients', async (c) => {
    const { session } = c.var;
    if (!session) return c.redirect('/sign-in?next=/patients', 303);
    const frame = frameOf(c, ground);
    const { words } = frame;
    const { clinic } = service(c, frame, session);
    const [patients, applications] = await Promise.all([clinic.patients(), clinic.applications()]);
    if (!patients.ok) {
      return show(
        c,
        frame,
        words.patients,
        outagePage(frame, words.patients, patients, words.part.patients),
        502,
      );
    }
    const rows = rosterOf(patients.data, applications.ok ? applications.data : null);
    const content = patientListPage(frame, {
      view: session.list,
      shown: viewOf(rows, session.list, frame.dates.birthday),
      total: rows.length,
      today: today(ground),
      notices: [
        unreadableNotice(words, patients),
        applications.ok
          ? unreadableNotice(words, applications)
          : outageNotice(frame, applications, words.part.applications),
      ],
    });
    return show(c, frame, words.patients, content);
  });

  /** A search is a POST and is kept in the session: typed names stay out of addresses, histories and logs. */
  app.post('/patients/find', async (c) => {
    const { session } = c.var;
    if (!session) return c.redirect('/sign-in?next=/patients', 303);
    const form = await c.req.parseBody();
    const [wanted, turn] = field(form, 'sort').split('.');
    const sort = SORTS.find((one) => one === wanted);
    session.list = {
      query:
        field(form, 'clear') === ''
          ? field(form, 'query').trim().slice(0, LONGEST_QUERY)
          : DEFAULT_LIST.query,
      sort: sort ?? session.list.sort,
      descending: sort ? turn === 'down' : session.list.descending,
    };
    return c.redirect('/patients', 303);
  });

  return app;
}
