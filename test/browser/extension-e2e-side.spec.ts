import type { Page } from '@playwright/test';
import { stopBackground } from '../extension/applying.ts';
import { workerOf } from '../extension/browser.ts';
import { expect, people, settled, test } from '../extension/fixture.ts';
import { SidePanel } from '../extension/side-panel.ts';
import { press } from './press.ts';

/** Each with an instrument that neither of the others was ever asked. */
const OWN = { 'Camila Rocha': 'PHQ-9', 'Thiago Barbosa': 'PCL-5', 'Hiroshi Tanaka': 'DEMO-6' } as const;
const PEOPLE = Object.keys(OWN) as (keyof typeof OWN)[];

/** Writes down, after each change of a page and before anything is painted, which of these texts stand in it. */
async function writeDown(page: Page, texts: readonly string[]): Promise<() => Promise<string[][]>> {
  await page.addInitScript((wanted) => {
    const seen: string[][] = [];
    Reflect.set(globalThis, 'seen', seen);
    const roots: ShadowRoot[] = [];
    const note = (): void => {
      const text = [document.documentElement, ...roots.filter(({ isConnected }) => isConnected)]
        .map(({ textContent }) => textContent)
        .join(' ');
      const now = wanted.filter((one) => text.includes(one));
      if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now);
    };
    const observer = new MutationObserver(note);
    const everything = { childList: true, subtree: true, characterData: true };
    observer.observe(document, everything);
    const { attachShadow } = Element.prototype;
    Element.prototype.attachShadow = function (init) {
      const root = attachShadow.call(this, init);
      roots.push(root);
      observer.observe(root, everything);
      return root;
    };
  }, texts);
  return () => page.evaluate(() => Reflect.get(globalThis, 'seen') as string[][]);
}

test('the side panel follows the tab’s patient through fast changes and a stop of the background, and never shows two', async ({
  page,
  context,
  stack,
}) => {
  test.setTimeout(120_000);
  const known = await people(page, stack, PEOPLE);
  const recordOf = (name: string): string => known.find((one) => one.name === name)?.record ?? '';
  await page.goto(`${stack.urls.ehr}/spa/patients/${recordOf(PEOPLE[0] ?? '')}`);
  await settled(page);
  // Beside the page it is about, as the active tab of their window: so it is in a tab that is not looked at.
  const side = await context.newPage();
  const seen = await writeDown(side, [...PEOPLE, ...Object.values(OWN)]);
  await side.goto(new URL('/sidepanel.html', (await workerOf(context)).url()).href);
  await page.bringToFront();
  const names = side.getByRole('banner');
  await expect(names).toContainText('Camila Rocha');
  // Chromium writes pages of extensions smaller than others, and names and birthdays have to be read.
  expect(await side.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('14px');

  const visited: string[] = ['Camila Rocha'];
  const visit = async (name: string): Promise<void> => {
    visited.push(name);
    await page.getByLabel('Go to record').fill(recordOf(name));
    await page.getByRole('button', { name: 'Open', exact: true }).click();
  };
  for (const at of [1, 2, 0, 2, 1]) await visit(PEOPLE[at] ?? '');
  await expect(names).toContainText('Thiago Barbosa');
  await expect(side.getByRole('button', { name: /^PCL-5/ })).toBeVisible();
  await visit('Hiroshi Tanaka');
  await stopBackground(context, page);
  await visit('Camila Rocha');
  await expect(names).toContainText('Camila Rocha');
  await expect(side.getByRole('button', { name: /^PHQ-9/ })).toBeVisible();

  const states = await seen();
  const shown = states.map((texts) => PEOPLE.filter((one) => texts.includes(one)));
  for (const [at, texts] of states.entries()) {
    const [one, ...others] = shown[at] ?? [];
    expect(others, `beside ${one}`).toEqual([]);
    const courses = texts.filter((text) => Object.values<string>(OWN).includes(text));
    expect(
      courses.every((course) => one !== undefined && OWN[one] === course),
      texts.join(),
    ).toBe(true);
  }
  // Nobody comes back by a late answer: who is shown comes in the order of the visits, and the last one stays.
  const order = shown.flat().filter((one, at, all) => one !== all[at - 1]);
  let from = -1;
  for (const one of order) {
    from = visited.indexOf(one, from + 1);
    expect(from, `${order.join(', ')} in ${visited.join(', ')}`).toBeGreaterThan(-1);
  }
  expect(order.at(-1)).toBe(visited.at(-1));
  await side.close();
});

test('a click on the panel’s button opens the browser’s own side panel, on this patient’s scores, and it follows', async ({
  page,
  context,
  stack,
}) => {
  const [camila, thiago] = await people(page, stack, ['Camila Rocha', 'Thiago Barbosa']);
  await page.goto(`${stack.urls.ehr}/spa/patients/${camila?.record}`);
  await settled(page);
  await page.getByRole('button', { name: /Show scores, Camila Rocha/ }).click();
  await press(page.getByRole('button', { name: 'Side panel' }));
  const side = await SidePanel.opened(context);
  await expect.poll(() => side.text()).toContain('Camila Rocha, born 3 Dec 1995');
  // The scores stand in a shadow root, of which this says nothing; the history would be text of the page.
  expect(await side.text()).not.toContain('Requests');
  await page.getByLabel('Go to record').fill(thiago?.record ?? '');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect.poll(() => side.text()).toContain('Thiago Barbosa, born 18 Feb 1980');
  expect(await side.text()).not.toContain('Camila');
  await side.close();
});

test('beside a page without a patient the side panel shows all that the service has, reads one, and gives way to the page', async ({
  page,
  context,
  stack,
}) => {
  const [, thiago] = await people(page, stack, ['Camila Rocha', 'Thiago Barbosa']);
  await page.goto(`${stack.urls.ehr}/spa`);
  const side = await context.newPage();
  await side.goto(new URL('/sidepanel.html', (await workerOf(context)).url()).href);
  await page.bringToFront();
  const [list, banner] = [side.getByRole('grid'), side.getByRole('banner')];
  await side.getByRole('searchbox').fill('Camila Rocha');
  await list.getByRole('button', { name: 'Camila Rocha' }).click();
  await expect(banner).toContainText('Camila Rocha, born 3 Dec 1995');
  await expect(banner).toContainText('Chosen from your list');
  await expect(side.getByRole('button', { name: /^PHQ-9/ })).toBeVisible();
  await page.goto(`${stack.urls.ehr}/spa/patients/${thiago?.record}`);
  await expect(banner).toContainText('Thiago Barbosa');
  await expect(side.getByText('Camila')).toHaveCount(0);
  await side.close();
});
