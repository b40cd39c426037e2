import type { Page } from '@playwright/test';
import { chart } from './extension-panel/service.ts';
import { type Ehr, expect, OPEN, problem, test } from './extension-panel-fixture.ts';
import { hurryLooks } from './hurry.ts';
import { longUnless } from './long.ts';
import { press } from './press.ts';

const NOTES = '<p class="note">Sleeps better. Appetite is back.</p>'.repeat(12);
const MARKUP = `<div id="chart"><h1 id="name">Lima, Ana</h1>${NOTES}<input aria-label="Note of the page"></div>`;

const line = (page: Page) => page.locator('.strip');
const sheet = (page: Page) => page.locator('#sheet');

/** Where the page's own elements lie. */
const layout = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.note,input')].map((one) => Math.round(one.getBoundingClientRect().top)),
  );

/** A patient of whom there is nothing to say but scores. */
async function openQuiet(ehr: Ehr, lang = 'en'): Promise<void> {
  const whole = chart();
  ehr.answers['chart.read'] = () => ({ ...whole, courses: whole.courses.slice(1, 3), applications: [] });
  await ehr.open({ lang, markup: MARKUP });
}

for (const lang of ['en', 'pt-BR', 'es'])
  for (const colorScheme of ['light', 'dark'] as const)
    test(
      `closed it is one line of 48 px with patient, risk and scores, ${lang}, ${colorScheme}`,
      longUnless(lang === 'pt-BR' && colorScheme === 'dark'),
      async ({ page, ehr }) => {
        await page.setViewportSize({ width: 1366, height: 768 });
        await page.emulateMedia({ colorScheme });
        await openQuiet(ehr, lang);
        await ehr.show();
        await expect(page.getByRole('button', { name: OPEN })).toHaveAttribute('aria-expanded', 'false');
        await expect(line(page)).toContainText('Ana Lima');
        await expect(line(page)).toContainText('DASS-21 Depression 10 · Anxiety 14 · Stress 18');
        await expect(page.getByRole('group', { name: /^(?:Risk|Risco|Riesgo)$/ })).toContainText(
          'DASS-21, WHO-5',
        );
        const host = page.locator('#chart > span').first();
        expect((await host.boundingBox())?.height).toBe(48);
        await expect(sheet(page)).toBeHidden();
      },
    );

for (const width of [360, 1366])
  test(`what is late, at risk or unread makes the line higher and is whole, ${width} px`, async ({
    page,
    ehr,
  }) => {
    await page.setViewportSize({ width, height: 768 });
    ehr.answers['chart.read'] = () => ({ ...chart(), unreadable: 2 });
    await ehr.open({ markup: MARKUP, lang: 'pt-BR' });
    await ehr.show();
    await expect(page.getByRole('button', { name: OPEN })).toBeVisible();
    ehr.answers['chart.read'] = () => problem('NETWORK');
    await page.evaluate(() => globalThis.panels.changed());
    await expect(line(page).locator('.stale')).toBeVisible();
    const { wrong, height } = await line(page).evaluate((element) => {
      const own = element.getBoundingClientRect();
      const said = [...element.querySelectorAll('#risks > *, .remarks > *, .stale, .who')];
      const isOut = (one: Element): boolean => {
        const { left, right, top, bottom, height } = one.getBoundingClientRect();
        return height === 0 || left < own.left || right > own.right || top < own.top || bottom > own.bottom;
      };
      return {
        wrong: said.length < 6 ? ['missing'] : said.filter(isOut).map((one) => one.textContent),
        height: own.height,
      };
    });
    expect(wrong).toEqual([]);
    expect(height).toBeGreaterThan(48);
    const over = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(over).toBeLessThanOrEqual(0);
  });

