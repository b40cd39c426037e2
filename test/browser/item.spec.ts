import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { answered, answerSubmissions, clear, course } from './item-fixture.ts';
import { longUnless } from './long.ts';
import { who5 } from './panel-data.ts';
import { expect, type Panels, test } from './panel-fixture.ts';

const dialog = (page: Page) => page.getByRole('dialog');

async function open(panels: Panels, more = ''): Promise<void> {
  panels.answer(course());
  await panels.open(`<instrument-panel ${panels.attributes} time-zone="UTC" ${more}></instrument-panel>`);
}
const openLatest = (page: Page) => page.getByRole('button', { name: /^(View answers|Respostas)$/ }).click();

test('a flag stays in sight while the answers are scrolled, and leads to its item', async ({
  page,
  panels,
}) => {
  await page.setViewportSize({ width: 360, height: 480 });
  await answerSubmissions(page, (id) => answered(id));
  await open(panels);
  await openLatest(page);
  const [flags, all] = [page.locator('#item .flags'), page.locator('#item .all').getByRole('listitem')];
  await expect(all).toHaveCount(9);
  await expect(all.last()).not.toBeInViewport();
  await expect(flags).toBeInViewport({ ratio: 1 });
  await flags.getByRole('button', { name: /^9\. Topic 9/ }).press('Enter');
  await expect(all.last()).toBeFocused();
  await expect(all.last()).toBeInViewport({ ratio: 1 });
  await expect(flags).toBeInViewport({ ratio: 1 });
  const bottom = await flags.evaluate((one) => one.getBoundingClientRect().bottom);
  expect((await all.last().boundingBox())?.y).toBeGreaterThanOrEqual(bottom);
  // What has the focus is not beneath it.
  await all.nth(1).getByRole('button').focus();
  expect((await all.nth(1).getByRole('button').boundingBox())?.y).toBeGreaterThanOrEqual(bottom);
});

test('the item that asks about risk is in sight without a flag too, and no item where the instrument is not the published one', async ({
  page,
  panels,
}) => {
  await page.setViewportSize({ width: 360, height: 480 });
  await answerSubmissions(page, (id) => clear(id));
  const made = course({ flagged: [] });
  panels.answer(made);
  await panels.open(`<instrument-panel ${panels.attributes}></instrument-panel>`);
  await openLatest(page);
  const [pinned, all] = [page.locator('#item .pinned'), page.locator('#item .all').getByRole('listitem')];
  await expect(all).toHaveCount(9);
  await expect(all.last()).not.toBeInViewport();
  await expect(pinned).toContainText('No risk flag in this answer.');
  await expect(pinned.getByRole('button')).toHaveText('9. Topic 9: Not at all · 0');
  await expect(page.locator('#item .means')).toHaveText('An answer without a flag does not rule out risk.');
  await expect(pinned).toBeInViewport({ ratio: 1 });

  panels.answer({ ...made, instrument: { ...made.instrument, shortTitle: 'Own', title: 'Own' } });
  await panels.open(`<instrument-panel ${panels.attributes}></instrument-panel>`);
  await openLatest(page);
  await expect(pinned).toContainText('No risk flag in this answer.');
  await expect(pinned.getByRole('button')).toHaveCount(0);
});

test('of an instrument that does not ask about suicide the answers and their copy say so, unless one is flagged', async ({
  page,
  panels,
}) => {
  await answerSubmissions(page, (id) => clear(id));
  const made = who5();
  const questions = course().instrument.questions?.slice(0, 5) ?? [];
  panels.answer({ ...made, instrument: { ...made.instrument, questions } });
  // The page of the test has no secure origin, and so no clipboard of its own.
  await panels.open(
    `<instrument-panel ${panels.attributes}></instrument-panel>`,
    `Object.defineProperty(navigator, 'clipboard', { value: { async writeText(text) { globalThis.copied = text; } } });`,
  );
  await expect(page.locator('#risk')).toHaveText('Does not ask about suicide or self-harm');
  await openLatest(page);
  await expect(page.locator('#item .risk')).toHaveText('WHO-5 does not ask about suicide or self-harm.');
  await expect(dialog(page)).not.toContainText(/risk|flag/i);
  await dialog(page).getByRole('button', { name: 'Copy text' }).click();
  await expect(dialog(page)).toContainText('Copied with date and source, no name.');
  const copied = await page.evaluate(() => Reflect.get(globalThis, 'copied') as string);
  expect(copied).toContain('\nWHO-5 does not ask about suicide or self-harm.\n');
  expect(copied).not.toMatch(/risk|flag/i);

  await answerSubmissions(page, (id) => answered(id));
  await page.reload();
  await openLatest(page);
  await expect(page.locator('#item .flags')).toContainText('1 answer with a risk flag');
  await expect(dialog(page)).not.toContainText('does not ask');
});

test('its file is fetched when answers are opened, and not before', async ({ page, panels }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await answerSubmissions(page, (id) => answered(id));
  await open(panels);
  await expect(page.getByRole('button', { name: 'View answers' })).toBeVisible();
  expect(fetched).not.toContain('/kit/item.js');
  await openLatest(page);
  await expect(dialog(page)).toBeVisible();
  expect(fetched).toContain('/kit/item.js');
});

test('opens the answer that the keys walked to, and gives the focus back to the graph', async ({
  page,
  panels,
}) => {
  const asked: number[] = [];
  await answerSubmissions(page, (id) => {
    asked.push(id);
    return answered(id, { score: 19 });
  });
  await open(panels);
  const graph = page.getByRole('application');
  await expect(graph).toHaveAccessibleName(/Arrow keys/);
  await graph.press('Home');
  await graph.press('Enter');
  await expect(dialog(page)).toContainText('Source: submission 1');
  expect(asked).toContain(1);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(graph).toBeFocused();
});

