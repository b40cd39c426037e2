import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { rolldown } from 'rolldown';
import { widgetFile } from '../browser/kit.ts';
import { createBackground } from './background.ts';
import {
  ANSWERS,
  type Answered,
  type AnswerName,
  type Asked,
  answerAt,
  type Chain,
  NOW,
  PAGE,
  type TrueCourse,
  type Wire,
} from './clinic.ts';
import { type Draw, mutate } from './mutations.ts';

/** A row of the panel's table: its date, and each cell by its column. */
export interface ShownRow {
  readonly head: string;
  readonly cells: Readonly<Record<string, string>>;
  /** What is said across the row of a request without an answer; null for an answer. */
  readonly missed: string | null;
}

/**
 * What `<instrument-panel>` shows, by its parts, with what it copies and saves; or the extension's panel with the course
 * unfolded, by the same names.
 */
export interface ShownPanel {
  readonly surface: 'panel' | 'extension' | 'print' | 'fhir' | 'axis' | 'explorer' | 'extension-axis';
  readonly status: string;
  readonly parts: Readonly<Record<string, string>>;
  /** Accessible name of the graph. */
  readonly label: string;
  readonly rows: readonly ShownRow[];
  readonly note: string;
  readonly csv: string;
  /** Lines of text in the saved picture. */
  readonly picture: string;
  /** The saved FHIR bundle as JSON; empty where none is offered. */
  readonly fhir: string;
}

/**
 * What `<instrument-sparkline>` shows, the extension's mark in a list, or a row of `<instrument-overview>` or of the
 * extension's panel.
 */
export interface ShownSparkline {
  readonly surface: 'sparkline' | 'mark' | 'overview' | 'extension-row';
  readonly status: string;
  readonly parts: Readonly<Record<string, string>>;
  readonly label: string;
  /** `d` of the drawn paths. */
  readonly paths: Readonly<Record<string, string>>;
}

/** What the extension's side panel says of all that the patient was asked: an instrument's card after the other. */
export interface ShownHistory {
  readonly surface: 'history';
  readonly status: string;
  readonly cards: readonly {
    readonly name: string;
    /** Of each application what is said, and its state. */
    readonly applications: readonly (readonly [said: string, status: string])[];
    /** Of each request the date, the state, the score with its class, and the risk. */
    readonly rows: readonly (readonly string[])[];
    /** Other sentences. */
    readonly texts: readonly string[];
  }[];
  /** Sentences outside the cards. */
  readonly texts: readonly string[];
}

/** What the popup says of the patient of the page and of new answers. */
export interface ShownPopup {
  readonly surface: 'popup';
  readonly status: string;
  /** Name and birthday; empty where the record could not be read. */
  readonly person: string;
  readonly items: readonly { readonly name: string; readonly risk: string; readonly said: string }[];
  /** Other sentences of the two. */
  readonly texts: readonly string[];
}
export type Shown = ShownPanel | ShownSparkline | ShownHistory | ShownPopup;

/** How a view is broken on purpose. */
export interface Sabotage {
  /** Sentences in place of the panel's and the sparkline's own, as the source of an object. */
  readonly messages?: string;
  /** What a client does to an answer of the proxy before it is read. */
  readonly client?: (name: AnswerName, json: unknown) => unknown;
}

