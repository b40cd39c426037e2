import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import { axeOf } from './axe.ts';
import { longUnless } from './long.ts';
import { ANA, BRUNO, type Course, dass21, phq9, who5 } from './panel-data.ts';
import { expect, fromCourse, openTool, type Panels, test } from './panel-fixture.ts';

const tag = (attributes: string) => `<instrument-panel ${attributes}></instrument-panel>`;

async function explore(page: Page, panels: Panels, course: Course, more = ''): Promise<void> {
  panels.answer(course);
  await panels.open(tag(`${panels.attributes} time-zone="UTC" ${more}`));
  await page.locator('[part=tools] summary').click();
  await page.getByRole('button', { name: /^(Explore|Explorar)$/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

const plot = (page: Page) => page.getByRole('dialog').getByRole('application');
const notes = (page: Page) => page.locator('#explore .notes');

test('both renderers draw the same points, bands and words', async ({ page }) => {
  const { outputFiles } = await build({
    entryPoints: [new URL('./chart/both.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
  });
  await page.setContent('<!doctype html><title>Both</title><body></body>');
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  const courses = [
    phq9({ scores: [19, 17, 12, 14, 8, 3], flagged: [1], missed: [20] }),
    who5({}),
    dass21(),
    phq9({ scores: [27] }),
    phq9({ scores: Array.from({ length: 52 }, (_, index) => (index * 7) % 28) }),
  ];
  for (const course of courses) {
    const { svg, canvas } = await page.evaluate((given) => globalThis.drawWithBoth(given), course);
    expect(canvas.points).toHaveLength(course.graph.series[0]?.points.length ?? 0);
    expect(canvas.points).toHaveLength(svg.points.length);
    for (const [index, [x, y]] of canvas.points.entries()) {
      // The paths of the SVG are written in thousandths of the height.
      expect(x).toBeCloseTo(svg.points[index]?.[0] ?? Number.NaN, 2);
      expect(y).toBeCloseTo(svg.points[index]?.[1] ?? Number.NaN, 2);
    }
    expect(canvas.bands.map(([title]) => title)).toEqual(svg.bands.map(([title]) => title));
    for (const [index, [title, middle]] of canvas.bands.entries()) {
      expect(middle, title).toBeCloseTo(svg.bands[index]?.[1] ?? Number.NaN, 2);
    }
    expect(canvas.scores).toEqual(svg.scores);
    // The wide one has room for more dates.
    expect(canvas.times.length).toBeGreaterThanOrEqual(svg.times.length);
  }
});

test('its file is fetched when somebody explores, and not before', async ({ page, panels }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  panels.answer(phq9());
  await panels.open(tag(panels.attributes));
  const button = await openTool(page, 'Explore');
  await button.hover();
  expect(fetched.filter((path) => path.includes('explore'))).toEqual([]);
  await button.click();
  await expect(page.getByRole('dialog', { name: /Explore .*PHQ-9/ })).toBeVisible();
  expect(fetched.filter((path) => path.includes('explore'))).toEqual(['/kit/explore.js']);
});

test('the tools keep their names when the course cannot be read again', async ({ page, panels }) => {
  panels.answer(phq9());
  await panels.open(tag(`${panels.attributes} refresh="0"`));
  const names = page.locator('[part=tools] button');
  await expect(names.filter({ hasText: 'Explore' })).toHaveCount(1);
  const before = await names.allTextContents();
  panels.answer((_, __, route) => route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'no' } }));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.locator('[part=stale]')).toBeVisible();
  expect(await names.allTextContents()).toEqual(before);
  await expect(names.first()).toBeVisible();
});

test('says risk above everything, and the answers to who walks through them', async ({ page, panels }) => {
  await explore(page, panels, phq9({ scores: [19, 14], flagged: [1] }));
  await expect(page.locator('#explore .risk')).toContainText('Risk flag · 15 Jun 2026');
  await plot(page).press('End');
  const said = page.locator('#explore .said');
  await expect(said).toContainText('Score 14 of 27, Moderate');
  await expect(said).toContainText('Risk: Risk flag');
  await plot(page).press('ArrowLeft');
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('Score 19 of 27');
});

test('a look that finds nothing new leaves what is being read; a new answer keeps the place too', async ({
  page,
  panels,
}) => {
  await explore(page, panels, phq9({ scores: [19, 14] }), 'refresh="0"');
  const said = page.locator('#explore .said');
  await plot(page).press('Home');
  await expect(said).toContainText('Score 19 of 27');
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const read = page.waitForResponse(/score-graph/);
  await look();
  await (await read).finished();
  panels.answer(phq9({ scores: [19, 14, 8] }));
  // A look during another is not made: it is asked for until the new answer is there.
  await expect(async () => {
    await look();
    await expect(notes(page)).toContainText('3 answers.', { timeout: 500 });
  }).toPass();
  await expect(said).toContainText('Score 19 of 27');
});

test('zooms and moves by keys and buttons, and says what is shown', async ({ page, panels }) => {
  await explore(page, panels, phq9({ scores: [19, 17, 12, 14, 8, 3] }));
  await expect(notes(page)).toContainText('6 answers.');
  await plot(page).press('+');
  await plot(page).press('+');
  await expect(notes(page)).not.toContainText('6 answers.');
  const near = await notes(page).textContent();
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect(notes(page)).not.toHaveText(near ?? '');
  await page.getByRole('button', { name: 'All time' }).click();
  await expect(notes(page)).toContainText('6 answers.');
  await page.getByLabel('From').fill('2026-06-20');
  await expect(notes(page)).toContainText('4 answers.');
});

test('shows subscales one above the other, and names each', async ({ page, panels }) => {
  await explore(page, panels, dass21());
  const height = async () => (await plot(page).boundingBox())?.height ?? 0;
  const before = await height();
  for (const name of ['Anxiety', 'Stress']) await page.getByRole('checkbox', { name }).check();
  await expect(page.locator('#explore .said b')).toHaveText(['Depression', 'Anxiety', 'Stress']);
  expect(await height()).toBeGreaterThan(before);
  // Keys walk through all of them, by time.
  await plot(page).press('Home');
  for (const name of ['Depression', 'Anxiety', 'Stress']) {
    await expect(page.locator('#explore .said [aria-current]')).toContainText(`${name} · 1 Jun 2026`);
    await plot(page).press('ArrowRight');
  }
});

test('a pointer finds the answer of the row that it is in', async ({ page, panels }) => {
  await explore(page, panels, dass21());
  await page.getByRole('checkbox', { name: 'Stress' }).check();
  const pointAt = async (part: number) => {
    const { height = 0 } = (await plot(page).boundingBox()) ?? {};
    await plot(page).hover({ position: { x: 40, y: height * part } });
  };
  const current = page.locator('#explore .said [aria-current]');
  await pointAt(0.2);
  await expect(current).toContainText('Depression');
  await pointAt(0.7);
  await expect(current).toContainText('Stress');
});

test('500 answers are a thin line without dots, which come back where it is zoomed', async ({
  page,
  panels,
}) => {
  panels.answer(phq9({ scores: Array.from({ length: 500 }, (_, index) => (index * 7) % 28) }));
  await panels.open(
    tag(`${panels.attributes} time-zone="UTC"`),
    `const { arc } = CanvasRenderingContext2D.prototype;
    globalThis.widths = new Set();
    globalThis.dots = 0;
    CanvasRenderingContext2D.prototype.arc = function (...place) {
      dots++;
      return arc.apply(this, place);
    };
    const { stroke } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.stroke = function (...path) {
      if (this.getLineDash().length === 0) widths.add(this.lineWidth);
      return stroke.apply(this, path);
    };`,
  );
  await (await openTool(page, 'Explore')).click();
  await expect(notes(page)).toContainText('500 answers.');
  /** Dots and widths of lines of the picture that a press of a key draws. */
  const drawnBy = async (key: string) => {
    await page.evaluate(() => {
      Reflect.set(globalThis, 'dots', 0);
      (Reflect.get(globalThis, 'widths') as Set<number>).clear();
    });
    await plot(page).press(key);
    return page.evaluate(() => ({
      dots: Reflect.get(globalThis, 'dots') as number,
      widest: Math.max(...(Reflect.get(globalThis, 'widths') as Set<number>)),
    }));
  };
  const whole = await drawnBy('0');
  expect(whole.dots, 'the latest alone').toBe(1);
  expect(whole.widest).toBeLessThanOrEqual(1);
  for (let step = 0; step < 4; step++) await plot(page).press('+');
  const near = await drawnBy('+');
  expect(near.dots).toBeGreaterThan(10);
  expect(near.widest).toBe(2);
});

test('compares the latest course with the one before, from the day of each first answer', async ({
  page,
  panels,
}) => {
  const course = phq9({ scores: [19, 17, 12, 14, 8, 3] });
  for (const [index, point] of (course.graph.series[0]?.points ?? []).entries()) {
    Object.assign(point, { formApplicationId: index < 3 ? 7 : 8 });
  }
  await explore(page, panels, course);
  await page.getByLabel('Compare with earlier episode').check();
  await expect(notes(page)).toContainText('Day');
  const legend = page.getByRole('list', { name: 'Legend' });
  await expect(legend).toContainText('Earlier episode, since 1 Jun 2026');
  await expect(legend).toContainText('Episode since 13 Jul 2026');
  await expect(notes(page)).toHaveText('Shown: Day 0 to Day 28, 6 answers.');
  await expect(legend).not.toContainText('since the latest answer');
});

test('marks what is missing, the latest answer and today in the legend over dates', async ({
  page,
  panels,
}) => {
  const course = phq9({ scores: [19, 17, 12, 14], missed: [20] });
  Object.assign(course.graph.series[0]?.points[2] ?? {}, { score: 'odd' });
  await explore(page, panels, course);
  const legend = page.getByRole('list', { name: 'Legend' });
  for (const mark of ['×: missed', '◇: could not be read', 'Dashed: since the latest answer'])
    await expect(legend).toContainText(mark);
});

test('says why one course cannot be compared', async ({ page, panels }) => {
  await explore(page, panels, phq9());
  await expect(page.getByLabel('Compare with earlier episode')).toBeDisabled();
  await expect(page.getByRole('dialog')).toContainText('No earlier episode');
});

test('closes with Escape, and gives the focus back', async ({ page, panels }) => {
  await explore(page, panels, phq9());
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('[part=tools] summary')).toBeFocused();
});

