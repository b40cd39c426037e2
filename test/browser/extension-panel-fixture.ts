import { expect, type Page } from '@playwright/test';
import type { Place } from '../../extension/profile/profile.ts';
import { buildPage } from './extension-panel/build.ts';
import { answers, type Handler } from './extension-panel/service.ts';
import { test as base } from './own-page.ts';
import { ANA, BRUNO } from './panel-data.ts';

const ORIGIN = 'http://ehr.test';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";
/** The name of the button that opens the panel. */
export const OPEN = /, (?:Show scores|Mostrar escores|Mostrar puntajes), /;
let built: Promise<string> | undefined;

/** A question that the panel asked. */
export interface Asked {
  readonly epoch: string | null;
  readonly intent: string;
  readonly input: Record<string, unknown>;
}

/** A refusal, as the script of the site passes it on. */
export const problem = (code: string, more: object = {}) => ({
  problem: { code, status: null, traceId: null, isOutcomeUnknown: false, ...more },
});

/** A page of an EHR in which the panels' code runs, with a handle that asks the test. */
export class Ehr {
  readonly page: Page;
  /** What the background answers; a test replaces single ones. */
  answers: Record<string, Handler> = answers();
  readonly asked: Asked[] = [];

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens a page with this markup and style. */
  async open({
    markup = '<div id="chart"><h1 id="name">Lima, Ana</h1><p>Bed 12</p></div>',
    css = '',
    lang = 'en',
    script = '',
    places = [] as readonly Place[],
  } = {}): Promise<void> {
    const { page } = this;
    await page.exposeFunction('answerIntent', async (epoch: string | null, intent: string, input: never) => {
      this.asked.push({ epoch, intent, input });
      const reply: unknown = await this.answers[intent]?.(input, epoch);
      return typeof reply === 'object' && reply !== null && 'problem' in reply ? reply : { value: reply };
    });
    await page.route(`${ORIGIN}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      const code = (body: string) => route.fulfill({ contentType: 'text/javascript', body });
      if (pathname === '/panel.js') {
        built ??= buildPage();
        return code(await built);
      }
      if (pathname === '/page.js') return code(script);
      const listed = places.length > 0 ? ` data-places='${JSON.stringify(places)}'` : '';
      const body = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>EHR</title>
        <meta name="viewport" content="width=device-width">
        <style>:root{color-scheme:light dark}body{margin:16px;font:15px sans-serif}${css}</style>
        <script src="/page.js"></script><script defer src="/panel.js"></script></head>
        <body><main${listed}>${markup}</main></body></html>`;
      return route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': POLICY },
        body,
      });
    });
    await page.goto(ORIGIN);
  }

  /** What the script of the site does when it is clear whose chart it is. */
  show(epoch = 'epoch-of-ana', select = '#name', at: 'before' | 'after' | 'first' | 'last' = 'after') {
    const key = epoch.includes('bruno') ? BRUNO : ANA;
    return this.page.evaluate(
      ([epoch, select, at, key]) => {
        const anchor = document.querySelector(select);
        if (!anchor) throw new Error('no anchor');
        const identity = { keys: [{ system: 'mrn', value: key }] };
        globalThis.panels.show({ epoch, identity }, { anchor, at });
      },
      [epoch, select, at, key] as const,
    );
  }

  /** The same, with the panel opened over the page. */
  async showOpened(...where: Parameters<Ehr['show']>): Promise<void> {
    await this.show(...where);
    await this.page.getByRole('button', { name: OPEN }).click();
    await expect(this.page.locator('#sheet')).toBeVisible();
  }

  blank() {
    return this.page.evaluate(() => globalThis.panels.blank());
  }

  /** How the places turned out, as it was said last; null before it was. */
  report() {
    return this.page.evaluate(() => globalThis.reports.at(-1) ?? null);
  }

  /** How often something was asked. */
  count(intent: string): number {
    return this.asked.filter((one) => one.intent === intent).length;
  }
}

/** A test with a page of an EHR; it fails where something was thrown and nobody caught it. */
export const test = base.extend<{ ehr: Ehr }>({
  ehr: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await use(new Ehr(page));
    expect(errors, 'nothing was thrown that nobody caught').toEqual([]);
  },
});
export { expect };
