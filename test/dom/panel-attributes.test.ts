import { answered, answerSubmissions } from '../browser/item-fixture.ts';
import { ANA, dass21, PHQ9, phq9 } from '../browser/panel-data.ts';
import type { Page } from './page.ts';
import { attributes, expect, fromCourse, test } from './panel-fixture.ts';

/** The first lines of what the console holds, from now on. */
function consoleOf(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()} ${message.text()}`));
  return said;
}
/** What the page was told of failures. */
const errorsOf = (page: Page): Promise<unknown[]> =>
  page.evaluate(() =>
    (Reflect.get(globalThis, 'events') as { type: string; detail: unknown }[])
      .filter(({ type }) => type === 'instrument-error')
      .map(({ detail }) => detail),
  );
const LONG = 'x'.repeat(60);

/** Attribute, what is given, what the console says of it. */
const STOPPING = [
  ['patient-id', 'Ana Lima', 'holds other text: it takes a UUID.'],
  ['patient-id', `{${ANA}}`, 'holds a UUID with something around it: it takes a UUID.'],
  ['professional-id', '4711', 'holds a number: it takes a UUID.'],
  ['form-id', 'phq-9', 'holds other text: it takes a UUID.'],
  ['base-url', 'scores.clinic.example', 'is "scores.clinic.example": it takes an address that begins with'],
  ['audience', 'patients', 'is "patients": it takes professional or patient.'],
] as const;
const COSMETIC = [
  ['heading-level', '7', 'is "7": it takes a whole number from 1 to 6.'],
  ['loading', 'later', 'is "later": it takes eager or lazy.'],
  ['lang', 'pt_BR', 'is "pt_BR": it takes a language tag such as pt-BR.'],
  ['dir', 'right', 'is "right": it takes ltr or rtl or auto.'],
  ['density', LONG, `is "${'x'.repeat(40)}…": it takes comfortable or compact.`],
  ['interpretation', 'full', 'is "full": it takes hidden or shown.'],
  ['refresh', '0.5', 'is "0.5": it takes a whole number from 0 to 86400.'],
] as const;
/** Attribute, what is given, what the panel says. */
const SELECTING = [
  ['start-date', 'soon', 'This page’s start-date is not valid, so all answers are shown.'],
  ['end-date', '2026-02-30', 'This page’s end-date is not valid, so all answers are shown.'],
  ['series', 'GLOBE', 'This page’s series is not valid, so “Depression” is shown.'],
  ['time-zone', 'Lisbon', 'This page’s time-zone is not valid, so dates are in the browser’s time zone.'],
] as const;

const panelsWith = (wrong: readonly (readonly [string, string, string])[]): string =>
  wrong
    .map(([name, given]) => {
      const others = attributes(ANA).replace(new RegExp(`${name}="[^"]*"`), '');
      return `<instrument-panel ${others} ${name}="${given}"></instrument-panel>`;
    })
    .join('');

test('what names the patient, the instrument, the proxy or the audience stops the panel', async ({
  page,
  panels,
}) => {
  const said = consoleOf(page);
  panels.answer(phq9({ flagged: [5] }));
  await panels.open(panelsWith(STOPPING));
  await expect(page.locator('instrument-panel:state(error)')).toHaveCount(STOPPING.length);
  for (const [index, [name, , told]] of STOPPING.entries()) {
    await expect
      .poll(() => said.join('\n'), { message: `${name} on the console` })
      .toContain(`error <instrument-panel> The attribute ${name} ${told}`);
    const shown = page.locator('instrument-panel').nth(index);
    await expect(shown.locator('[part=message]')).toContainText(`The attribute ${name} is not valid`);
    expect(await shown.evaluate(({ shadowRoot }) => shadowRoot?.textContent)).not.toContain('of 27');
  }
  // The page sets fetchToken after, for which each begins once more: that is no news.
  expect(said).toHaveLength(STOPPING.length);
  const kept = STOPPING.filter(([name]) => name.endsWith('-id')).map(([, given]) => given);
  for (const given of kept) expect(said.join('\n'), 'identifiers stay out').not.toContain(given);
});

test('a wrong attribute of looks is warned of, and its default is used', async ({ page, panels }) => {
  const said = consoleOf(page);
  // The browser says of a request that fails, such as for the answer behind the flag, that it did.
  await answerSubmissions(page, (id) => answered(id));
  panels.answer(phq9({ flagged: [5] }));
  await panels.open(panelsWith(COSMETIC));
  await expect(page.locator('instrument-panel:state(ready)')).toHaveCount(COSMETIC.length);
  await expect(page.locator('[part=score]')).toHaveText(COSMETIC.map(() => '14 of 27'));
  for (const [name, , told] of COSMETIC) {
    await expect
      .poll(() => said.join('\n'), { message: `${name} on the console` })
      .toContain(`warning <instrument-panel> The attribute ${name} ${told} Its default is used instead.`);
  }
  expect(said).toHaveLength(COSMETIC.length);
  expect(await errorsOf(page)).toEqual([]);
  const level = page.locator('instrument-panel').first().locator('[role=heading]');
  await expect(level).toHaveAttribute('aria-level', '2');
});

