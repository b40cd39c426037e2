/** A chart that is pointed at and tried in each browser, with what has to come of it. @module */
import type { PointRequest } from '../../extension/point/point.ts';
import type { ProfilePage } from '../../extension/profile/profile.ts';

export const CHART_PATH = '/patients/4821/chart';
export const CHART = `<!doctype html><html lang="en"><title>EHR</title><body>
  <a id="out" href="/elsewhere"><header style="padding:10px" class="css-1x9zk patient-banner is-open">
    <h1 data-testid="patient-name" class="sc-bdVaJa">Ana Souza</h1>
    <dl><div><dt>MRN:</dt><dd class="x1a2b3c4d">4821</dd></div><div><dt>Born</dt><dd>23/04/1980 (46)</dd></div></dl>
  </header></a><main><p>Notes</p></main></body></html>`;

/** What is pointed at, one after the other, by its selector. */
export const POINTED: readonly (readonly [what: PointRequest['what'], select: string])[] = [
  ['name', 'h1'],
  ['key', 'dl div:nth-of-type(1) dd'],
  ['birthday', 'dl div:nth-of-type(2) dd'],
  ['place', 'header'],
];
export const DRAFTED = {
  type: 'chart',
  header: 'header',
  patient: [
    { kind: 'key', from: 'url', part: 'path', pattern: '^/patients/(\\d+)(?:/|$)' },
    { kind: 'key', from: 'beside', label: 'MRN' },
    { kind: 'name', from: 'text', select: '[data-testid="patient-name"]' },
    { kind: 'birthday', from: 'beside', label: 'Born', order: 'dmy' },
  ],
  places: [{ select: 'header', at: 'after' }],
};
/** What the draft reads in the chart. */
export const DRAFT_READS = ['4821', '4821', 'Ana Souza', '1980-04-23'];
/** Words of the patient, none of which may be in a draft. */
export const CHART_SECRETS = ['Ana', 'Souza', '4821', '1980'];

/** Pages that are tried in the chart: one that is not there, one of another address, and one of which parts are missing. */
export const TRIED: readonly ProfilePage[] = [
  { type: 'none', element: '#login' },
  { type: 'chart', url: { path: '^/list' }, element: 'header' },
  {
    type: 'chart',
    element: 'header',
    patient: [
      { kind: 'key', from: 'beside', label: 'MRN' },
      { kind: 'key', from: 'text', select: 'h1' },
      { kind: 'phone', from: 'after', label: 'Phone', optional: true },
      { kind: 'email', from: 'text', select: 'h1[' },
      { kind: 'birthday', from: 'beside', label: 'Born', order: 'ymd' },
    ],
    places: [
      { select: 'aside', at: 'after' },
      { select: 'main', at: 'first' },
    ],
  },
];
/** Of each page whether it is of the address, whether it is the chart, and its element. */
export const TRIED_PAGES = [
  [true, false, 'missing'],
  [false, false, 'found'],
  [true, true, 'found'],
];
/** Of each source of the chart its state, value and text. */
export const TRIED_SOURCES = [
  ['found', '4821', '4821'],
  ['disagree', 'Ana Souza', 'Ana Souza'],
  ['missing', null, null],
  ['selector', null, null],
  ['unreadable', null, '23/04/1980 (46)'],
];
export const TRIED_PLACES = ['missing', 'found'];
