import { expect, type Page } from '@playwright/test';
import { build } from 'esbuild';
import type { Course } from './chart/page.ts';
import { test } from './own-page.ts';

const ORIGIN = 'http://chart.test';
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
const COURSE: Course = { scores: [12, 18, 9, 4, 15, 21, 8], flagged: [1], missed: [3, 6] };

let script = '';
const said: string[] = [];

test.beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL('./chart/page.ts', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'iife',
    ignoreAnnotations: true,
  });
  script = outputFiles[0]?.text ?? '';
});

async function open(page: Page, course: Course, scheme = 'light'): Promise<void> {
  said.length = 0;
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  await page.route(`${ORIGIN}/**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({
          contentType: 'text/html; charset=utf-8',
          headers: { 'content-security-policy': POLICY },
          body: `<!doctype html><html lang="en"><head><meta name="color-scheme" content="${scheme}"><title>Chart</title></head><body><script src="/page.js"></script></body></html>`,
        }),
  );
  await page.goto(ORIGIN);
  await page.evaluate((given) => globalThis.chart.draw(given), course);
}

/** Where a point of the course lies in the viewport, by the plot's own box. */
async function placeOf(page: Page, week: number, weeks: number, score: number) {
  const box = await page.locator('.plot').boundingBox();
  if (!box) throw new Error('The plot has no box.');
  return { x: box.x + (box.width * week) / weeks, y: box.y + box.height * (1 - score / 27) };
}

test('breaks no rule of a strict policy, in any of its acts', async ({ page }) => {
  await open(page, COURSE);
  await page.evaluate((course) => {
    globalThis.chart.focus(1, 'A tip');
    globalThis.chart.update({ ...course, scores: [...course.scores, 5] });
    globalThis.chart.focus(null);
    globalThis.chart.update({ scores: [] });
    globalThis.chart.update({ scores: [3] });
  }, COURSE);
  expect(await page.evaluate(() => globalThis.chart.violations)).toEqual([]);
  expect(said).toEqual([]);
});

test('shows names, thresholds, dates and missed requests as text', async ({ page }) => {
  await open(page, COURSE);
  const texts = (selector: string) => page.locator(selector).allTextContents();
  expect(await texts('.names text')).toEqual(['Severe', 'Moderately severe', 'Moderate', 'Mild', 'Minimal']);
  expect(await texts('.scores text')).toEqual(['27', '20', '15', '10', '5', '0']);
  expect(await texts('.times text')).toEqual(['7 Jan 2025', '21 Jan', '4 Feb']);
  await expect(page.locator('.missed')).toHaveText('××');
});

test('shows a title that holds HTML as text', async ({ page }) => {
  const title = '<img src=x onerror=alert(1)>';
  await open(page, { scores: [1], ranges: [{ title, color: 'url(x)', minScore: 0, maxScore: 27 }] });
  await expect(page.locator('.names text')).toHaveText(title);
  await expect(page.locator('img')).toHaveCount(0);
  expect(said).toEqual([]);
});

for (const width of [360, 1280]) {
  test(`keeps every label inside the page and apart from its neighbours at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 600 });
    // DASS-21, Anxiety (Lovibond and Lovibond 1995): a range of two scores out of 42
    const bounds = [0, 8, 10, 15, 20, 43];
    const titles = ['Normal', 'Mild', 'Moderate', 'Severe', 'Extremely severe'];
    const ranges = titles.map((title, index) => ({
      title,
      minScore: bounds[index] ?? 0,
      maxScore: (bounds[index + 1] ?? 0) - 1,
    }));
    await open(page, { scores: Array.from({ length: 52 }, (_, week) => (week * 7) % 40), ranges, max: 42 });
    for (const group of ['.names text', '.scores text', '.times text']) {
      const boxes = await page
        .locator(group)
        .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().toJSON() as DOMRect));
      expect(boxes.length).toBeGreaterThan(2);
      boxes.forEach((box, index) => {
        expect(box.left).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(width);
        const next = boxes[index + 1];
        // A line of text has 2 px of air above and below its letters.
        if (next)
          expect(group === '.times text' ? next.left - box.right : next.top - box.bottom).toBeGreaterThan(-2);
      });
    }
  });
}

/** Boxes of elements in the viewport, in their order. */
const boxesOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));