/** The page's own code. It must not depend on anything of ours but the elements' public names. */
const SCRIPT = `
const { configure } = await import('/kit/instrument-panel.js');
await import('/extension.js');
// A busy machine is no failure of the service.
AbortSignal.timeout = () => new AbortController().signal;
const busy = new Map();
let queue = [];
const flush = async () => {
  const all = queue;
  queue = [];
  const answers = await answerAll(all.map(({ key, path, authorization }) => ({ key, path, authorization })));
  all.forEach(({ resolve, key }, at) => { resolve(answers[at]); });
};
const inFlight = (key, by) => busy.set(key, (busy.get(key) ?? 0) + by);
configure({
  baseUrl: location.origin,
  fetchToken: async () => ({ token: await giveToken(), expiresIn: 600 }),
  fetch: async (input, init = {}) => {
    const request = input instanceof Request ? input : null;
    const { pathname, search } = new URL(request?.url ?? input, location.origin);
    const [, key, path] = /^\\/m\\/([^/]+)(\\/.*)$/.exec(pathname);
    const headers = new Headers(init.headers ?? request?.headers);
    inFlight(key, 1);
    try {
      const answer = await new Promise((resolve, reject) => {
        const { signal = request?.signal } = init;
        const aborted = () => reject(new DOMException('aborted', 'AbortError'));
        if (signal?.aborted) return aborted();
        signal?.addEventListener('abort', aborted);
        if (queue.push({ key, path: path + search, authorization: headers.get('authorization'), resolve }) === 1) turn().then(flush);
      });
      return new Response(answer.body, { status: answer.status, headers: { 'content-type': answer.type, date: answer.date } });
    } finally {
      inFlight(key, -1);
    }
  },
});
// Nested timers wait for 4 ms each.
const channel = new MessageChannel();
const turns = [];
channel.port1.onmessage = () => turns.shift()();
const turn = () => new Promise((resolve) => { turns.push(resolve); channel.port2.postMessage(0); });
const quiet = async (key) => {
  for (let calm = 0; calm < 3; ) { await turn(); calm = busy.get(key) ? 0 : calm + 1; }
};
let copied = '';
let saved = null;
// Lines above the graph of a picture are held to its width, labels of the graph are not.
let written = [];
CanvasRenderingContext2D.prototype.fillText = (text, x, y, width) => { if (width !== undefined) written.push(text); };
// Nobody looks at what is painted, which took a sixth of the time.
for (const name of ['scale', 'setTransform', 'drawImage', 'fillRect', 'clearRect', 'strokeRect', 'fill', 'stroke', 'strokeText'])
  CanvasRenderingContext2D.prototype[name] = () => {};
HTMLCanvasElement.prototype.toBlob = (give) => give(new Blob(['picture']));
Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { copied = text; } } });
URL.createObjectURL = (blob) => { saved = blob; return 'about:blank#'; };
URL.revokeObjectURL = () => {};
HTMLAnchorElement.prototype.click = () => {};
const visible = (element) => {
  for (let one = element; one && one !== element.getRootNode().host; one = one.parentElement) if (one.hidden) return false;
  return true;
};
const textOf = (element) => {
  let text = '';
  const walk = (node) => {
    if (node.nodeType === 3) text += node.data;
    else if (node.nodeType === 1 && !node.hidden && !['STYLE', 'BUTTON'].includes(node.tagName)) {
      const isBlock = /^(P|DIV|TR|LI|SECTION|H[1-6]|B|STRONG|SPAN|TD|TH|SLOT)$/.test(node.tagName);
      if (node.tagName === 'DETAILS') text += '; ';
      if (isBlock) text += ' ';
      for (const child of node.childNodes) walk(child);
      if (isBlock) text += ' ';
    }
  };
  walk(element);
  return text.replace(/\\s+/g, ' ').trim();
};
const partsOf = (root) => Object.fromEntries([...root.querySelectorAll('[part]')].filter(visible)
  .filter((one) => !['table', 'tools', 'panel'].includes(one.part.value)).map((one) => [one.part.value, textOf(one)]));
const settled = (element) => new Promise((resolve) => {
  for (const type of ['instrument-load', 'instrument-error']) element.addEventListener(type, resolve, { once: true });
  setTimeout(resolve, 20_000);
});
/** Presses a button, and waits until that has brought something; the first time its code is fetched. */
const use = async (root, name, brought) => {
  const button = [...root.querySelectorAll('button')].find((one) => one.textContent === name);
  if (!button) throw new Error('no button ' + name);
  button.click();
  for (let tries = 0; tries < 5_000 && !brought(); tries++) await (tries < 50 ? turn() : new Promise((resolve) => setTimeout(resolve, 2)));
};
const rowsOf = (root) => [...root.querySelectorAll('tbody tr')].map((row) => ({
  head: textOf(row.querySelector('th')) || row.querySelector('th').textContent,
  cells: Object.fromEntries([...row.querySelectorAll('td[data-name]')].map((cell) => [cell.dataset.name, cell.textContent])),
  missed: row.querySelector('td[colspan]')?.textContent ?? null,
}));
const lookAtPanel = async (element) => {
  const root = element.shadowRoot;
  const details = root.querySelector('details[part=table]');
  const isDrawn = ['ready', 'stale'].includes(element.status);
  if (isDrawn && details && !details.open) {
    const toggled = new Promise((resolve) => details.addEventListener('toggle', resolve, { once: true }));
    details.open = true;
    await toggled;
  }
  copied = '';
  saved = null;
  written = [];
  let csv = '';
  if (isDrawn) {
    await use(root, NAMES.copy, () => copied);
    await use(root, NAMES.csv, () => saved);
    csv = await saved.text();
    saved = null;
    await use(root, NAMES.png, () => saved);
  }
  return {
    surface: 'panel',
    status: element.status,
    parts: partsOf(root),
    label: root.querySelector('[part=graph],#graph')?.ariaLabel ?? '',
    rows: isDrawn ? rowsOf(root) : [],
    note: copied,
    csv,
    picture: written.join('\\n'),
    fhir: '',
  };
};
/** Opens the answers of the latest submission, and saves it. */
const lookAtFhir = async (element) => {
  const root = element.shadowRoot;
  const find = (name) => [...root.querySelectorAll('#item button')].find((one) => one.textContent === name);
  let fhir = '';
  let item = '';
  if (['ready', 'stale'].includes(element.status)) {
    await use(root, NAMES.answers, () => find(NAMES.fhir) || root.querySelector('#item .problem'));
    if (find(NAMES.fhir)) item = textOf(root.querySelector('#item'));
    saved = null;
    if (find(NAMES.fhir)) await use(root, NAMES.fhir, () => saved);
    fhir = (await saved?.text()) ?? '';
    root.querySelector('#item')?.close();
  }
  return { surface: 'fhir', status: element.status, parts: { item }, label: '', rows: [], note: '', csv: '', picture: '', fhir };
};
const isPrinted = (one) => !one || one.nodeType !== 1 || (getComputedStyle(one).display !== 'none' && isPrinted(one.parentNode));
const lookAtPaper = (element) => {
  const root = element.shadowRoot;
  const parts = partsOf(root);
  for (const name of Object.keys(parts)) if (!isPrinted(root.querySelector('[part="' + name + '"]'))) delete parts[name];
  const table = root.querySelector('table');
  return { surface: 'print', status: element.status, parts, label: '', rows: table && isPrinted(table) && table.closest('details').open ? rowsOf(root) : [],
    note: '', csv: '', picture: '', fhir: '' };
};
/** What an explorer says, one for each of its rows: all are of the course, as no other instrument of the patient can be read. */
const lookAtExplorer = async (surface, root, wait) => {
  const tables = root.querySelector('#explore .tables');
  const empty = { surface, status: 'closed', parts: { wait }, label: '', rows: [], note: '', csv: '', picture: '', fhir: '' };
  if (!tables) return [empty];
  const toggled = new Promise((resolve) => tables.addEventListener('toggle', resolve, { once: true }));
  tables.open = true;
  await toggled;
  const lines = (selector) => [...root.querySelectorAll('#explore ' + selector)].filter(visible).map(textOf);
  const parts = Object.fromEntries(['risk', 'legend li', 'stale'].map((name) => [name.split(' ')[0], lines('.' + name).join('\\n')]));
  const label = root.querySelector('#explore .plot').ariaLabel;
  const drawn = tables.querySelectorAll('table');
  return lines('.said li').map((said, at) => ({ ...empty, status: 'ready', parts: { ...parts, said, row: String(at) }, label, rows: rowsOf(drawn[at]) }));
};
const lookAtAxis = async (key, overview) => {
  const root = overview.shadowRoot;
  const button = root.querySelector('#time-axis');
  const isOffered = visible(button) && ['ready', 'stale'].includes(overview.status);
  const failed = () => [...root.querySelectorAll('#axis > button')].some(visible);
  if (isOffered) {
    button.click();
    for (let tries = 0; tries < 5_000 && !root.querySelector('#explore .said') && !failed(); tries++)
      await (tries < 50 ? turn() : new Promise((resolve) => setTimeout(resolve, 2)));
    await quiet(key);
    await turn();
  }
  const wait = isOffered ? textOf(root.querySelector('#axis > p')) || 'Loading' : '';
  const shown = await lookAtExplorer('axis', root, wait);
  if (isOffered) button.click();
  return shown;
};
const lookAtDialog = async (panel) => {
  const root = panel.shadowRoot;
  const isOffered = ['ready', 'stale'].includes(panel.status) && [...root.querySelectorAll('button')].some((one) => one.textContent === NAMES.explore);
  if (isOffered) await use(root, NAMES.explore, () => root.querySelector('#explore .said'));
  const shown = await lookAtExplorer('explorer', root, '');
  root.querySelector('#explore')?.close();
  return shown;
};
const lookAtSparkline = (element) => {
  const root = element.shadowRoot;
  const svg = root.querySelector('svg');
  return {
    surface: 'sparkline',
    status: element.status,
    parts: { ...partsOf(root), isLoud: root.getElementById('box')?.dataset.risk ?? '' },
    label: svg?.getAttribute('aria-label') ?? '',
    paths: Object.fromEntries([...(svg?.querySelectorAll('path') ?? [])].map((path) => [path.getAttribute('class'), path.getAttribute('d')])),
  };
};
/** The row of the instrument, and what is said of all, in an element or in the extension's panel. */
const lookAtOverview = (surface, status, root, formId, all) => {
  const row = root.querySelector('.row[data-form-id="' + formId + '"]');
  const cells = Object.fromEntries([...(row?.querySelectorAll('td,th') ?? [])].map((cell) => [cell.className, textOf(cell)]));
  const { notes = '', message = '' } = all;
  const isReady = ['ready', 'stale'].includes(status);
  return {
    surface,
    status: isReady && !cells.score ? 'empty' : status,
    parts: {
      ...cells,
      name: row?.querySelector('th button').textContent ?? '',
      own: row ? textOf(row.querySelector('.notes')) : '',
      risk: row ? textOf(row.querySelector('.risk > span')) : '',
      isLoud: row?.dataset.risk ?? '',
      risks: [...root.querySelectorAll('#risks:not([hidden]) span')].map(textOf).join('\\n'),
      notes,
      message,
    },
    label: row?.querySelector('svg')?.getAttribute('aria-label') ?? '',
    paths: Object.fromEntries([...(row?.querySelectorAll('path') ?? [])].map((path) => [path.getAttribute('class'), path.getAttribute('d')])),
  };
};
const lookAtExtension = async ({ panel, mark, lines }, formId) => {
  const at = (selector, from = panel) => from.querySelector(selector);
  const text = (element) => element ? textOf(element) : '';
  const row = at('tr.row[data-form-id="' + formId + '"]');
  const detail = row && at('.detail', row.nextElementSibling ?? row);
  const details = detail?.querySelector('details:has(.table)');
  if (details) {
    const toggled = new Promise((resolve) => details.addEventListener('toggle', resolve, { once: true }));
    details.open = true;
    await toggled;
  }
  const status = panel.dataset.phase === 'failed' ? 'error' : 'ready';
  const label = detail?.querySelector('.graph')?.ariaLabel ?? '';
  // What could not be read of the lists stands in the line.
  const foot = [text(at('.foot')), text(at('.remarks .lists'))].filter(Boolean).join(' ');
  const above = lookAtOverview('extension-row', status, panel, formId, { notes: foot, message: text(at('.empty')) });
  // What the row says stands above the course that it opens to.
  const one = {
    surface: 'extension',
    status: status === 'ready' && !label ? 'empty' : status,
    parts: {
      risk: above.parts.risk,
      unread: above.parts.own,
      who: text(at('.who')),
      date: above.parts.last ?? '',
      due: above.parts.missed ?? '',
      message: [above.parts.change, text(at('.empty'))].find((said) => said === NAMES.unanswered) ?? '',
      failed: detail ? text(at('.amber', detail)) : '',
      notes: detail ? text(detail.querySelector('.graph + p')) : '',
      summary: text(details?.querySelector('summary')),
      analysis: detail ? text(detail.querySelector('.analysis')) : '',
      foot,
    },
    label,
    rows: details ? rowsOf(details) : [],
    note: '',
    csv: '',
    picture: '',
    fhir: '',
  };
  const [sentence = '', risk = ''] = lines;
  const two = { surface: 'mark', status: lines.length > 0 ? 'ready' : 'error', parts: { sentence, risk }, label: '', paths: {} };
  if (lines.some((line) => !(mark.ariaLabel + mark.getAttribute('aria-description')).includes(line))) throw new Error('the mark says something else: ' + mark.ariaLabel);
  return [one, above, two];
};
/** Each graph on the time axis of the extension's panel. */
const lookAtOwnAxis = ({ panel }) => {
  const empty = { surface: 'extension-axis', status: 'closed', parts: {}, label: '', rows: [], note: '', csv: '', picture: '', fhir: '' };
  const beneath = [...panel.querySelectorAll('#axis > p')].map((one) => one.textContent).join(' ');
  const figures = [...panel.querySelectorAll('#axis figure')].map((figure) => {
    const texts = (selector) => [...figure.querySelectorAll(selector)].map((one) => [...one.childNodes].map((part) => part.textContent).join(' '));
    const [present = ''] = texts('text.present');
    const value = texts('.value').join();
    const missed = [...texts('text').join('')].filter((mark) => mark === '×').length;
    return { ...empty, status: 'ready', parts: { said: textOf(figure.querySelector('figcaption')), present: present.replace(/\\s+/g, ' ').trim(), value, due: missed + ' missed', notes: [...texts('p'), beneath].join(' ') },
      label: figure.querySelector('[role=img]').ariaLabel };
  });
  return figures.length > 0 ? figures : [empty];
};
const lookAtHistory = ({ history }) => {
  const texts = (from, selector) => [...from.querySelectorAll(selector)].map((one) => one.textContent);
  const cards = [...history.querySelectorAll('details')].map((card) => ({
    name: card.querySelector('h2').textContent,
    applications: [...card.querySelectorAll('li')].map((line) => [...line.children].map((one) => one.textContent)),
    rows: [...card.querySelectorAll('tbody tr')].map((row) => [...row.children].map((one) => one.textContent)),
    texts: texts(card, ':scope > :not(summary, h3, ul, .scroll)'),
  }));
  const status = history.querySelector('[role=alert]') ? 'error' : history.querySelector('.wait') ? 'loading' : 'ready';
  return { surface: 'history', status, cards, texts: status === 'ready' ? texts(history, '.stack > :not(details)') : [] };
};
const lookAtPopup = ({ popup }) => {
  const items = [...popup.querySelectorAll('.news li')].map((item) => ({
    name: item.querySelector('strong').textContent,
    risk: item.querySelector('.between').children[1]?.textContent ?? '',
    said: item.lastElementChild.textContent,
  }));
  const texts = [...popup.querySelectorAll('.card > p:not(.person), .card > small, .card .quiet')].map((one) => one.textContent);
  return { surface: 'popup', status: 'ready', person: popup.querySelector('.person')?.textContent ?? '', items, texts };
};
const make = (tag, key, { patientId, professionalId, formId }, messages) => {
  const element = document.createElement(tag);
  const attributes = { 'base-url': location.origin + '/m/' + key, 'patient-id': patientId, 'professional-id': professionalId,
    'form-id': formId, refresh: '0', loading: 'eager', 'time-zone': 'UTC', lang: 'en' };
  if (tag === 'instrument-sparkline') attributes.density = 'comfortable';
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (messages) element.messages = messages;
  return element;
};
// Without boxes nothing is laid out or painted, which took most of the time.
const stage = document.createElement('div');
stage.style.display = 'none';
document.body.append(stage);
let drawn = [];
globalThis.drawAll = async (batch, said) => {
  const MESSAGES = (0, eval)('(' + said + ')');
  const made = JSON.parse(batch).map(({ key, course, hasBundle, ...has }) => {
    const panel = make('instrument-panel', key, course, MESSAGES);
    const sparkline = make('instrument-sparkline', key, course, MESSAGES);
    const overview = make('instrument-overview', key, course, MESSAGES);
    const told = Promise.all([settled(panel), settled(sparkline), settled(overview)]);
    stage.append(panel, sparkline, overview);
    const extension = openExtension(key, course.formId, { hasAxis: hasBundle, ...has });
    return { key, panel, sparkline, overview, told, extension, formId: course.formId, hasBundle, ...has };
  });
  const shown = [];
  for (const { told } of made) await told;
  for (const { key } of made) await quiet(key);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  for (const { key, panel, sparkline, overview, extension, formId, hasBundle, hasHistory, hasPopup } of made) {
    const opened = await extension;
    stage.append(opened.panel);
    shown.push([await lookAtPanel(panel), lookAtSparkline(sparkline), lookAtOverview('overview', overview.status, overview.shadowRoot, formId, partsOf(overview.shadowRoot)), ...(await lookAtExtension(opened, formId)), ...(hasHistory ? [lookAtHistory(opened)] : []), ...(hasPopup ? [lookAtPopup(opened)] : []), ...(hasBundle ? [...lookAtOwnAxis(opened), await lookAtFhir(panel), ...(await lookAtAxis(key, overview)), ...(await lookAtDialog(panel))] : [])]);
    opened.panel.remove();
    opened.close();
  }
  drawn = made;
  return JSON.stringify(shown);
};
/** Looks at the panels on paper, and takes all away. */
globalThis.printAll = () => {
  dispatchEvent(new Event('beforeprint'));
  const shown = drawn.map(({ panel }) => lookAtPaper(panel));
  dispatchEvent(new Event('afterprint'));
  for (const { key, panel, sparkline, overview } of drawn) { panel.remove(); sparkline.remove(); overview.remove(); busy.delete(key); }
  drawn = [];
  return JSON.stringify(shown);
};
globalThis.isOpen = true;
`;

