import type { Locator, Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { expect, type Overviews, test } from './overview-fixture.ts';
import { fillOverview, fourCourses, plan } from './overview-service.ts';
import { ANA, asListed, BRUNO, PHQ9, phq9 } from './panel-data.ts';
import { asInstrument, DASS21, GAD7, WHO5 } from './several-instruments.ts';

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

test('a flag says its item, answer and severity once its answer was read, and a wrong answer says nothing', async ({
  page,
  overviews,
}) => {
  const courses = fourCourses();
  overviews.courses = courses;
  const answers = [
    {
      questionId: 9,
      value: 'Nearly every day',
      riskFlag: { flagType: 'SUICIDE_SELF_HARM', severity: 'HIGH' },
    },
  ];
  let patientId = BRUNO;
  overviews.instead = (what) =>
    what === 'submission'
      ? {
          ...courses[0].submissions[4],
          patientId,
          answers,
          hasHighRisk: answers[0]?.riskFlag.severity === 'HIGH',
        }
      : undefined;
  await open(overviews);
  await ready(page);
  await expect(rows(page).first()).toContainText('Risk flag');
  await expect(element(page)).not.toContainText('Nearly every day');
  patientId = ANA;
  await page.reload();
  await expect(rows(page).first()).toContainText('“Nearly every day” · high severity · 27 Jul 2026');
  await expect(element(page)).toContainText('A flag prompts clinical review; it is not a diagnosis.');
  // One bar, which is the panel's too; how grave it is say the words, and a ground where it is grave or not known.
  const lookOf = () =>
    rows(page)
      .first()
      .evaluate((row) => [getComputedStyle(row).backgroundColor, getComputedStyle(row).boxShadow]);
  const looks = [await lookOf()];
  for (const severity of ['MODERATE', 'LOW']) {
    Object.assign(answers[0] ?? {}, { riskFlag: { flagType: 'SUICIDE_SELF_HARM', severity } });
    await page.reload();
    await expect(rows(page).first()).toContainText(
      `“Nearly every day” · ${severity.toLowerCase()} severity ·`,
    );
    looks.push(await lookOf());
  }
  const [high, moderate, low] = looks;
  expect(high?.[0]).not.toBe(moderate?.[0]);
  expect(moderate).toEqual(low);
  expect(high?.[1]).toBe('rgb(140, 24, 35) 4px 0px 0px 0px inset');
  expect(low?.[1]).toBe(high?.[1]);
});

test('a flag that arrives moves no row under the pointer, is named above the rows at once, and is marked in place', async ({
  page,
  overviews,
}) => {
  const courseOf = (scores: number[], flagged: number[]) => [
    asListed(asInstrument(phq9({ scores: [9, 8, 15] }), GAD7, 'GAD-7')),
    asListed(phq9({ scores, flagged })),
  ];
  overviews.courses = courseOf([5, 6], []);
  await overviews.open('refresh="0"');
  await ready(page);
  await expect(names(page)).toHaveText(['GAD-7', 'PHQ-9']);
  await names(page).nth(1).click();
  await expect(page.locator('instrument-panel:state(ready)')).toHaveCount(1);
  await names(page).first().hover();
  overviews.courses = courseOf([5, 6, 3, 3], [3]);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(element(page).locator('[part=risks] span').first()).toHaveText('Risk flag: PHQ-9');
  await expect(names(page)).toHaveText(['GAD-7', 'PHQ-9']);
  const phq = rows(page).nth(1);
  await expect(phq).toHaveAttribute('data-risk', 'flagged');
  await expect(phq.locator('td.last')).toContainText('New');
  await expect(rows(page).first().locator('td.last')).not.toContainText('New');
  await expect(page.locator('instrument-panel [part=risk]')).toContainText('Risk flag');
  // The click lands on what the pointer rests on.
  await page.mouse.down();
  await page.mouse.up();
  await expect(names(page).first()).toHaveAttribute('aria-expanded', 'true');
  await expect(names(page).nth(1)).toHaveAttribute('aria-expanded', 'true');
  // Who asks for it has the order anew.
  await element(page).evaluate((overview) => Reflect.apply(Reflect.get(overview, 'reload'), overview, []));
  await expect(names(page)).toHaveText(['PHQ-9', 'GAD-7']);
});

for (const width of [360, 1366])
  test(`an opened row and its panel show the instrument's name once, ${width} px`, async ({
    page,
    overviews,
  }) => {
    await page.setViewportSize({ width, height: 768 });
    await open(overviews);
    await ready(page);
    await names(page).first().click();
    await expect(page.locator('instrument-panel:state(ready)')).toHaveCount(1);
    const title = page.locator('instrument-panel [part=title]');
    await expect(title).toHaveCSS('clip-path', 'inset(50%)');
    // It is the panel's heading still, for who listens.
    await expect(page.getByRole('heading', { name: 'PHQ-9', exact: true })).toHaveCount(1);
  });

test('an opened row leaves to the panel what that says, without a hole, and says it where the panel does not', async ({
  page,
  overviews,
}) => {
  await open(overviews);
  await ready(page);
  const flag = rows(page).first().locator('.risk > span').first();
  const score = rows(page).first().locator('.score');
  const topOf = (what: Locator) => what.evaluate((one) => one.getBoundingClientRect().top);
  const before = await topOf(flag);
  overviews.instead = (what, route) =>
    what === 'graph'
      ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'no' } }).then(() => route)
      : undefined;
  await names(page).first().click();
  const panel = page.locator('instrument-panel');
  await expect(page.locator('instrument-panel:state(error)')).toHaveCount(1);
  await expect(flag).toBeVisible();
  await expect(score).toBeVisible();
  overviews.instead = () => undefined;
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.locator('[part=risk]')).toContainText('27 Jul 2026');
  await expect(flag).toBeHidden();
  await expect(score).toBeHidden();
  const height = await rows(page)
    .first()
    .evaluate((row) => row.getBoundingClientRect().height);
  expect(height, 'the row is one line').toBeLessThanOrEqual(40);
  const moved = Math.abs((await topOf(panel.locator('#risk-text'))) - before);
  expect(moved, 'the flag stays where it is read').toBeLessThanOrEqual(20);
  await names(page).first().click();
  await expect(flag).toHaveText('Risk flag · 27 Jul 2026');
  await expect(flag).toBeVisible();
  await expect(score).toBeVisible();
});

