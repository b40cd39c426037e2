import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { answered, answerSubmissions, clear, course } from './item-fixture.ts';
import { longUnless } from './long.ts';
import { ANA, BRUNO, phq9 } from './panel-data.ts';
import { expect, type Panels, test } from './panel-fixture.ts';

const dialog = (page: Page) => page.getByRole('dialog');

async function open(panels: Panels, more = ''): Promise<void> {
  panels.answer(course());
  await panels.open(`<instrument-panel ${panels.attributes} time-zone="UTC" ${more}></instrument-panel>`);
}
const openLatest = (page: Page) =>
  page.getByRole('button', { name: /^(View answers|Ver respostas)$/ }).click();

test('shows the latest answers by their places, and says first which has a risk flag', async ({
  page,
  panels,
}) => {
  await answerSubmissions(page, (id) => answered(id));
  await open(panels);
  await openLatest(page);
  await expect(dialog(page)).toHaveAccessibleName('Answers: Patient Health Questionnaire-9 (PHQ-9)');
  const flagged = page.locator('#item .flags');
  await expect(flagged).toContainText('1 answer with a risk flag');
  await expect(page.locator('#item .means')).toContainText('is not a diagnosis');
  await expect(flagged.getByRole('listitem')).toHaveText(
    '9. Topic 9: More than half the days · 2 · Suicide or self-harm · high severity',
  );
  const all = page.locator('#item .all').getByRole('listitem');
  await expect(all).toHaveCount(9);
  await expect(all.first()).toContainText('1. Topic 1');
  await expect(all.nth(7)).toHaveText(/8\. Topic 8\s*No answer/);
  await expect(all.last()).toHaveText(
    /9\. Topic 9\s*More than half the days · 2\s*Last time: .* · 2\s*⚑ Suicide or self-harm · high severity/,
  );
  await expect(dialog(page)).toContainText('1 item has no answer.');
  await expect(dialog(page)).toContainText('Score: 14 · Moderate (10–14)');
  await expect(dialog(page)).toContainText('14 days ago (10 Aug 2026), 12:00 (UTC)');
  await expect(dialog(page)).toContainText('Source: submission 6, retrieved');
});

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
  await expect(pinned).toBeInViewport({ ratio: 1 });

  panels.answer({ ...made, instrument: { ...made.instrument, shortTitle: 'Own', title: 'Own' } });
  await panels.open(`<instrument-panel ${panels.attributes}></instrument-panel>`);
  await openLatest(page);
  await expect(pinned).toContainText('No risk flag in this answer.');
  await expect(pinned.getByRole('button')).toHaveCount(0);
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

test('leaves the answers to a page that cancels the event', async ({ page, panels }) => {
  panels.answer(course());
  await panels.open(
    `<instrument-panel ${panels.attributes}></instrument-panel>`,
    `addEventListener('instrument-select', (event) => event.preventDefault());`,
  );
  const graph = page.getByRole('application');
  await expect(graph).toHaveAccessibleName(/Arrow keys/);
  await graph.press('Home');
  await graph.press('Enter');
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, 'events').at(-1).type))
    .toBe('instrument-select');
  await expect(dialog(page)).toHaveCount(0);
});

test('opens from the row of a table, by its date', async ({ page, panels }) => {
  await answerSubmissions(page, (id) => answered(id));
  await open(panels);
  await page.getByText('Table', { exact: true }).click();
  await page.getByRole('button', { name: '1 Jun 2026, 12:00: show the answers' }).press('Enter');
  await expect(dialog(page)).toContainText('Source: submission 1');
});

for (const [what, more] of [
  ['another patient', { patientId: BRUNO }],
  ['another instrument', { formTemplateId: BRUNO }],
  ['another submission', { id: 99 }],
] as const) {
  test(`shows nothing of a reply about ${what}`, async ({ page, panels }) => {
    await answerSubmissions(page, (id) => answered(id, more));
    await open(panels);
    await openLatest(page);
    await expect(dialog(page)).toContainText('The reply was about another patient or instrument');
    await expect(dialog(page)).not.toContainText('Topic');
    await expect(dialog(page).getByRole('button', { name: 'Copy text' })).toHaveCount(0);
  });
}

