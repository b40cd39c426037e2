import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IntentOutput } from '../../extension/intents/requests.ts';
import { parseProfile } from '../../extension/profile/parse.ts';
import type { GivenProfile } from '../../extension/profile/profile.ts';
import { until } from '../extension/driven.ts';
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
import { buildAddon, startFirefoxWithOptions } from './firefox-addon.ts';
import { askIn } from './set-up.ts';

let server: Server;
let origin = '';
let browser: Browser;
let desk: Page;
let page: Page;
let tabId = 0;
beforeAll(async () => {
  server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(CHART));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server?.close());

/** A Firefox with the options and the chart in a tab each, for the tests of a block. */
function useFirefox(preferences: Parameters<typeof startFirefoxWithOptions>[1] = {}): void {
  beforeAll(async () => {
    ({ browser, desk } = await startFirefoxWithOptions(buildAddon('e2e'), preferences));
    page = await browser.newPage();
    await page.goto(origin + CHART_PATH);
    tabId = await desk.evaluate(async (url) => {
      interface Api {
        readonly tabs: { query(of: object): Promise<{ readonly id: number; readonly url?: string }[]> };
      }
      const all = await (globalThis as unknown as { browser: Api }).browser.tabs.query({});
      return all.find((tab) => tab.url === url)?.id ?? 0;
    }, origin + CHART_PATH);
    expect(tabId).toBeGreaterThan(0);
  }, 240_000);
  afterAll(() => browser?.close());
}

/** Presses what has this name in the options, once it can be. */
const press = (name: string): Promise<unknown> =>
  until(`“${name}” is pressed`, () =>
    desk.evaluate((wanted) => {
      const all = [...document.querySelectorAll<HTMLElement>('button:enabled, [role=tab]')];
      const found = all.find((one) => one.textContent?.trim() === wanted);
      found?.click();
      return found !== undefined;
    }, name),
  );

const tryOut = async (profile: unknown): Promise<IntentOutput<'profiles.test'>> =>
  (await askIn(desk, 'profiles.test', { tabId, profile })) as IntentOutput<'profiles.test'>;

/** Points at an element as a person does, once `meanwhile` is over. */
async function pointAt(what: string, select: string, meanwhile = async () => {}): Promise<void> {
  const isPointing = () => page.evaluate(() => document.querySelector('[popover]') !== null);
  await page.bringToFront();
  await askIn(desk, 'point.start', { tabId, what });
  await until('the overlay is there', isPointing);
  await meanwhile();
  const box = await (await page.$(select))?.boundingBox();
  if (!box) throw new Error(`${select} has no box.`);
  await page.mouse.click(box.x + 3, box.y + box.height / 2);
  await until('the overlay is gone', async () => !(await isPointing()));
}

describe('in Firefox', () => {
  useFirefox();

  it('the tester says of each part what it finds and why not', async () => {
    const profile = { id: 'x', name: 'X', version: 1, proxy: 'http://localhost:8', match: [`${origin}/*`] };
    const { faults, isMatched, frames } = await tryOut({ ...profile, pages: TRIED });
    expect([faults, isMatched, frames.length]).toEqual([[], true, 1]);
    const { explained, facts } = frames[0] ?? {};
    expect(facts).not.toBeNull();
    const pages = explained?.pages ?? [];
    expect(pages.map(({ isAddress, isThis, element }) => [isAddress, isThis, element.state])).toEqual(
      TRIED_PAGES,
    );
    const chart = pages[2];
    expect(chart?.sources.map(({ state, value, text }) => [state, value, text])).toEqual(TRIED_SOURCES);
    expect(chart?.places.map(({ state }) => state)).toEqual(TRIED_PLACES);
  });

  it('what is pointed at becomes a draft that reads the page, and the page gets no click', async () => {
    let draft: unknown = null;
    for (const [what, select] of POINTED) {
      const before = JSON.stringify(draft);
      await pointAt(what, select);
      draft = await until(`${what} is drafted`, async () => {
        const now = await askIn(desk, 'profiles.draft', {});
        // The place that is pointed at is the one that was drafted with the name.
        return (what === 'place' || JSON.stringify(now) !== before) && now;
      });
    }
    expect(new URL(page.url()).pathname).toBe(CHART_PATH);
    const read = parseProfile({ ...(draft as GivenProfile), proxy: 'http://localhost:8' });
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    const text = JSON.stringify(read.profile);
    for (const secret of CHART_SECRETS) expect(text).not.toContain(secret);
    expect(read.profile.pages).toMatchObject([DRAFTED]);
    const { frames } = await tryOut(read.profile);
    const [chart] = frames[0]?.explained?.pages ?? [];
    expect(chart?.isThis).toBe(true);
    expect(chart?.sources.map(({ value }) => value)).toEqual(DRAFT_READS);

    await press('Edit draft');
    // A person fills in the proxy; the options find the tab by themselves.
    await desk.evaluate((whole) => {
      const field = document.querySelector('textarea');
      if (field) field.value = whole;
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);
    await press('Profile tester');
    await press('Run test');
    const said = await until('the tester says what it found', () =>
      desk.evaluate(() => {
        const rows = [...document.querySelectorAll('section tbody tr')];
        return rows.length > 0 && rows.map((row) => row.querySelector('td:last-child')?.textContent ?? '');
      }),
    );
    expect(said).toHaveLength(DRAFT_READS.length);
    for (const [index, value] of DRAFT_READS.entries()) expect(said[index]).toContain(`found: ${value}`);
  });
});

describe('in a Firefox that ends a background after a second without work, instead of 30', () => {
  useFirefox({ 'extensions.background.idle.timeout': 1_000 });

  it('what is pointed at is drafted although the background has ended meanwhile', async () => {
    await pointAt('name', 'h1', async () => {
      await until('the background has ended', () =>
        desk.evaluate(() => {
          interface Api {
            readonly extension: { getBackgroundPage(): Window | null };
          }
          return (globalThis as unknown as { browser: Api }).browser.extension.getBackgroundPage() === null;
        }),
      );
    });
    const draft = await until('the name is drafted', async () => askIn(desk, 'profiles.draft', {}), {
      seconds: 10,
    });
    const [, , name] = DRAFTED.patient;
    expect((draft as GivenProfile).pages).toMatchObject([{ patient: expect.arrayContaining([name]) }]);
  });
});