for (const [what, longer] of [
  ['subscales', ''],
  ['subscales of long names', ', in the two weeks before and after the last session'],
] as const)
  test(`nothing in the head of an opened row lies over another, at any width, with ${what} to choose from`, async ({
    page,
    overviews,
  }) => {
    const courses = fourCourses();
    for (const series of courses[3].graph.series) series.name += longer;
    overviews.courses = courses;
    await open(overviews);
    await ready(page);
    await element(page).getByRole('button', { name: 'DASS-21' }).click();
    await expect(page.locator('instrument-panel:state(ready)')).toHaveCount(1);
    const said = page.locator(
      ['#series', '#tools', '#value', '#max', '#classification', '#date', '#changes', '#risk-text']
        .map((one) => `instrument-panel ${one}`)
        .join(),
    );
    const overlaps: string[] = [];
    for (let width = 600; width <= 1_400; width += 50) {
      await page.setViewportSize({ width, height: 768 });
      const found = await said.evaluateAll((all) => {
        const boxes = all.map((one) => [one.id, one.getBoundingClientRect()] as const);
        return boxes.flatMap(([name, box], at) => [
          ...(box.width && box.height ? [] : [`${name} is not there`]),
          ...boxes
            .slice(at + 1)
            .filter(
              ([, other]) =>
                Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
                Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1,
            )
            .map(([other]) => `${name} and ${other}`),
        ]);
      });
      overlaps.push(...found.map((one) => `${width} px: ${one}`));
    }
    expect(overlaps).toEqual([]);
  });

