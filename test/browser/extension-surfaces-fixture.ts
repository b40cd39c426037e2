import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { build } from 'esbuild';
import type { IntentName } from '../../extension/intents/intents.ts';
import type { Problem, SiteStatus, TabStatus, ToSurface } from '../../extension/intents/protocol.ts';
import type { IntentOutput } from '../../extension/intents/requests.ts';
import { axeOf } from './axe.ts';
import { test as base } from './own-page.ts';

const ORIGIN = 'http://extension.test';
/** That of the extension's own pages (extension/manifest). */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src https:; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

export type SurfaceName = 'popup' | 'options' | 'side';
const START: Readonly<Record<SurfaceName, string>> = {
  popup: 'startPopup',
  options: 'startOptions',
  side: 'startSide',
};

/** The page's half of the fake background: what is asked goes to the test, what the test pushes comes here. */
const PAGE = (name: SurfaceName, uiLanguage: string) => `
import { ${START[name]} as start } from ${JSON.stringify(resolve(`extension/${name}/${name}.tsx`))};
globalThis.violations = [];
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  violations.push(violatedDirective + ' ' + blockedURI));
globalThis.did = [];
let heard = () => {}, cut = () => {};
globalThis.push = (message) => heard(message);
globalThis.cutOff = () => cut();
globalThis.online = true;
const record = (name) => (...args) => { did.push([name, ...args]); return Promise.resolve(globalThis.granted ?? true); };
start(document.getElementById('place'), {
  connect() {
    let listen = () => {}, lost = () => {};
    heard = (message) => listen(message);
    cut = () => lost();
    return {
      post: (message) => void globalThis.posted(message),
      onMessage: (listener) => { listen = listener; },
      onDisconnect: (listener) => { lost = listener; },
      disconnect() {},
    };
  },
  windowId: 1,
  uiLanguage: ${JSON.stringify(uiLanguage)},
  requestSites: record('requestSites'),
  releaseSites: record('releaseSites'),
  openSide: record('openSide'),
  openOptions: record('openOptions'),
  close: record('close'),
  tabs: async () => [{ id: 7, title: 'Chart', origin: 'https://ehr.example' }, { id: 8, title: null, origin: null }],
  appearance: async () => globalThis.appearance ?? 'auto',
  setAppearance: record('setAppearance'),
  save: record('save'),
  now: () => Date.now(),
  isOnline: () => globalThis.online,
});
`;

const bundles = new Map<string, Promise<string>>();
function bundle(name: SurfaceName, uiLanguage: string): Promise<string> {
  const key = `${name} ${uiLanguage}`;
  const made =
    bundles.get(key) ??
    build({
      stdin: { contents: PAGE(name, uiLanguage), resolveDir: process.cwd(), loader: 'js' },
      bundle: true,
      write: false,
      format: 'esm',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      target: 'es2024',
      // Shadow roots are open, as in the build for tests.
      define: { 'import.meta.env': '{"MODE":"e2e"}' },
      logLevel: 'silent',
    }).then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  bundles.set(key, made);
  return made;
}

/** A refusal of the fake background. */
export class Refused {
  readonly problem: Problem;
  constructor(problem: Problem) {
    this.problem = problem;
  }
}
/** What the fake background refuses a question with. */
export const refuse = (code: string, more: Partial<Problem> = {}): Refused =>
  new Refused({ code, status: null, traceId: null, isOutcomeUnknown: false, ...more });
/** A question that is left without an answer. */
export const SILENCE = Symbol('no answer');

type Answers = {
  [Name in IntentName]?:
    | IntentOutput<Name>
    | Refused
    | typeof SILENCE
    | ((input: never, epoch: string | null) => IntentOutput<Name> | Refused | typeof SILENCE)
    | undefined;
};

export interface Asked {
  readonly intent: string;
  readonly input: Record<string, unknown>;
  readonly epoch: string | null;
  readonly id: number;
}

