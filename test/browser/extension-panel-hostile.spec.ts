import type { Page } from '@playwright/test';
import { expect, test } from './extension-panel-fixture.ts';
import { longUnless } from './long.ts';

const confirm = (page: Page) => page.getByRole('button', { name: 'Send WHO-5 to Ana Lima' });
const refused = (page: Page) => page.getByText(/Click ignored/);

/** The browser finds out by frames what covers what, at most every tenth of a second. */
const frames = (page: Page, count: number) =>
  page.evaluate(async (left) => {
    for (let frame = 0; frame < left; frame++) await new Promise(requestAnimationFrame);
  }, count);

async function toConfirmation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send questionnaire' }).click();
  await page.getByRole('button', { name: 'Send WHO-5' }).click();
  await expect(confirm(page)).toBeVisible();
  await frames(page, 40);
}

/** From now on no time passes for the panel, however long the driver takes to click. */
const stopClock = (page: Page) =>
  page.evaluate(() => {
    const now = performance.now();
    performance.now = () => now;
  });

async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  const box = await confirm(page).boundingBox();
  if (!box) throw new Error('no button');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Lays an element over everything that the pointer does not meet: in the top layer, as what is opened over the page. */
const lay = (css: string, sheet = '') =>
  `const cover = document.createElement('div');
   cover.style.cssText = 'inset:auto;left:0;top:0;width:auto;height:auto;margin:0;border:0;padding:0;background:none;overflow:visible;pointer-events:none;${css}';
   cover.id = 'cover';
   const style = document.createElement('style');
   style.textContent = ${JSON.stringify(sheet)};
   document.body.append(style, cover);
   cover.popover = 'manual';
   cover.showPopover();`;
const onChart = (css: string) => `document.querySelector('#chart').style.cssText = '${css}';`;

test.describe('a click on what is not plainly seen writes nothing, and is said not to be used', () => {
  for (const [how, script] of [
    ['masked away', onChart('mask-image:linear-gradient(transparent,transparent)')],
    ['masked away around a form whose field is called parentElement', 'form'],
    ['under a shadow', lay('width:1px;height:1px;box-shadow:0 0 0 200vmax #fff')],
    ['under an outline', lay('width:1px;height:1px;outline:200vmax solid #fff')],
    [
      'under the shadow of a shape',
      lay('left:-2000px;width:2000px;height:2000px;background:#fff;filter:drop-shadow(2000px 0 0 #fff)'),
    ],
    [
      'under a reflection',
      lay('left:-2000px;width:2000px;height:2000px;background:#fff;-webkit-box-reflect:right 0'),
    ],
    [
      'under the border of an image',
      lay(
        'width:2px;height:2px;border:1px solid #fff;border-image:linear-gradient(#fff,#fff) 1 / 1px / 2000px',
      ),
    ],
    [
      'under what is no element',
      lay('', '#cover::before{content:"";position:fixed;inset:0;background:#fff}'),
    ],
    ['under what is in the top layer', lay('width:100vw;height:100vh;background:#fff')],
    ['under a filter of what is behind', lay('inset:0;backdrop-filter:brightness(100)')],
    ['cut off', onChart('clip-path:inset(0 0 99% 0)')],
    ['blended away', onChart('mix-blend-mode:multiply')],
  ] as const) {
    test(how, longUnless(how.includes('form')), async ({ page, ehr }) => {
      await ehr.open({
        markup:
          script === 'form'
            ? '<div id="mask"><form id="chart"><h1 id="name">Lima, Ana</h1></form></div><input form="chart" name="parentElement">'
            : '<div id="chart"><h1 id="name">Lima, Ana</h1></div>',
      });
      await ehr.show();
      await toConfirmation(page);
      const run =
        script === 'form'
          ? "document.querySelector('#mask').style.maskImage = 'linear-gradient(transparent,transparent)'"
          : script;
      // By the driver, since the page's own policy lets no text be run.
      await page.evaluate(run);
      await frames(page, 30);
      await confirm(page).focus();
      await page.keyboard.press('Enter');
      await expect(refused(page)).toBeAttached();
      expect(ehr.count('apply.create')).toBe(0);
    });
  }
});

