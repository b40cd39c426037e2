import type { Page } from '@playwright/test';
import { choose, expect, state, test } from './apply-fixture.ts';
import { longUnless } from './long.ts';
import { ANA, BRUNO, PHQ9 } from './panel-data.ts';

/** Collects every layout shift that the browser counts, shadow content too. */
const observe = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = [];
    Reflect.set(globalThis, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { previousRect: DOMRect; currentRect: DOMRect }[];
        };
        // What moves at once by one's own click is awaited.
        if (hadRecentInput) continue;
        const from = sources.map(({ previousRect, currentRect }) => `${previousRect.y} ${currentRect.y}`);
        shifts.push([value, ...from].join(', '));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

const shifts = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return Reflect.get(globalThis, 'shifts') as string[];
  });

for (const width of [360, 1280]) {
  test(`nothing moves from the blank page to the form, nor when the patient changes, ${width} px`, {
    tag: '@long',
  }, async ({ page, forms }) => {
    await page.setViewportSize({ width, height: 1000 });
    await observe(page);
    forms.service.hold(PHQ9);
    await forms.open('lang="pt-BR"');
    await expect(page.locator(state('choosing'))).toHaveCount(1);
    await expect(page.getByRole('option', { name: 'PHQ-9' })).toContainText('já ativo');
    expect(await shifts(page)).toEqual([]);
    await page.locator('instrument-apply').evaluate((element, id) => {
      element.setAttribute('patient-id', id);
    }, BRUNO);
    await expect(page.locator('[part=patient]')).toContainText('Bruno Reis');
    expect(await shifts(page)).toEqual([]);
  });

  test(
    `nothing moves when an answer comes long after the click that asked for it, ${width} px`,
    longUnless(width === 360),
    async ({ page, forms }) => {
      await page.setViewportSize({ width, height: 1000 });
      await observe(page);
      // A browser does not count what moves within half a second of a click: every answer takes longer.
      const late = () => new Promise((resolve) => setTimeout(resolve, 600));
      forms.service.reads = async () => {
        await late();
        return false;
      };
      forms.service.writes = async () => {
        await late();
      };
      forms.service.endings = [{ status: 422, code: 'INVALID_STATE' }, 'works'];
      await forms.open();
      await choose(page, 'PHQ-9');
      await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('button', { name: 'Send PHQ-9 to Ana Lima' }).click();
      await expect(page.getByText('PHQ-9 was sent to Ana Lima.')).toBeVisible();
      await page.getByRole('button', { name: 'Send another' }).click();
      await choose(page, 'WHO-5');
      const apply = page.getByRole('button', { name: 'Send WHO-5 to Ana Lima' });
      await expect(apply).toBeVisible();
      forms.service.patients = [{ serviceId: ANA, name: 'Ana', surname: 'Limeira', birthday: null }];
      await apply.click();
      await expect(page.getByRole('alert')).toContainText('The patient’s record has just changed');
      expect(await shifts(page)).toEqual([]);
    },
  );
}