export interface Surface {
  readonly answers: Answers;
  /** What was asked, in order. */
  readonly asked: Asked[];
  /** Opens a page of the extension. The look is that of its tab; null tells nothing. */
  open(name: SurfaceName, status: TabStatus | null, language?: string): Promise<void>;
  push(message: ToSurface): Promise<void>;
  setStatus(status: TabStatus): Promise<void>;
  /** Answers a question that was left without one. */
  answer(id: number, value: unknown): Promise<void>;
  /** What was done with the browser: names and arguments. */
  did(): Promise<unknown[][]>;
  /**
   * Tells the page another look, and gives all text that stands in it within the same task, shown or not, shadow
   * roots included.
   */
  textAtOnce(status: TabStatus): Promise<string>;
  /** Cuts the connection, as a background that stops does. */
  cut(): Promise<void>;
  /** Expects no violation that axe finds, and nothing wider than the page. */
  audit(): Promise<void>;
}

async function serve(page: Page): Promise<Surface> {
  const answers: Answers = { 'language.read': { language: 'auto' } };
  const asked: Asked[] = [];
  let present: TabStatus | null = null;
  const push = (message: ToSurface) =>
    page.evaluate((sent) => (Reflect.get(globalThis, 'push') as (sent: unknown) => void)(sent), message);
  await page.exposeFunction('posted', async (message: { type: string } & Asked) => {
    if (message.type === 'show' && present) await push({ type: 'tab', status: present });
    if (message.type !== 'ask') return;
    const { id, intent, input, epoch } = message;
    asked.push({ id, intent, input, epoch });
    const known: unknown = answers[intent as IntentName];
    const said =
      typeof known === 'function'
        ? (known as (input: unknown, epoch: string | null) => unknown)(input, epoch)
        : known;
    if (said === SILENCE) return;
    if (said === undefined) await push({ type: 'refusal', id, problem: refuse('service').problem });
    else if (said instanceof Refused) await push({ type: 'refusal', id, problem: said.problem });
    else await push({ type: 'answer', id, value: said });
  });
  let script = '';
  let opened: SurfaceName = 'popup';
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') {
      const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>instrument-panel</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <link rel="stylesheet" href="/surface.css"><link rel="stylesheet" href="/controls.css">
        <link rel="stylesheet" href="/own.css">
        <script type="module" src="/page.js"></script></head><body><div id="place"></div></body></html>`;
      return route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': POLICY },
        body,
      });
    }
    if (pathname === '/page.js') return route.fulfill({ contentType: 'text/javascript', body: script });
    const file =
      pathname === '/own.css' ? `extension/${opened}/${opened}.css` : `extension/surface${pathname}`;
    return route.fulfill({ contentType: 'text/css', body: readFileSync(file, 'utf8') });
  });
  return {
    answers,
    asked,
    push,
    async open(name, status, language = 'en-GB') {
      opened = name;
      present = status;
      script = await bundle(name, language);
      await page.goto(ORIGIN);
      await expect(page.locator('#place > *').first()).toBeVisible();
    },
    async setStatus(status) {
      present = status;
      await push({ type: 'tab', status });
    },
    async textAtOnce(status) {
      present = status;
      return page.evaluate(
        (message) => {
          (Reflect.get(globalThis, 'push') as (sent: unknown) => void)(message);
          const textOf = (node: Node): string =>
            [...node.childNodes]
              .map((one) => {
                if (one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement) return one.value;
                const own = one instanceof Element && one.shadowRoot ? textOf(one.shadowRoot) : '';
                return one instanceof Text ? one.data : `${own} ${textOf(one)}`;
              })
              .join(' ');
          return textOf(document.body);
        },
        { type: 'tab', status },
      );
    },
    cut: () => page.evaluate(() => (Reflect.get(globalThis, 'cutOff') as () => void)()),
    answer: (id, value) => push({ type: 'answer', id, value }),
    did: () => page.evaluate(() => Reflect.get(globalThis, 'did')),
    async audit() {
      const { violations } = await axeOf(page).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      const { scroll, width } = await page.evaluate(() => ({
        scroll: document.documentElement.scrollWidth,
        width: document.documentElement.clientWidth,
      }));
      expect(scroll).toBeLessThanOrEqual(width);
    },
  };
}

/** A test with a page of the extension over a fake background; it fails where the policy refused anything. */
export const test = base.extend<{ surface: Surface }>({
  surface: async ({ page }, use) => {
    const failures: string[] = [];
    page.on('pageerror', ({ message }) => failures.push(message));
    await use(await serve(page));
    const violations = await page.evaluate(() => Reflect.get(globalThis, 'violations') ?? []);
    expect(violations, 'the Content-Security-Policy was not violated').toEqual([]);
    expect(failures, 'nothing was thrown').toEqual([]);
  },
});
export { expect };

/** Goes to a section of the side panel: by its tab, else by the menu beside the tabs. */
export async function openSection(page: Page, section: string): Promise<void> {
  const tab = page.getByRole('tab', { name: section, exact: true });
  if (await tab.count()) await tab.click();
  else await page.getByRole('combobox', { name: 'More' }).selectOption(section);
}

/** Shows every section of the side panel or the options, by its tabs and then by the menu beside them. */
export async function visitSections(page: Page, visit: (section: string) => Promise<void>): Promise<void> {
  const menu = page.locator('.tabs select');
  const inMenu = await menu.locator('option').evaluateAll((options) => options.map((one) => one.textContent));
  const tabs = await page.getByRole('tab').allTextContents();
  for (const section of [...tabs, ...inMenu.slice(1)]) {
    if (tabs.includes(section)) await page.getByRole('tab', { name: section, exact: true }).click();
    else await menu.selectOption(section);
    await expect(page.getByRole('tabpanel').locator('.wait')).toHaveCount(0);
    // The words of a form come after its frame.
    await expect(page.locator('[role=heading]:not([aria-level])')).toHaveCount(0);
    await visit(section);
  }
}

/** The demo EHR's site, enabled and signed in. */
export const site = (more: Partial<SiteStatus> = {}): SiteStatus => ({
  profileId: 'demo',
  name: 'Clínica Demo',
  version: 3,
  source: 'package',
  proxy: 'https://panel.ehr.example',
  isEnabled: true,
  isGranted: true,
  asks: ['https://ehr.example/*', 'https://frames.example/*'],
  signIn: 'signed-in',
  news: { answers: 0, risks: 0 },
  ...more,
});

export const EPOCH = '7b1c9b3e-5f0e-4d9b-8a55-0c8f6f3a2b01';

/** A tab in which nothing clear is said of any patient. */
export const settling = (): TabStatus => chart({ context: { state: 'settling' } });

/** The same tab, with another patient in it. */
export const another = (): TabStatus =>
  chart({
    context: {
      state: 'known',
      epoch: '7b1c9b3e-5f0e-4d9b-8a55-0c8f6f3a2b02',
      identity: { keys: [{ system: '', value: '99' }], name: 'Bruno Reis' },
    },
  });

/** A tab with Ana's chart in it. */
export const chart = (more: Partial<TabStatus> = {}): TabStatus => ({
  tabId: 7,
  origin: 'https://ehr.example',
  site: site(),
  context: {
    state: 'known',
    epoch: EPOCH,
    identity: {
      keys: [{ system: '', value: '482137' }],
      name: 'Ana Lima',
      birthday: '1990-03-04',
      carried: 'whole',
    },
  },
  frames: [
    {
      frameId: 0,
      origin: 'https://ehr.example',
      mounts: true,
      facts: { version: 1, type: 'chart', page: 0, found: [], gaps: [], place: 0 },
    },
  ],
  isPointing: false,
  hasDraft: false,
  language: 'auto',
  faultyProfiles: 0,
  ...more,
});
