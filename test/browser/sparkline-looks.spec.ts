import { axeOf } from './axe.ts';
import { longUnless } from './long.ts';
import { expect, patient, sparkline, submissionsOf, tableOf, test } from './sparkline-fixture.ts';

const ANA = patient(1);
const COURSE = [19, 17, 18, 14, 11, 14];
const text = (part: string) => `instrument-sparkline [part=${part}]`;

/** A list in each density, all of it drawn, however far down. */
const tables = (rows: readonly string[]): string =>
  ['compact', 'comfortable', 'line']
    .map((density) => tableOf(rows, `loading="eager" density="${density}"`))
    .join('');

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `axe finds nothing in any state, ${colorScheme}`,
    longUnless(colorScheme === 'dark'),
    async ({ page, lists }) => {
      await page.emulateMedia({ colorScheme });
      lists.submissions = [
        ...submissionsOf(patient(1), COURSE, { flagged: [5] }),
        ...submissionsOf(patient(2), COURSE),
        ...submissionsOf(patient(3), [3]).map(({ hasHighRisk, riskFlagCount, ...without }) => without),
      ];
      const rows = [patient(1), patient(2), patient(3), patient(4), 'broken'];
      await lists.open(tables(rows));
      await expect(page.locator('instrument-sparkline svg')).toHaveCount(9);
      await expect(page.locator('instrument-sparkline:state(error)')).toHaveCount(3);
      expect((await axeOf(page).analyze()).violations).toEqual([]);
    },
  );
}

test('axe finds nothing in forced colours, and the marks stay', async ({ page, lists }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  lists.submissions = submissionsOf(ANA, COURSE, { flagged: [5] });
  await lists.open(tableOf([ANA]));
  await expect(page.locator('instrument-sparkline svg')).toHaveCount(1);
  const line = await page
    .locator('instrument-sparkline path.line')
    .evaluate((path) => getComputedStyle(path).stroke);
  expect(line).not.toBe('none');
  expect((await axeOf(page).analyze()).violations).toEqual([]);
});

test('nothing moves when the answers arrive, where the room is reserved as documented', async ({
  page,
  lists,
}) => {
  const rows = Array.from({ length: 12 }, (_, at) => patient(at));
  lists.submissions = rows.flatMap((id, at) => submissionsOf(id, COURSE, { flagged: at % 3 ? [] : [5] }));
  await lists.open(tableOf(rows));
  await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(12);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => Reflect.get(globalThis, 'shifts'))).toEqual([]);
});

for (const [density, width] of [
  ['compact', 1280],
  ['compact', 360],
  ['comfortable', 1280],
  ['comfortable', 360],
  ['line', 1280],
] as const) {
  test(
    `nothing moves when a flagged answer comes, cannot be read again, and can, ${density}, ${width} px`,
    longUnless(density === 'compact'),
    async ({ page, lists }) => {
      const rows = [patient(1), patient(2)];
      const shifts = () =>
        page.evaluate(async () => {
          for (let frames = 0; frames < 3; frames++)
            await new Promise((resolve) => requestAnimationFrame(resolve));
          return Reflect.get(globalThis, 'shifts');
        });
      const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      // The longest name that a range of the PHQ-9 has (Kroenke et al. 2001), as it is called in Portuguese.
      const answers = (flagged: readonly number[], scores: readonly number[]) =>
        rows.flatMap((id) =>
          submissionsOf(id, scores, { flagged }).map((one) => ({
            ...one,
            globalClassification: { color: '#e4572e', title: 'Moderadamente grave' },
          })),
        );
      await page.setViewportSize({ width, height: 800 });
      lists.submissions = answers([], [19, 14]);
      const one = (id: string) => sparkline(id, `density="${density}" refresh="0" lang="pt-BR"`);
      await lists.open(`${rows.map(one).join('<br>')}<p id="after">After</p>`);
      await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(2);
      lists.submissions = answers([2], [19, 14, 18]);
      await look();
      await expect(page.locator('instrument-sparkline #value').first()).toHaveText('18');
      lists.instead = (_, route) => {
        void route.fulfill({ status: 422, json: { code: 'X', message: 'no' } });
        return route;
      };
      await look();
      await expect(page.locator('instrument-sparkline:state(stale)')).toHaveCount(2);
      await expect(page.locator(text('note')).first()).toContainText('não está funcionando');
      expect(await shifts()).toEqual([]);
      lists.instead = () => undefined;
      await page.getByRole('button', { name: 'Tentar novamente' }).first().click();
      await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(2);
      expect(await shifts()).toEqual([]);
    },
  );
}

test('nothing moves when nothing can be read, where the room is reserved as documented', async ({
  page,
  lists,
}) => {
  lists.instead = (_, route) => {
    void route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'no' } });
    return route;
  };
  const densities = ['compact', 'comfortable', 'line'];
  const all = densities.map((density) => sparkline(ANA, `density="${density}" lang="es"`)).join('<br>');
  await lists.open(`${all}<p id="after">After</p>`);
  await expect(page.locator('instrument-sparkline:state(error)')).toHaveCount(3);
  await expect(page.locator(text('note')).first()).toContainText('Puntuación no disponible.');
  expect(await page.evaluate(() => Reflect.get(globalThis, 'shifts'))).toEqual([]);
});

test('from right to left the words turn, and time still runs to the right', async ({ page, lists }) => {
  lists.submissions = submissionsOf(ANA, [0, 27]);
  await lists.open(`<div dir="rtl">${sparkline(ANA)}</div>`);
  await expect(page.locator('instrument-sparkline path.line')).toHaveAttribute('d', 'M5 19L95 5');
  const boxes = await Promise.all(['picture', 'score'].map((part) => page.locator(text(part)).boundingBox()));
  expect(boxes[0]?.x ?? 0).toBeGreaterThan(boxes[1]?.x ?? 0);
  // Each mark begins its line, at the right, with room before its words, whichever way these run.
  const lines = await page.locator('instrument-sparkline').evaluate(({ shadowRoot }) => {
    const box = (id: string) => shadowRoot?.getElementById(id)?.getBoundingClientRect();
    return [
      ['mark', 'risk-text'],
      ['swatch', 'range-text'],
    ].map(([mark = '', words = '']) => (box(mark)?.left ?? 0) - (box(words)?.right ?? 0));
  });
  for (const room of lines) expect(room).toBeGreaterThan(2);
});