test('is gone at once when the panel’s patient changes', async ({ page, panels }) => {
  await explore(page, panels, phq9());
  await page.evaluate(() =>
    document
      .querySelector('instrument-panel')
      ?.setAttribute('patient-id', '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a02'),
  );
  await expect(page.locator('#explore')).toHaveCount(0);
});

test('speaks Portuguese and Spanish', async ({ page, panels }) => {
  await explore(page, panels, phq9(), 'lang="pt-BR"');
  await expect(page.getByRole('button', { name: 'Aproximar' })).toBeVisible();
  await page.keyboard.press('Escape');
  await explore(page, panels, phq9(), 'lang="es"');
  await expect(page.getByRole('button', { name: 'Acercar' })).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280]) {
    test(
      `is clean to axe and fits, ${colorScheme}, ${width} px`,
      longUnless(colorScheme === 'dark' && width === 360),
      async ({ page, panels }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await explore(page, panels, dass21());
        expect((await axeOf(page).analyze()).violations).toEqual([]);
        const over = await page
          .locator('#explore')
          .evaluate((dialog) =>
            [dialog, ...dialog.querySelectorAll('button')].map((one) => one.scrollWidth - one.clientWidth),
          );
        expect(Math.max(...over)).toBeLessThanOrEqual(0);
      },
    );
  }
}