for (const [name, course] of Object.entries({
  'at the end of the axis': { scores: [12, 18, 9] },
  'long before today': { scores: [12, 18, 9], today: 9 },
  'the highest, just before today': { scores: [12, 9, 27], today: 2.1 },
  'the lowest, after a steep fall': { scores: [27, 0], today: 4 },
  'the highest, alone': { scores: [27] },
  'with a fraction': { scores: [12, 9.25], today: 1 },
} satisfies Record<string, Course>)) {
  test(`writes the latest score beside its point, ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 600 });
    await open(page, course);
    await expect(page.locator('.value')).toHaveText(String(course.scores.at(-1)));
    const [value] = await boxesOf(page, '.value');
    const [dot] = await boxesOf(page, '.last');
    const [plot] = await boxesOf(page, '.plot');
    // The line comes from the left, and the point itself is 11 px wide.
    const centre = ((dot?.left ?? 0) + (dot?.right ?? 0)) / 2;
    expect(value?.left).toBeGreaterThan(centre + 5);
    expect(value?.top).toBeGreaterThanOrEqual((plot?.top ?? 0) - 12);
    expect(value?.bottom).toBeLessThanOrEqual((plot?.bottom ?? 0) + 8);
    for (const label of [...(await boxesOf(page, '.names text')), ...(await boxesOf(page, '.times text'))]) {
      const isApart =
        label.left >= (value?.right ?? 0) ||
        label.right <= (value?.left ?? 0) ||
        label.top >= (value?.bottom ?? 0) - 2 ||
        label.bottom <= (value?.top ?? 0) + 2;
      expect(isApart, JSON.stringify([label, value])).toBe(true);
    }
  });
}

test('leads from the latest answer to today, and names that', async ({ page }) => {
  await open(page, { ...COURSE, today: 10 });
  await expect(page.locator('.times text').last()).toHaveText('Today');
  const [ahead] = await boxesOf(page, '.ahead');
  const [plot] = await boxesOf(page, '.plot');
  expect(ahead?.right).toBeCloseTo(plot?.right ?? 0, 0);
  expect(await page.locator('.ahead').evaluate((path) => getComputedStyle(path).strokeDasharray)).not.toBe(
    'none',
  );
});

test('names no day as today if today is not known', async ({ page }) => {
  await open(page, COURSE);
  await expect(page.locator('.times')).not.toContainText('Today');
  await expect(page.locator('.ahead')).toHaveAttribute('d', '');
});

test('marks answers that could not be read apart from requests without one', async ({ page }) => {
  await open(page, { ...COURSE, today: 10, unread: [8] });
  await expect(page.locator('.missed')).toHaveText('××◇');
  expect(await page.locator('.missed').getAttribute('x')).toMatch(/ 80%$/);
});

test('names the bands outside the plot, and the present one in ink', async ({ page }) => {
  await open(page, COURSE);
  const [plot] = await boxesOf(page, '.tint');
  for (const { left } of await boxesOf(page, '.names text')) expect(left).toBeGreaterThan(plot?.right ?? 0);
  await expect(page.locator('.names .present')).toHaveText('Severe');
  const color = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((label) => getComputedStyle(label).fill);
  expect(await color('.names .present')).not.toBe(await color('.names text:not(.present)'));
});

for (const scheme of ['light', 'dark']) {
  test(`line and flags can be told from every band, ${scheme}`, async ({ page }) => {
    await open(page, COURSE, scheme);
    const [line = 0, flags = 0, ...bands] = await page.evaluate(() => {
      const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
      const root = document.querySelector('section')?.shadowRoot;
      const luminances = (selector: string, property: 'fill' | 'stroke') =>
        [...(root?.querySelectorAll(selector) ?? [])].map((part) => {
          if (!pen) return 0;
          pen.fillStyle = getComputedStyle(part)[property];
          pen.fillRect(0, 0, 1, 1);
          const [r = 0, g = 0, b = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((channel) =>
            channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
          );
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        });
      return [
        ...luminances('.line', 'stroke'),
        ...luminances('.flags', 'stroke'),
        ...luminances('.tint', 'fill'),
      ];
    });
    expect(bands).toHaveLength(5);
    // WCAG 2.2: 3:1 for marks; the line is to be louder than that.
    const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    for (const band of bands) {
      expect(contrast(line, band)).toBeGreaterThan(7);
      expect(contrast(flags, band)).toBeGreaterThan(3);
    }
  });
}

test('on paper the ramp and the mark of the class are printed', async ({ page }) => {
  await open(page, COURSE, 'dark');
  await page.emulateMedia({ media: 'print' });
  const graph = page.locator('.score-graph');
  expect(await graph.evaluate((one) => getComputedStyle(one).colorScheme)).toBe('light');
  expect(await graph.evaluate((one) => getComputedStyle(one).printColorAdjust)).toBe('exact');
  const mark = await graph.evaluate((one) => {
    const swatch = document.createElement('i');
    swatch.className = 'swatch';
    one.after(swatch);
    return getComputedStyle(swatch).printColorAdjust;
  });
  expect(mark).toBe('exact');
});

test('draws many answers with a thinner line and without dots on it', async ({ page }) => {
  const width = () =>
    page.locator('.line').evaluate((path) => Number.parseFloat(getComputedStyle(path).strokeWidth));
  await open(page, COURSE);
  expect(await width()).toBe(2);
  await page.evaluate(() =>
    globalThis.chart.update({ scores: Array.from({ length: 500 }, (_, week) => (week * 7) % 28) }),
  );
  expect(await width()).toBe(1);
  await expect(page.locator('.dots')).toHaveAttribute('d', '');
});

test('follows its width without being drawn again', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await open(page, COURSE);
  const before = await page.locator('.score-graph').evaluate((graph) => graph.outerHTML);
  await page.setViewportSize({ width: 400, height: 600 });
  const box = await page.locator('.plot').boundingBox();
  const dots = await page
    .locator('.dots')
    .evaluate((path) => path.getBoundingClientRect().toJSON() as DOMRect);
  // The last answer is of week 5 of 6.
  expect(dots.right).toBeCloseTo((box?.x ?? 0) + ((box?.width ?? 0) * 5) / 6, 0);
  expect(await page.locator('.score-graph').evaluate((graph) => graph.outerHTML)).toBe(before);
});

test('moves its cursor and tip to a point, and hides them', async ({ page }) => {
  await open(page, COURSE);
  await expect(page.locator('.cursor')).toBeHidden();
  await page.evaluate(() => globalThis.chart.focus(4, '10 Feb 2025\nScore 21'));
  const { x, y } = await placeOf(page, 5, 6, 21);
  const ring = await page.locator('.cursor b i').boundingBox();
  expect((ring?.x ?? 0) + (ring?.width ?? 0) / 2).toBeCloseTo(x, 0);
  expect((ring?.y ?? 0) + (ring?.height ?? 0) / 2).toBeCloseTo(y, 0);
  await expect(page.locator('.tip')).toHaveText('10 Feb 2025\nScore 21');
  await page.evaluate(() => globalThis.chart.focus(null));
  await expect(page.locator('.cursor')).toBeHidden();
  await expect(page.locator('.tip')).toBeHidden();
});

test('finds the answer nearest in time to a pointer', async ({ page }) => {
  await open(page, COURSE);
  // Week 3 was missed: a third of the way from week 2 to week 4 is nearer to week 2, the third answer.
  for (const [week, index] of [
    [-2, 0],
    [0.4, 0],
    [0.6, 1],
    [2.6, 2],
    [3.4, 3],
    [9, 4],
  ] as const) {
    const { x } = await placeOf(page, week, 6, 0);
    expect(await page.evaluate((at) => globalThis.chart.indexAt(at), x)).toBe(index);
  }
});

test('appends an answer in the nodes that are there', async ({ page }) => {
  await open(page, COURSE);
  const path = await page.locator('.line').elementHandle();
  const band = await page.locator('.tint').first().elementHandle();
  await page.evaluate(
    (course) => globalThis.chart.update({ ...course, scores: [...course.scores, 27] }),
    COURSE,
  );
  expect(await page.locator('.line').evaluate((now, before) => now === before, path)).toBe(true);
  expect(
    await page
      .locator('.tint')
      .first()
      .evaluate((now, before) => now === before, band),
  ).toBe(true);
  expect(await page.locator('.dots').getAttribute('d')).toMatch(/M10000 0h0$/);
});

test('is the same after updates as drawn anew, and keeps the dates and names that are there', async ({
  page,
}) => {
  const steps: readonly Course[] = [
    COURSE,
    { ...COURSE, scores: [...COURSE.scores, 27] },
    { scores: [4, 12], today: 30 },
    { scores: Array.from({ length: 70 }, (_, week) => week % 28), unread: [70] },
    { scores: [3], ranges: [], max: 40 },
    { scores: [12, 0] },
  ];
  await open(page, COURSE);
  const found = await page.evaluate((courses) => {
    const parts = (selector: string) => [
      ...(document.querySelector('section')?.shadowRoot?.querySelectorAll(selector) ?? []),
    ];
    const isSame = courses.map((course, index) => {
      globalThis.chart.draw(courses[0] as Course);
      for (const next of courses.slice(1, index + 1)) globalThis.chart.update(next);
      const updated = parts('.score-graph')[0] as Element;
      globalThis.chart.draw(course);
      return parts('.score-graph')[0]?.isEqualNode(updated);
    });
    globalThis.chart.draw(courses[0] as Course);
    const before = parts('.names *, .times *');
    globalThis.chart.update(courses[1] as Course);
    const after = parts('.names *, .times *');
    const made = after.filter((node) => !before.includes(node)).length;
    return { isSame, made, grown: Math.max(0, after.length - before.length) };
  }, steps);
  expect(found.isSame).toEqual(steps.map(() => true));
  expect(found.made).toBe(found.grown);
});

test('draws 10,000 answers in a bounded number of pieces, with every flag', async ({ page }) => {
  const scores = Array.from({ length: 10_000 }, (_, week) => (week * 7919) % 28);
  await open(page, { scores, flagged: [4321, 8765] });
  const pieces = (selector: string) =>
    page.locator(selector).evaluate((path) => path.getAttribute('d')?.match(/h[01]/g)?.length ?? 0);
  expect(await pieces('.dots')).toBeLessThan(1700);
  expect(await pieces('.flags:not(.core)')).toBe(2);
});

test('tells a flagged answer from another by its shape', async ({ page }) => {
  await open(page, COURSE);
  const cap = (selector: string) =>
    page.locator(selector).evaluate((path) => getComputedStyle(path).strokeLinecap);
  expect(await cap('.dots')).toBe('round');
  expect(await cap('.flags:not(.core)')).toBe('square');
  const width = (selector: string) =>
    page.locator(selector).evaluate((path) => Number.parseFloat(getComputedStyle(path).strokeWidth));
  expect(await width('.flags:not(.core)')).toBeGreaterThan(await width('.dots'));
  expect(await page.locator('.core').getAttribute('d')).toBe(
    await page.locator('.flags:not(.core)').getAttribute('d'),
  );
});

test('reads a colour as the browser does, whatever its form, and nothing that is none', async ({ page }) => {
  await open(page, COURSE);
  const read = (text: string) => page.evaluate((given) => globalThis.chart.colors(given), text);
  const forms =
    'red|orange|grey|YELLOW|RebeccaPurple|#fa0|#12ab9F|rgb(12, 200, 7)|rgb(12 200 7)|rgb(300 0 0)|rgb(20% 40% 60%)|' +
    'hsl(120 100% 25%)|hsl(210, 45%, 30%)|hwb(40 10% 20%)';
  for (const text of forms.split('|')) {
    const [ours, browser] = await read(text);
    expect(ours, text).toBe(browser);
  }
  // CSS Color 4, examples of section 9.2 and 10.2: the same red; one of more colour than a screen has is cut.
  expect((await read('oklch(62.7966% 0.257704 29.2346)'))[0]).toBe('#ff0000');
  expect((await read('color(srgb 1 0 0)'))[0]).toBe('#ff0000');
  expect((await read('color(display-p3 1 0 0)'))[0]).toBe('#ff0000');
  // An alpha could hide the band: it is dropped, and what has nothing else is no colour.
  expect((await read('hsl(120 100% 25% / 20%)'))[0]).toBe('#008000');
  const none =
    'transparent|currentcolor|inherit|none|var(--secret)|url(https://example.org/x)|red;background:url(x)|red url(x)|' +
    'red, blue|rgb(1,2)|rgb(1..2,2,3)|#12345|ff0000 green|constructor|expression(alert(1))|hsl(red)|) red';
  for (const text of none.split('|')) expect((await read(text))[0], text).toBeNull();
  expect(await page.evaluate(() => globalThis.chart.violations)).toEqual([]);
});

test('goes with its element', async ({ page }) => {
  await open(page, COURSE);
  await page.evaluate(() => globalThis.chart.destroy());
  await expect(page.locator('.score-graph')).toHaveCount(0);
});

test('draws a sparkline over the full scale, with its flags and its name', async ({ page }) => {
  await open(page, COURSE);
  await page.evaluate((course) => globalThis.chart.sparkline(course, 'PHQ-9, latest 21 of 27'), {
    ...COURSE,
    scores: [0, 27, 0, 0, 27, 13.5, 0],
  });
  await expect(page.getByRole('img', { name: 'PHQ-9, latest 21 of 27' })).toBeVisible();
  const d = (name: string) => page.locator(`.sparkline .${name}`).getAttribute('d');
  // 90 by 14 px within 5 px of air; of weeks 0 to 6, the fourth and the last were missed.
  expect(await d('line')).toBe('M5 19L20 5L35 19M65 5L80 12');
  expect(await d('gap')).toBe('M35 19L65 5');
  expect(await d('flags')).toBe('M20 5h.1');
  expect(await d('last')).toBe('M80 12h0');
  expect(await page.evaluate(() => globalThis.chart.violations)).toEqual([]);
});