test('a wrong attribute that selects data shows all there is, and says so', async ({ page, panels }) => {
  const said = consoleOf(page);
  const asked: string[] = [];
  panels.answer((_, what, route) => {
    if (what === 'graph') asked.push(new URL(route.request().url()).search);
    const { graph, instrument, submissions } = dass21();
    return { graph, instrument, submissions }[what];
  });
  await panels.open(panelsWith(SELECTING));
  await expect(page.locator('instrument-panel:state(ready)')).toHaveCount(SELECTING.length);
  for (const [index, [name, given, sentence]] of SELECTING.entries()) {
    const shown = page.locator('instrument-panel').nth(index);
    await expect(shown.locator('[part=notes]')).toContainText(sentence);
    const detail = { problem: 'invalid', code: 'invalid', attribute: name, patientId: ANA, formId: PHQ9 };
    await expect
      .poll(() => errorsOf(page))
      .toContainEqual({ ...detail, message: expect.stringContaining(`The attribute ${name} is "${given}"`) });
  }
  expect(await errorsOf(page)).toHaveLength(SELECTING.length);
  expect(new Set(asked), 'the whole course').toEqual(new Set(['']));
  expect(said.filter((line) => line.startsWith('warning'))).toHaveLength(SELECTING.length);
  const zone = page.locator('instrument-panel').last();
  await zone.evaluate((panel) => panel.removeAttribute('time-zone'));
  await expect(zone.locator('[part=notes]')).not.toContainText('not valid');
});

test('a period that ends before it begins shows all answers, and says so', async ({ page, panels }) => {
  panels.answer(phq9());
  const period = 'start-date="2026-06-01" end-date="2026-05-01"';
  await panels.open(`<instrument-panel ${attributes(ANA, period)}></instrument-panel>`);
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  await expect(page.locator('[part=notes]')).toContainText(
    'start-date is not valid, so all answers are shown',
  );
  await expect(page.locator('[part=notes]')).not.toContainText('Only answers');
  await expect.poll(() => errorsOf(page)).toMatchObject([{ attribute: 'start-date' }]);
});

test('a lang that is not valid gives way to the page’s, and is sent nowhere', async ({ page, panels }) => {
  const sent: (string | undefined)[] = [];
  panels.answer((patientId, what, route) => {
    sent.push(route.request().headers()['accept-language']);
    return fromCourse(phq9())(patientId, what, route);
  });
  await panels.open(
    `<section lang="pt-BR"><instrument-panel ${attributes(ANA, 'lang="en_US"')}></instrument-panel></section>`,
  );
  await expect(page.locator('#panel')).toHaveAttribute('lang', 'pt-BR');
  expect(new Set(sent)).toEqual(new Set(['pt-BR']));
});

test('the graph stays where an attribute of looks becomes wrong, and goes where the proxy’s address does', async ({
  page,
  panels,
}) => {
  const said = consoleOf(page);
  panels.answer(phq9());
  await panels.open(`<instrument-panel ${attributes(ANA)}></instrument-panel>`);
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  const give = (name: string, given: string) =>
    page
      .locator('instrument-panel')
      .evaluate((panel, [attribute, text]) => panel.setAttribute(attribute, text), [name, given] as const);
  await give('density', 'cosy');
  await expect
    .poll(() => said.join('\n'))
    .toContain('warning <instrument-panel> The attribute density is "cosy"');
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  await give('base-url', 'nowhere');
  await expect(page.locator('instrument-panel:state(error)')).toHaveCount(1);
  await expect(page.locator('instrument-panel svg')).toHaveCount(0);
  await give('base-url', 'http://panel.test');
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
});

test('tools names the tools that are shown, and their order', async ({ page, panels }) => {
  const said = consoleOf(page);
  panels.answer(phq9());
  const given = ['tools="print copy"', 'tools=""', 'tools="png shout png"', ''];
  await panels.open(
    given.map((tools) => `<instrument-panel ${attributes(ANA, tools)}></instrument-panel>`).join(''),
  );
  const tools = (index: number) => page.locator('instrument-panel').nth(index).locator('[part=tools] button');
  await expect(tools(3)).toHaveCount(6);
  await expect(tools(0)).toHaveText(['Print', 'Copy for a note']);
  await expect(tools(1)).toHaveCount(0);
  await expect(tools(2)).toHaveText(['Save as picture']);
  await expect
    .poll(() => said.filter((line) => line.startsWith('warning')))
    .toEqual([expect.stringMatching(/^warning .* tools is "png shout png": .* Other names are ignored\./)]);
  await page
    .locator('instrument-panel')
    .first()
    .evaluate((panel) => panel.removeAttribute('tools'));
  await expect(tools(0)).toHaveCount(6);
});

