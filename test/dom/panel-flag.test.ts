import { answered, answerSubmissions, clear, course } from '../browser/item-fixture.ts';
import { BRUNO } from '../browser/panel-data.ts';
import type { Page } from './page.ts';
import { attributes, expect, test } from './panel-fixture.ts';

const risk = (page: Page) => page.locator('[part=risk]');
const NAMED = 'Suicide or self-harm item 9: “More than half the days” · high severity · 10 Aug 2026';
const look = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** Answers single submissions from now on, and says of which of them how often somebody asked. */
async function counting(page: Page, answer: (id: number) => unknown): Promise<number[]> {
  const asked: number[] = [];
  await answerSubmissions(page, (id, route) => {
    asked.push(id);
    const said = answer(id);
    return said === undefined ? route.fulfill({ status: 422, json: { code: 'X', message: 'no' } }) : said;
  });
  return asked;
}

/** Opens a panel, and waits until it has said everything. */
async function open(page: Page, panels: { open: (markup: string) => Promise<void> }, more = '') {
  await panels.open(`<instrument-panel ${attributes(undefined, more)}></instrument-panel>`);
  await expect(page.locator('[part=tools]')).toBeVisible();
}

test('a new flagged answer is asked for too, once', async ({ page, panels }) => {
  const asked = await counting(page, (id) => answered(id));
  panels.answer(course({ scores: [19, 17, 18, 14, 11], flagged: [4] }));
  await open(page, panels, 'refresh="0"');
  await expect(risk(page)).toContainText('high severity · 27 Jul 2026');
  panels.answer(course({ flagged: [4, 5] }));
  await look(page);
  await expect(risk(page)).toContainText(`${NAMED} · flagged in 2 of 6 answers`);
  expect(asked).toEqual([5, 6]);
});

for (const [name, options, more] of [
  ['no flag', { flagged: [] }, ''],
  ['a flag that a later answer did not repeat', { flagged: [2] }, ''],
  ['a patient who looks', {}, 'audience="patient"'],
] as const) {
  test(`${name}: no answers are asked for`, async ({ page, panels }) => {
    const asked = await counting(page, (id) => answered(id));
    panels.answer(course(options));
    await open(page, panels, more);
    await expect(page.locator('[part=footer]')).toContainText('Updated');
    expect(asked).toEqual([]);
  });
}

for (const [name, answer, isAskedAgain] of [
  ['cannot be read', () => undefined, true],
  ['is not of the contract', () => ({ id: 6 }), true],
  ['is of another patient', (id: number) => answered(id, { patientId: BRUNO })],
  ['is another submission', () => answered(5)],
  ['is of another instrument', (id: number) => answered(id, { formTemplateId: BRUNO })],
  ['has no flagged answer', (id: number) => clear(id)],
] as const) {
  test(`the flag stays as it is if its submission ${name}`, async ({ page, panels }) => {
    await page.clock.install();
    const asked = await counting(page, answer);
    panels.answer(course());
    await open(page, panels, 'refresh="0"');
    await expect.poll(() => asked).toEqual([6]);
    await expect(risk(page)).toContainText('Risk flag · 10 Aug 2026');
    const graphs = panels.asked('graph');
    await look(page);
    await expect.poll(() => panels.asked('graph')).toBeGreaterThan(graphs);
    await expect(risk(page)).toContainText('Risk flag · 10 Aug 2026');
    await expect(risk(page)).toHaveAttribute('data-risk', 'flagged');
    expect(asked, 'not again so soon').toEqual([6]);
    await page.clock.runFor(15_000);
    const again = panels.asked('graph');
    // A look during a reading begins no other.
    await expect(async () => {
      await look(page);
      expect(panels.asked('graph')).toBeGreaterThan(again);
    }).toPass();
    // What failed is asked for later, what is not the answer is not.
    if (isAskedAgain) await expect.poll(() => asked).toEqual([6, 6]);
    else expect(asked).toEqual([6]);
  });
}

test('nothing of a flag comes to the next patient', async ({ page, panels }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await answerSubmissions(page, async (id) => {
    await held;
    return answered(id);
  });
  panels.answer(
    (patientId, what) =>
      course({ patientId: patientId || BRUNO, ...(patientId === BRUNO ? { flagged: [] } : {}) })[what],
  );
  await open(page, panels);
  await page.locator('instrument-panel').evaluate((panel, id) => panel.setAttribute('patient-id', id), BRUNO);
  await expect(risk(page)).toHaveText('No risk flag in this answer');
  release();
  await look(page);
  await expect(risk(page)).toHaveText('No risk flag in this answer');
});

test('a flag of a request that was cancelled half-way is said where there is no answer', async ({
  page,
  panels,
}) => {
  const { graph, instrument } = course({ scores: [] });
  const [request] = course({ scores: [19], flagged: [0] }).submissions;
  const cancelled = { ...request, status: 'CANCELED', completedFillAt: null, score: null };
  panels.answer((_, what) => ({ graph, instrument, submissions: [cancelled] })[what]);
  await panels.open(`<instrument-panel ${attributes()}></instrument-panel>`);
  await expect(risk(page)).toContainText('Risk flag · 1 Jun 2026');
});
