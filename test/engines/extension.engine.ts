import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GECKO_ID } from '../../extension/manifest.ts';
import { type Stack, startStack } from '../../scripts/stack.ts';
import type { Fingerprints, Sighting, Watched } from '../extension/sighting.ts';
import { openHere, takeHere } from '../extension/steps.ts';
import { installWatcher } from '../extension/watcher.ts';
import { frontEnds } from '../front-ends/index.ts';
import { findFirefox } from './firefox.ts';
import { buildAddon, startFirefoxWithAddon } from './firefox-addon.ts';

it('builds an extension that Firefox installs', async () => {
  const folder = buildAddon('production');
  const executablePath = findFirefox() ?? '';
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  try {
    expect(await browser.installExtension(folder)).toBe(GECKO_ID);
  } finally {
    await browser.close();
  }
});

const NAMES = ['Camila Rocha', 'Daniel Azevedo', 'Larissa Mendes'];

interface Person {
  readonly record: string;
  readonly name: string;
  readonly born: string;
}

describe('the panel in Firefox', () => {
  let stack: Stack;
  let browser: Browser;
  let page: Page;
  let people: readonly Person[] = [];
  beforeAll(async () => {
    const folder = buildAddon('e2e');
    stack = await startStack({ portBase: 0, frontEnds, seed: 1, now: '2026-11-18T15:00:00Z' });
    ({ browser, page } = await startFirefoxWithAddon(folder, stack));
    people = await page.evaluate(async (names) => {
      const all = (await (await fetch('/spa-data/patients')).json()) as Person[];
      return all.filter(({ name }) => names.includes(name));
    }, NAMES);
    expect(people).toHaveLength(NAMES.length);
    const prints: Fingerprints = Object.fromEntries(
      people.map(({ record, name, born }) => [record, { name, strings: [name, `${name},`, `born ${born}`] }]),
    );
    await page.evaluateOnNewDocument(installWatcher, prints);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await stack?.close();
  });

  const moments = { withPanel: 0 };
  const sightings: Sighting[] = [];

  /** Asks the watchers of all frames whom our elements show, and takes what they saw. */
  async function shownNow(): Promise<string[]> {
    const shown = new Set<string>();
    for (const frame of page.frames()) {
      // A frame that is just loading cannot be asked.
      const seen = await frame
        .evaluate(() => {
          const { watched } = globalThis as unknown as { watched?: Watched };
          return watched ? { shown: watched.shown, told: watched.take() } : null;
        })
        .catch(() => null);
      for (const record of seen?.shown ?? []) shown.add(record);
      moments.withPanel += seen?.told.withPanel ?? 0;
      sightings.push(...(seen?.told.sightings ?? []));
    }
    return [...shown];
  }

  /** Opens a chart, until its panel and no other stands there. */
  async function openUntilShown(record: string): Promise<void> {
    const end = performance.now() + 40_000;
    for (let click = 0; performance.now() < end; click++) {
      // Where a click went to a page on its way out, it is made again, as people do.
      if (click % 50 === 0) await page.evaluate(openHere, [[record], 0] as const).catch(() => {});
      const shown = await shownNow();
      if (shown.length === 1 && shown[0] === record) return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error(`The panel of ${record} did not come.`);
  }

  it.each([
    ['/spa', '#quick:not([hidden])'],
    ['/framed', 'iframe[name="navigation"]'],
  ])(
    'at %s comes for the patient who is on the page, and never stands beside another',
    async (path, ready) => {
      const [one, other, third] = people.map(({ record }) => record);
      if (!one || !other || !third) throw new Error('Three people are needed.');
      const [, rewritten] = people;
      await page.goto(`${stack.urls.ehr}${path}?hazards=on&slow=100`, { waitUntil: 'load' });
      await page.waitForSelector(ready);
      await openUntilShown(one);
      await openUntilShown(other);
      await page.evaluate(openHere, [[one, third, other, third], 15] as const);
      await openUntilShown(third);
      const steps: Parameters<typeof takeHere>[0][] = [
        { do: 'replace', what: 'header', by: 'copy', after: 50 },
        { do: 'rewrite', record: other, name: rewritten?.name ?? '', within: 30 },
        { do: 'busy', for: 500 },
      ];
      for (const step of steps) {
        await page.evaluate(takeHere, step);
        for (let look = 0; look < 5; look++) {
          await shownNow();
          await new Promise((done) => setTimeout(done, 60));
        }
      }
      await page.evaluate(openHere, [[other], 0] as const);
      await openUntilShown(one);
      expect(sightings.map((sighting) => JSON.stringify(sighting))).toEqual([]);
      expect(moments.withPanel).toBeGreaterThan(5);
    },
  );
});
