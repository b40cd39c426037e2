import type { Page } from '@playwright/test';
import { ANA } from './panel-data.ts';
import { attributes, expect, test } from './panel-fixture.ts';

/** The first lines of what the console holds, from now on. */
function consoleOf(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()} ${message.text()}`));
  return said;
}
/** What the page was told of failures. */
const _errorsOf = (page: Page): Promise<unknown[]> =>
  page.evaluate(() =>
    (Reflect.get(globalThis, 'events') as { type: string; detail: unknown }[])
      .filter(({ type }) => type === 'instrument-error')
      .map(({ detail }) => detail),
  );
const LONG = 'x'.repeat(60);

/** Attribute, what is given, what the console says of it. */
const _STOPPING = [
  ['patient-id', 'Ana Lima', 'holds other text: it takes a UUID.'],
  ['patient-id', `{${ANA}}`, 'holds a UUID with something around it: it takes a UUID.'],
  ['professional-id', '4711', 'holds a number: it takes a UUID.'],
  ['form-id', 'phq-9', 'holds other text: it takes a UUID.'],
  ['base-url', 'scores.clinic.example', 'is "scores.clinic.example": it takes an address that begins with'],
  ['audience', 'patients', 'is "patients": it takes professional or patient.'],
] as const;
const _COSMETIC = [
  ['heading-level', '7', 'is "7": it takes a whole number from 1 to 6.'],
  ['loading', 'later', 'is "later": it takes eager or lazy.'],
  ['lang', 'pt_BR', 'is "pt_BR": it takes a language tag such as pt-BR.'],
  ['dir', 'right', 'is "right": it takes ltr or rtl or auto.'],
  ['density', LONG, `is "${'x'.repeat(40)}…": it takes comfortable or compact.`],
  ['interpretation', 'full', 'is "full": it takes hidden or shown.'],
  ['refresh', '0.5', 'is "0.5": it takes a whole number from 0 to 86400.'],
] as const;
/** Attribute, what is given, what the panel says. */
const _SELECTING = [
  ['start-date', 'soon', 'This page’s start-date is not valid, so all answers are shown.'],
  ['end-date', '2026-02-30', 'This page’s end-date is not valid, so all answers are shown.'],
  ['series', 'GLOBE', 'This page’s series is not valid, so “Depression” is shown.'],
  ['time-zone', 'Lisbon', 'This page’s time-zone is not valid, so dates are in the browser’s time zone.'],
] as const;

const _panelsWith = (wrong: readonly (readonly [string, string, string])[]): string =>
  wrong
    .map(([name, given]) => {
      const others = attributes(ANA).replace(new RegExp(`${name}="[^"]*"`), '');
      return `<instrument-panel ${others} ${name}="${given}"></instrument-panel>`;
    })
    .join('');

test('without the file of details, the console still names the attribute', async ({ page, panels }) => {
  const said = consoleOf(page);
  await page.route(/\/kit\/details-[^/]*\.js$/, (route) => route.abort());
  await panels.open(`<instrument-panel ${attributes(ANA, 'audience="all"')}></instrument-panel>`);
  await expect.poll(() => said.join('\n')).toContain('<instrument-panel> audience is invalid');
});
