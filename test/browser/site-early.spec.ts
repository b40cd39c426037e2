import type { Page } from '@playwright/test';
import { expect, test } from './own-page.ts';
import { bundled, ORIGIN } from './site/open.ts';

const ANA = '<header id=banner><h1 id=name>Ana</h1><b id=key>1</b></header>';
const EMPTY = '<header id=banner></header>';
/** In a task of its own, as what comes from a server is put in. */
const later = (...steps: string[]): string =>
  `<script>addEventListener('DOMContentLoaded', async () => {
     const $ = (select) => document.querySelector(select);
     const task = () => new Promise((resolve) => setTimeout(resolve));
     ${steps.map((step) => `await task(); ${step};`).join('\n')}
     globalThis.isDone = true;
   })</script>`;

async function open(page: Page, body: string): Promise<void> {
  await page.route(`${ORIGIN}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><body>${body}</body></html>`,
    }),
  );
  await page.addInitScript({ content: await bundled('./early.ts') });
  await page.goto(ORIGIN);
  await page.waitForFunction(() => Reflect.get(globalThis, 'isDone') === true);
}

const ask = (page: Page) =>
  page.evaluate(() => {
    const named = ['#banner', '#name', '#key'].flatMap((select) => document.querySelector(select) ?? []);
    return globalThis.mayBeParted?.(new Set(named));
  });

const fill = `$('#banner').innerHTML = '<h1 id=name>Ana</h1><b id=key>1</b>'`;

for (const [what, body] of [
  ['parsed with the document', ANA + later('0')],
  ['given another class', ANA + later(`$('#banner').className = 'loaded'`)],
  ['put into an empty element at once', EMPTY + later(fill)],
  ['put in with the element at once', `<main></main>${later(`$('main').innerHTML = '${ANA}'`)}`],
  [
    'left as it is while the page changes beside it',
    ANA + later("document.body.append('x')", "document.body.append('y')"),
  ],
] as const)
  test(`a header is whole that was ${what}`, async ({ page }) => {
    await open(page, body);
    expect(await ask(page)).toBe(false);
  });

for (const [what, body] of [
  [
    'came part by part',
    EMPTY +
      later(
        `$('#banner').innerHTML = '<b id=key>1</b>'`,
        `$('#banner').insertAdjacentHTML('beforeend', '<h1 id=name>Ana</h1>')`,
      ),
  ],
  [
    'had its name put in beside the key that was parsed',
    `<header id=banner><b id=key>1</b></header>${later(`$('#banner').insertAdjacentHTML('beforeend', '<h1 id=name>Ana</h1>')`)}`,
  ],
  ['had its name written over another', ANA + later(`$('#name').firstChild.data = 'Bia'`)],
  ['stood in place of another’s', ANA + later(fill.replace('Ana', 'Bia'))],
  ['was filled twice', EMPTY + later(fill, fill)],
  ['had another key in an attribute', ANA + later(`$('#key').setAttribute('data-key', '2')`)],
  ['changed with more than is kept', ANA + later('for (let n = 0; n < 5001; n++) document.body.append("x")')],
] as const)
  test(`a header may be of two patients that ${what}`, async ({ page }) => {
    await open(page, body);
    expect(await ask(page)).toBe(true);
  });

test('what is within a shadow root may be of two patients, since its changes are not seen', async ({
  page,
}) => {
  await open(page, `<main></main>${later(`$('main').attachShadow({ mode: 'open' }).innerHTML = '${ANA}'`)}`);
  const within = await page.evaluate(() => {
    const name = document.querySelector('main')?.shadowRoot?.querySelector('#name');
    return name && globalThis.mayBeParted?.(new Set([name]));
  });
  expect(within).toBe(true);
});

test('nothing is observed where the page was answered for before it was parsed', async ({ page }) => {
  const whileParsed = `<script>
    endEarly();
    const { observe } = MutationObserver.prototype;
    MutationObserver.prototype.observe = function (...given) {
      if (given[1]?.attributeOldValue) globalThis.isObserved = true;
      return observe.apply(this, given);
    };
  </script>`;
  await open(page, whileParsed + ANA + later('0'));
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isObserved'))).toBeUndefined();
});

test('nothing is noted any more once it was asked, or once the page does not concern us', async ({
  page,
}) => {
  await open(page, ANA + later('0'));
  expect(await ask(page)).toBe(false);
  expect(await ask(page)).toBeUndefined();
  await open(page, ANA + later('0'));
  await page.evaluate(() => endEarly());
  expect(await ask(page)).toBeUndefined();
});
