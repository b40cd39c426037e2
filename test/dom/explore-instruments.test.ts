import { ANA, BRUNO, type Course, dass21, phq9, who5 } from '../browser/panel-data.ts';
import type { AnswersTo } from '../browser/panel-service.ts';
import {
  asInstrument,
  DASS21,
  fromCourses,
  GAD7,
  threeCourses,
  WHO5,
} from '../browser/several-instruments.ts';
import type { Page, Route } from './page.ts';
import { expect, type Panels, test } from './panel-fixture.ts';

type Answers = AnswersTo<Route>;

const tag = (attributes: string) => `<instrument-panel ${attributes}></instrument-panel>`;
const dialog = (page: Page) => page.getByRole('dialog');
const plot = (page: Page) => dialog(page).getByRole('application');
const rows = (page: Page) => page.locator('#explore .said li');
const box = (page: Page, name: string) => dialog(page).getByRole('checkbox', { name });
const others = (page: Page) => dialog(page).getByRole('group', { name: 'Other instruments' });
const status = (page: Page) => dialog(page).getByRole('status');

async function openExplorer(page: Page): Promise<void> {
  await page.locator('[part=tools] summary').click();
  await page.getByRole('button', { name: 'Explore' }).click();
}

async function explore(page: Page, panels: Panels, answers: Answers, more = ''): Promise<void> {
  panels.answer(answers);
  await panels.open(tag(`${panels.attributes} time-zone="UTC" ${more}`));
  await openExplorer(page);
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
  await page.route(new RegExp(`/patients/${patientId}$`), async (route) => {
    await held;
    await route.fulfill({ json: { serviceId: patientId, name, surname: 'Souza' } });
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
  await openExplorer(page);
  await expect(dialog(page)).toBeVisible();
  releaseAna();
  releaseBruno();
  await expect(dialog(page)).toContainText('Bruno Souza');
  await expect(dialog(page)).not.toContainText('Ana Souza');
});

test('another instrument is read when it is chosen, and not before', async ({ page, panels }) => {
  const asked: string[] = [];
  const answer = fromCourses<Route>(threeCourses());
  await explore(page, panels, (patientId, what, route) => {
    asked.push(route.request().url());
    return answer(patientId, what, route);
  });
  await expect(others(page).getByRole('checkbox')).toHaveCount(2);
  expect(asked.filter((url) => url.includes(GAD7))).toEqual([]);
  await box(page, 'GAD-7').check();
  await expect(rows(page)).toHaveCount(2);
  expect(asked.some((url) => url.includes(GAD7) && url.includes('score-graph'))).toBe(true);
  expect(asked.filter((url) => url.includes(WHO5))).toEqual([]);
});

test('one cursor tells what each row held at its date, with the date of that', async ({ page, panels }) => {
  await explore(page, panels, fromCourses(threeCourses()));
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
  const [own, gad] = threeCourses();
  Object.assign(gad.graph.series[0]?.points[2] ?? {}, { score: 'odd' });
  await explore(page, panels, fromCourses([own, gad]));
  await box(page, 'GAD-7').check();
  await expect(rows(page).nth(1)).toContainText('The newest answer (29 Jun 2026) could not be read');
  await plot(page).press('End');
  await expect(rows(page).nth(1)).toContainText(
    '29 Jun 2026: Could not be read · 15 Jun 2026, 12:00 · Score 8 of 27',
  );
});

test('how long ago is not said where two replies tell another present', async ({ page, panels }) => {
  const [own, gad] = threeCourses();
  await explore(page, panels, fromCourses([own, gad]));
  await expect(rows(page)).toHaveText([/14 days ago \(13 Jul 2026\)/]);
  Object.assign(gad.graph, { generatedAt: '2031-01-01T00:00:00Z' });
  await box(page, 'GAD-7').check();
  await expect(rows(page)).toHaveText([/Latest answer 13 Jul 2026$/, /Latest answer 29 Jun 2026$/]);
  await box(page, 'GAD-7').uncheck();
  await expect(rows(page)).toHaveText([/14 days ago \(13 Jul 2026\)/]);
});

test('risk is said of each instrument that is shown', async ({ page, panels }) => {
  await explore(page, panels, fromCourses(threeCourses()));
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
  const courses = threeCourses();
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
  const [own, gad] = threeCourses();
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
  const courses = threeCourses();
  await explore(page, panels, fromCourses(courses), 'refresh="1"');
  await box(page, 'GAD-7').check();
  await expect(rows(page)).toHaveCount(2);
  const failure = { status: 500, json: { code: 'INTERNAL', message: 'no' } };
  panels.answer(withGraph(courses, GAD7, (route) => route.fulfill(failure)));
  await expect(others(page)).toContainText('Out of date. Last updated');
  await expect(rows(page).nth(1)).toContainText('15 of 27');
});

test('a new answer to another instrument comes by itself', async ({ page, panels }) => {
  const [own, , who] = threeCourses();
  await explore(page, panels, fromCourses([own, who]), 'refresh="1"');
  await box(page, 'WHO-5').check();
  await expect(rows(page).nth(1)).toContainText('60 of 100');
  panels.answer(fromCourses([own, asInstrument(who5({ scores: [28, 36, 60, 72] }), WHO5, 'WHO-5')]));
  await expect(rows(page).nth(1)).toContainText('72 of 100');
});

for (const leave of ['another patient', 'sign-out'] as const) {
  test(`nothing stays or comes back after ${leave}`, async ({ page, panels }) => {
    const courses = threeCourses();
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
  const courses = threeCourses();
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
  const [own, gad, who] = threeCourses();
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
  const [own, gad] = threeCourses();
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
  const [own, gad] = threeCourses();
  const data = { ...own, submissions: [...own.submissions, ...gad.submissions] };
  await panels.open(tag('time-zone="UTC"'), `globalThis.data = ${JSON.stringify(data)};`);
  await page.evaluate(() => {
    const panel = document.querySelector('instrument-panel');
    if (panel) Reflect.set(panel, 'data', Reflect.get(globalThis, 'data'));
  });
  await openExplorer(page);
  await expect(others(page)).toContainText('Not available on this page: GAD-7.');
  await expect(others(page).getByRole('checkbox')).toHaveCount(0);
});