test('one statement of risk for all instruments comes before the rows, and none where there is one instrument', async ({
  page,
  overviews,
}) => {
  await open(overviews);
  await ready(page);
  const risks = element(page).locator('[part=risks] span');
  await expect(risks).toHaveText([
    'Risk flag: PHQ-9',
    'No risk flag in the latest answer: DASS-21, GAD-7, WHO-5',
  ]);
  await expect(risks.first()).toHaveCSS('color', 'rgb(140, 24, 35)');
  overviews.courses = [asListed(phq9({ scores: [3, 4] }))];
  overviews.applications = [plan(PHQ9)];
  await element(page).evaluate((overview) => Reflect.apply(Reflect.get(overview, 'reload'), overview, []));
  await expect(rows(page)).toHaveCount(1);
  await expect(element(page).locator('[part=risks]')).toBeHidden();
});

for (const width of [1366, 1120])
  test(`columns align, and a row is one line of at most 40 pixels, but for a long change and what is loud: ${width}`, async ({
    page,
    overviews,
  }) => {
    await page.setViewportSize({ width, height: 768 });
    await open(overviews);
    await ready(page);
    const wrapped = await rows(page)
      .locator('td:is(.class, .last, .next, .missed):not(:empty), [part=open]')
      .evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().height > 24).map((one) => one.textContent),
      );
    expect(wrapped).toEqual([]);
    for (const column of ['course', 'change', 'last', 'risk']) {
      const lefts = await rows(page)
        .locator(`td.${column}`)
        .evaluateAll((cells) =>
          cells
            .filter((cell) => !cell.closest('[data-risk=flagged]') || !cell.matches('.risk'))
            .map((cell) => Math.round(cell.getBoundingClientRect().left)),
        );
      expect(new Set(lefts).size, `${column}: ${lefts}`).toBe(1);
    }
    const ends = await rows(page)
      .locator('.score b')
      .evaluateAll((cells) =>
        cells
          .filter(({ textContent }) => textContent)
          .map((cell) => Math.round(cell.getBoundingClientRect().right)),
      );
    expect(new Set(ends).size, 'scores end at one line').toBe(1);
    const heights = await rows(page).evaluateAll((all) =>
      all
        .filter((row) => (row as HTMLElement).dataset.risk === 'quiet')
        .map((row) => row.getBoundingClientRect().height),
    );
    for (const height of heights) expect(height).toBeLessThanOrEqual(40);
  });