for (const [how, css] of [
  ['turned away', 'rotate:x 80deg'],
  ['made huge', 'scale:6;transform-origin:0 0'],
] as const)
  test(`what is open is not ${how} by an element around the line`, async ({ page, ehr }) => {
    await ehr.open();
    await ehr.show();
    await toConfirmation(page);
    const before = await confirm(page).boundingBox();
    await page.evaluate(onChart(css));
    await frames(page, 30);
    const now = await confirm(page).boundingBox();
    expect([now?.width, now?.height]).toEqual([before?.width, before?.height]);
  });

test('a cover that lay there for long and is lifted right before the click gains nothing', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  await ehr.show();
  await toConfirmation(page);
  const { x, y } = await middleOf(page);
  await page.evaluate(lay('width:100vw;height:100vh;background:#fff'));
  await frames(page, 60);
  await page.mouse.move(x, y);
  await stopClock(page);
  // The page takes it away, waits until the browser has told so, and for the click that is on its way.
  await page.evaluate(async () => {
    const target = document.querySelector('#chart > span')?.shadowRoot?.querySelector('#sheet');
    const isSeen = new Promise<void>((resolve) => {
      const options = { trackVisibility: true, delay: 100 } as IntersectionObserverInit;
      const observer = new IntersectionObserver((entries) => {
        if (!(entries.at(-1) as { isVisible?: boolean }).isVisible) return;
        observer.disconnect();
        resolve();
      }, options);
      if (target) observer.observe(target);
    });
    await new Promise(requestAnimationFrame);
    document.querySelector('#cover')?.remove();
    await isSeen;
  });
  await page.mouse.click(x, y);
  await expect(refused(page)).toBeAttached();
  expect(ehr.count('apply.create')).toBe(0);
});

for (const [how, move] of [
  ['in steps too small to be seen', "chart.style.top = 200 - Math.min(200, 3 * ++step) + 'px'"],
  ['by scrolling the page', 'scrollTo(0, Math.min(200, 50 * ++step))'],
] as const) {
  test(
    `a panel that the page brings under the pointer ${how} writes nothing`,
    longUnless(how.includes('scroll')),
    async ({ page, ehr }) => {
      await ehr.open({ css: '#chart{position:relative;top:200px}body{min-height:300vh}' });
      await ehr.show();
      await toConfirmation(page);
      const { x, y } = await middleOf(page);
      await page.mouse.move(x, y - 200);
      await stopClock(page);
      await page.evaluate(`new Promise((moved) => {
      const chart = document.querySelector('#chart');
      let step = 0;
      const go = () => { ${move}; if (step * ${how.includes('scroll') ? 50 : 3} < 200) requestAnimationFrame(go); else requestAnimationFrame(moved); };
      requestAnimationFrame(go);
    })`);
      await page.mouse.click(x, y - 200);
      await expect(refused(page)).toBeAttached();
      expect(ehr.count('apply.create')).toBe(0);
    },
  );
}

test('nothing of a panel can be selected, by a page that searches for it or by a person for a page that listens', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  await ehr.showOpened();
  await page.getByRole('button', { name: 'PHQ-9', exact: true }).click();
  await page.getByText('Ana Lima, born').dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  const read = await page.evaluate(() => {
    const selected = () => getSelection()?.toString() ?? '';
    const said = [selected()];
    for (const word of ['Ana Lima', 'Moderate', 'PHQ-9']) {
      (globalThis as unknown as { find(text: string, ...more: boolean[]): boolean }).find(
        word,
        false,
        false,
        true,
      );
      getSelection()?.modify('extend', 'forward', 'documentboundary');
      said.push(selected());
    }
    document.execCommand('selectAll');
    return [...said, selected()].join('\n');
  });
  expect(read).not.toMatch(/Ana Lima|Moderate|PHQ/);
});

test('a host that the page carries into another document shows nothing there, and comes back to nothing', async ({
  page,
  ehr,
}) => {
  await ehr.open({ markup: '<div id="chart"><h1 id="name">Lima, Ana</h1></div><iframe></iframe>' });
  await ehr.show();
  await expect(page.getByText('Ana Lima, born')).toBeVisible();
  const left = await page.evaluate(async () => {
    const host = document.querySelector('#chart > span');
    const other = document.querySelector('iframe')?.contentDocument;
    if (!host || !other) throw new Error('nothing to carry');
    other.body.append(host);
    await null;
    const there = host.shadowRoot?.textContent;
    document.body.append(host);
    return { there, back: host.shadowRoot?.textContent };
  });
  expect(left).toEqual({ there: '', back: '' });
  await ehr.show();
  expect(await page.evaluate(() => document.querySelectorAll('#chart > span').length)).toBe(0);
});
