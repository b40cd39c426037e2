import { test as base, vi } from 'vitest';
import { ApplyService } from '../browser/apply-service.ts';
import { ANA, PROFESSIONAL } from '../browser/panel-data.ts';
import { Page, type Route } from './page.ts';

export { expect } from 'vitest';

const ORIGIN = 'http://apply.test';
const TYPES = ['instrument-applied', 'instrument-error'];

export interface Forms {
  readonly service: ApplyService<Route>;
  /** What the page gives to `configure`. */
  batteries: unknown;
  /** Opens a page with one form. */
  open(more?: string, patientId?: string): Promise<void>;
  /** What the page was told: types and details. */
  events(): Promise<{ type: string; detail: Record<string, unknown> }[]>;
}

/** A test with a page that serves a form, without a browser. */
export const test = base.extend<{ page: Page; forms: Forms }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures' names from this pattern.
  page: async ({}, use) => {
    const page = new Page();
    await use(page);
    await page.close();
  },
  forms: async ({ page }, use) => {
    const service = new ApplyService<Route>();
    await page.route(/^/, (route) => service.answer(route));
    const forms: Forms = {
      service,
      batteries: undefined,
      async open(more = '', patientId = ANA) {
        const given = `patient-id="${patientId}" professional-id="${PROFESSIONAL}" base-url="${ORIGIN}" ${more}`;
        await page.open(
          ORIGIN,
          `<main><h1>Chart</h1><instrument-apply ${given}></instrument-apply></main>`,
          TYPES,
        );
        const fetchToken = async () => ({ token: 'test-token', expiresIn: 600 });
        const kit = await import('../../widget/index.ts');
        vi.stubGlobal('kit', kit);
        if (forms.batteries) {
          const batteries: unknown = JSON.parse(JSON.stringify(forms.batteries));
          kit.configure({ baseUrl: ORIGIN, fetchToken, batteries } as never);
        }
        await import('../../widget/apply/define.ts');
        for (const form of document.querySelectorAll('instrument-apply')) form.fetchToken ??= fetchToken;
      },
      events: async () => Reflect.get(globalThis, 'events'),
    };
    await use(forms);
  },
});

/** Chooses instruments by their short titles and goes on to the confirmation. */
export async function choose(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.getByRole('option', { name }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