test('the title never runs on from what is said of risk, and what is late stands beside it, at any width', async ({
  page,
  ehr,
}) => {
  const whole = chart();
  const [, who, dass] = whole.courses;
  if (!who || !dass) throw new Error('the chart has no two courses without a flag');
  const late = who.submissions.slice(0, 2).map((one, at) => ({
    ...one,
    id: 900 + at,
    status: 'CANCELED_LATE' as const,
    completedFillAt: null,
    startedAt: `2026-11-1${at}T11:00:00Z`,
  }));
  const courses = [{ ...who, submissions: [...who.submissions, ...late] }, dass];
  ehr.answers['chart.read'] = () => ({ ...whole, courses, applications: [] });
  await ehr.open({ markup: MARKUP });
  await ehr.showOpened();
  await expect(line(page).locator('.remarks')).toHaveText('WHO-5: 2 missed');
  const wrong: string[] = [];
  for (let width = 500; width <= 1_700; width += 50) {
    await page.setViewportSize({ width, height: 768 });
    const found = await line(page).evaluate((strip) => {
      const [risk, name, remarks, buttons] = ['#risks', '.name', '.remarks', '.buttons'].map((one) =>
        strip.querySelector(one)?.getBoundingClientRect(),
      ) as [DOMRect, DOMRect, DOMRect, DOMRect];
      const isBeside = (one: DOMRect, other: DOMRect) => one.top < other.bottom && other.top < one.bottom;
      const isOneLine = [name, remarks, buttons].every(
        (one) => isBeside(one, risk) && one.left - risk.right > 20,
      );
      return [
        isBeside(risk, name) && !isOneLine ? 'the title runs on' : '',
        isBeside(name, remarks)
          ? remarks.left - name.right > 20
            ? 'what is late is far'
            : ''
          : remarks.left - name.left > 1
            ? 'what is late is at the end'
            : '',
      ].filter(Boolean);
    });
    wrong.push(...found.map((one) => `${width} px: ${one}`));
  }
  expect(wrong).toEqual([]);
});

