import { test as base, vi } from 'vitest';
import type { Course } from '../browser/panel-data.ts';
import { type AnswersTo, attributes, createPanelService, ORIGIN } from '../browser/panel-service.ts';
import { Page, type Route } from './page.ts';

export { expect } from 'vitest';
export { attributes, fromCourse } from '../browser/panel-service.ts';

export interface Panels {
  /** Opens a page with this markup, and the kit loaded. */
  open(markup: string, setup?: string): Promise<void>;
  /** What the service answers from now on: for a course, that course. */
  answer(answers: AnswersTo<Route> | Course): void;
  /** How many requests of one kind arrived. */
  asked(what: string): number;
  readonly attributes: string;
}

const TYPES = ['instrument-load', 'instrument-error', 'instrument-select'];

/** A test with a page that serves panels, without a browser. */
export const test = base.extend<{ page: Page; panels: Panels }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures' names from this pattern.
  page: async ({}, use) => {
    const page = new Page();
    await use(page);
    await page.close();
  },
  panels: async ({ page }, use) => {
    const { answer, asked, serve } = createPanelService<Route>();
    await page.route(/^/, serve);
    await use({
      attributes: attributes(),
      answer,
      asked,
      async open(markup, setup = '') {
        await page.open(ORIGIN, `<main><h1>Chart</h1>${markup}</main>`, TYPES);
        const fetchToken = async () => ({ token: 'test-token', expiresIn: 600 });
        vi.stubGlobal('fetchToken', fetchToken);
        page.run(setup);
        vi.stubGlobal('kit', await import('../../widget/define.ts'));
        // The setup may have brought one of its own.
        const given: typeof fetchToken = Reflect.get(globalThis, 'fetchToken');
        for (const panel of document.querySelectorAll('instrument-panel')) panel.fetchToken ??= given;
      },
    });
  },
});
