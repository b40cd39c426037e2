import { Hono } from 'hono';
import { html } from 'hono/html';
import type { PageFrame } from '../../sandbox/ehr/layout.ts';
import type { EhrDependencies, EhrEnv } from '../../sandbox/ehr/options.ts';
import { connectClinic, createPageFrame, type EhrContext } from '../../sandbox/ehr/request.ts';
import type { Session } from '../../sandbox/ehr/staff.ts';
import type { Markup } from '../../sandbox/pages/document.ts';
import { hazards, scoresPlace, styleLinks } from './hazards.ts';
import { inUse, listPeople, toPersonView } from './people.ts';
import { type FrontEndSettings, waitForAnswer } from './settings.ts';
import type { FrontEndWords } from './words/en.ts';
import { frontEndWords } from './words/index.ts';

/**
 * What the address shows of the open chart: `routes` its record number, `position` its row in the list, `still` nothing:
 * the address never changes. `racing`: the address of whichever answer came last stays, above another patient's header.
 */
export type SpaMode = 'routes' | 'still' | 'position' | 'racing';

const listView = ({ words }: PageFrame, own: FrontEndWords): Markup => html`
<template id="list-view">
  <div class="row"><h1 id="list-title" tabindex="-1">${words.patients}</h1><p class="hint" role="status" data-field="count"></p></div>
  <div class="tools">
    <label>${own.filter} <input id="filter" type="search" autocomplete="off"></label>
    <label>${own.sort} <select id="sort">
      <option value="name">${words.columns.name}</option><option value="record">${words.columns.record}</option>
      <option value="bornOn">${words.columns.birthday}</option></select></label>
    <label>${own.rows} <select id="paging"><option value="scroll">${own.scrolling}</option><option value="pages">${own.paged}</option></select></label>
    <span class="pager" hidden><button class="quiet" type="button" id="page-before">${own.previousPage}</button>
      <span data-field="page"></span> <button class="quiet" type="button" id="page-after">${own.nextPage}</button></span>
  </div>
  <div class="viewport" tabindex="0" role="table" aria-labelledby="list-title">
    <div class="lines" role="rowgroup"></div>
  </div>
</template>`;

/** With hazards the whole row is a link; without, a row that takes clicks holds one. */
const listRow = (isLink: boolean): Markup => {
  const cells = html`<span class="line-record number" role="cell" data-field="record"></span>
    <span class="line-born" role="cell"><time data-field="born"></time></span><span class="line-scores" role="cell"></span>`;
  return isLink
    ? html`<template id="list-row"><a class="line" href="/spa"><b class="line-name" data-field="name"></b>
    <span class="line-record number" data-field="record"></span> <span class="line-born"><time data-field="born"></time></span>
    <span class="line-scores"></span></a></template>`
    : html`<template id="list-row"><div class="line" role="row"><span class="line-name" role="rowheader"><a href="/spa" data-field="name"></a></span>
    ${cells}</div></template>`;
};

const banner = (words: FrontEndWords): Markup => html`
<template id="banner">
  <header class="patient" id="patient-banner">
    <h1 class="patient-name" data-field="name" tabindex="-1"></h1>
    <dl class="facts">
      <div><dt>${words.recordLabel}</dt> <dd class="number" data-field="record"></dd></div>
      <div><dt>${words.bornLabel}</dt> <dd><time data-field="born"></time></dd></div>
      <div><dt>${words.phoneLabel}</dt> <dd data-field="phone"></dd></div>
    </dl>
  </header>
</template>`;