test('says what went wrong, and tries again', async ({ page, panels }) => {
  let status = 403;
  await answerSubmissions(page, async (id, route) => {
    if (status === 200) return answered(id);
    await route.fulfill({ status, json: { code: 'FORBIDDEN', message: 'no' } });
    return undefined;
  });
  await open(panels);
  await openLatest(page);
  await expect(dialog(page)).toContainText('You do not have permission');
  status = 404;
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(dialog(page)).toContainText('The answers may have been deleted');
  status = 200;
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('#item .flags')).toBeVisible();
});

test('a change of patient closes it at once, and drops what is under way', async ({ page, panels }) => {
  const { promise: held, resolve: free } = Promise.withResolvers<void>();
  await answerSubmissions(page, async (id) => {
    await held;
    return answered(id);
  });
  await open(panels);
  await openLatest(page);
  await expect(dialog(page)).toContainText('Loading answers');
  panels.answer(phq9({ patientId: BRUNO, scores: [3] }));
  const left = await page.evaluate((patient) => {
    const panel = document.querySelector('instrument-panel');
    panel?.setAttribute('patient-id', patient);
    return panel?.shadowRoot?.querySelector('dialog') ?? null;
  }, BRUNO);
  expect(left, 'in the same task').toBeNull();
  free();
  await expect(page.locator('[part=score]')).toHaveText('3 of 27');
  await expect(page.locator('#item')).toHaveCount(0);
});

test('an instrument that cannot be read hides no answer, and is said', async ({ page, panels }) => {
  await answerSubmissions(page, (id) => answered(id));
  const made = course();
  panels.answer((_, what, route) =>
    what === 'instrument'
      ? route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'no' } })
      : made[what],
  );
  await panels.open(`<instrument-panel ${panels.attributes}></instrument-panel>`);
  await openLatest(page);
  await expect(dialog(page)).toContainText('it is not known whether any was left unanswered');
  await expect(page.locator('#item .all').getByRole('listitem')).toHaveCount(8);
});

test('a count of flags that the answers do not carry is said', async ({ page, panels }) => {
  await answerSubmissions(page, (id) => answered(id, { riskFlagCount: 3 }));
  await open(panels);
  await openLatest(page);
  await expect(page.locator('#item .flags')).toContainText(
    'The service counts 3 risk flags here, and the answers below carry 1. Read every answer.',
  );
});

test('a flag that no answer carries is not laid upon the item that asks about risk', async ({
  page,
  panels,
}) => {
  await answerSubmissions(page, (id) => ({ ...clear(id), hasHighRisk: true, riskFlagCount: 1 }));
  await open(panels);
  await openLatest(page);
  const flags = page.locator('#item .flags');
  await expect(flags).toContainText('The service counts 1 risk flag here, and the answers below carry 0.');
  await expect(flags.getByRole('button')).toHaveCount(0);
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

test('names the patient where their record may be read', async ({ page, panels }) => {
  await page.route(/\/patients\/[^/]+$/, (route) =>
    route.fulfill({ json: { serviceId: ANA, name: 'Ana', surname: 'Souza' } }),
  );
  await answerSubmissions(page, (id) => answered(id));
  await open(panels);
  await openLatest(page);
  await expect(dialog(page)).toHaveAccessibleName(
    'Ana Souza Answers: Patient Health Questionnaire-9 (PHQ-9)',
  );
});

test('names nobody where the record is of another patient', async ({ page, panels }) => {
  await page.route(/\/patients\/[^/]+$/, (route) =>
    route.fulfill({ json: { serviceId: BRUNO, name: 'Bruno', surname: 'Lima' } }),
  );
  await answerSubmissions(page, (id) => answered(id));
  await open(panels);
  const read = page.waitForResponse(/\/patients\/[^/]+$/);
  await openLatest(page);
  await (await read).finished();
  await expect(page.locator('#item .source')).toBeVisible();
  await expect(dialog(page)).not.toContainText('Bruno');
});

test('sets each answer beside that of last time', async ({ page, panels }) => {
  await answerSubmissions(page, (id) => (id === 5 ? clear(5) : answered(id)));
  await open(panels);
  await openLatest(page);
  await expect(dialog(page)).toContainText('Last time (27 Jul 2026): 14');
  const items = page.locator('#item .all').getByRole('listitem');
  const [first, second] = [items.nth(0), items.nth(1)];
  await expect(first.locator('.answer')).toHaveText('More than half the days · 2');
  await expect(first.locator('.last')).toHaveText('Last time: Several days · 1');
  await expect(first.locator('.last')).not.toHaveClass(/same/);
  await expect(second.locator('.last')).toHaveClass(/same/);
  await expect(items.last().locator('.last')).toHaveText('Last time: Not at all · 0');
});

for (const [what, previous] of [
  ['cannot be read', null],
  ['are of another patient', answered(5, { patientId: BRUNO })],
  ['are dated otherwise than in the graph', answered(5, { completedFillAt: '2026-07-20T12:00:00Z' })],
] as const) {
  test(`says that answers of last time are missing where they ${what}`, async ({ page, panels }) => {
    await answerSubmissions(page, async (id, route) => {
      if (id !== 5 || previous) return id === 5 ? previous : answered(id);
      await route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'no' } });
      return undefined;
    });
    await open(panels);
    await openLatest(page);
    await expect(dialog(page)).toContainText('The answers of 27 Jul 2026 could not be loaded.');
    await expect(dialog(page)).not.toContainText('Last time');
    await expect(page.locator('#item .all').getByRole('listitem')).toHaveCount(9);
  });
}

