import type { Page } from '@playwright/test';
import { ANA, phq9 } from './panel-data.ts';
import { attributes, expect, test } from './panel-fixture.ts';

/** The first lines of what the console holds, from now on. */
function consoleOf(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  return said;
}
const LONG = 'x'.repeat(60);

/** Attribute, what is given, what the console says of it (README: what each takes). */
const WRONG = [
  ['patient-id', 'Ana Lima', 'holds other text: it takes a UUID.'],
  ['patient-id', `{${ANA}}`, 'holds a UUID with something around it: it takes a UUID.'],
  ['professional-id', '4711', 'holds a number: it takes a UUID.'],
  ['form-id', 'phq-9', 'holds other text: it takes a UUID.'],
  ['start-date', 'soon', 'is "soon": it takes a day (2026-03-01) or a date-time (2026-03-01T09:00:00Z)'],
  ['end-date', '2026-02-30', 'is "2026-02-30": it takes a day'],
  ['series', 'GLOBE', 'is "GLOBE": it takes the seriesId of a series in the graph.'],
  ['heading-level', '7', 'is "7": it takes a whole number from 1 to 6.'],
  ['loading', 'later', 'is "later": it takes eager or lazy.'],
  ['lang', 'pt_BR', 'is "pt_BR": it takes a language tag such as pt-BR.'],
  ['dir', 'right', 'is "right": it takes ltr or rtl or auto.'],
  ['time-zone', 'Lisbon', 'is "Lisbon": it takes an IANA name such as Europe/Lisbon.'],
  ['base-url', 'scores.clinic.example', 'is "scores.clinic.example": it takes an address that begins with'],
  ['density', LONG, `is "${'x'.repeat(40)}…": it takes comfortable or compact.`],
  ['audience', 'patients', 'is "patients": it takes professional or patient.'],
  ['interpretation', 'full', 'is "full": it takes hidden or shown.'],
  ['refresh', '0.5', 'is "0.5": it takes a whole number from 0 to 86400.'],
] as const;

test('every wrong attribute is told to the developer, and shows the error state and no patient', async ({
  page,
  panels,
}) => {
  const said = consoleOf(page);
  panels.answer(phq9({ flagged: [5] }));
  const markup = WRONG.map(([name, given]) => {
    const others = attributes(ANA).replace(new RegExp(`${name}="[^"]*"`), '');
    return `<instrument-panel ${others} ${name}="${given}"></instrument-panel>`;
  });
  await panels.open(markup.join(''));
  await expect(page.locator('instrument-panel:state(error)')).toHaveCount(WRONG.length);
  for (const [index, [name, , told]] of WRONG.entries()) {
    await expect
      .poll(() => said.join('\n'), `${name} on the console`)
      .toContain(`<instrument-panel> The attribute ${name} ${told}`);
    const shown = page.locator('instrument-panel').nth(index);
    await expect(shown.locator('[part=message]')).toContainText(`The attribute ${name} is not valid`);
    expect(await shown.evaluate(({ shadowRoot }) => shadowRoot?.textContent)).not.toContain('of 27');
  }
  // The page sets fetchToken after, for which each begins once more: that is no news.
  expect(said).toHaveLength(WRONG.length);
  const kept = WRONG.filter(([name]) => name.endsWith('-id')).map(([, given]) => given);
  for (const given of kept) expect(said.join('\n'), 'identifiers stay out').not.toContain(given);
});

test('an attribute that becomes wrong takes the graph away, and one that is mended brings it back', async ({
  page,
  panels,
}) => {
  const said = consoleOf(page);
  panels.answer(phq9());
  await panels.open(`<instrument-panel ${attributes(ANA)}></instrument-panel>`);
  await expect(page.locator('[part=score]')).toHaveText('Score 14 of 27');
  const give = (name: string, given: string) =>
    page
      .locator('instrument-panel')
      .evaluate((panel, [attribute, text]) => panel.setAttribute(attribute, text), [name, given] as const);
  for (const [name, wrong, right] of [
    ['density', 'cosy', 'compact'],
    ['series', 'GLOBE', ''],
    ['heading-level', 'two', '3'],
  ] as const) {
    await give(name, wrong);
    await expect(page.locator('instrument-panel:state(error)')).toHaveCount(1);
    await expect(page.locator('instrument-panel svg')).toHaveCount(0);
    await expect.poll(() => said.join('\n')).toContain(`The attribute ${name} is "${wrong}"`);
    await give(name, right);
    await expect(page.locator('[part=score]')).toHaveText('Score 14 of 27');
  }
});

test('an empty attribute counts as absent', async ({ page, panels }) => {
  panels.answer(phq9());
  const empty = [
    'density',
    'loading',
    'lang',
    'dir',
    'time-zone',
    'audience',
    'refresh',
    'start-date',
    'series',
  ];
  const given = empty.map((name) => `${name}=""`).join(' ');
  await panels.open(`<instrument-panel ${attributes(ANA, given)}></instrument-panel>`);
  await expect(page.locator('[part=score]')).toHaveText('Score 14 of 27');
});

test('without the file of details, the console still names the attribute', async ({ page, panels }) => {
  const said = consoleOf(page);
  await page.route(/\/kit\/details-[^/]*\.js$/, (route) => route.abort());
  await panels.open(`<instrument-panel ${attributes(ANA, 'density="cosy"')}></instrument-panel>`);
  await expect.poll(() => said.join('\n')).toContain('<instrument-panel> density is invalid');
});
