import { Hono } from 'hono';
import { variantWords } from '../../../words/ehr/variants/index.ts';
import { type EhrContext, type EhrEnv, frameOf, type Ground, service } from '../../http/context.ts';
import type { Session } from '../../staff/sessions.ts';
import { census, inUse, shown } from '../census.ts';
import { wait } from '../settings.ts';

/** What the single page reads: JSON, for the cookie of whoever is signed in. Each answer waits for its own time. */
export function dataRoutes(ground: Ground): Hono<EhrEnv> {
  const app = new Hono<EhrEnv>();

  async function entry(c: EhrContext, session: Session, record: string) {
    const frame = frameOf(c, ground);
    const { clinic } = service(c, frame, session);
    const everybody = await census(clinic);
    const found = everybody.ok ? everybody.data.find((one) => one.record === record) : undefined;
    return { frame, clinic, everybody, found };
  }

  app.use('/spa-data/*', async (c, next) => {
    const { session } = c.var;
    if (!session) return c.json({ code: 'NOT_SIGNED_IN' }, 401);
    session.answers += 1;
    await wait(session.variant.slow, session.answers);
    return next();
  });

  app.get('/spa-data/patients', async (c) => {
    const { session } = c.var;
    if (!session) return c.json({ code: 'NOT_SIGNED_IN' }, 401);
    const frame = frameOf(c, ground);
    const everybody = await census(service(c, frame, session).clinic);
    if (!everybody.ok) return c.json({ code: 'UNAVAILABLE' }, 502);
    const unknown = variantWords(frame.language).notRecorded;
    const rows = everybody.data.map((one) => shown(one, frame.dates, unknown));
    return c.json(rows.map(({ record, name, born, bornOn }) => ({ record, name, born, bornOn })));
  });

  app.get('/spa-data/patients/:record', async (c) => {
    const { session } = c.var;
    if (!session) return c.json({ code: 'NOT_SIGNED_IN' }, 401);
    const { frame, everybody, found } = await entry(c, session, c.req.param('record'));
    if (!everybody.ok) return c.json({ code: 'UNAVAILABLE' }, 502);
    if (!found) return c.json({ code: 'NOT_FOUND' }, 404);
    return c.json(shown(found, frame.dates, variantWords(frame.language).notRecorded));
  });

  app.get('/spa-data/patients/:record/summary', async (c) => {
    const { session } = c.var;
    if (!session) return c.json({ code: 'NOT_SIGNED_IN' }, 401);
    const { clinic, everybody, found } = await entry(c, session, c.req.param('record'));
    if (!everybody.ok) return c.json({ code: 'UNAVAILABLE' }, 502);
    if (!found) return c.json({ code: 'NOT_FOUND' }, 404);
    if (found.patientId === null) return c.json({ inUse: [] });
    const applications = await clinic.applicationsOf(found.patientId);
    return applications.ok
      ? c.json({ inUse: inUse(applications.data) })
      : c.json({ code: 'UNAVAILABLE' }, 502);
  });

  return app;
}
