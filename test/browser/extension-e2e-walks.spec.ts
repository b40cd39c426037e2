import type { BrowserContext, Page } from '@playwright/test';
import type { Stack } from '../../scripts/stack.ts';
import { fingerprintsOf } from '../extension/calibrate.ts';
import { expect, people, test } from '../extension/fixture.ts';
import { type Count, makeWalks, sayCount, WALKERS, type Walking } from '../extension/walks.ts';
import { installWatcher } from '../extension/watcher.ts';

async function walkThrough(
  { context, page, stack }: { context: BrowserContext; page: Page; stack: Stack },
  seeds: readonly number[],
  given: {
    readonly steps: number;
    readonly tabs: number;
    readonly onWalk?: (count: Count) => void;
    readonly onWrong?: (line: string) => void;
  },
): Promise<Count> {
  const base = stack.urls.ehr;
  const known = await people(page, stack, WALKERS);
  const prints = await fingerprintsOf(page, base, known);
  await page.close();
  const open: Walking['open'] = async (hear) => {
    const watched = await context.newPage();
    await watched.exposeFunction('tellWatched', hear);
    await watched.addInitScript(installWatcher, prints);
    return watched;
  };
  const count = await makeWalks({ open, base, people: known, seeds, ...given });
  console.log(sayCount(count));
  return count;
}

/** What is wrong is made again by its seed: INSTRUMENT_PANEL_FIRST_WALK=SEED INSTRUMENT_PANEL_WALKS=1. */
function expectNoneWrong({ sightings, lost }: Count): void {
  const lines = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one));
  // The lines stand in the message too: it is what is left of a run elsewhere.
  const expectNone = (all: readonly string[], what: string) =>
    expect(all, [what, ...all].join(' | ')).toEqual([]);
  expectNone(lines(sightings), 'what stood where the page said another, or nobody');
  expectNone(lines(lost), 'walks at whose end the right panel did not come');
}

const from = (first: number, many: number) => Array.from({ length: many }, (_, index) => first + index);

test('over random walks nothing of one patient shows while the page says another, or nobody', async ({
  context,
  page,
  stack,
}) => {
  test.setTimeout(180_000);
  // One at each front end.
  const count = await walkThrough({ context, page, stack }, [1, 6, 11, 16, 21, 26], { steps: 5, tabs: 3 });
  expectNoneWrong(count);
  expect(count.withPanel).toBeGreaterThan(20);
});

test.describe('over a thousand random walks nothing of one patient shows', { tag: '@long' }, () => {
  test.describe.configure({ mode: 'parallel' });
  const { INSTRUMENT_PANEL_WALKS: many = 1_000, INSTRUMENT_PANEL_FIRST_WALK: first = 1_000 } =
    Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, Number(value)]));
  const AT_ONCE = 100;
  for (let start = first; start < first + many; start += AT_ONCE) {
    const seeds = from(start, Math.min(AT_ONCE, first + many - start));
    test(`walks ${start} to ${seeds.at(-1)}`, async ({ context, page, stack }) => {
      test.setTimeout(3_600_000);
      const begun = Date.now();
      const count = await walkThrough({ context, page, stack }, seeds, {
        steps: 6,
        tabs: 4,
        onWalk: (now) => {
          if (now.walks % 20 === 0)
            console.log(`${Math.round((Date.now() - begun) / 1_000)} s: ${sayCount(now)}`);
        },
        onWrong: (line) => console.log(`wrong: ${line}`),
      });
      expectNoneWrong(count);
      expect(count.walks).toBe(seeds.length);
    });
  }
});
