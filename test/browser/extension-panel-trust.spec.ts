import type { Page } from '@playwright/test';
import { expect, test } from './extension-panel-fixture.ts';
import { longUnless } from './long.ts';

const confirm = (page: Page) => page.getByRole('button', { name: 'Send WHO-5 to Ana Lima' });

/** The browser finds out by frames what covers what, at most every tenth of a second. */
const frames = (page: Page, count: number) =>
  page.evaluate(async (left) => {
    for (let frame = 0; frame < left; frame++) await new Promise(requestAnimationFrame);
  }, count);

async function toConfirmation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  await page.getByRole('button', { name: 'Send WHO-5' }).click();
  await expect(confirm(page)).toBeVisible();
}

test('a click that a script of the page makes up does nothing', async ({ page, ehr }) => {
  await ehr.open();
  await ehr.showOpened();
  await toConfirmation(page);
  await confirm(page).evaluate((button: HTMLElement) => {
    button.click();
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
  });
  // The keyboard's own click is a person's.
  await confirm(page).focus();
  expect(ehr.count('apply.create')).toBe(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => ehr.count('apply.create')).toBe(1);
});

for (const [how, css] of [
  [
    'covered by what lets the pointer through',
    '#cover{inset:0;width:auto;height:auto;background:#fff;pointer-events:none}',
  ],
  ['see-through', '#chart{opacity:.02}'],
  ['bent out of shape', '#chart{transform:skewX(40deg)}'],
  ['filtered away', '#chart{filter:brightness(20)}'],
] as const) {
  test(
    `a person's click on a button that is ${how} is refused, and said to be`,
    longUnless(how.startsWith('covered')),
    async ({ page, ehr }) => {
      await ehr.open({ markup: '<div id="chart"><h1 id="name">Lima, Ana</h1></div>' });
      await ehr.showOpened();
      await toConfirmation(page);
      await page.evaluate((rules) => {
        const cover = document.createElement('div');
        cover.id = 'cover';
        // What is opened over the page is in the top layer too.
        cover.popover = 'manual';
        const style = document.createElement('style');
        style.textContent = rules;
        document.body.append(style, cover);
        if (rules.startsWith('#cover')) cover.showPopover();
      }, css);
      await frames(page, 30);
      await confirm(page).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText(/Click ignored/)).toBeAttached();
      expect(ehr.count('apply.create')).toBe(0);
      await page.evaluate(() => {
        for (const one of document.body.querySelectorAll(':scope > style, #cover')) one.remove();
      });
      await expect(async () => {
        if (ehr.count('apply.create') === 0) await confirm(page).click({ timeout: 1_000 });
        expect(ehr.count('apply.create')).toBe(1);
      }).toPass();
      // What was said of the click that was not used is over with one that was.
      await expect(page.getByText(/Click ignored/)).toHaveCount(0);
    },
  );
}

test('a cover that is put there as the key goes down is found before anything is written, and said where it is seen', async ({
  page,
  ehr,
}) => {
  await page.setViewportSize({ width: 360, height: 300 });
  await ehr.open();
  await ehr.show();
  await toConfirmation(page);
  await confirm(page).evaluate((button) => button.scrollIntoView({ block: 'start' }));
  // The browser has long said that the button is seen.
  await frames(page, 30);
  await confirm(page).focus();
  await page.evaluate(() => {
    const put = () => {
      const cover = document.createElement('div');
      cover.style.cssText = 'inset:0;width:auto;height:auto;background:#fff;pointer-events:none';
      cover.popover = 'manual';
      document.body.append(cover);
      cover.showPopover();
    };
    addEventListener('keydown', put, { capture: true, once: true });
  });
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Click ignored/)).toBeInViewport({ ratio: 1 });
  expect(ehr.count('apply.create')).toBe(0);
});

test('a panel that the page moves under the pointer writes nothing, and says so', async ({ page, ehr }) => {
  await ehr.open({ css: '#chart{position:relative;top:200px}' });
  await ehr.showOpened();
  await toConfirmation(page);
  const box = await confirm(page).boundingBox();
  if (!box) throw new Error('no button');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2 - 200];
  await page.mouse.move(x, y);
  // The page moves it as the button of the mouse goes down.
  await page.evaluate(() => {
    document.addEventListener(
      'mousedown',
      () => {
        const chart = document.querySelector<HTMLElement>('#chart');
        if (chart) chart.style.top = '0';
      },
      { capture: true, once: true },
    );
  });
  await page.mouse.click(x, y);
  await page.mouse.click(x, y, { clickCount: 1 });
  expect(ehr.count('apply.create')).toBe(0);
});

test('clicks and keys in the panel are not heard by the page around it', async ({ page, ehr }) => {
  await ehr.open({
    markup: `<div id="row"><a href="#elsewhere"><b id="name">Lima, Ana</b></a></div>`,
    script: `globalThis.heard = [];
      addEventListener('DOMContentLoaded', () => {
        for (const type of ['click', 'mousedown', 'pointerdown', 'keydown', 'keyup', 'input', 'focusin', 'wheel'])
          document.querySelector('#row').addEventListener(type, () => heard.push(type));
      });`,
  });
  await ehr.showOpened('epoch-of-ana', '#name', 'last');
  await page.getByText('Ana Lima, born').click();
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  await page.getByRole('searchbox').click();
  await page.keyboard.type('gad');
  await page.mouse.wheel(0, 10);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'heard'))).toEqual([]);
  expect(page.url()).not.toContain('elsewhere');
});
