import type { Frame, Page as Tab } from '@playwright/test';
import { mergeDrafts } from '../../extension/point/draft.ts';
import type { PointRequest } from '../../extension/point/point.ts';
import { toSiteRules } from '../../extension/profile/choose.ts';
import { parseProfile } from '../../extension/profile/parse.ts';
import type { ChartPage, GivenProfile } from '../../extension/profile/profile.ts';
import {
  CHART,
  CHART_PATH,
  CHART_SECRETS,
  DRAFT_READS,
  DRAFTED,
  POINTED,
  TRIED,
  TRIED_PAGES,
  TRIED_PLACES,
  TRIED_SOURCES,
} from '../extension/pointed.ts';
import { expect, test } from './own-page.ts';
import { bundled } from './site/open.ts';

const ADDRESS = `http://localhost:9${CHART_PATH}`;

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
  what: PointRequest['what'],
  select: string,
  headers: readonly string[] = [],
): Promise<GivenProfile> {
  const count = await tab.evaluate(
    (wanted) => {
      pointing.start({ ...wanted, language: 'en' });
      return pointing.told.length;
    },
    { what, headers },
  );
  const box = await tab.locator(select).boundingBox();
  if (!box) throw new Error(`${select} has no box.`);
  await tab.mouse.click(box.x + 3, box.y + box.height / 2);
  await tab.waitForFunction((before) => pointing.told.length > before, count);
  const told = await tab.evaluate(() => pointing.told.at(-1));
  if (!told?.profile) throw new Error('Nothing was drafted.');
  return told.profile;
}

const headersOf = (draft: GivenProfile | null): string[] =>
  (draft?.pages ?? []).flatMap((one) => (one.type === 'chart' && one.header ? [one.header] : []));

const CARD = (
  name: string,
  born: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>EHR</title><body>
  <div class="flex css-9x1k2"><div class="p-4 text-sm" aria-label="Identity"><span class="text-lg sc-bdVaJa">${name}</span>
  <span class="badge">Hospital Norte</span> <span>${born}</span></div></div><main class="p-2"><p>Notes of ${name}</p></main></body></html>`;

test('a draft names labels and no generated class, and reads the next patients’ charts and tabs as it is', async ({
  page,
}) => {
  await page.addInitScript({ content: await bundled('./pointing.ts') });
  const charts = [
    ['/patients/4821/notes', 'Ana Souza (46)', '06Feb2013', ['4821', 'Ana Souza', '2013-02-06']],
    ['/patients/77/visits/9', 'Rui Sá', '17Sept1988', ['77', 'Rui Sá', '1988-09-17']],
    ['/patients/1031/labs', 'Noor Aziz (3)', '1May2023', ['1031', 'Noor Aziz', '2023-05-01']],
  ] as const;
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    const [, name, born] = charts.find(([path]) => path === pathname) ?? charts[0];
    return route.fulfill({ contentType: 'text/html', body: CARD(name, born) });
  });
  await page.goto(`http://localhost:9${charts[0][0]}`);
  let draft = mergeDrafts(null, await point(page, 'name', 'span >> nth=0'));
  draft = mergeDrafts(draft, await point(page, 'birthday', 'span >> nth=2', headersOf(draft)));
  await page.evaluate((headers) => pointing.start({ what: 'address', headers }), headersOf(draft));
  const told = await page.evaluate(() => pointing.told.at(-1)?.profile ?? null);
  if (!told) throw new Error('The address was not drafted.');
  const read = parseProfile({ ...mergeDrafts(draft, told), proxy: 'http://localhost:8' });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  expect(read.profile.pages).toEqual([
    {
      type: 'chart',
      url: { path: '^/patients/\\d+(?:/|$)' },
      element: '[aria-label="Identity"]',
      header: '[aria-label="Identity"]',
      patient: [
        {
          kind: 'key',
          from: 'url',
          part: 'path',
          pattern: '^/patients/(\\d+)(?:/|$)',
          confirm: ['name', 'birthday'],
        },
        { kind: 'name', from: 'text', select: '[aria-label="Identity"] span', pattern: '^([^\\d(|·•]+)' },
        {
          kind: 'birthday',
          from: 'text',
          select: '[aria-label="Identity"] > span:nth-of-type(3)',
          pattern: '(?<day>\\d\\d?)(?<month>\\p{L}{3,})\\.?(?<year>\\d{4})',
        },
      ],
      places: [{ select: '[aria-label="Identity"]', at: 'after' }],
    },
  ]);
  for (const [path, , , values] of charts) {
    const address = `http://localhost:9${path}`;
    await page.goto(address);
    const rules = toSiteRules(read.profile, address);
    const explained = await page.evaluate(
      (given) => pointing.explain({ rules: given, showsValues: true }),
      rules as never,
    );
    expect(explained.pages[0]?.isThis).toBe(true);
    expect(explained.pages[0]?.sources.map(({ value }) => value)).toEqual(values);
  }
});

