import type { BrowserContext, Page } from '@playwright/test';
import { fingerprintsOf } from '../extension/calibrate.ts';
import { expect, people, settled, test } from '../extension/fixture.ts';
import { make, type Step, walkOf } from '../extension/walk.ts';
import { installWatcher, type Sighting, type Told, type Watched } from '../extension/watcher.ts';

/** With courses of their own, two of them with one letter between their names. */
const NAMES = [
  'Maria Clara Sousa',
  'João Pedro Almeida',
  'Camila Rocha',
  'Daniel Azevedo',
  'Larissa Mendes',
  'Hiroshi Tanaka',
];

interface Count {
  walks: number;
  moments: number;
  withPatient: number;
  readonly sightings: (Sighting & { readonly url: string })[];
}

/** Whom our elements show in any frame of a page. */
async function shownIn(page: Page): Promise<string[]> {
  const all = await Promise.all(
    page
      .frames()
      .map((frame) =>
        frame
          .evaluate(() => (globalThis as unknown as { watched?: Watched }).watched?.shown ?? [])
          .catch((): string[] => []),
      ),
  );
  return [...new Set(all.flat())];
}

async function walkThrough(
  context: BrowserContext,
  base: string,
  records: readonly string[],
  seeds: readonly number[],
  steps: number,
  count: Count,
): Promise<void> {
  const page = await context.newPage();
  for (const seed of seeds) {
    const walk = walkOf(seed, records, steps);
    await make(page, base, walk);
    // In the end the right one is there: silence alone would be easy.
    const last = records[seed % records.length] ?? '';
    const end: readonly Step[] = [
      { do: 'slow', most: 0 },
      { do: 'open', record: last },
    ];
    await expect(async () => {
      // Where a click went to a page on its way out, it is made again, as people do.
      await make(page, base, { ...walk, steps: end.map((step) => ({ step, pause: 0 })) });
      await expect.poll(() => shownIn(page), { timeout: 8_000 }).toEqual([last]);
    }, `walk ${seed} over ${walk.path} ends with the right panel`).toPass({ timeout: 40_000 });
    count.walks += 1;
  }
  await page.close();
}

async function countWalks(
  { context, page, base }: { context: BrowserContext; page: Page; base: string },
  seeds: readonly number[],
  steps: number,
  records: readonly string[],
): Promise<Count> {
  const count: Count = { walks: 0, moments: 0, withPatient: 0, sightings: [] };
  const prints = await fingerprintsOf(page, base, records, settled);
  await context.exposeBinding('tellWatched', ({ frame }, told: Told) => {
    count.moments += told.moments;
    count.withPatient += told.withPatient;
    count.sightings.push(...told.sightings.map((one) => ({ ...one, url: frame.url() })));
  });
  await context.addInitScript(installWatcher, prints);
  // Two tabs side by side: what is known of one must not reach the other.
  await Promise.all(
    [0, 1].map((half) =>
      walkThrough(
        context,
        base,
        records,
        seeds.filter((seed) => seed % 2 === half),
        steps,
        count,
      ),
    ),
  );
  return count;
}

const from = (first: number, many: number) => Array.from({ length: many }, (_, index) => first + index);

test('over random walks nothing of one patient shows while the page says another, or nobody', async ({
  context,
  page,
  stack,
}) => {
  test.setTimeout(120_000);
  const records = (await people(page, stack, NAMES)).map(({ record }) => record);
  const count = await countWalks({ context, page, base: stack.urls.ehr }, from(1, 4), 6, records);
  console.log(`${count.walks} walks, ${count.moments} moments, ${count.withPatient} with a patient`);
  expect(count.sightings).toEqual([]);
  expect(count.withPatient).toBeGreaterThan(20);
});

test('over a thousand random walks nothing of one patient shows while the page says another', {
  tag: '@long',
}, async ({ context, page, stack }) => {
  test.setTimeout(7_200_000);
  // A walk that went wrong is made again by its number.
  const { INSTRUMENT_PANEL_WALKS: many = 1_000, INSTRUMENT_PANEL_FIRST_WALK: first = 1_000 } =
    Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, Number(value)]));
  const records = (await people(page, stack, NAMES)).map(({ record }) => record);
  const count = await countWalks({ context, page, base: stack.urls.ehr }, from(first, many), 8, records);
  console.log(`${count.walks} walks, ${count.moments} moments, ${count.withPatient} with a patient`);
  expect(count.sightings).toEqual([]);
  expect(count.walks).toBe(many);
});
