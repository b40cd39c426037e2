import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { STYLES } from '../../sandbox/ehr/assets.ts';
import { outageNotice, type PageFrame } from '../../sandbox/ehr/layout.ts';
import type { EhrDependencies, EhrEnv } from '../../sandbox/ehr/options.ts';
import { connectClinic, createPageFrame, type EhrContext, sendPage } from '../../sandbox/ehr/request.ts';
import { otherLoopback } from '../../sandbox/ehr/security.ts';
import type { Session } from '../../sandbox/ehr/staff.ts';
import type { Markup } from '../../sandbox/pages/document.ts';
import { hazards, scoresPlace, styleLinks } from './hazards.ts';
import { inUse, listPeople, type Person, type PersonView, toPersonView } from './people.ts';
import { type FrontEndSettings, readSettings, waitForAnswer } from './settings.ts';
import { frontEndWords } from './words/index.ts';

/** A chart can be opened by its visit for this long. */
const VISIT_LIFETIME_MS = 3_600_000;
const VISIT_LIMIT = 5_000;

/**
 * Charts that a frame of another origin may show. The cookie does not reach there, and the address must not say
 * who the patient is: it carries a number that means nothing to anybody else.
 */
export function createVisits(now: () => number) {
  const visits = new Map<
    string,
    { readonly sessionId: string; readonly record: string; readonly at: number }
  >();
  return {
    open(session: Session, record: string): string {
      const oldest = visits.keys().next().value;
      if (visits.size >= VISIT_LIMIT && oldest !== undefined) visits.delete(oldest);
      const visit = randomBytes(24).toString('base64url');
      visits.set(visit, { sessionId: session.id, record, at: now() });
      return visit;
    },
    /** Whose chart it is, and by which session it was opened; null where it is over or was never there. */
    find(visit: string): { readonly sessionId: string; readonly record: string } | null {
      const found = visits.get(visit);
      return found && now() - found.at <= VISIT_LIFETIME_MS ? found : null;
    },
  };
}

/** The page that holds the frames. `chartOrigin` is empty where the chart is of the page's own origin. */
export const framedPage = (frame: PageFrame, chartOrigin: string, settings: FrontEndSettings): Markup => {
  const words = frontEndWords(frame.language);
  return html`
  ${styleLinks(settings)}
  <h1 class="sr-only">${chartOrigin === '' ? words.framed : words.framedCross}</h1>
  <p class="notice bad" role="alert" id="frames-failed" hidden>${words.framesFailed}</p>
  <div class="frames" id="frames" data-chart-origin="${chartOrigin}">
    <iframe class="frame-navigation" name="navigation" title="${words.navigation}" src="/framed/navigation"></iframe>
    <iframe class="frame-header" name="header" title="${words.header}" src="/framed/nobody"></iframe>
    <iframe class="frame-chart" name="chart" title="${words.chart}" src="/framed/nobody"></iframe>
    <iframe class="frame-login" name="imaging" title="${words.imaging}" src="/framed/imaging"></iframe>
    <iframe name="earlier" title="${words.earlier}" hidden></iframe>
  </div>
  ${hazards(words, settings)}
  <script type="module" src="/assets/framed.js"></script>`;
};

/** A document of one frame. `title` names nobody. */
export const pane = (
  { language }: PageFrame,
  title: string,
  settings: FrontEndSettings,
  content: Markup,
): Markup => html`<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  ${STYLES.map((name) => html`<link rel="stylesheet" href="/assets/${name}">`)}
  ${styleLinks(settings)}
</head>
<body class="pane"><div class="pane-content">${content}</div></body>
</html>`;

export const navigationPane = (entries: readonly Person[], current: string): Markup => html`
  <ul class="plain navigation">${entries.map(
    ({ record, name }) =>
      html`<li><a href="#${record}" data-record="${record}" ${current === record ? html`aria-current="true"` : ''}>${name}</a></li>`,
  )}</ul>
  <script type="module" src="/assets/navigation.js"></script>`;

export const headerPane = ({ language }: PageFrame, entry: PersonView): Markup => {
  const words = frontEndWords(language);
  return html`<header class="patient" id="patient-banner">
    <h1 class="patient-name">${entry.name}</h1>
    <dl class="facts">
      <div><dt>${words.recordLabel}</dt> <dd class="number">${entry.record}</dd></div>
      <div><dt>${words.bornLabel}</dt> <dd><time datetime="${entry.bornOn}">${entry.born}</time></dd></div>
      <div><dt>${words.phoneLabel}</dt> <dd>${entry.phone}</dd></div>
    </dl>
  </header>`;
};

