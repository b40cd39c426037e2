import { fillOverview, fourCourses, plan } from '../browser/overview-service.ts';
import { ANA, asListed, BRUNO, PHQ9, phq9 } from '../browser/panel-data.ts';
import { asInstrument, DASS21, GAD7, WHO5 } from '../browser/several-instruments.ts';
import { expect, type Overviews, test } from './overview-fixture.ts';
import type { Page } from './page.ts';

const element = (page: Page) => page.locator('instrument-overview');
const rows = (page: Page) => element(page).locator('tr.row');
const names = (page: Page) => element(page).locator('tr.row [part=open]');
const ready = (page: Page, state = 'ready') =>
  expect(page.locator(`instrument-overview:state(${state})`)).toHaveCount(1);
const axis = (page: Page) => page.getByRole('region', { name: 'All instruments on one timeline' });

async function open(overviews: Overviews, more = ''): Promise<void> {
  fillOverview(overviews);
  await overviews.open(more);
}

const setTreatments = (page: Page, given: unknown) =>
  element(page).evaluate((overview, treatments) => Reflect.set(overview, 'treatments', treatments), given);

test('two calls and one for each scale make a row for each instrument, the one with a flag first', async ({
  page,
  overviews,
}) => {
  await open(overviews);
  await ready(page);
  await expect(names(page)).toHaveText(['PHQ-9', 'DASS-21', 'GAD-7', 'WHO-5']);
  // The proxy reads a list to its end.
  const asked = new Set(overviews.requests.filter((request) => !request.startsWith('submission ')));
  expect([...asked].toSorted()).toEqual(
    [
      'applications applications',
      `instrument ${DASS21}`,
      `instrument ${PHQ9}`,
      `instrument ${WHO5}`,
      `instrument ${GAD7}`,
      'submissions submissions',
    ].toSorted(),
  );
  await expect(rows(page).first()).toContainText('5 higher than on 13 Jul 2026 (9), was Mild');
  await expect(rows(page).first()).toContainText('next request 2 Dec 2027');
  await expect(rows(page).first()).toContainText('2 missed');
  await expect(rows(page).nth(3)).toContainText('higher is better');
  const [event] = await page.evaluate(() => Reflect.get(globalThis, 'events'));
  expect(event).toMatchObject({ type: 'instrument-load', detail: { patientId: ANA, formId: null } });
});

test('an answer that comes while its instrument is shown is new; one of an instrument that was not is none', async ({
  page,
  overviews,
}) => {
  const marks = () =>
    element(page).evaluate((overview) =>
      [...(overview.shadowRoot?.querySelectorAll('tr.row') ?? [])].map((row) => [
        row.querySelector('[part=open]')?.textContent,
        row.querySelector('.new')?.textContent ?? '',
      ]),
    );
  overviews.courses = [asListed(phq9({ scores: [5, 6] }))];
  await overviews.open('refresh="0"');
  await ready(page);
  overviews.courses = [
    asListed(phq9({ scores: [5, 6, 7] })),
    asListed(asInstrument(phq9({ scores: [9, 8] }), GAD7, 'GAD-7')),
  ];
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(marks).toEqual([
    ['PHQ-9', 'New'],
    ['GAD-7', ''],
  ]);
});

test('another patient clears everything at once, and nothing of the first comes later', async ({
  page,
  overviews,
}) => {
  await open(overviews);
  await ready(page);
  await setTreatments(page, [{ at: '2026-06-10', kind: 'medication', label: 'Sertraline 50 mg' }]);
  await names(page).first().click();
  await page.getByRole('button', { name: 'All on one timeline' }).click();
  await expect(axis(page)).toBeVisible();
  overviews.courses = [asListed(phq9({ patientId: BRUNO, scores: [3, 4] }))];
  overviews.applications = [plan(PHQ9, { patientId: BRUNO })];
  const left = await element(page).evaluate((overview, id) => {
    overview.setAttribute('patient-id', id);
    return overview.shadowRoot?.querySelectorAll('.row, instrument-panel, #explore').length;
  }, BRUNO);
  expect(left).toBe(0);
  await ready(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('4 of 27');
  await page.getByRole('button', { name: 'All on one timeline' }).click();
  await expect(axis(page)).toBeVisible();
  await expect(axis(page)).not.toContainText('Sertraline');
  expect(await element(page).evaluate((overview) => Reflect.get(overview, 'treatments'))).toBeNull();
});

test('events of treatment that are set together with their patient stay', async ({ page, overviews }) => {
  await open(overviews);
  await ready(page);
  await setTreatments(page, [{ at: 'soon', kind: 'session', label: 'Session 4' }]);
  await expect(element(page)).toContainText('1 treatment event has no valid date');
  overviews.courses = [asListed(phq9({ patientId: BRUNO, scores: [3, 4] }))];
  overviews.applications = [plan(PHQ9, { patientId: BRUNO })];
  await element(page).evaluate((overview, id) => {
    const events = ['soon', 'later'].map((at) => ({ at, kind: 'session', label: 'Session 1' }));
    Reflect.set(overview, 'treatments', events);
    overview.setAttribute('patient-id', id);
  }, BRUNO);
  await expect(rows(page)).toContainText('4 of 27');
  await expect(element(page)).toContainText('2 treatment events have no valid date');
});

for (const what of ['submissions', 'applications'] as const)
  test(`a row of another patient in the list of ${what} shows nothing at all`, async ({
    page,
    overviews,
  }) => {
    overviews.instead = (asked) =>
      asked !== what
        ? undefined
        : what === 'submissions'
          ? [
              ...phq9().submissions,
              ...phq9({ patientId: BRUNO }).submissions.map((one) => ({ ...one, id: one.id + 50 })),
            ]
          : [plan(PHQ9), plan(GAD7, { id: 8, patientId: BRUNO })];
    await open(overviews);
    await ready(page, 'error');
    await expect(rows(page)).toHaveCount(0);
    await expect(element(page)).toContainText(
      'The reply was about another patient or instrument and is not shown.',
    );
  });

test('applications that cannot be read are said, and the rows stand', async ({ page, overviews }) => {
  overviews.instead = (what, route) =>
    what !== 'applications'
      ? undefined
      : route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'no' } }).then(() => route);
  await open(overviews);
  await ready(page);
  await expect(rows(page)).toHaveCount(4);
  await expect(element(page)).toContainText('The next requests could not be loaded.');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.locator('instrument-overview:state(partial)')).toHaveCount(1);
  await expect(element(page)).not.toContainText('next request 2 Dec');
});

