import { answered, answerSubmissions, clear, course } from '../browser/item-fixture.ts';
import { ANA, BRUNO, phq9 } from '../browser/panel-data.ts';
import type { Page } from './page.ts';
import { expect, type Panels, test } from './panel-fixture.ts';

const dialog = (page: Page) => page.getByRole('dialog');

async function open(panels: Panels, more = ''): Promise<void> {
  panels.answer(course());
  await panels.open(`<instrument-panel ${panels.attributes} time-zone="UTC" ${more}></instrument-panel>`);
}
const openLatest = (page: Page) => page.getByRole('button', { name: 'View answers' }).click();

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
  let isRead = false;
  await page.route(/\/patients\/[^/]+$/, async (route) => {
    await route.fulfill({ json: { serviceId: BRUNO, name: 'Bruno', surname: 'Lima' } });
    isRead = true;
  });
  await answerSubmissions(page, (id) => answered(id));
  await open(panels);
  await openLatest(page);
  await expect.poll(() => isRead).toBe(true);
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
