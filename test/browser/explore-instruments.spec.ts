import type { Page, Route } from '@playwright/test';
import { axeOf } from './axe.ts';
import { longUnless } from './long.ts';
import { ANA, BRUNO, type Course, dass21, phq9, who5 } from './panel-data.ts';
import { type Answers, expect, openTool, type Panels, test } from './panel-fixture.ts';
import { asInstrument, DASS21, fromCourses, GAD7, WHO5 } from './several-instruments.ts';

const tag = (attributes: string) => `<instrument-panel ${attributes}></instrument-panel>`;
const dialog = (page: Page) => page.getByRole('dialog');
const plot = (page: Page) => dialog(page).getByRole('application');
const rows = (page: Page) => page.locator('#explore .said li');
const box = (page: Page, name: string) => dialog(page).getByRole('checkbox', { name });
const others = (page: Page) => dialog(page).getByRole('group', { name: 'Other instruments' });
const status = (page: Page) => dialog(page).getByRole('status');

/** PHQ-9 every 14 days from 1 June, GAD-7 on the first three of these days, WHO-5 on all but the last. */
const COURSES = (): readonly [Course, Course, Course] => [
  phq9({ scores: [19, 17, 12, 14] }),
  asInstrument(phq9({ scores: [9, 8, 15], flagged: [2] }), GAD7, 'GAD-7'),
  asInstrument(who5({ scores: [28, 36, 60] }), WHO5, 'WHO-5'),
];

async function explore(page: Page, panels: Panels, answers: Answers, more = ''): Promise<void> {
  panels.answer(answers);
  await panels.open(tag(`${panels.attributes} time-zone="UTC" ${more}`));
  await (await openTool(page, 'Explore')).click();
  await expect(dialog(page)).toBeVisible();
}

/** Answers of courses, where the graph of one instrument is answered otherwise. */
const withGraph =
  (courses: readonly [Course, ...Course[]], formId: string, answer: (route: Route) => unknown): Answers =>
  (patientId, what, route) =>
    what === 'graph' && route.request().url().includes(formId)
      ? answer(route)
      : fromCourses(courses)(patientId, what, route);

