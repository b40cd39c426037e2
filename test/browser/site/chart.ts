import type { Page } from '@playwright/test';
import type { SiteRules } from '../../../extension/site/facts.ts';
import { openBench } from './open.ts';

export type Pages = SiteRules['pages'];

/** The rules of a page with a chart, a list and a login. */
export const CHART: Pages = [
  { type: 'none', element: '#login' },
  {
    type: 'chart',
    element: '#banner',
    patient: [
      { kind: 'key', from: 'attribute', select: '#banner', attribute: 'data-key' },
      { kind: 'name', from: 'text', select: '#name' },
    ],
    places: [
      { select: '#spot', at: 'after' },
      { select: '#banner', at: 'last' },
    ],
  },
  {
    type: 'list',
    element: '#list',
    rows: {
      select: 'li',
      patient: [{ kind: 'key', from: 'text', select: 'b' }],
      place: { select: 'b', at: 'after' },
    },
  },
];
/** Such a page with Ana's chart. */
export const ANA =
  '<div id=box><div id=banner data-key=1><h1 id=name>Ana</h1><p id=spot>Scores</p></div></div><div id=more></div>';

/** Opens a page with this content, and starts the script of a site in it. */
export async function start(page: Page, html = ANA, pages: Pages = CHART): Promise<void> {
  await openBench(page, { html: `<body>${html}</body>` });
  await page.evaluate((given) => bench.start(given), pages);
  await page.waitForFunction(() => bench.log.length > 0);
}

/** The name of whoever stands in the page. */
export const standing = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => bench.standing()?.name);