test('what could not be read is said at its row and for the whole', async ({ page, overviews }) => {
  const courses = fourCourses();
  overviews.courses = courses;
  const [, gad7] = courses;
  const broken = { ...gad7.submissions[0], id: 'x', completedFillAt: '2026-09-01T12:00:00Z' };
  const unknown = { ...gad7.submissions[0], id: 990, formTemplateId: 'none' };
  overviews.instead = (what) =>
    what === 'submissions' ? [...courses.flatMap(({ submissions }) => submissions), broken] : undefined;
  await open(overviews);
  await ready(page);
  const row = rows(page).filter({ hasText: 'GAD-7' });
  await expect(row).toContainText('The newest answer (1 Sep 2026) could not be read');
  await expect(row).toContainText('Last answer read');
  // It can be read again at once, and once that brings everything, nothing offers it any more.
  const again = page.getByRole('button', { name: 'Try again' });
  const { instead } = overviews;
  overviews.instead = () => undefined;
  await again.click();
  await expect(again).toBeHidden();
  await expect(row).not.toContainText('could not be read');
  overviews.instead = instead;
  overviews.instead = (what) =>
    what === 'submissions' ? [...courses.flatMap(({ submissions }) => submissions), unknown] : undefined;
  await element(page).evaluate((overview) => Reflect.apply(Reflect.get(overview, 'reload'), overview, []));
  await expect(element(page)).toContainText('1 answer could not be read: an instrument may be missing here.');
  const told = await page.evaluate(() => Reflect.get(globalThis, 'events'));
  expect(told.filter(({ type }: { type: string }) => type === 'instrument-partial').at(-1)).toMatchObject({
    detail: { patientId: ANA, formId: null, answers: 1, mayHideLatest: true },
  });
  expect(told.map(({ type }: { type: string }) => type).slice(-3)).toEqual([
    'instrument-partial',
    'instrument-error',
    'instrument-load',
  ]);
  expect(told.at(-2).detail).toMatchObject({
    patientId: ANA,
    formId: null,
    code: 'partial',
    attribute: null,
  });
});

test('a failure later on keeps the rows and says since when; a patient without instruments is said', async ({
  page,
  overviews,
}) => {
  await open(overviews, 'refresh="0"');
  await ready(page);
  overviews.instead = (_, route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'no' } }).then(() => route);
  await element(page).evaluate((overview) => Reflect.apply(Reflect.get(overview, 'reload'), overview, []));
  await ready(page, 'stale');
  await expect(rows(page)).toHaveCount(4);
  await expect(element(page)).toContainText('Out of date. Last updated');
  overviews.instead = (what) => (what === 'submissions' || what === 'applications' ? [] : undefined);
  await page.getByRole('button', { name: 'Try again' }).click();
  await ready(page, 'empty');
  await expect(element(page)).toContainText('No instruments yet');
  await expect(page.getByRole('button', { name: 'All on one timeline' })).toBeHidden();
});

test('rows keep the order in which they were shown, new ones come last, and an element that is shown anew has it anew', async ({
  page,
  overviews,
}) => {
  const gad7 = (scores: number[]) => asListed(asInstrument(phq9({ scores }), GAD7, 'GAD-7'));
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  overviews.courses = [gad7([9, 8, 15]), asListed(phq9({ scores: [5, 6] }))];
  await overviews.open('refresh="0"');
  await ready(page);
  await expect(names(page)).toHaveText(['GAD-7', 'PHQ-9']);
  const who5 = asListed(asInstrument(phq9({ scores: [1, 2, 3, 4, 5, 6] }), WHO5, 'WHO-5'));
  overviews.courses = [who5, gad7([9, 8, 15]), asListed(phq9({ scores: [5, 6, 7, 3], flagged: [3] }))];
  await look();
  await expect(names(page)).toHaveText(['GAD-7', 'PHQ-9', 'WHO-5']);
  await expect(element(page).locator('[part=risks] span').first()).toHaveText('Risk flag: PHQ-9');
  await element(page).evaluate(async (overview) => {
    const parent = overview.parentElement;
    overview.remove();
    await new Promise((resolve) => setTimeout(resolve, 0));
    parent?.append(overview);
  });
  await ready(page);
  await expect(names(page)).toHaveText(['PHQ-9', 'WHO-5', 'GAD-7']);
});
