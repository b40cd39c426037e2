import { sharedMonths } from '@instrument-panel/shared/words/compiled/languages';
import type { Page } from '@playwright/test';
import { FIXTURES, type Sheet } from '../../extension/profile/fixtures/index.ts';
import { toMonthPattern } from '../../extension/profile/months.ts';
import type { Identifier } from '../../extension/site/facts.ts';
import { expect, test } from './own-page.ts';
import { bundled } from './site/open.ts';

/** Opens a document of a fixture, in a frame of the page where it stands in one. */
async function open(page: Page, { address, top, html }: Sheet) {
  await page.unrouteAll();
  await page.route('**/*', (route) => {
    const url = route.request().url();
    const body =
      url === address.replace(/#.*/, '') ? html : `<iframe src="${address}" width=600 height=400></iframe>`;
    const isOurs = url === address.replace(/#.*/, '') || url === top;
    return isOurs
      ? route.fulfill({ contentType: 'text/html', body: `<!doctype html><meta charset=utf-8>${body}` })
      : route.abort();
  });
  await page.goto('about:blank');
  await page.goto(top ?? address);
  const frame = page.frames().find((one) => one.url() === address);
  if (!frame) throw new Error(`No frame shows ${address}.`);
  return frame;
}

const named = (found: readonly Identifier[]): string[] => found.map(({ kind, value }) => `${kind}: ${value}`);

test('every document of a fixture is the page of its own profile, and of no other', async ({ page }) => {
  await page.addInitScript({ content: await bundled() });
  for (const { profile, sheets } of FIXTURES) {
    for (const sheet of sheets) {
      const frame = await open(page, sheet);
      for (const other of FIXTURES) {
        const { pages, language } = other.profile;
        const months = language ? toMonthPattern(language) : sharedMonths.source;
        const facts = await frame.evaluate(
          async ([given, top, months]) => {
            bench.start(given, { knows: false, top, months });
            const { facts } = await bench.first();
            const at = facts.page === null ? undefined : given[facts.page];
            const rows =
              at?.type === 'list'
                ? [...document.querySelectorAll(at.rows.select)].map((row) => bench.row(at.rows.patient, row))
                : [];
            bench.stop();
            return { ...facts, rows };
          },
          [pages, sheet.top ?? sheet.address, months] as const as never as [typeof pages, string, string],
        );
        const about = `${other.profile.id} on ${sheet.address}`;
        if (other.profile !== profile) {
          expect(facts.page, `${about}: make its selectors or its address narrower`).toBeNull();
          continue;
        }
        expect(facts.page, about).toBe(sheet.page);
        expect(named(facts.found), about).toEqual(sheet.found);
        expect(
          facts.gaps.filter(({ why }) => why !== 'place'),
          about,
        ).toEqual([]);
        expect(
          facts.rows.map(({ found }) => named(found)),
          about,
        ).toEqual(sheet.rows ?? []);
      }
    }
  }
});