test('three clicks draft a profile that reads the page, and the page gets none of them', async ({ page }) => {
  const clicks = await open(page);
  let draft: GivenProfile | null = null;
  for (const [what, select] of POINTED)
    draft = mergeDrafts(draft, await point(page, what, select, headersOf(draft)));
  expect(clicks).toEqual([]);
  expect(page.url()).toBe(ADDRESS);
  const read = parseProfile({ ...draft, proxy: 'http://localhost:8' });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const text = JSON.stringify(read.profile);
  for (const secret of CHART_SECRETS) expect(text).not.toContain(secret);
  expect(read.profile.pages).toMatchObject([DRAFTED]);
  expect((read.profile.pages[0] as ChartPage).patient).toEqual(DRAFTED.patient);
  const rules = toSiteRules(read.profile, ADDRESS);
  const explained = await page.evaluate(
    (given) => pointing.explain({ rules: given, showsValues: true }),
    rules as never,
  );
  expect(explained.pages[0]?.isThis).toBe(true);
  expect(explained.pages[0]?.sources.map(({ value }) => value)).toEqual(DRAFT_READS);
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
    pages: TRIED,
  } as const;
  const shown = await page.evaluate(
    (given) => pointing.explain({ rules: given, showsValues: true }),
    rules as never,
  );
  const pages = shown.pages.map(({ isAddress, isThis, element }) => [isAddress, isThis, element.state]);
  expect(pages).toEqual(TRIED_PAGES);
  const [, , chart] = shown.pages;
  expect(chart?.sources.map(({ state, value, text }) => [state, value, text])).toEqual(TRIED_SOURCES);
  expect(chart?.places.map(({ state }) => state)).toEqual(TRIED_PLACES);
  const hidden = await page.evaluate(
    (given) => pointing.explain({ rules: given, showsValues: false }),
    rules as never,
  );
  const text = JSON.stringify(hidden);
  for (const secret of ['4821', 'Ana', '1980']) expect(text).not.toContain(secret);
  expect(hidden.pages[2]?.sources[0]).toMatchObject({ state: 'found', length: 4, value: null, text: null });
});

test('the tester reads the months in the language of the profile, and names of another are unreadable', async ({
  page,
}) => {
  await open(page);
  await page.evaluate(() => {
    document.body.innerHTML = '<div id=banner><i>Nascimento</i> <b>7 de fev. de 1980</b></div>';
  });
  const read = async (language: string) => {
    const given = parseProfile({
      id: 'months',
      name: 'Months',
      version: 1,
      proxy: 'http://localhost:8',
      language,
      match: ['http://localhost:9/*'],
      pages: [
        {
          type: 'chart',
          element: '#banner',
          patient: [{ kind: 'birthday', from: 'beside', label: 'Nascimento' }],
        },
      ],
    });
    if (!given.ok) throw new Error(JSON.stringify(given.faults));
    const rules = toSiteRules(given.profile, ADDRESS);
    const { pages } = await page.evaluate(
      (own) => pointing.explain({ rules: own, showsValues: true }),
      rules as never,
    );
    return pages[0]?.sources.map(({ state, value }) => [state, value]);
  };
  expect(await read('pt-BR')).toEqual([['found', '1980-02-07']]);
  expect(await read('de')).toEqual([['unreadable', null]]);
});

/** What the overlay of a frame says; empty where it has no hint. */
const hintIn = (frame: Frame): Promise<string> =>
  frame.evaluate(() => {
    const hosts = [...document.documentElement.children].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const said = hosts.flatMap((root) => root.querySelector<HTMLElement>('[role=status]') ?? []);
    return said.flatMap((one) => (one.checkVisibility() ? one.innerText : [])).join('');
  });