test('an item that carried a flag another time is named first without one too', async ({ page, panels }) => {
  await answerSubmissions(page, (id) => (id === 6 ? clear(6) : answered(id)));
  panels.answer(course({ flagged: [3] }));
  await panels.open(`<instrument-panel ${panels.attributes} time-zone="UTC"></instrument-panel>`);
  await openLatest(page);
  await expect(page.locator('#item .risk')).toHaveText('No risk flag in this answer.');
  const watched = page.locator('#item .watched');
  await expect(watched).toContainText('Flagged on 13 Jul 2026');
  await expect(watched.getByRole('listitem')).toHaveText(
    '9. Topic 9: More than half the days · 2 · Suicide or self-harm · high severity · 10 Aug 2026: Not at all · 0',
  );
  await expect(watched).toBeInViewport();
  await expect(page.locator('#item .all').getByRole('listitem').last()).toContainText('9. Topic 9');
  await watched.getByRole('button').click();
  await expect(page.locator('#item .all').getByRole('listitem').last()).toBeFocused();
});

test('shows the answers to one item over time when asked, and says which could not be read', async ({
  page,
  panels,
}) => {
  const asked: number[] = [];
  await answerSubmissions(page, async (id, route) => {
    asked.push(id);
    if (id !== 2) return answered(id);
    await route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'no' } });
    return undefined;
  });
  await open(panels);
  // The panel itself reads the answer behind its flag.
  await expect(page.locator('[part=risk]')).toContainText('high');
  expect(asked.splice(0)).toEqual([6]);
  await openLatest(page);
  const button = dialog(page).getByRole('button', { name: 'Over time: 1. Topic 1' });
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(asked.toSorted()).toEqual([5, 6]);
  await button.press('Enter');
  const shown = dialog(page).getByRole('group', { name: 'Over time: 1. Topic 1' });
  await expect(shown.getByRole('listitem')).toHaveCount(4);
  await expect(shown.getByRole('listitem').first()).toHaveText(/27 Jul 2026\s*More than half the days · 2/);
  await expect(shown).toContainText('1 answer could not be loaded.');
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await dialog(page).getByRole('button', { name: 'Over time: 9. Topic 9' }).click();
  await expect(dialog(page).getByText('⚑ Suicide or self-harm')).toHaveCount(5);
  expect(asked.toSorted(), 'each is read once').toEqual([1, 2, 3, 4, 5, 6]);
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

test('shows what the page gives in `data`, without any request', async ({ page, panels }) => {
  const given = course({ scores: [19, 14], flagged: [1] });
  await panels.open('<instrument-panel time-zone="UTC"></instrument-panel>');
  await page.evaluate(
    (data) => {
      const panel = document.querySelector('instrument-panel');
      if (panel) Reflect.set(panel, 'data', data);
    },
    { ...given, submissions: [answered(2)] },
  );
  await openLatest(page);
  await expect(page.locator('#item .flags')).toContainText('Topic 9');
  expect(panels.asked('')).toBe(0);
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
