import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { answered, answerSubmissions, course } from './item-fixture.ts';
import { longUnless } from './long.ts';
import { dass21, phq9 } from './panel-data.ts';
import { type Answers, attributes, expect, fromCourse, test } from './panel-fixture.ts';

/** The documented rules for reserving space. */
function reserved(): string {
  const reference = readFileSync('docs/guide/server-rendering.md', 'utf8');
  const [, css = ''] = /## Reserving space\n[\s\S]*?```css\n([\s\S]*?)```/.exec(reference) ?? [];
  expect(css).toContain('instrument-panel');
  return css;
}

/** Every shift that the browser counts, of the page and of what stands inside the panel: that has no node here. */
const OBSERVE = `globalThis.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value, sources }) =>
  [value, ...sources.map(({ node, previousRect, currentRect }) =>
    [node?.nodeName ?? 'inside', previousRect.y, currentRect.y].join(' '))].join(', '))))
  .observe({ type: 'layout-shift', buffered: true });
globalThis.begun = document.getElementById('after').getBoundingClientRect().top;`;

/** The page's style from its first paint on. */
async function style(page: Page, css: string): Promise<void> {
  const body = `:root{color-scheme:light dark;font-family:system-ui,sans-serif}body{margin:16px}\n${css}`;
  await page.route('**/page.css', (route) => route.fulfill({ contentType: 'text/css', body }));
}

/** What has shifted, and how far what stands after it is from where it was before its definition. */
async function moved(page: Page): Promise<{ shifts: unknown; by: number }> {
  return page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const top = document.getElementById('after')?.getBoundingClientRect().top ?? 0;
    return { shifts: Reflect.get(globalThis, 'shifts'), by: top - Reflect.get(globalThis, 'begun') };
  });
}

const markup = (more = '') =>
  `<p>Before</p><instrument-panel ${attributes(undefined, more)}></instrument-panel><p id="after">After</p>`;

const CASES: Readonly<Record<string, Answers>> = {
  'a flagged course': fromCourse(phq9({ flagged: [5], missed: [20] })),
  subscales: fromCourse(dass21()),
  'no answers': fromCourse(phq9({ scores: [] })),
  'a failure': (_, __, route) => route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'no' } }),
};
const settled = 'instrument-panel:is(:state(ready), :state(empty), :state(error))';

for (const [name, answers] of Object.entries(CASES)) {
  for (const [width, density] of [
    [360, 'comfortable'],
    [360, 'compact'],
    [768, 'comfortable'],
    [1280, 'comfortable'],
    [1280, 'compact'],
  ] as const) {
    const isShort = width === 360 && density === 'comfortable';
    test(
      `nothing moves for ${name}, ${width} px, ${density}`,
      longUnless(isShort),
      async ({ page, panels }) => {
        await page.setViewportSize({ width, height: 1100 });
        await style(page, reserved());
        panels.answer(answers);
        await panels.open(markup(`lang="pt-BR" density="${density}"`), OBSERVE);
        await expect(page.locator(settled)).toHaveCount(1);
        if (name !== 'a failure' && name !== 'no answers')
          await expect(page.locator('[part=tools]')).toBeVisible();
        expect(await moved(page)).toEqual({ shifts: [], by: 0 });
      },
    );
  }
}

for (const [width, density] of [
  [360, 'comfortable'],
  [360, 'compact'],
  [1280, 'comfortable'],
  [1280, 'compact'],
] as const) {
  test(
    `nothing moves when a flagged answer comes, cannot be read again, and can, ${width} px, ${density}`,
    longUnless(width === 360 && density === 'comfortable'),
    async ({ page, panels }) => {
      const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await page.setViewportSize({ width, height: 1100 });
      await style(page, reserved());
      panels.answer(phq9({ scores: [19, 14] }));
      await panels.open(markup(`refresh="0" density="${density}"`), OBSERVE);
      await expect(page.locator('[part=tools]')).toBeVisible();
      panels.answer(phq9({ scores: [19, 14, 8], flagged: [2], missed: [30] }));
      await look();
      await expect(page.locator('[part=risk]')).toContainText('Risk flag ·');
      panels.answer((_, __, route) => route.fulfill({ status: 422, json: { code: 'X', message: 'no' } }));
      await look();
      await expect(page.locator('[part=stale]')).toContainText('Out of date');
      panels.answer(phq9({ scores: [19, 14, 8], flagged: [2], missed: [30] }));
      await look();
      await expect(page.locator('[part=stale]')).toBeHidden();
      expect(await moved(page)).toEqual({ shifts: [], by: 0 });
    },
  );
}

for (const [width, density] of [
  [360, 'comfortable'],
  [360, 'compact'],
  [768, 'comfortable'],
  [1280, 'compact'],
] as const) {
  test(
    `nothing moves when the answer behind a flag comes, ${width} px, ${density}`,
    longUnless(width === 360 && density === 'comfortable'),
    async ({ page, panels }) => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await answerSubmissions(page, async (id) => {
        await held;
        const one = answered(id);
        const answers = one.answers?.map((answer) => ({ ...answer, value: 'Mais da metade dos dias' }));
        return { ...one, answers };
      });
      await page.setViewportSize({ width, height: 1100 });
      await style(page, reserved());
      panels.answer(course({ flagged: [1, 5] }));
      await panels.open(markup(`lang="pt-BR" density="${density}"`), OBSERVE);
      await expect(page.locator('[part=tools]')).toBeVisible();
      await expect(page.locator('[part=risk]')).toContainText('Sinal de risco · 10 ago. 2026');
      release();
      await expect(page.locator('[part=risk]')).toContainText('“Mais da metade dos dias” · gravidade alta');
      expect(await moved(page)).toEqual({ shifts: [], by: 0 });
    },
  );
}

test('without the room, what stands after the panel moves', async ({ page, panels }) => {
  await page.setViewportSize({ width: 768, height: 1100 });
  await style(page, '');
  panels.answer(phq9());
  await panels.open(markup(), OBSERVE);
  await expect(page.locator(settled)).toHaveCount(1);
  expect((await moved(page)).by).toBeGreaterThan(300);
});