/** Holds back one of the files that are fetched when they are used; the result lets it through. */
async function holdBack(page: Page, name: string): Promise<() => void> {
  const { promise: held, resolve: free } = Promise.withResolvers<void>();
  await page.route(`**/kit/${name}.js`, async (route) => {
    await held;
    await route.fallback();
  });
  return free;
}

test('a click is not lost to a newer reading: what is explored is the course as it is by then', async ({
  page,
  panels,
}) => {
  const free = await holdBack(page, 'explore');
  panels.answer(phq9({ scores: [19, 14] }));
  await panels.open(tag(`${panels.attributes} time-zone="UTC" refresh="1"`));
  await (await openTool(page, 'Explore')).click();
  panels.answer(phq9({ scores: [19, 14, 8] }));
  await expect(page.locator('[part=score]')).toHaveText('8 of 27');
  free();
  await expect(notes(page)).toContainText('3 answers.');
});

test('no picture is saved of a patient who was left while it was made', async ({ page, panels }) => {
  panels.answer((patientId, what) => phq9({ patientId: patientId || ANA })[what]);
  await panels.open(
    tag(panels.attributes),
    `globalThis.made = []; globalThis.saved = [];
    HTMLCanvasElement.prototype.toBlob = (done) => made.push(done);
    HTMLAnchorElement.prototype.click = function () { saved.push(this.download); };`,
  );
  const change = (patientId: string) =>
    page.locator('instrument-panel').evaluate((panel, id) => panel.setAttribute('patient-id', id), patientId);
  const made = () => page.evaluate(() => (Reflect.get(globalThis, 'made') as unknown[]).length);
  const saved = () => page.evaluate(() => Reflect.get(globalThis, 'saved') as string[]);
  /** Gives the canvas' picture, and lets all that follows from it happen. */
  const finish = () =>
    page.evaluate(async () => {
      (Reflect.get(globalThis, 'made') as BlobCallback[]).at(-1)?.(new Blob(['picture']));
      await new Promise((resolve) => setTimeout(resolve));
    });
  await (await openTool(page, 'Save as picture')).click();
  await expect.poll(made).toBe(1);
  await change(BRUNO);
  await finish();
  expect(await saved()).toEqual([]);
  await (await openTool(page, 'Save as picture')).click();
  await expect.poll(made).toBe(2);
  await finish();
  expect(await saved(), 'that of who is shown is saved').toHaveLength(1);
});