let extension: Promise<string> | undefined;

async function buildExtension(): Promise<string> {
  const made = await rolldown({
    input: fileURLToPath(new URL('extension-page.ts', import.meta.url)),
    platform: 'browser',
    tsconfig: false,
    transform: {
      jsx: { importSource: 'preact' },
      define: { 'import.meta.env': JSON.stringify({ MODE: 'e2e' }) },
    },
  });
  const { output } = await made.generate({ format: 'esm', codeSplitting: false });
  await made.close();
  return output[0].code;
}

/** Answers that a bundle and its notices are made of, the side panel's history, and the popup. */
const BUNDLED = ['graph', 'submissions', 'instrument'] as const;
const LISTED = ['submissions', 'applications', 'analysis'] as const;
const ANNOUNCED = ['submissions', 'patient'] as const;

/** True if one of these answers is damaged, or none at all. */
const isOf = (names: readonly AnswerName[], wire: Wire, truth: Wire): boolean =>
  names.some((name) => wire[name] !== truth[name]) || ANSWERS.every((name) => wire[name] === truth[name]);

/** Proxied answers of true parts, which most mutations leave as they are. */
const known = new Map<string, Promise<Answered>>();

/** A page that draws every surface for each draw, with client and proxy in between. */
export async function openSurfaces(page: Page, chain: Chain, names: object) {
  const kit = dirname(await widgetFile());
  extension ??= buildExtension();
  let key = 0;
  const open = new Map<
    string,
    {
      readonly course: TrueCourse;
      readonly wire: Wire;
      readonly damaged: Map<string, Promise<Answered>>;
      readonly client: Sabotage['client'];
      background?: ReturnType<typeof createBackground>;
    }
  >();
  const ask = async (one: Asked & { readonly key: string }): Promise<Answered> => {
    const asked = open.get(one.key);
    const name = asked && answerAt(one.path, asked.course);
    if (!asked || !name)
      return { status: 404, body: '{"code":"NOT_FOUND","message":"no"}', type: 'application/json', date: '' };
    const { course, wire, damaged, client } = asked;
    // The same question has the same answer, whichever surface asks.
    const answers = wire[name] === course.wire[name] ? known : damaged;
    const id = `${course.name} ${one.path}`;
    const answer = answers.get(id) ?? chain.ask(course, wire, one);
    answers.set(id, answer);
    const given = await answer;
    if (!client || given.status !== 200) return given;
    return { ...given, body: JSON.stringify(client(name, JSON.parse(given.body))) };
  };
  await page.exposeFunction('giveToken', chain.token);
  // As text: Playwright looks into each field of an object that it hands over, which took a fifth of the time.
  await page.exposeFunction('askBackground', async (key: string, intent: string, input: string) => {
    const one = open.get(key);
    if (!one) throw new Error(`nothing is open as ${key}`);
    one.background ??= createBackground(one.course, chain.token, (asked) => ask({ ...asked, key }));
    return JSON.stringify(await one.background(intent, JSON.parse(input)));
  });
  await page.exposeFunction('answerAll', (all: (Asked & { key: string })[]) => Promise.all(all.map(ask)));
  await page.route(`${PAGE}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const script = (body: string) => route.fulfill({ contentType: 'text/javascript', body });
    if (pathname === '/page.js') return script(`const NAMES = ${JSON.stringify(names)};\n${SCRIPT}`);
    if (pathname === '/extension.js') return script((await extension) ?? '');
    if (pathname.startsWith('/kit/')) return script(readFileSync(join(kit, pathname.slice(5)), 'utf8'));
    const body = `<!doctype html><html lang="en"><title>Truth</title><script type="module" src="/page.js"></script><body></body></html>`;
    return route.fulfill({ contentType: 'text/html', body });
  });
  await page.clock.setFixedTime(NOW);
  await page.goto(PAGE);
  await page.waitForFunction('globalThis.isOpen');
  return async (
    draws: readonly Draw[],
    { client, messages = 'null' }: Sabotage,
  ): Promise<{ readonly wire: Wire; readonly shown: readonly Shown[] }[]> => {
    const batch = draws.map(({ course, mutations }) => {
      const wire = mutate(course.wire, mutations);
      const one = { key: String(key++), wire, course, damaged: new Map(), client };
      open.set(one.key, one);
      return one;
    });
    const given = batch.map(({ key, wire, course: { wire: truth, patientId, professionalId, formId } }) => ({
      key,
      // What nothing was done to is drawn once: it is as it was, and costs as much as all else.
      hasBundle: isOf(BUNDLED, wire, truth),
      hasHistory: isOf(LISTED, wire, truth),
      hasPopup: isOf(ANNOUNCED, wire, truth),
      course: { patientId, professionalId, formId },
    }));
    const said: string = await page.evaluate(
      ([batch, messages]) => Reflect.get(globalThis, 'drawAll')(batch, messages),
      [JSON.stringify(given), messages],
    );
    const all: readonly (readonly Shown[])[] = JSON.parse(said);
    await page.emulateMedia({ media: 'print' });
    const paper: string = await page.evaluate(() => Reflect.get(globalThis, 'printAll')());
    const printed: readonly Shown[] = JSON.parse(paper);
    await page.emulateMedia({ media: null });
    for (const { key } of batch) open.delete(key);
    return batch.map(({ wire }, at) => ({ wire, shown: [...(all[at] ?? []), ...printed.slice(at, at + 1)] }));
  };
}