test('a row opens into the panel in place by keyboard, several at once, and closes again', async ({
  page,
  overviews,
}) => {
  await open(overviews);
  await ready(page);
  await names(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(names(page).nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(names(page).nth(3)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(names(page).first()).toHaveAttribute('aria-expanded', 'true');
  const panels = element(page).locator('instrument-panel');
  await expect(panels.locator('[part=score]')).toHaveText('14 of 27');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(panels).toHaveCount(2);
  await expect(panels.nth(1)).toHaveAttribute('form-id', GAD7);
  await page.keyboard.press('Enter');
  await expect(panels).toHaveCount(1);
  await expect(names(page).nth(2)).toBeFocused();
});

test('one time axis has every score and subscale on its own scale, and events of treatment in words and table', async ({
  page,
  overviews,
}) => {
  // Known by name and number of questions not to ask about suicide or self-harm.
  const counts: Readonly<Record<string, number>> = { 'WHO-5': 5, 'DASS-21': 21 };
  overviews.courses = fourCourses().map((course) => {
    const { instrument } = course;
    const length = counts[instrument.shortTitle ?? ''];
    const questions = Array.from({ length: length ?? 0 }, (_, at) => ({ id: at + 1, position: at + 1 }));
    return length ? { ...course, instrument: { ...instrument, questions } } : course;
  });
  await open(overviews);
  await ready(page);
  await expect(element(page).locator('[part=risks] span')).toHaveText([
    'Risk flag: PHQ-9',
    'No risk flag in the latest answer: GAD-7',
    'No item on suicide or self-harm: DASS-21, WHO-5',
  ]);
  await setTreatments(page, [
    { at: '2026-06-10', kind: 'medication', label: 'Sertraline 50 mg' },
    { at: '2026-06-20', until: '2026-07-02', kind: 'admission', label: 'Day clinic' },
    { at: '2026-06-25', kind: 'session', label: 'Review' },
    { at: '2026-07-03', ongoing: true, kind: 'medication', label: 'Sertraline 100 mg' },
    { at: '2026-07-03', until: '2026-07-05', ongoing: true, kind: 'course', label: 'Therapy' },
  ]);
  await expect(element(page)).toContainText('1 treatment event has no valid date or end and is not drawn.');
  await page.getByRole('button', { name: 'All on one timeline' }).click();
  const said = axis(page).locator('.said li');
  await expect(said).toHaveCount(6);
  for (const name of [
    'PHQ-9',
    'GAD-7',
    'WHO-5',
    'DASS-21: Depression',
    'DASS-21: Anxiety',
    'DASS-21: Stress',
  ])
    await expect(said.filter({ hasText: name })).toHaveCount(1);
  await expect(axis(page).getByRole('application')).toHaveAccessibleDescription(
    '4 treatment events. Medication: Sertraline 50 mg, from 10 Jun 2026, no end given. ' +
      'Admission: Day clinic, 20 Jun 2026 to 2 Jul 2026. Session: Review, 25 Jun 2026. ' +
      'Medication: Sertraline 100 mg, from 3 Jul 2026, ongoing as given by this page.',
  );
  await axis(page).getByText('Table', { exact: true }).click();
  const table = axis(page).getByRole('table', { name: 'Treatment' });
  await expect(table.getByRole('row')).toHaveText([
    /Date/,
    '3 Jul 2026Ongoing, as given by this pageMedicationSertraline 100 mg',
    '25 Jun 2026SessionReview',
    '20 Jun 20262 Jul 2026AdmissionDay clinic',
    '10 Jun 2026No end givenMedicationSertraline 50 mg',
  ]);
  await expect(axis(page).getByRole('list', { name: 'Legend' })).toContainText('no end given');
  await expect(axis(page).getByRole('list', { name: 'Legend' })).toContainText(
    'ongoing, as given by this page',
  );
  const risksOf = (name: string) =>
    axis(page).getByRole('table', { name }).locator('td[data-name="Risk"]').allTextContents();
  // The scores' tables come after the one of the treatment.
  const risks = (name: string) => expect.poll(async () => new Set(await risksOf(name)), name);
  await risks('PHQ-9').toEqual(new Set(['Risk flag', 'None recorded']));
  for (const name of ['WHO-5', 'DASS-21, Anxiety']) await risks(name).toEqual(new Set(['Not asked']));
  await setTreatments(page, null);
  await expect(table).toHaveCount(0);
  await page.getByRole('button', { name: 'All on one timeline' }).click();
  await expect(axis(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'All on one timeline' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
});

test('the time axis says why nothing is drawn only when no instrument is still being read', async ({
  page,
  overviews,
}) => {
  await open(overviews);
  await ready(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isOf = (form: string) => (url: URL) => url.pathname.endsWith(`/${form}/score-graph`);
  await page.route(isOf(GAD7), (route) =>
    route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'no' } }),
  );
  for (const form of [PHQ9, WHO5, DASS21])
    await page.route(isOf(form), async (route) => {
      await released;
      await route.fallback();
    });
  const refused = page.waitForResponse((response) => isOf(GAD7)(new URL(response.url())));
  await page.getByRole('button', { name: 'All on one timeline' }).click();
  await (await refused).finished();
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
  const place = element(page).locator('#axis');
  await expect(place.getByRole('status')).toHaveText(/^Loading/);
  await expect(place.getByRole('button', { name: 'Try again' })).toBeHidden();
  release();
  await expect(axis(page).locator('.said li')).toHaveCount(5);
  await expect(axis(page)).toContainText('not found');
});

test('no event lies on a flag: its pixels are the same with an event at the same instant', async ({
  page,
  overviews,
}) => {
  overviews.courses = [asListed(phq9({ scores: [19, 17, 12], flagged: [1] }))];
  await open(overviews, 'refresh="0"');
  await ready(page);
  await page.getByRole('button', { name: 'All on one timeline' }).click();
  await expect(axis(page).locator('.said li')).toHaveCount(1);
  /** Pixels in the colour of a flag, and all that are not the surface. */
  const count = () =>
    axis(page)
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        let flag = 0;
        let painted = 0;
        for (let at = 0; at < data.length; at += 4) {
          const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(at, at + 4);
          if (red === 140 && green === 24 && blue === 35) flag++;
          if (alpha > 0 && red < 160) painted++;
        }
        return { flag, painted };
      });
  const before = await count();
  expect(before.flag).toBeGreaterThan(60);
  const events = ['2026-06-15T12:00:00Z', '2026-06-15T11:00:00Z', '2026-06-15T13:00:00Z'].map((at) => ({
    at,
    kind: 'session',
    label: 'Session',
  }));
  await setTreatments(page, events);
  await expect(axis(page).getByRole('application')).toHaveAccessibleDescription(/3 treatment events/);
  const after = await count();
  expect(after.painted, 'the events are drawn').toBeGreaterThan(before.painted + 100);
  expect(after.flag).toBe(before.flag);
});

/** Texts that the canvas of the axis was given, with the colours and places of nothing else. */
const WRITTEN = `globalThis.written = [];
  const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (left, top, ...size) {
    if (left === 0 && top === 0) written = [];
    return clearRect.call(this, left, top, ...size);
  };
  CanvasRenderingContext2D.prototype.fillText = function (text, left, ...place) {
    const width = this.measureText(text).width;
    written.push({ text, left, right: left + width, canvas: this.canvas.clientWidth });
    return fillText.call(this, text, left, ...place);
  };`;

for (const [width, isNumbered] of [
  [360, true],
  [600, false],
  [1120, false],
  [1366, false],
] as const)
  test(`every event of treatment is named in sight at ${width} pixels`, async ({ page, overviews }) => {
    await page.addInitScript(WRITTEN);
    await page.setViewportSize({ width, height: 768 });
    await open(overviews, 'time-zone="UTC"');
    await ready(page);
    const labels = [
      'Escitalopram 10 mg',
      'Cognitive behavioral therapy, 12 sessions',
      'Escitalopram 20 mg',
      'Review of treatment',
    ];
    const events = [
      { at: '2026-06-01', until: '2026-07-10', kind: 'medication' },
      { at: '2026-06-04', until: '2026-07-05', kind: 'course' },
      { at: '2026-07-11', kind: 'medication', ongoing: true },
      { at: '2026-07-24', kind: 'session' },
    ].map((one, index) => ({ ...one, label: labels[index] }));
    await setTreatments(page, events);
    await page.getByRole('button', { name: 'All on one timeline' }).click();
    await expect(axis(page).locator('.said li')).toHaveCount(6);
    const listed = axis(page).getByRole('list', { name: 'Treatment' }).getByRole('listitem');
    const said = [
      'Medication: Escitalopram 10 mg, 1 Jun 2026 to 10 Jul 2026',
      'Course: Cognitive behavioral therapy, 12 sessions, 4 Jun 2026 to 5 Jul 2026',
      'Medication: Escitalopram 20 mg, from 11 Jul 2026, ongoing as given by this page',
      'Session: Review of treatment, 24 Jul 2026',
    ];
    await expect(listed).toHaveText(isNumbered ? said : []);
    const written = await page.evaluate(
      () =>
        Reflect.get(globalThis, 'written') as { text: string; left: number; right: number; canvas: number }[],
    );
    const texts = written.map(({ text }) => text);
    const expected = isNumbered ? ['1', '2', '3', '4'] : labels;
    expect(texts.slice(0, 4).filter((text) => expected.includes(text))).toEqual(expected);
    if (isNumbered) for (const label of labels) expect(texts).not.toContain(label);
    for (const { right, canvas } of written.slice(0, 4)) expect(right).toBeLessThanOrEqual(canvas);
    if (isNumbered)
      for (const [index, item] of (await listed.all()).entries())
        await expect(item).toHaveAttribute('value', `${index + 1}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

test('sixty events of treatment are named on a telephone, and the scores keep their height', async ({
  page,
  overviews,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(overviews, 'time-zone="UTC"');
  await ready(page);
  await page.getByRole('button', { name: 'All on one timeline' }).click();
  await expect(axis(page).locator('.said li')).toHaveCount(6);
  const height = async () => (await axis(page).locator('canvas').boundingBox())?.height ?? 0;
  const before = await height();
  const events = Array.from({ length: 60 }, (_, index) => ({
    at: new Date(Date.UTC(2026, 5, 1 + (index % 20))).toISOString().slice(0, 10),
    kind: index % 2 ? 'medication' : 'session',
    label: `Event ${index}`,
  }));
  await setTreatments(page, events);
  const listed = axis(page).getByRole('list', { name: 'Treatment' }).getByRole('listitem');
  await expect(listed).toHaveCount(60);
  await expect.poll(height).toBeGreaterThan(before + 40);
  await setTreatments(page, null);
  await expect(listed).toHaveCount(0);
  await expect.poll(height).toBe(before);
});

for (const scheme of ['light', 'dark'] as const)
  test(`axe finds nothing, with a panel and the time axis open: ${scheme}`, async ({ page, overviews }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await open(overviews);
    await ready(page);
    await setTreatments(page, [{ at: '2026-06-10', kind: 'medication', label: 'Sertraline 50 mg' }]);
    await names(page).first().click();
    await page.getByRole('button', { name: 'All on one timeline' }).click();
    await expect(axis(page).locator('.said li')).toHaveCount(6);
    await axis(page).getByText('Table', { exact: true }).click();
    await expect(element(page).locator('instrument-panel:state(ready)')).toHaveCount(1);
    const { violations } = await axeOf(page).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

for (const [lang, next] of [
  ['pt-BR', 'próxima solicitação 2 dez'],
  ['es', 'próxima solicitud 2 dic'],
] as const)
  for (const width of [360, 1366])
    test(`at ${width} pixels nothing is cut, and nothing scrolls sideways: ${lang}`, async ({
      page,
      overviews,
    }) => {
      await page.setViewportSize({ width, height: 740 });
      await open(overviews, `lang="${lang}"`);
      await ready(page);
      await expect(rows(page).first()).toContainText(next);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      const cut = await rows(page)
        .locator('td, th')
        .evaluateAll((cells) =>
          cells
            // What the statement for all says already stands in a box of one pixel, for screen readers.
            .filter((cell) => cell.clientWidth > 1 && cell.scrollWidth > cell.clientWidth + 1)
            .map((cell) => cell.className),
        );
      expect(cut).toEqual([]);
    });

test('no range and no date breaks between its parts, in rows and in an opened panel', async ({
  page,
  overviews,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(overviews, 'lang="pt-BR"');
  await ready(page);
  await names(page).first().click();
  await expect(element(page).locator('instrument-panel:state(ready)')).toHaveCount(1);
  await expect(element(page).locator('instrument-panel #range')).toContainText('–');
  for (let width = 240; width <= 500; width += 10) {
    await page.setViewportSize({ width, height: 740 });
    const broken = await element(page).evaluate((overview) => {
      const found: string[] = [];
      const read = (root: ParentNode): void => {
        for (const cell of root.querySelectorAll('.class, .next, .last, #range')) {
          const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
          for (let node = texts.nextNode(); node; node = texts.nextNode())
            for (const { index, 0: piece } of (node.nodeValue ?? '').matchAll(/\d+–\d+|\d+ [a-z]{3}\./g)) {
              const range = document.createRange();
              range.setStart(node, index);
              range.setEnd(node, index + piece.length);
              const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
              if (new Set(tops).size > 1) found.push(piece);
            }
        }
        for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) read(shadowRoot);
      };
      if (overview.shadowRoot) read(overview.shadowRoot);
      return found;
    });
    expect(broken, `${width} px`).toEqual([]);
  }
});

test('in forced colours a flag keeps its mark and its edge', async ({ page, overviews }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(overviews);
  await ready(page);
  await expect(rows(page).first().locator('.flag')).toHaveText('⚑');
  await expect(rows(page).first()).toHaveCSS('border-inline-start-width', '4px');
});
