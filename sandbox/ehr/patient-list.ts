import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Markup } from '../pages/document.ts';
import { readField } from '../pages/requests.ts';
import { ageOn } from './dates.ts';
import { outageNotice, outagePage, type PageFrame, unbroken, unreadableNotice } from './layout.ts';
import type { EhrDependencies, EhrEnv } from './options.ts';
import { connectClinic, createPageFrame, sendPage } from './request.ts';
import { filterRoster, type RosterRow, toRoster } from './roster.ts';
import { DEFAULT_LIST, type ListView } from './staff.ts';

interface PatientListState {
  readonly view: ListView;
  readonly shown: readonly RosterRow[];
  readonly total: number;
  readonly notices: readonly (Markup | '')[];
}

const finder = ({ words }: PageFrame, { view }: PatientListState): Markup => html`
  <form id="find" method="post" action="/patients/find" role="search">
    <label for="query">${words.search}</label>
    <div class="row">
      <input id="query" name="query" type="search" value="${view.query}" autocomplete="off" aria-describedby="query-hint">
      <button type="submit">${words.searchButton}</button>
      ${view.query === '' ? '' : html`<button class="quiet" type="submit" name="clear" value="yes">${words.clear}</button>`}
    </div>
    <p id="query-hint" class="hint">${words.searchHint}</p>
  </form>`;

function heading({ words }: PageFrame, view: ListView, column: ListView['sort']): Markup {
  const isSorted = view.sort === column;
  const order = isSorted ? (view.descending ? 'descending' : 'ascending') : 'none';
  const turn = isSorted && !view.descending ? 'down' : 'up';
  const label = words.columns[column];
  return html`<th scope="col" role="columnheader" aria-sort="${order}"><button class="sort" form="find" type="submit"
    name="sort" value="${column}.${turn}" title="${words.sortBy({ column: label })}">${label}<span aria-hidden="true"></span></button></th>`;
}

function line({ words, dates, today, hasElements }: PageFrame, row: RosterRow): Markup {
  const { patient } = row;
  const born = patient.birthday;
  const answered =
    row.lastAnswer === undefined ? '—' : row.lastAnswer === null ? words.never : dates.day(row.lastAnswer);
  const inUse = row.lastAnswer === undefined ? '—' : unbroken(row.inUse.join(', ') || words.notInUse);
  return html`<tr role="row">
    <th scope="row" role="rowheader"><a href="/patients/${patient.serviceId}">${row.fullName}</a>${
      row.isSimilar ? html`<span class="similar">${words.similarNames}</span>` : ''
    }${patient.relationStatus === 'INACTIVE' ? html`<span class="tag">${words.inactiveRelation}</span>` : ''}</th>
    <td role="cell" data-label="${words.columns.record}"><span class="number">${row.record}</span></td>
    <td role="cell" data-label="${words.columns.birthday}">${
      born
        ? html`${dates.birthday(born)} <small>${words.age({ years: ageOn(born, today) })}</small>`
        : words.unknown
    }</td>
    ${
      hasElements
        ? html`<td role="cell" data-label="${words.columns.lastAnswer}">${answered}</td>
    <td role="cell" data-label="${words.columns.inUse}">${inUse}</td>`
        : ''
    }
  </tr>`;
}

const table = (frame: PageFrame, { view, shown }: PatientListState): Markup => html`
  <table class="roster" role="table" aria-labelledby="list-title">
    <thead role="rowgroup"><tr role="row">
      ${heading(frame, view, 'name')}${heading(frame, view, 'record')}${heading(frame, view, 'birthday')}
      ${
        frame.hasElements
          ? html`${heading(frame, view, 'lastAnswer')}
      <th scope="col" role="columnheader">${frame.words.columns.inUse}</th>`
          : ''
      }
    </tr></thead>
    <tbody role="rowgroup">${shown.map((row) => line(frame, row))}</tbody>
  </table>`;

const patientListPage = (frame: PageFrame, state: PatientListState): Markup => {
  const { words } = frame;
  const none = state.total === 0 ? words.noPatients : words.noneFound({ query: state.view.query });
  return html`
  <div class="row"><h1 id="list-title">${words.patients}</h1>
    <p class="hint" role="status">${words.found({ isAll: state.shown.length === state.total, shown: state.shown.length, all: state.total })}</p></div>
  ${state.notices}
  ${finder(frame, state)}
  ${state.shown.length > 0 ? table(frame, state) : html`<p class="card empty">${none}</p>`}`;
};

const QUERY_LENGTH_LIMIT = 100;
const SORTS: readonly ListView['sort'][] = ['name', 'record', 'birthday', 'lastAnswer'];

/** Creates the routes of the patient list, with its search and order. */
export function createPatientListRoutes(ehr: EhrDependencies): Hono<EhrEnv> {
  const app = new Hono<EhrEnv>();

  app.get('/patients', async (c) => {
    const { session } = c.var;
    if (!session) return c.redirect('/sign-in?next=/patients', 303);
    const frame = createPageFrame(c, ehr);
    const { words } = frame;
    const { clinic } = connectClinic(c, frame, session);
    const [patients, applications] = await Promise.all([clinic.patients(), clinic.applications()]);
    if (!patients.ok) {
      const content = outagePage(frame, words.patients, patients, words.part.patients);
      return sendPage(c, frame, words.patients, content, 502);
    }
    const rows = toRoster(patients.data, applications.ok ? applications.data : null);
    const content = patientListPage(frame, {
      view: session.list,
      shown: filterRoster(rows, session.list, frame.dates.birthday),
      total: rows.length,
      notices: [
        unreadableNotice(words, patients),
        applications.ok
          ? unreadableNotice(words, applications)
          : outageNotice(frame, applications, words.part.applications),
      ],
    });
    return sendPage(c, frame, words.patients, content);
  });

  // A search is a POST and is kept in the session, to keep names out of URLs, histories and logs.
  app.post('/patients/find', async (c) => {
    const { session } = c.var;
    if (!session) return c.redirect('/sign-in?next=/patients', 303);
    const form = await c.req.parseBody();
    const [wanted, turn] = readField(form, 'sort').split('.');
    const sort = SORTS.find((one) => one === wanted);
    session.list = {
      query:
        readField(form, 'clear') === ''
          ? readField(form, 'query').trim().slice(0, QUERY_LENGTH_LIMIT)
          : DEFAULT_LIST.query,
      sort: sort ?? session.list.sort,
      descending: sort ? turn === 'down' : session.list.descending,
    };
    return c.redirect('/patients', 303);
  });

  return app;
}