const chartView = ({ words }: PageFrame, own: FrontEndWords, settings: FrontEndSettings): Markup => html`
<template id="chart-view">
  <div class="chart-ways">
    <a href="/spa" id="to-list">← ${words.backToPatients}</a>
    <button class="quiet" type="button" id="patient-before">${own.previousPatient}</button>
    <button class="quiet" type="button" id="patient-after">${own.nextPatient}</button>
  </div>
  <div id="banner-slot"><p class="hint" role="status">${own.loading}</p></div>
  <div class="tabs" role="tablist" aria-label="${own.tabs}">
    <button type="button" role="tab" id="tab-summary" data-tab="summary">${own.summary}</button>
    <button type="button" role="tab" id="tab-notes" data-tab="notes">${own.notes}</button>
    <button type="button" role="tab" id="tab-contact" data-tab="contact">${own.contact}</button>
  </div>
  <div id="tab-slot"></div>
</template>
<template id="panel-summary"><section class="card" role="tabpanel" aria-labelledby="tab-summary">
  ${scoresPlace(settings.place)}
  <h2>${words.columns.inUse}</h2><ul data-field="inUse"><li>${own.noInstruments}</li></ul>
</section></template>
<template id="panel-notes"><section class="card" role="tabpanel" aria-labelledby="tab-notes">
  <label for="note">${own.noteLabel}</label><textarea id="note" rows="4" aria-describedby="note-hint"></textarea>
  <p class="hint" id="note-hint">${own.noteHint}</p>
</section></template>
<template id="panel-contact"><section class="card" role="tabpanel" aria-labelledby="tab-contact">
  <dl class="facts"><div><dt>${own.phoneLabel}</dt> <dd data-field="phone"></dd></div>
  <div><dt>${words.email}</dt> <dd data-field="email"></dd></div></dl>
</section></template>
<template id="failed"><p class="notice warning" role="alert">${own.failed}</p></template>`;

/** The one page of the single-page variant: everything that its script shows is filled into these templates. */
export const spaPage = (frame: PageFrame, mode: SpaMode, settings: FrontEndSettings): Markup => {
  const own = frontEndWords(frame.language);
  return html`
  ${styleLinks(settings)}
  ${listView(frame, own)}${listRow(settings.hazards)}${banner(own)}${chartView(frame, own, settings)}
  <form id="quick" class="tools" hidden><label>${own.quick} <input id="quick-record" autocomplete="off" inputmode="numeric"
    aria-describedby="quick-none"></label> <button class="quiet" type="submit">${own.quickOpen}</button>
    <span id="quick-none" role="status" data-none="${own.quickNone}"></span></form>
  <div id="spa" data-mode="${mode}"></div>
  <noscript><p class="notice warning">${frame.words.scriptNeeded}</p></noscript>
  ${hazards(own, settings)}
  <script type="module" src="/assets/spa.js"></script>`;
};

/** Creates the JSON routes of the single page, for the session's cookie. Each answer waits for its own time. */
export function createDataRoutes(ehr: EhrDependencies): Hono<EhrEnv> {
  const app = new Hono<EhrEnv>();

  async function entry(c: EhrContext, session: Session, record: string) {
    const frame = createPageFrame(c, ehr);
    const { clinic } = connectClinic(c, frame, session);
    const everybody = await listPeople(clinic);
    const found = everybody.ok ? everybody.data.find((one) => one.record === record) : undefined;
    return { frame, clinic, everybody, found };
  }

  app.use('/spa-data/*', async (c, next) => {
    const { session } = c.var;
    if (!session) return c.json({ code: 'NOT_SIGNED_IN' }, 401);
    await waitForAnswer(session);
    return next();
  });

  app.get('/spa-data/patients', async (c) => {
    const { session } = c.var;
    if (!session) return c.json({ code: 'NOT_SIGNED_IN' }, 401);
    const frame = createPageFrame(c, ehr);
    const everybody = await listPeople(connectClinic(c, frame, session).clinic);
    if (!everybody.ok) return c.json({ code: 'UNAVAILABLE' }, 502);
    const unknown = frontEndWords(frame.language).notRecorded;
    const rows = everybody.data.map((one) => toPersonView(one, frame.dates, unknown));
    return c.json(rows.map(({ record, name, born, bornOn }) => ({ record, name, born, bornOn })));
  });

  app.get('/spa-data/patients/:record', async (c) => {
    const { session } = c.var;
    if (!session) return c.json({ code: 'NOT_SIGNED_IN' }, 401);
    const { frame, everybody, found } = await entry(c, session, c.req.param('record'));
    if (!everybody.ok) return c.json({ code: 'UNAVAILABLE' }, 502);
    if (!found) return c.json({ code: 'NOT_FOUND' }, 404);
    return c.json(toPersonView(found, frame.dates, frontEndWords(frame.language).notRecorded));
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