const APPLICATIONS = {
  iframes:
    '<body><h1>App</h1><iframe name="bar" src="/bar" width="600" height="80"></iframe><iframe name="notes" src="/notes" width="600" height="200"></iframe>',
  'a frameset':
    '<frameset rows="80,*"><frame name="bar" src="/bar"><frame name="notes" src="/notes"></frameset>',
};
for (const [kind, framed] of Object.entries(APPLICATIONS))
  test(`in an application of ${kind} the pointer goes into the frame, one hint is seen, and the draft names the frame`, async ({
    page,
  }) => {
    await page.addInitScript({ content: await bundled('./pointing.ts') });
    await page.addInitScript(() => {
      const { attachShadow } = Element.prototype;
      Element.prototype.attachShadow = function (init) {
        return attachShadow.call(this, { ...init, mode: 'open' });
      };
    });
    const BAR =
      '<table id="bar"><tr><td>Record</td><td id="mrn">4821</td><td>Born</td><td>06.02.1990</td></tr></table>';
    await page.route('**/*', (route) => {
      const { pathname } = new URL(route.request().url());
      const body = pathname === '/bar' ? BAR : pathname === '/notes' ? '<p id="note">Notes</p>' : framed;
      return route.fulfill({ contentType: 'text/html', body: `<!doctype html>${body}` });
    });
    await page.goto('http://localhost:9/app');
    const frames = () => page.frames();
    await expect.poll(() => frames().length).toBe(3);
    for (const frame of frames()) {
      await frame.waitForFunction(() => 'pointing' in globalThis);
      await frame.evaluate(() => pointing.start({ what: 'key', language: 'en' }));
    }
    const hints = async () => {
      const all = await Promise.all(
        frames().map(async (frame) => [frame.name(), await hintIn(frame)] as const),
      );
      return all.flatMap(([name, hint]) => (hint ? [name] : []));
    };
    expect(await hints()).toEqual(['']);
    const [bar, notes] = [page.frame('bar'), page.frame('notes')];
    const box = await page.frameLocator('[name=bar]').locator('#mrn').boundingBox();
    const other = await page.frameLocator('[name=notes]').locator('#note').boundingBox();
    if (!bar || !notes || !box || !other) throw new Error('no frame');
    const move = async ({ x, y }: { x: number; y: number }) => {
      // The first movement is the outer frame's.
      for (const by of [1, 2, 3]) await page.mouse.move(x + by, y + by);
    };
    await move(other);
    await expect.poll(hints).toEqual(['notes']);
    await move(box);
    await expect.poll(hints).toEqual(['bar']);
    await page.mouse.click(box.x + 3, box.y + 3);
    await expect.poll(() => bar.evaluate(() => pointing.told.length)).toBe(1);
    const told = await bar.evaluate(() => pointing.told[0]?.profile);
    expect(told?.pages).toMatchObject([
      {
        frame: 'child',
        url: { path: '^/bar(?:/|$)' },
        patient: [{ kind: 'key', from: 'beside', label: 'Record' }],
      },
    ]);
    expect(await page.evaluate(() => pointing.told.length)).toBe(0);
  });

test('a frame itself is never taken: a click that finds one goes on in it', async ({ page }) => {
  await page.addInitScript({ content: await bundled('./pointing.ts') });
  await page.route('**/*', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body:
        new URL(route.request().url()).pathname === '/in'
          ? '<b id="mrn">4821</b>'
          : '<iframe src="/in"></iframe>',
    }),
  );
  await page.goto('http://localhost:9/app');
  await page.evaluate(() => pointing.start({ what: 'key', language: 'en' }));
  const box = await page.locator('iframe').boundingBox();
  if (!box) throw new Error('no frame');
  await page.mouse.click(box.x + 20, box.y + 20);
  await page.mouse.click(box.x + 20, box.y + 20);
  expect(await page.evaluate(() => pointing.told.length)).toBe(0);
  await page.mouse.move(box.x + 500, box.y + 20);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate(() => pointing.told.length)).toBe(1);
});