/** `record` is null where the chart must not say whose it is. */
export const chartPane = (
  { language, words: common }: PageFrame,
  { place }: FrontEndSettings,
  record: string | null,
  instruments: readonly string[],
): Markup => {
  const words = frontEndWords(language);
  return html`<p class="hint chart-of">${record === null ? words.chartOfVisit : words.chartOf(record)}</p>
  ${scoresPlace(place)}
  <h2>${common.columns.inUse}</h2>
  <ul>${instruments.length === 0 ? html`<li>${words.noInstruments}</li>` : instruments.map((name) => html`<li>${name}</li>`)}</ul>`;
};

/** Another system's sign-in, as it stands in frames of EHRs. */
export const imagingPane = ({ language, words: common }: PageFrame): Markup => {
  const words = frontEndWords(language);
  return html`<form class="imaging">
    <h2>${words.imaging}</h2><p class="hint">${words.imagingHint}</p>
    <label>${common.email} <input type="email" name="imaging-user" autocomplete="off"></label>
    <label>${common.password} <input type="password" name="imaging-password" autocomplete="off"></label>
  </form>`;
};

/** The framed variant: a page of frames, each of which loads by itself, and in its own time. */
export function createFrameRoutes(ehr: EhrDependencies): Hono<EhrEnv> {
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
      const frame = createPageFrame(c, ehr);
      const title = frontEndWords(frame.language).title;
      return sendPage(
        c,
        frame,
        title,
        framedPage(frame, isCross ? (other ?? '') : '', readSettings(session)),
      );
    });
  }

  /** A pane about somebody or everybody; what cannot be read says so in the pane. */
  async function paneOf(
    c: EhrContext,
    session: Session,
    title: (frame: PageFrame) => string,
    content: (frame: PageFrame, everybody: readonly Person[]) => Promise<ReturnType<typeof html> | null>,
  ): Promise<Response> {
    await waitForAnswer(session);
    const frame = createPageFrame(c, ehr);
    const everybody = await listPeople(connectClinic(c, frame, session).clinic);
    const shownHere = everybody.ok
      ? await content(frame, everybody.data)
      : outageNotice(frame, everybody, frame.words.part.patients);
    if (shownHere === null) return c.notFound();
    return c.html(await pane(frame, title(frame), readSettings(session), shownHere));
  }

  const instruments = async (c: EhrContext, session: Session, frame: PageFrame, entry: Person) => {
    if (entry.patientId === null) return [];
    const applications = await connectClinic(c, frame, session).clinic.applicationsOf(entry.patientId);
    return applications.ok ? inUse(applications.data) : [];
  };

  app.get('/framed/navigation', async (c) => {
    const { session } = c.var;
    if (!session) return c.redirect('/sign-in', 303);
    const { words } = createPageFrame(c, ehr);
    return paneOf(
      c,
      session,
      () => words.patients,
      async (_, all) => navigationPane(all, ''),
    );
  });

  app.get('/framed/nobody', async (c) => {
    const frame = createPageFrame(c, ehr);
    const words = frontEndWords(frame.language);
    const settings = readSettings(c.var.session);
    return c.html(await pane(frame, words.chart, settings, html`<p class="hint">${words.choose}</p>`));
  });

  app.get('/framed/imaging', async (c) => {
    const frame = createPageFrame(c, ehr);
    const settings = readSettings(c.var.session);
    return c.html(await pane(frame, frontEndWords(frame.language).imaging, settings, imagingPane(frame)));
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
      ({ language }) => frontEndWords(language).header,
      async (frame, all) => {
        const entry = all.find(({ record }) => record === c.req.query('patient'));
        const { notRecorded } = frontEndWords(frame.language);
        return entry ? headerPane(frame, toPersonView(entry, frame.dates, notRecorded)) : null;
      },
    );
  });

  app.get('/framed/chart', async (c) => {
    const { session } = c.var;
    if (!session) return c.redirect('/sign-in', 303);
    return paneOf(
      c,
      session,
      ({ language }) => frontEndWords(language).chart,
      async (frame, all) => {
        const entry = all.find(({ record }) => record === c.req.query('patient'));
        if (!entry) return null;
        return chartPane(
          frame,
          readSettings(session),
          entry.record,
          await instruments(c, session, frame, entry),
        );
      },
    );
  });

  app.get('/framed/visit/:visit', async (c) => {
    const visit = visits.find(c.req.param('visit'));
    const session = visit === null ? null : ehr.sessions.find(visit.sessionId);
    if (visit === null || session === null) return c.notFound();
    return paneOf(
      c,
      session,
      ({ language }) => frontEndWords(language).chart,
      async (frame, all) => {
        const entry = all.find(({ record }) => record === visit.record);
        if (!entry) return null;
        return chartPane(frame, readSettings(session), null, await instruments(c, session, frame, entry));
      },
    );
  });

  return app;
}
