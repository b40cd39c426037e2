import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stack, startStack } from '../../scripts/stack.ts';
import { fingerprintsOf } from '../extension/calibrate.ts';
import type { Fingerprints } from '../extension/sighting.ts';
import { makeWalks, sayCount, WALKERS, type Walking } from '../extension/walks.ts';
import { installWatcher } from '../extension/watcher.ts';
import { frontEnds } from '../front-ends/index.ts';
import { SOAK, sayTimes, times } from '../soak/scale.ts';
import { buildAddon, startFirefoxWithAddon } from './firefox-addon.ts';

let stack: Stack;
let browser: Browser;
let people: Walking['people'] = [];
let prints: Fingerprints = {};
beforeAll(async () => {
  const folder = buildAddon('e2e');
  stack = await startStack({ portBase: 0, frontEnds, seed: 1, now: '2026-11-18T15:00:00Z' });
  let page: Page;
  ({ browser, page } = await startFirefoxWithAddon(folder, stack));
  people = await page.evaluate(async (names) => {
    const all = (await (await fetch('/spa-data/patients')).json()) as { record: string; name: string }[];
    return all.filter(({ name }) => names.includes(name)).map(({ record, name }) => ({ record, name }));
  }, WALKERS);
  expect(people).toHaveLength(WALKERS.length);
  prints = await fingerprintsOf(page, stack.urls.ehr, people);
  await page.close();
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

/** Whatever was wrong is made again by its seed: INSTRUMENT_PANEL_FIRST_WALK=SEED INSTRUMENT_PANEL_WALKS=1. */
const { INSTRUMENT_PANEL_WALKS: many = 300, INSTRUMENT_PANEL_FIRST_WALK: first = 2_000 } = Object.fromEntries(
  Object.entries(process.env).map(([name, value]) => [name, Number(value)]),
);
/** In the short form one at each front end. */
const SEEDS = SOAK ? Array.from({ length: many }, (_, index) => first + index) : [1, 6, 11, 16, 21, 26];

it(
  `over random walks in Firefox, ${sayTimes(SEEDS.length)}, nothing of one patient shows while the page says another, or nobody`,
  async () => {
    const open: Walking['open'] = async (hear) => {
      const page = await browser.newPage();
      await page.exposeFunction('tellWatched', hear);
      await page.evaluateOnNewDocument(installWatcher, prints);
      return page;
    };
    const count = await makeWalks({
      ...{ open, base: stack.urls.ehr, people, seeds: SEEDS, steps: times(4, 6), tabs: 2 },
      onWalk: (now) => {
        if (now.walks % 20 === 0) console.log(sayCount(now));
      },
      onWrong: (line) => console.log(`wrong: ${line}`),
    });
    console.log(sayCount(count));
    expect(count.sightings.map((one) => JSON.stringify(one))).toEqual([]);
    expect(count.lost.map((one) => JSON.stringify(one))).toEqual([]);
    expect(count.walks).toBe(SEEDS.length);
    expect(count.withPanel).toBeGreaterThan(20);
    // Few walks may meet no list whose marks are read.
    if (SOAK) expect(count.withMark).toBeGreaterThan(20);
  },
  times(240_000, 10_800_000),
);
