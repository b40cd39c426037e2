import type { Page } from '@playwright/test';
import { axeOf } from './axe.ts';
import { chart } from './extension-panel/service.ts';
import { type Ehr, expect, problem, test } from './extension-panel-fixture.ts';
import { longUnless } from './long.ts';

async function isClean(page: Page): Promise<void> {
  const { violations } = await axeOf(page).exclude('#name').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

const empty = { ...chart(), applications: [], courses: [] };

/** What the background says, and what is then seen. */
const STATES: Readonly<Record<string, readonly [answer: () => unknown, en: RegExp, ptBR: RegExp]>> = {
  'signed out': [() => problem('signed-out'), /You are not signed in/, /Você não está conectado/],
  'not linked': [() => problem('not-linked'), /not linked yet/, /ainda não está vinculado/],
  disagreeing: [() => problem('disagrees'), /the record disagree/, /o cadastro divergem/],
  'failed with a trace': [
    () => problem('INTERNAL', { status: 500, traceId: 'trace-1' }),
    /Support reference: trace-1/,
    /Referência para o suporte: trace-1/,
  ],
  empty: [() => empty, /No questionnaires sent yet/, /Nenhum questionário aplicado/],
};

const CELLS = [
  { width: 1280, colorScheme: 'light', lang: 'en' },
  { width: 360, colorScheme: 'dark', lang: 'pt-BR' },
] as const;

for (const [name, [answer, en, ptBR]] of Object.entries(STATES)) {
  for (const { width, colorScheme, lang } of CELLS) {
    const isShort = name === 'not linked' && width === 1280;
    test(
      `${name}, ${width} px, ${colorScheme}, ${lang}: says so, and is clean to axe`,
      longUnless(isShort),
      async ({ page, ehr }) => {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        ehr.answers['chart.read'] = answer;
        await ehr.open({ lang });
        await ehr.show();
        await expect(page.locator('.strip').getByText(lang === 'en' ? en : ptBR)).toBeVisible();
        await isClean(page);
      },
    );
  }
}

test('while scores are read it says so in a word, in one line of 48 px', async ({ page, ehr }) => {
  const held = Promise.withResolvers<ReturnType<typeof chart>>();
  ehr.answers['chart.read'] = () => held.promise;
  await ehr.open();
  await ehr.show();
  await expect(page.getByText('Loading scores')).toBeVisible();
  await isClean(page);
  expect((await page.locator('.panel').boundingBox())?.height).toBe(48);
  held.resolve(chart());
  await expect(page.getByText('Ana Lima')).toBeVisible();
  await expect(page.getByText('Loading scores')).toHaveCount(0);
});

test('what cannot be drawn is said to be so, never that there is nothing, and can be tried again', async ({
  page,
  ehr,
}) => {
  const script = `const { append } = Element.prototype;
    globalThis.isBroken = true;
    Element.prototype.append = function (...nodes) {
      if (globalThis.isBroken && nodes.some((node) => node.matches?.('tr.row')))
        throw new TypeError('no row can be drawn');
      return append.apply(this, nodes);
    };`;
  await ehr.open({ script });
  await ehr.show();
  await expect(page.getByRole('alert')).toContainText('The reply could not be read');
  await expect(page.getByText('No questionnaires sent yet')).toHaveCount(0);
  await page.evaluate(() => Object.assign(globalThis, { isBroken: false }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('tr.row').first()).toContainText('14 of 27');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('where nothing that was sent could be read, it says that, and not that nothing was sent', async ({
  page,
  ehr,
}) => {
  ehr.answers['chart.read'] = () => ({ ...empty, unreadable: 1 });
  await ehr.open();
  await ehr.show();
  await expect(page.locator('.empty')).toContainText('The reply could not be read');
  await expect(page.getByText('No questionnaires sent yet')).toHaveCount(0);
});

/** Opens everything that can be open at once. */
async function openAll(page: Page, ehr: Ehr): Promise<void> {
  await ehr.showOpened();
  await page.locator('tr.row').first().click();
  await page.getByRole('button', { name: /All on one timeline|Tudo em uma linha do tempo/ }).click();
  for (const summary of await page.locator('summary').all()) await summary.click();
  await page.locator('[data-kind=recur]').click();
  await page.locator('.strip .primary').click();
  await expect(page.locator('.suggested')).toBeVisible();
}

for (const width of [1280, 700, 360]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const lang of ['en', 'pt-BR'] as const) {
      const isShort = width === 360 && colorScheme === 'dark' && lang === 'pt-BR';
      test(
        `all open, ${width} px, ${colorScheme}, ${lang}: fits, and is clean to axe`,
        longUnless(isShort),
        async ({ page, ehr }) => {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await ehr.open({ lang });
          await openAll(page, ehr);
          await isClean(page);
          const { scroll, client } = await page.evaluate(() => ({
            scroll: document.documentElement.scrollWidth,
            client: document.documentElement.clientWidth,
          }));
          expect(scroll).toBeLessThanOrEqual(client);
        },
      );
    }
  }
}

test('what could not be read again stays, with its time and what to do; nothing stays once nobody is signed in', async ({
  page,
  ehr,
}) => {
  await ehr.open();
  await ehr.show();
  await expect(page.getByText(/^PHQ-9 14 Moderate/)).toBeVisible();
  ehr.answers['chart.read'] = () => problem('NETWORK');
  await page.evaluate(() => globalThis.panels.changed());
  await expect(page.locator('.stale')).toContainText('Out of date. Last updated 21 Nov 2026, 09:05.');
  await expect(page.locator('.stale')).toContainText('The service could not be reached');
  await expect(page.getByText(/^PHQ-9 14 Moderate/)).toBeVisible();
  ehr.answers['chart.read'] = () => problem('signed-out');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('You are not signed in')).toBeVisible();
  const read = ehr.asked.filter(({ intent }) => intent === 'chart.read');
  expect(
    read.map(({ input }) => input),
    'read anew where somebody asks for it',
  ).toEqual([{}, {}, { isAnew: true }]);
  await expect(page.getByText('Ana Lima')).toBeHidden();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(() => ehr.asked.at(-1)).toMatchObject({ intent: 'side.open', input: { at: 'sign-in' } });
});

test('offline is said, and it is read again once the connection is back', async ({ page, ehr, context }) => {
  await ehr.open();
  await context.setOffline(true);
  ehr.answers['chart.read'] = () => problem('offline');
  await ehr.show();
  await expect(page.getByText('You are offline')).toBeVisible();
  ehr.answers['chart.read'] = () => chart();
  await context.setOffline(false);
  await expect(page.getByText('Ana Lima')).toBeVisible();
});

test('items that could not be read are counted', async ({ page, ehr }) => {
  ehr.answers['chart.read'] = () => ({ ...chart(), unreadable: 2 });
  await ehr.open();
  await ehr.show();
  await expect(page.getByText('2 fields could not be read')).toBeVisible();
});
