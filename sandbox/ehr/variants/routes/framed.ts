import { Hono } from 'hono';
import { html } from 'hono/html';
import { variantWords } from '../../../words/ehr/variants/index.ts';
import { type EhrContext, type EhrEnv, frameOf, type Ground, service, show } from '../../http/context.ts';
import { otherLoopback } from '../../http/origin.ts';
import type { PageFrame } from '../../pages/layout.ts';
import { outageNotice } from '../../pages/notice.ts';
import type { Session } from '../../staff/sessions.ts';
import { census, type Entry, inUse, shown } from '../census.ts';
import { chartPane, framedPage, headerPane, imagingPane, navigationPane, pane } from '../pages/framed.ts';
import { wait } from '../settings.ts';
import { createVisits } from '../visits.ts';

/** The framed variant: a page of frames, each of which loads by itself, and in its own time. */
export function framedRoutes(ground: Ground): Hono<EhrEnv> {
  const app = new Hono<EhrEnv>();
  const visits = createVisits(Date.now);

  for (const [path, isCross] of [
    ['/framed', false],
    ['/framed-cross', true],
  ] as const) {
    app.get(path, async (c) => {
      const { session } = c.var;
      if (!session) return c.redirect(`/sign-in?next=${path}`, 303);
      const other = otherLoopback(c.var.origin);
      if (isCross && other === null) return c.redirect('/framed', 303);
      const frame = frameOf(c, ground);
      const title = variantWords(frame.language).title;
      return show(c, frame, title, framedPage(frame, isCross ? (other ?? '') : '', session.variant));
    });
  }

  /** A pane about somebody or everybody; what cannot be read says so in the pane. */
  async function paneOf(
    c: EhrContext,
    session: Session,
    title: (frame: PageFrame) => string,
    content: (frame: PageFrame, everybody: readonly Entry[]) => Promise<ReturnType<typeof html> | null>,
  ): Promise<Response> {
    session.answers += 1;
    await wait(session.variant.slow, session.answers);
    const frame = frameOf(c, ground);
    const everybody = await census(service(c, frame, session).clinic);
    const shownHere = everybody.ok
      ? await content(frame, everybody.data)
      : outageNotice(frame, everybody, frame.words.part.patients);
    if (shownHere === null) return c.notFound();
    return c.html(await pane(frame, title(frame), session.variant, shownHere));
  }

  const instruments = async (c: EhrContext, session: Session, frame: PageFrame, entry: Entry) => {
    if (entry.patientId === null) return [];
    const applications = await service(c, frame, session).clinic.applicationsOf(entry.patientId);
    return applications.ok ? inUse(applications.data) : [];
  };

  app.get('/framed/navigation', async (c) => {
    const { session } = c.var;
    if (!session) return c.redirect('/sign-in', 303);
    const { words } = frameOf(c, ground);
    return paneOf(
      c,
      session,
      () => words.patients,
      async (_, all) => navigationPane(all, ''),
    );
  });

  app.get('/framed/nobody', async (c) => {
    const frame = frameOf(c, ground);
    const words = variantWords(frame.language);
    const settings = c.var.session?.variant ?? { slow: 0, hazards: false, place: 'block' as const };
    return c.html(await pane(frame, words.chart, settings, html`<p class="quiet-text">${words.choose}</p>`));
  });

  app.get('/framed/imaging', async (c) => {
    const frame = frameOf(c, ground);
    const settings = c.var.session?.variant ?? { slow: 0, hazards: false, place: 'block' as const };
    return c.html(await pane(frame, variantWords(frame.language).imaging, settings, imagingPane(frame)));
  });

  /** What the frames are to show for somebody: the addresses of header and chart. */
  app.get('/framed/open', async (c) => {
    const { session } = c.var;
    const record = c.req.query('patient') ?? '';
    if (!session) return c.json({ code: 'NOT_SIGNED_IN' }, 401);
    if (!/^\d{4}-\d{4}$/.test(record)) return c.json({ code: 'NOT_FOUND' }, 404);
    const other = c.req.query('origin') === 'other' ? otherLoopback(c.var.origin) : null;
    return c.json({
      header: `/framed/header?patient=${record}`,
      chart:
        other === null
          ? `/framed/chart?patient=${record}`
          : `${other}/framed/visit/${visits.open(session, record)}`,
    });
  });

  app.get('/framed/header', async (c) => {
    const { session } = c.var;
    if (!session) return c.redirect('/sign-in', 303);
    return paneOf(
      c,
      session,
      ({ language }) => variantWords(language).header,
      async (frame, all) => {
        const entry = all.find(({ record }) => record === c.req.query('patient'));
        const { notRecorded } = variantWords(frame.language);
        return entry ? headerPane(frame, shown(entry, frame.dates, notRecorded)) : null;
      },
    );
  });

  app.get('/framed/chart', async (c) => {
    const { session } = c.var;
    if (!session) return c.redirect('/sign-in', 303);
    return paneOf(
      c,
      session,
      ({ language }) => variantWords(language).chart,
      async (frame, all) => {
        const entry = all.find(({ record }) => record === c.req.query('patient'));
        if (!entry) return null;
        return chartPane(frame, session.variant, entry.record, await instruments(c, session, frame, entry));
      },
    );
  });

  app.get('/framed/visit/:visit', async (c) => {
    const visit = visits.find(c.req.param('visit'));
    const session = visit === null ? null : ground.sessions.find(visit.sessionId);
    if (visit === null || session === null) return c.notFound();
    return paneOf(
      c,
      session,
      ({ language }) => variantWords(language).chart,
      async (frame, all) => {
        const entry = all.find(({ record }) => record === visit.record);
        if (!entry) return null;
        return chartPane(frame, session.variant, null, await instruments(c, session, frame, entry));
      },
    );
  });

  return app;
}