test('reload() reads everything anew, keeps what is shown meanwhile, and resolves once it has changed', async ({
  page,
  panels,
}) => {
  panels.answer(phq9());
  await panels.open(`<instrument-panel ${attributes(ANA, 'refresh="0"')}></instrument-panel>`);
  const score = page.locator('[part=score]');
  await expect(score).toHaveText('14 of 27');
  const answer = Promise.withResolvers<void>();
  panels.answer(async (patientId, what, route) => {
    await answer.promise;
    return fromCourse(phq9({ scores: [14, 9] }))(patientId, what, route);
  });
  const reload = page.locator('instrument-panel').evaluate(async (panel) => {
    await (panel as HTMLElement & { reload(): Promise<void> }).reload();
    return panel.shadowRoot?.querySelector('[part=score]')?.textContent;
  });
  await expect.poll(() => panels.asked('graph')).toBe(2);
  await expect(score).toHaveText('14 of 27');
  answer.resolve();
  expect(await reload).toBe('9 of 27');
  expect([panels.asked('instrument'), panels.asked('submissions')].every((count) => count > 1)).toBe(true);
  // A failure resolves it too.
  panels.answer((_, __, route) => route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'no' } }));
  const status = await page.locator('instrument-panel').evaluate(async (panel) => {
    const one = panel as HTMLElement & { status: string; reload(): Promise<void> };
    await one.reload();
    return one.status;
  });
  expect(status).toBe('error');
});

for (const [what, body] of [
  ['a page of HTML', { status: 200, contentType: 'text/html', body: '<!doctype html><title>Clinic</title>' }],
  ['a 404 of somebody else', { status: 404, contentType: 'text/html', body: 'Not found' }],
] as const) {
  test(`${what} in place of the proxy is told as a wrong address, not as an unknown patient`, async ({
    page,
    panels,
  }) => {
    const said = consoleOf(page);
    panels.answer((_, __, route) => route.fulfill(body));
    await panels.open(`<instrument-panel ${attributes(ANA)}></instrument-panel>`);
    await expect(page.locator('[part=message]')).toContainText('the address is not that of the service');
    await expect.poll(() => said.join('\n')).toContain('check baseUrl');
    expect(await errorsOf(page)).toMatchObject([{ problem: 'address', attribute: null }]);
  });
}

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
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
});

test('what could not be read is told to the page by counts and paths, once for each reading', async ({
  page,
  panels,
}) => {
  const listening = `globalThis.partial = [];
    addEventListener('instrument-partial', ({ detail }) => partial.push(detail));
    addEventListener('instrument-error', (event) => event.preventDefault());`;
  const partial = () => page.evaluate(() => Reflect.get(globalThis, 'partial') as unknown[]);
  const { graph, submissions, instrument } = phq9();
  const [series] = graph.series;
  const points = series?.points.map((one, index, all) =>
    index === all.length - 1 ? { ...one, score: 'PRIVATE' } : one,
  );
  const odd = { ...graph, series: [{ ...series, points }] };
  panels.answer((_, what) => ({ graph: odd, submissions, instrument })[what]);
  await panels.open(`<instrument-panel ${attributes(ANA, 'refresh="1"')}></instrument-panel>`, listening);
  await expect.poll(partial).toHaveLength(1);
  await expect(page.locator('instrument-panel:state(partial):state(ready)')).toHaveCount(1);
  const last = (points?.length ?? 0) - 1;
  const paths = [`graph.series[0].points[${last}].score`];
  expect(await partial()).toEqual([
    { patientId: ANA, formId: PHQ9, answers: 1, mayHideLatest: true, parts: expect.any(Number), paths },
  ]);
  const error = { patientId: ANA, formId: PHQ9, problem: 'partial', code: 'partial', attribute: null };
  expect(await errorsOf(page)).toEqual([
    { ...error, message: expect.stringMatching(/^unread: 1 answers, /) },
  ]);
  // Nothing failed, so there is no message that a page could take upon itself.
  await expect(page.locator('#unread')).toContainText('could not be read');
  await expect(page.locator('[part=score]')).toBeVisible();
  // The same once more is no news; what is read anew is.
  const before = panels.asked('graph');
  await expect.poll(() => panels.asked('graph')).toBeGreaterThan(before + 1);
  expect(await partial()).toHaveLength(1);
  await page
    .locator('instrument-panel')
    .evaluate((panel) => (panel as HTMLElement & { reload(): Promise<void> }).reload());
  await expect.poll(partial).toHaveLength(2);
  expect(JSON.stringify(await partial())).not.toContain('PRIVATE');
});

test('nothing is told of a course that could be read whole', async ({ page, panels }) => {
  panels.answer(phq9());
  await panels.open(
    `<instrument-panel ${attributes(ANA)}></instrument-panel>`,
    "globalThis.partial = 0; addEventListener('instrument-partial', () => partial++);",
  );
  await expect(page.locator('[part=tools] button').first()).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'partial'))).toBe(0);
  await expect(page.locator('instrument-panel:state(partial)')).toHaveCount(0);
});
