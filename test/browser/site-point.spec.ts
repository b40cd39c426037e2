import type { Page as Tab } from '@playwright/test';
import { mergeDrafts } from '../../extension/point/draft.ts';
import { toSiteRules } from '../../extension/profile/choose.ts';
import { parseProfile } from '../../extension/profile/parse.ts';
import type { ChartPage, GivenProfile } from '../../extension/profile/profile.ts';
import { expect, test } from './own-page.ts';
import { bundled } from './site/open.ts';

const ADDRESS = 'http://localhost:9/patients/4821/chart';
const CHART = `<!doctype html><html lang="en"><title>EHR</title><body>
  <a id="out" href="/elsewhere"><header style="padding:10px" class="css-1x9zk patient-banner is-open">
    <h1 data-testid="patient-name" class="sc-bdVaJa">Ana Souza</h1>
    <dl><div><dt>MRN:</dt><dd class="x1a2b3c4d">4821</dd></div><div><dt>Born</dt><dd>23/04/1980 (46)</dd></div></dl>
  </header></a><main><p>Notes</p></main></body></html>`;

async function open(tab: Tab): Promise<string[]> {
  const clicks: string[] = [];
  await tab.exposeFunction('clicked', (what: string) => clicks.push(what));
  await tab.addInitScript({ content: await bundled('./pointing.ts') });
  await tab.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: CHART }));
  await tab.goto(ADDRESS);
  await tab.evaluate(() => {
    for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click', 'keydown'])
      document.querySelector('#out')?.addEventListener(type, () => Reflect.get(globalThis, 'clicked')(type));
  });
  return clicks;
}
async function point(
  tab: Tab,
  what: 'key' | 'name' | 'birthday' | 'place',
  select: string,
): Promise<GivenProfile> {
  const count = await tab.evaluate((wanted) => {
    pointing.start({ what: wanted, language: 'en' });
    return pointing.told.length;
  }, what);
  const box = await tab.locator(select).boundingBox();
  if (!box) throw new Error(`${select} has no box.`);
  await tab.mouse.click(box.x + 3, box.y + box.height / 2);
  await tab.waitForFunction((before) => pointing.told.length > before, count);
  const told = await tab.evaluate(() => pointing.told.at(-1));
  if (!told?.profile) throw new Error('Nothing was drafted.');
  return told.profile;
}

test('three clicks draft a profile that reads the page, and the page gets none of them', async ({ page }) => {
  const clicks = await open(page);
  const drafts = [
    await point(page, 'name', 'h1'),
    await point(page, 'key', 'dd >> nth=0'),
    await point(page, 'birthday', 'dd >> nth=1'),
    await point(page, 'place', 'header'),
  ];
  expect(clicks).toEqual([]);
  expect(page.url()).toBe(ADDRESS);
  const draft = drafts.reduce<GivenProfile | null>(mergeDrafts, null);
  const read = parseProfile({ ...draft, proxy: 'http://localhost:8' });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const text = JSON.stringify(read.profile);
  for (const secret of ['Ana', 'Souza', '4821', '1980']) expect(text).not.toContain(secret);
  const [chart] = read.profile.pages as ChartPage[];
  expect(chart?.patient).toEqual([
    { kind: 'key', from: 'url', part: 'path', pattern: '^/patients/([^/]+)/chart' },
    { kind: 'key', from: 'beside', label: 'MRN' },
    { kind: 'name', from: 'text', select: '[data-testid="patient-name"]' },
    { kind: 'birthday', from: 'beside', label: 'Born', order: 'dmy' },
  ]);
  expect(chart?.places).toEqual([{ select: 'header.patient-banner', at: 'after' }]);
  const rules = toSiteRules(read.profile, ADDRESS);
  const explained = await page.evaluate(
    (given) => pointing.explain({ rules: given, showsValues: true }),
    rules as never,
  );
  expect(explained.pages[0]?.isThis).toBe(true);
  expect(explained.pages[0]?.sources.map(({ value }) => value)).toEqual([
    '4821',
    '4821',
    'Ana Souza',
    '1980-04-23',
  ]);
});

test('an element is pointed at with the keyboard, and Esc leaves without a word of the page', async ({
  page,
}) => {
  const clicks = await open(page);
  await page.evaluate(() => pointing.start({ what: 'name', language: 'pt-BR' }));
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.waitForFunction(() => pointing.told.length === 1);
  await page.evaluate(() => pointing.start({ what: 'name' }));
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => pointing.told.length === 2);
  const told = await page.evaluate(() => pointing.told.map(({ profile }) => profile?.pages[0]));
  expect(told).toMatchObject([{ element: '[data-testid="patient-name"]' }, undefined]);
  expect(clicks).toEqual([]);
  expect(await page.locator('[popover]').count()).toBe(0);
});

test('clicks that the page makes up point at nothing, and a new wish ends the one before', async ({
  page,
}) => {
  await open(page);
  const seen = await page.evaluate(async () => {
    pointing.start({ what: 'name' });
    // Not within the link: a click that a script makes up follows it.
    document
      .querySelector('main p')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 20, clientY: 20 }));
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await null;
    const made = [pointing.told.length, document.querySelectorAll('[popover]').length];
    pointing.start(null);
    await new Promise((resolve) => setTimeout(resolve));
    return [...made, pointing.told.length, document.querySelectorAll('[popover]').length];
  });
  expect(seen).toEqual([0, 1, 0, 0]);
});

test('the tester says of each part what it finds and why not, and tells values only where they are shown', async ({
  page,
}) => {
  await open(page);
  const rules = {
    profileId: 'x',
    settleMs: 0,
    top: ADDRESS,
    pages: [
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
    ],
  } as const;
  const shown = await page.evaluate(
    (given) => pointing.explain({ rules: given, showsValues: true }),
    rules as never,
  );
  const pages = shown.pages.map(({ isAddress, isThis, element }) => [isAddress, isThis, element.state]);
  expect(pages).toEqual([
    [true, false, 'missing'],
    [false, false, 'found'],
    [true, true, 'found'],
  ]);
  const [, , chart] = shown.pages;
  expect(chart?.sources.map(({ state, value, text }) => [state, value, text])).toEqual([
    ['found', '4821', '4821'],
    ['disagree', 'Ana Souza', 'Ana Souza'],
    ['missing', null, null],
    ['selector', null, null],
    ['unreadable', null, '23/04/1980 (46)'],
  ]);
  expect(chart?.places.map(({ state }) => state)).toEqual(['missing', 'found']);
  const hidden = await page.evaluate(
    (given) => pointing.explain({ rules: given, showsValues: false }),
    rules as never,
  );
  const text = JSON.stringify(hidden);
  for (const secret of ['4821', 'Ana', '1980']) expect(text).not.toContain(secret);
  expect(hidden.pages[2]?.sources[0]).toMatchObject({ state: 'found', length: 4, value: null, text: null });
});
