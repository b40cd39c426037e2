import { test as base, vi } from 'vitest';
import { createListService, type ListService } from '../browser/sparkline-service.ts';
import { Page, type Route } from './page.ts';

export { expect } from 'vitest';

export interface Lists extends ListService<Route> {
  open(markup: string, setup?: string): Promise<void>;
  /** The text of a sparkline as it is seen or heard, and the picture's name. */
  said(at?: number): Promise<string>;
}

const TYPES = ['instrument-load', 'instrument-error'];

/** A test with a page that serves a list of patients, without a browser. */
export const test = base.extend<{ page: Page; lists: Lists }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures' names from this pattern.
  page: async ({}, use) => {
    const page = new Page();
    await use(page);
    await page.close();
  },
  lists: async ({ page }, use) => {
    const service = createListService<Route>();
    await page.route(/^/, service.serve);
    await use(
      Object.assign(service, {
        async open(markup: string, setup = '') {
          await page.open('http://list.test', `<main><h1>Patients</h1>${markup}</main>`, TYPES);
          const fetchToken = async () => ({ token: 'test-token', expiresIn: 600 });
          page.run(setup);
          const kit = await import('../../widget/configure.ts');
          vi.stubGlobal('kit', kit);
          kit.configure({ baseUrl: location.origin, fetchToken });
          await import('../../widget/sparkline/define.ts');
        },
        said: (at = 0) =>
          page
            .locator('instrument-sparkline')
            .nth(at)
            .evaluate(({ shadowRoot }) =>
              [shadowRoot?.querySelector('svg')?.getAttribute('aria-label'), shadowRoot?.textContent].join(
                ' ',
              ),
            ),
      }),
    );
  },
});