/** Answers a patient's record once `release` is called. */
async function holdRecord(page: Page, patientId: string, name: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/professionals/*/patients/${patientId}`, async (route) => {
    await held;
    await route.fulfill({ json: { serviceId: patientId, name, surname: 'Souza' } }).catch(() => {});
  });
  return release;
}

test('the patient is named, and a name that comes late is not put on the next', async ({ page, panels }) => {
  const releaseAna = await holdRecord(page, ANA, 'Ana');
  const releaseBruno = await holdRecord(page, BRUNO, 'Bruno');
  await explore(page, panels, fromCourses([phq9()]));
  panels.answer(phq9({ patientId: BRUNO, scores: [3, 4] }));
  await page.locator('instrument-panel').evaluate((panel, id) => panel.setAttribute('patient-id', id), BRUNO);
  await expect(page.locator('[part=score]')).toHaveText('4 of 27');
  await (await openTool(page, 'Explore')).click();
  await expect(dialog(page)).toBeVisible();
  releaseAna();
  releaseBruno();
  await expect(dialog(page)).toContainText('Bruno Souza');
  await expect(dialog(page)).not.toContainText('Ana Souza');
});

test('another instrument is read when it is chosen, and not before', async ({ page, panels }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await explore(page, panels, fromCourses(COURSES()));
  await expect(others(page).getByRole('checkbox')).toHaveCount(2);
  expect(asked.filter((url) => url.includes(GAD7))).toEqual([]);
  await box(page, 'GAD-7').check();
  await expect(rows(page)).toHaveCount(2);
  expect(asked.some((url) => url.includes(GAD7) && url.includes('score-graph'))).toBe(true);
  expect(asked.filter((url) => url.includes(WHO5))).toEqual([]);
});

test('each has a row with its name, its latest answer and the way its scale runs', async ({
  page,
  panels,
}) => {
  await explore(page, panels, fromCourses(COURSES()));
  const height = async () => (await plot(page).boundingBox())?.height ?? 0;
  const before = await height();
  for (const name of ['GAD-7', 'WHO-5']) await box(page, name).check();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(0)).toContainText('PHQ-9 · 14 of 27 · Moderate (10–14)');
  await expect(rows(page).nth(1)).toContainText('GAD-7 · 15 of 27 · Moderately severe (15–19)');
  await expect(rows(page).nth(2)).toContainText('WHO-5 · 60 of 100 · Not low (51–100)');
  await expect(rows(page).nth(2)).toContainText('higher is better');
  expect(await height()).toBeGreaterThan(before);
  await expect(plot(page)).toHaveAttribute('aria-label', /PHQ-9.*GAD-7.*WHO-5/);
  await box(page, 'GAD-7').uncheck();
  await expect(rows(page)).toHaveText([/^PHQ-9/, /^WHO-5/]);
});

test('one cursor tells what each row held at its date, with the date of that', async ({ page, panels }) => {
  await explore(page, panels, fromCourses(COURSES()));
  await box(page, 'GAD-7').check();
  await expect(rows(page)).toHaveCount(2);
  await plot(page).press('End');
  await expect(rows(page).nth(0)).toHaveAttribute('aria-current', 'true');
  await expect(rows(page).nth(0)).toContainText('13 Jul 2026, 12:00 · Score 14 of 27');
  await expect(rows(page).nth(1)).toContainText('29 Jun 2026, 12:00 · Score 15 of 27');
  await expect(status(page)).toHaveText(/^PHQ-9\. 13 Jul 2026.*GAD-7\. 29 Jun 2026/);
});

test('at the cursor an answer that could not be read is said, and the one before is not passed for it', async ({
  page,
  panels,
}) => {
  const [own, gad] = COURSES();
  Object.assign(gad.graph.series[0]?.points[2] ?? {}, { score: 'odd' });
  await explore(page, panels, fromCourses([own, gad]));
  await box(page, 'GAD-7').check();
  await expect(rows(page).nth(1)).toContainText('The newest answer (29 Jun 2026) could not be read');
  await plot(page).press('End');
  await expect(rows(page).nth(1)).toContainText(
    '29 Jun 2026: Could not be read · 15 Jun 2026, 12:00 · Score 8 of 27',
  );
});

test('what the rows hold stands beside their names, and below them only where there is no room', async ({
  page,
  panels,
}) => {
  await page.setViewportSize({ width: 1100, height: 800 });
  await explore(page, panels, fromCourses(COURSES()));
  await box(page, 'GAD-7').check();
  await expect(rows(page)).toHaveCount(2);
  const height = async () => (await rows(page).locator('..').boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(2);
  await page.setViewportSize({ width: 400, height: 800 });
  expect(await height()).toBeGreaterThan(30);
});

test('how long ago is not said where two replies tell another present', async ({ page, panels }) => {
  const [own, gad] = COURSES();
  await explore(page, panels, fromCourses([own, gad]));
  await expect(rows(page)).toHaveText([/14 days ago \(13 Jul 2026\)/]);
  Object.assign(gad.graph, { generatedAt: '2031-01-01T00:00:00Z' });
  await box(page, 'GAD-7').check();
  await expect(rows(page)).toHaveText([/Latest answer 13 Jul 2026$/, /Latest answer 29 Jun 2026$/]);
  await box(page, 'GAD-7').uncheck();
  await expect(rows(page)).toHaveText([/14 days ago \(13 Jul 2026\)/]);
});

test('risk is said of each instrument that is shown', async ({ page, panels }) => {
  await explore(page, panels, fromCourses(COURSES()));
  await expect(page.locator('#explore .risk')).toHaveText(['No risk flag in the answer of 13 Jul 2026']);
  await box(page, 'GAD-7').check();
  const lines = page.locator('#explore .risk');
  await expect(lines).toHaveText([/^PHQ-9: No risk flag/, /^GAD-7: Risk flag · 29 Jun 2026/]);
  await expect(lines.nth(1)).toHaveAttribute('data-risk', 'flagged');
});

test('says that it is loading; a failure is said of that instrument alone, and can be tried again', async ({
  page,
  panels,
}) => {
  const courses = COURSES();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await explore(
    page,
    panels,
    withGraph(courses, GAD7, async (route) => {
      await answered;
      return route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'no' } });
    }),
  );
  await box(page, 'GAD-7').check();
  await expect(others(page)).toContainText('Loading');
  await expect(status(page)).toHaveText('GAD-7: Loading …');
  answer();
  await expect(others(page)).toContainText('You do not have permission');
  await expect(status(page)).toContainText('GAD-7: You do not have permission');
  await expect(rows(page)).toHaveText([/14 of 27/]);
  panels.answer(fromCourses(courses));
  await others(page).getByRole('button', { name: 'Try again: GAD-7' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(others(page)).not.toContainText('permission');
});

test('a reply about another patient is not shown', async ({ page, panels }) => {
  const [own, gad] = COURSES();
  const ofBruno = { ...gad.graph, patientId: BRUNO };
  await explore(
    page,
    panels,
    withGraph([own, gad], GAD7, () => ofBruno),
  );
  await box(page, 'GAD-7').check();
  await expect(others(page)).toContainText('about another patient or instrument and is not shown');
  await expect(rows(page)).toHaveText([/14 of 27/]);
  await expect(page.locator('#explore .risk')).toHaveCount(1);
});

test('a course that cannot be read again stays, marked as out of date', async ({ page, panels }) => {
  const courses = COURSES();
  await explore(page, panels, fromCourses(courses), 'refresh="1"');
  await box(page, 'GAD-7').check();
  await expect(rows(page)).toHaveCount(2);
  const failure = { status: 500, json: { code: 'INTERNAL', message: 'no' } };
  panels.answer(withGraph(courses, GAD7, (route) => route.fulfill(failure)));
  await expect(others(page)).toContainText('Out of date. Last updated');
  await expect(rows(page).nth(1)).toContainText('15 of 27');
});

test('a new answer to another instrument comes by itself', async ({ page, panels }) => {
  const [own, , who] = COURSES();
  await explore(page, panels, fromCourses([own, who]), 'refresh="1"');
  await box(page, 'WHO-5').check();
  await expect(rows(page).nth(1)).toContainText('60 of 100');
  panels.answer(fromCourses([own, asInstrument(who5({ scores: [28, 36, 60, 72] }), WHO5, 'WHO-5')]));
  await expect(rows(page).nth(1)).toContainText('72 of 100');
});

for (const leave of ['another patient', 'sign-out'] as const) {
  test(`nothing stays or comes back after ${leave}`, async ({ page, panels }) => {
    const courses = COURSES();
    const held: Route[] = [];
    await explore(
      page,
      panels,
      withGraph(courses, WHO5, (route) => void held.push(route)),
    );
    await box(page, 'GAD-7').check();
    await expect(rows(page)).toHaveCount(2);
    await box(page, 'WHO-5').check();
    await expect.poll(() => held.length).toBe(1);
    const left = await page.evaluate(
      (other) => {
        const panel = document.querySelector('instrument-panel');
        if (other) panel?.setAttribute('patient-id', other);
        else Reflect.get(globalThis, 'kit').logout();
        return panel?.shadowRoot?.querySelector('#explore') ?? null;
      },
      leave === 'sign-out' ? null : BRUNO,
    );
    expect(left, 'gone in the same task').toBeNull();
    await held[0]?.fulfill({ json: courses[2].graph }).catch(() => {});
    await expect(page.locator('#explore')).toHaveCount(0);
    await expect(page.locator('instrument-panel')).not.toContainText('GAD-7');
  });
}

test('says that the patient has answered no other instrument', async ({ page, panels }) => {
  await explore(page, panels, fromCourses([phq9()]));
  await expect(others(page)).toContainText('No other instruments with answers.');
});

test('says that the list could not be loaded, and loads it again', async ({ page, panels }) => {
  const courses = COURSES();
  await explore(page, panels, (patientId, what, route) =>
    what === 'submissions'
      ? route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'no' } })
      : fromCourses(courses)(patientId, what, route),
  );
  await expect(others(page)).toContainText('could not be loaded');
  panels.answer(fromCourses(courses));
  await others(page).getByRole('button', { name: 'Try again' }).click();
  await expect(box(page, 'GAD-7')).toBeVisible();
  await expect(others(page)).not.toContainText('could not be loaded');
});

test('says that an instrument may be missing where an answer does not say its own', async ({
  page,
  panels,
}) => {
  const [own, gad, who] = COURSES();
  for (const one of who.submissions) Object.assign(one, { formTemplateId: 7, formTemplate: null });
  await explore(page, panels, fromCourses([own, gad, who]));
  await expect(box(page, 'GAD-7')).toBeVisible();
  await expect(others(page)).toContainText('3 answers could not be read: an instrument may be missing here.');
});

test('the subscales of an instrument without a score of the whole have a row each', async ({
  page,
  panels,
}) => {
  await explore(page, panels, fromCourses([phq9(), asInstrument(dass21(), DASS21, 'DASS-21')]));
  await box(page, 'DASS-21').check();
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).nth(2)).toContainText('DASS-21: Anxiety');
  await box(page, 'Anxiety').uncheck();
  await expect(rows(page)).toHaveCount(3);
});

test('the same stands in tables, one for each row, with what could not be read', async ({ page, panels }) => {
  const [own, gad] = COURSES();
  Object.assign(gad.graph.series[0]?.points[1] ?? {}, { score: 'odd' });
  await explore(page, panels, fromCourses([own, gad]));
  await box(page, 'GAD-7').check();
  await expect(rows(page)).toHaveCount(2);
  await dialog(page).getByText('Table', { exact: true }).click();
  await expect(dialog(page).getByRole('table')).toHaveCount(2);
  const table = dialog(page).getByRole('table', { name: 'GAD-7, newest first' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table.getByRole('row', { name: /15 Jun 2026/ })).toContainText('Could not be read');
});

test('a page that gives the data itself is told what is not there', async ({ page, panels }) => {
  const [own, gad] = COURSES();
  const data = { ...own, submissions: [...own.submissions, ...gad.submissions] };
  await panels.open(tag('time-zone="UTC"'), `globalThis.data = ${JSON.stringify(data)};`);
  await page.evaluate(() => {
    const panel = document.querySelector('instrument-panel');
    if (panel) Reflect.set(panel, 'data', Reflect.get(globalThis, 'data'));
  });
  await (await openTool(page, 'Explore')).click();
  await expect(others(page)).toContainText('Not available on this page: GAD-7.');
  await expect(others(page).getByRole('checkbox')).toHaveCount(0);
});

for (const [colorScheme, width] of [
  ['light', 360],
  ['dark', 1280],
] as const) {
  test(
    `several instruments are clean to axe and fit, ${colorScheme}, ${width} px`,
    longUnless(width === 360),
    async ({ page, panels }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await explore(page, panels, fromCourses(COURSES()));
      for (const name of ['GAD-7', 'WHO-5']) await box(page, name).check();
      await expect(rows(page)).toHaveCount(3);
      expect((await axeOf(page).analyze()).violations).toEqual([]);
      const over = await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(over).toBeLessThanOrEqual(0);
    },
  );
}
