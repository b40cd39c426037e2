import { test as base, vi } from 'vitest';
import { createOverviewService, type OverviewService } from '../browser/overview-service.ts';
import { ANA, PROFESSIONAL } from '../browser/panel-data.ts';
import { Page, type Route } from './page.ts';

export { expect } from 'vitest';

export interface Overviews extends OverviewService<Route> {
  open(more?: string): Promise<void>;
}

const TYPES = ['instrument-load', 'instrument-error', 'instrument-partial'];

/** A test with a page that serves an overview, without a browser. */
export const test = base.extend<{ page: Page; overviews: Overviews }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures' names from this pattern.
  page: async ({}, use) => {
    const page = new Page();
    await use(page);
    await page.close();
  },
  overviews: async ({ page }, use) => {
    const service = createOverviewService<Route>();
    await page.route(/^/, service.serve);
    await use(
      Object.assign(service, {
        async open(more = '') {
          const given = `patient-id="${ANA}" professional-id="${PROFESSIONAL}" time-zone="UTC" ${more}`;
          const markup = `<main><h1>Chart</h1><instrument-overview ${given}></instrument-overview></main>`;
          await page.open('http://overview.test', markup, TYPES);
          const kit = await import('../../widget/configure.ts');
          vi.stubGlobal('kit', kit);
          const fetchToken = async () => ({ token: 'test-token', expiresIn: 600 });
          kit.configure({ baseUrl: location.origin, fetchToken });
          await import('../../widget/overview/define.ts');
        },
      }),
    );
  },
});