test('opened, it lies over the page, whose content does not move, and is in the window', async ({
  page,
  ehr,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await ehr.open({ markup: MARKUP, css: '#chart{overflow:hidden}input{position:relative;z-index:9}' });
  await ehr.show();
  await expect(page.getByRole('button', { name: OPEN })).toBeVisible();
  const before = await layout(page);
  await page.getByRole('button', { name: OPEN }).click();
  await page.getByRole('button', { name: 'PHQ-9', exact: true }).click();
  await expect(page.locator('.detail .score-graph')).toBeVisible();
  expect(await layout(page)).toEqual(before);
  const box = await sheet(page).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(768);
  await expect(page.getByRole('button', { name: OPEN })).toHaveCount(0);
  const close = page.getByRole('button', { name: '4 instruments, Hide scores, Ana Lima' });
  await expect(close).toHaveAttribute('aria-expanded', 'true');
  // What was read meanwhile does not move it, and scrolling takes it along.
  await page.evaluate(() => scrollBy(0, 40));
  await expect
    .poll(async () => {
      const [above, below] = [await line(page).boundingBox(), await sheet(page).boundingBox()];
      return Math.round((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0));
    })
    .toBe(0);
  await close.click();
  await expect(sheet(page)).toBeHidden();
  await expect(page.getByRole('button', { name: OPEN })).toBeFocused();
});

test('it opens below the line, above it only near the lower edge, and in a low window it leaves some of the page', async ({
  page,
  ehr,
}) => {
  await page.setViewportSize({ width: 700, height: 880 });
  await ehr.open({ markup: `<div style="height:420px"></div>${MARKUP}` });
  await ehr.showOpened();
  // Above there would be more room, and the page's own name of the patient.
  const [from, opened] = [await line(page).boundingBox(), await sheet(page).boundingBox()];
  expect(opened?.y).toBeCloseTo((from?.y ?? 0) + (from?.height ?? 0), 0);
  await page.setViewportSize({ width: 700, height: 700 });
  await expect
    .poll(async () => (await sheet(page).boundingBox())?.y ?? 0)
    .toBeLessThan((await line(page).boundingBox())?.y ?? 0);
  const [above, below] = [await sheet(page).boundingBox(), await line(page).boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1);
  await page.setViewportSize({ width: 360, height: 240 });
  await line(page).evaluate((element) => element.scrollIntoView());
  await expect
    .poll(async () => {
      const box = await sheet(page).boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= 240 - 40;
    })
    .toBe(true);
});

test('it closes when the focus leaves for the page, by key or by click, and by Escape', async ({
  page,
  ehr,
}) => {
  await ehr.open({ markup: MARKUP });
  await ehr.showOpened();
  await page.getByRole('button', { name: 'WHO-5', exact: true }).focus();
  await expect(sheet(page)).toBeVisible();
  await page.getByLabel('Note of the page').focus();
  await expect(sheet(page)).toBeHidden();
  await page.getByRole('button', { name: OPEN }).click();
  await expect(sheet(page)).toBeVisible();
  // Nothing there takes the focus.
  await page.getByRole('heading', { name: 'Lima, Ana' }).click();
  await expect(sheet(page)).toBeHidden();
  await page.getByRole('button', { name: OPEN }).click();
  await page.getByRole('button', { name: 'WHO-5', exact: true }).focus();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await expect(page.getByRole('button', { name: OPEN })).toBeFocused();
});

test('it closes when the page lays something over the line, such as a screen that locks', async ({
  page,
  ehr,
}) => {
  await ehr.open({ markup: MARKUP });
  await ehr.showOpened();
  await page.evaluate(() => {
    const lock = document.createElement('div');
    lock.style.cssText = 'position:fixed;inset:0;background:#fff;z-index:9';
    document.body.append(lock);
  });
  await expect(sheet(page)).toBeHidden();
});

test('it goes with its patient, and does not open by itself for the next', async ({ page, ehr }) => {
  await ehr.open({ markup: MARKUP });
  await ehr.showOpened();
  expect(
    await page.evaluate(() => {
      globalThis.panels.blank();
      return document.querySelectorAll('#chart > span').length;
    }),
  ).toBe(0);
  await page.getByLabel('Note of the page').focus();
  await ehr.show('epoch-of-ana-again');
  await expect(page.getByRole('button', { name: OPEN })).toBeVisible();
  await expect(sheet(page)).toBeHidden();
});

test('a form that was left with something chosen is said to be unsent, and is as it was once it is opened again', async ({
  page,
  ehr,
}) => {
  await ehr.open({ markup: MARKUP });
  await ehr.show();
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  await page.getByRole('option', { name: /WHO-5/ }).click();
  await page.getByLabel('Note of the page').focus();
  await expect(sheet(page)).toBeHidden();
  await expect(line(page).getByText('Not confirmed yet: Send questionnaire')).toBeVisible();
  await page.getByRole('button', { name: OPEN }).click();
  await expect(page.getByRole('button', { name: 'Remove WHO-5' })).toBeVisible();
  await expect(page.getByText('Not confirmed yet: Send questionnaire')).toHaveCount(0);
  // One in which nothing was chosen goes.
  const remove = page.getByRole('button', { name: 'Remove WHO-5' });
  await remove.click();
  await expect(remove).toHaveCount(0);
  await page.getByLabel('Note of the page').focus();
  await expect(sheet(page)).toBeHidden();
  await page.getByRole('button', { name: OPEN }).click();
  await expect(page.locator('#form')).toHaveCount(0);
});

test('an outcome that is not known stands in the line, of an application and of a change', async ({
  page,
  ehr,
}) => {
  await hurryLooks(page);
  await ehr.open({ markup: MARKUP });
  const lost = () => problem('NETWORK', { isOutcomeUnknown: true });
  ehr.answers['apply.create'] = lost;
  ehr.answers['application.finish'] = lost;
  await ehr.show();
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  await page.getByRole('button', { name: 'Send WHO-5' }).click();
  const confirm = page.getByRole('button', { name: 'Send WHO-5 to Ana Lima' });
  await expect(confirm).toBeVisible();
  await press(confirm);
  await expect.poll(() => ehr.count('apply.create')).toBe(1);
  ehr.answers['apply.applicationsOf'] = () => problem('NETWORK');
  await page.getByLabel('Note of the page').focus();
  await expect(sheet(page)).toBeHidden();
  await expect(line(page).getByText(/WHO-5: (?:we could not confirm|outcome unknown|sending)/)).toBeVisible();

  await page.getByRole('button', { name: OPEN }).click();
  await page.getByRole('button', { name: 'PHQ-9', exact: true }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('button', { name: 'Finish PHQ-9 for Ana Lima' })).toBeVisible();
  await page.getByLabel('Note of the page').focus();
  await expect(line(page).getByText('Not confirmed yet: Finish')).toBeVisible();
  await page.getByRole('button', { name: OPEN }).click();
  await press(page.getByRole('button', { name: 'Finish PHQ-9 for Ana Lima' }));
  await expect.poll(() => ehr.count('application.finish')).toBe(1);
  await page.getByLabel('Note of the page').focus();
  await expect(line(page).getByText(/We could not confirm whether it was saved/)).toBeVisible();
});

test('from the closed line an instrument is applied in three clicks', async ({ page, ehr }) => {
  await ehr.open({ markup: MARKUP });
  await ehr.show();
  await expect(sheet(page)).toBeHidden();
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  await page.getByRole('button', { name: 'Send WHO-5' }).click();
  await press(page.getByRole('button', { name: 'Send WHO-5 to Ana Lima' }));
  await expect(page.getByText('WHO-5 was sent to Ana Lima.')).toBeVisible();
});

for (const zoom of [0.5, 2])
  test(`in a page that is zoomed to ${zoom} it opens below the line, as wide as that`, async ({
    page,
    ehr,
  }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await ehr.open({ markup: MARKUP, css: `html{zoom:${zoom}}` });
    await ehr.showOpened();
    const [above, below] = [await line(page).boundingBox(), await sheet(page).boundingBox()];
    expect(below?.width).toBeCloseTo(above?.width ?? 0, 0);
    expect(below?.x).toBeCloseTo(above?.x ?? 0, 0);
    expect(below?.y).toBeCloseTo((above?.y ?? 0) + (above?.height ?? 0), 0);
    expect((below?.y ?? 0) + (below?.height ?? 0)).toBeLessThanOrEqual(768);
  });

test('who went on in the page while the panel was away is left there, and the panel comes back closed', async ({
  page,
  ehr,
}) => {
  await ehr.open({ markup: MARKUP });
  await ehr.showOpened();
  await page.getByRole('button', { name: 'WHO-5', exact: true }).focus();
  await ehr.blank();
  await page.getByLabel('Note of the page').focus();
  await ehr.show();
  await expect(page.getByRole('button', { name: OPEN })).toBeVisible();
  await expect(page.getByLabel('Note of the page')).toBeFocused();
  await expect(sheet(page)).toBeHidden();
});

test('while it is being found out who the patient is, one line says so in a word, where the panel comes', async ({
  page,
  ehr,
}) => {
  await ehr.open({ markup: MARKUP, places: [{ select: '#name', at: 'after' }] });
  const word = page.getByText('Checking which patient this is');
  await page.evaluate(() => globalThis.panels.wait(true));
  await expect(word).toBeVisible();
  const { y, height } = (await page.locator('#chart > span').boundingBox()) ?? {};
  expect(height).toBe(48);
  await ehr.show();
  await expect(word).toHaveCount(0);
  await expect(page.getByText('Ana Lima')).toBeVisible();
  expect((await page.locator('#chart > span').boundingBox())?.y).toBe(y);
  // It is over as well where nobody turns out to be the patient, and where the page is none with a place.
  await ehr.blank();
  await page.evaluate(() => globalThis.panels.wait(true));
  await expect(word).toBeVisible();
  await page.evaluate(() => globalThis.panels.wait(false));
  await expect(word).toHaveCount(0);
  await page.evaluate(() => document.querySelector('#name')?.remove());
  await page.evaluate(() => globalThis.panels.wait(true));
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(1_500);
  await expect(word).toHaveCount(0);
});