test('what the service sends is text, and never markup', async ({ page, panels }) => {
  const html = '<img src=x onerror="globalThis.ran=1">';
  await answerSubmissions(page, (id) => {
    const [first, ...rest] = answered(id).answers ?? [];
    return answered(id, {
      interpretativeAnalysis: html,
      answers: first ? [{ ...first, value: html, question: { title: html } }, ...rest] : rest,
    });
  });
  await open(panels);
  await openLatest(page);
  await expect(page.locator('#item .all').getByRole('listitem').first()).toContainText(html);
  await expect(page.locator('#item img')).toHaveCount(0);
});

test('an item that carried a flag another time is named first without one too', async ({ page, panels }) => {
  await answerSubmissions(page, (id) => (id === 6 ? clear(6) : answered(id)));
  panels.answer(course({ flagged: [3] }));
  await panels.open(`<instrument-panel ${panels.attributes} time-zone="UTC"></instrument-panel>`);
  await openLatest(page);
  await expect(page.locator('#item .risk')).toHaveText('No risk flag in this answer.');
  const watched = page.locator('#item .watched');
  await expect(watched).toContainText('Flagged on 13 Jul 2026');
  // Each answer on a line of its own, its date first and whole.
  await expect(watched.getByRole('button')).toHaveText(['9. Topic 9']);
  await expect(watched.locator('li p')).toHaveText([
    '13 Jul 2026: More than half the days · 2 · ⚑ Suicide or self-harm · high severity',
    '10 Aug 2026 (this answer): Not at all · 0',
  ]);
  for (const date of await watched.locator('li p .date').all())
    await expect(date).toHaveCSS('white-space', 'nowrap');
  // The item and its wording are said once above the answers.
  expect(await page.locator('#item .pinned').innerText()).toMatch(/^(?!.*Topic 9.*Topic 9).*Topic 9/s);
  await expect(watched).toBeInViewport();
  await expect(page.locator('#item .all').getByRole('listitem').last()).toContainText('9. Topic 9');
  await watched.getByRole('button').click();
  await expect(page.locator('#item .all').getByRole('listitem').last()).toBeFocused();
});

test('says that answers of the course could not be read, in the dialog and in the FHIR file', async ({
  page,
  panels,
}) => {
  await answerSubmissions(page, (id) => answered(id));
  const made = course();
  const [graph] = made.graph.series;
  const points = graph?.points.filter(({ submissionId }) => submissionId !== 4) ?? [];
  panels.answer({ ...made, graph: { ...made.graph, series: graph ? [{ ...graph, points }] : [] } });
  await panels.open(`<instrument-panel ${panels.attributes} time-zone="UTC"></instrument-panel>`);
  await page.getByText('Table', { exact: true }).click();
  await expect(page.getByRole('row', { name: '13 Jul 2026, 12:00 Could not be read' })).toBeVisible();
  await page.getByRole('button', { name: '27 Jul 2026, 12:00: show the answers' }).click();
  await expect(dialog(page)).toContainText('1 of 6 answers could not be read.');
  await expect(dialog(page)).toContainText('1 answer that may lie in between could not be read.');
  const saved = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Save as FHIR (JSON)' }).click();
  const bundle = JSON.parse(readFileSync(await (await saved).path(), 'utf8'));
  expect(bundle.entry.at(-1).resource.issue[0].details.text).toBe('1 of 6 answers could not be read.');
});

test('on paper the answers take the place of the panel', async ({ page, panels }) => {
  await answerSubmissions(page, (id) => answered(id));
  await open(panels);
  await openLatest(page);
  await expect(page.locator('#item .source')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#item .source')).toBeVisible();
  await expect(page.locator('[part=panel]')).toBeHidden();
  const top = await page.locator('#item').evaluate((one) => one.getBoundingClientRect().top);
  expect(top).toBe(0);
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeHidden();
});

test('saves the submission as FHIR, named by its id and not by its patient', async ({ page, panels }) => {
  await answerSubmissions(page, (id) => answered(id));
  await open(panels);
  await openLatest(page);
  const saved = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Save as FHIR (JSON)' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('submission-6.fhir.json');
  const bundle = JSON.parse(readFileSync(await download.path(), 'utf8'));
  const [response, observation] = bundle.entry;
  expect(response.resource.resourceType).toBe('QuestionnaireResponse');
  expect(response.fullUrl).toMatch(
    /^urn:uuid:[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  );
  expect(observation.resource.valueQuantity.value).toBe(14);
  await expect(dialog(page)).toContainText('Saved.');
});

test('a page without a clipboard says so', async ({ page, panels }) => {
  await answerSubmissions(page, (id) => answered(id));
  await open(panels);
  await openLatest(page);
  await dialog(page).getByRole('button', { name: 'Copy text' }).click();
  await expect(dialog(page)).toContainText('This page may not copy');
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280]) {
    test(
      `is clean to axe and fits, ${colorScheme}, ${width} px, in Portuguese`,
      longUnless(colorScheme === 'dark' && width === 360),
      async ({ page, panels }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await answerSubmissions(page, (id) => answered(id, { interpretativeAnalysis: 'Texto.' }));
        await open(panels, 'lang="pt-BR"');
        await openLatest(page);
        await expect(page.locator('#item .flags')).toContainText('gravidade alta');
        expect((await axeOf(page).analyze()).violations).toEqual([]);
        const over = await page.locator('#item').evaluate((one) => one.scrollWidth - one.clientWidth);
        expect(over).toBeLessThanOrEqual(0);
      },
    );
  }
}