test('saves a table that names instrument and day, and never the patient', async ({ page, panels }) => {
  panels.answer(fromCourse(phq9({ scores: [19, 14] })));
  await panels.open(tag(panels.attributes));
  const saved = page.waitForEvent('download');
  await (await openTool(page, 'Save as CSV')).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^Patient-Health-Questionnaire.*-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength(3);
  expect(text).toContain(',14,0,27,Moderate,');
});

test('saves a picture, and copies text with its source', async ({ page, panels }) => {
  panels.answer(fromCourse(phq9({ scores: [19, 14] })));
  // The page of the test has no secure origin, and so no clipboard of its own.
  await panels.open(
    tag(`${panels.attributes} time-zone="UTC"`),
    `Object.defineProperty(navigator, 'clipboard', { value: { async writeText(text) { globalThis.copied = text; } } });`,
  );
  const saved = page.waitForEvent('download');
  await (await openTool(page, 'Save as picture')).click();
  const png = readFileSync(await (await saved).path());
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(png.readUInt32BE(16), 'its width in pixels').toBe(2400);
  await (await openTool(page, 'Copy for a note')).click();
  await expect(page.locator('#tools-said')).toContainText('Copied');
  const copied = await page.evaluate(() => Reflect.get(globalThis, 'copied') as string);
  for (const part of ['PHQ-9', '14', '27', 'Moderate', '15 Jun 2026']) expect(copied).toContain(part);
});

test('a picture says what could not be read, before the score', async ({ page, panels }) => {
  const course = phq9({ scores: [19, 17, 14] });
  Object.assign(course.graph.series[0]?.points[1] ?? {}, { score: 'odd' });
  panels.answer(course);
  await panels.open(
    tag(`${panels.attributes} time-zone="UTC"`),
    `globalThis.written = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      written.push(text);
      return fillText.call(this, text, ...place);
    };`,
  );
  const saved = page.waitForEvent('download');
  await (await openTool(page, 'Save as picture')).click();
  await saved;
  const written = await page.evaluate(() => Reflect.get(globalThis, 'written') as string[]);
  const unread = written.findIndex((text) => text.includes('1 of 3 answers could not be read'));
  expect(unread).toBeGreaterThanOrEqual(0);
  expect(written.findIndex((text) => text.includes('14 of 27'))).toBeGreaterThan(unread);
  expect(written).toContain('◇');
});
