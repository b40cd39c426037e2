import { chart } from './extension-panel/service.ts';
import { type Ehr, expect, OPEN, problem, test } from './extension-panel-fixture.ts';

const LONG = 'Maria Clara Aparecida de Albuquerque Cavalcanti';

/** A patient without a flag, a late request or anything that could not be read. */
function calm(name: string) {
  const known = chart();
  return { ...known, patient: { ...known.patient, name }, courses: known.courses.slice(1, 2) };
}

const height = (ehr: Ehr): Promise<number> =>
  ehr.page.locator('.strip').evaluate((strip) => strip.getBoundingClientRect().height);

for (const lang of ['en', 'pt-BR']) {
  test(`in ${lang} the line is 48 px high, with a long name too, whose birthday stays in sight`, async ({
    page,
    ehr,
  }) => {
    await ehr.open({ lang });
    for (const name of ['Ana', LONG]) {
      ehr.answers['chart.read'] = () => calm(name);
      await ehr.blank();
      await ehr.show(`epoch-of-${name}`);
      await expect(page.locator('.whose')).toContainText(name);
      for (const width of [500, 560, 640, 900, 1366]) {
        await page.setViewportSize({ width: width + 32, height: 600 });
        await expect.poll(() => height(ehr), `${name} at ${width} px`).toBe(48);
        const { born, whose } = await page.locator('.who').evaluate((who) => {
          const [whose, born] = [...who.children].map((one) => one as HTMLElement);
          const end = who.closest('.main')?.getBoundingClientRect().right ?? 0;
          const own = born?.getBoundingClientRect();
          return {
            born: own !== undefined && own.width > 60 && own.right <= end + 1,
            whose: whose?.clientWidth ?? 0,
          };
        });
        expect(born, `the birthday of ${name} at ${width} px`).toBe(true);
        expect(whose, `the name of ${name} at ${width} px`).toBeGreaterThan(20);
      }
    }
  });

  test(`in ${lang} a patient who is not linked has one line of 48 px: what it is, and one button`, async ({
    page,
    ehr,
  }) => {
    ehr.answers['chart.read'] = () => problem('not-linked');
    await ehr.open({ lang });
    await ehr.show();
    const box = page.locator('.failure');
    await expect(box.getByRole('button')).toHaveCount(1);
    for (const width of [360, 480, 900, 1366]) {
      await page.setViewportSize({ width, height: 600 });
      await expect.poll(() => height(ehr), `${width} px`).toBe(48);
      await expect(box.getByRole('button')).toBeInViewport({ ratio: 1 });
    }
    // Cut off or not, it is there to be heard and to be read by the pointer.
    await expect(box.locator('p').first()).toHaveAttribute('title', /\. .+\.$/);
  });
}

test('a name that is cut off is said whole under the pointer and with the keyboard’s focus, and moves nothing', async ({
  page,
  ehr,
}) => {
  ehr.answers['chart.read'] = () => calm(LONG);
  await page.setViewportSize({ width: 640, height: 600 });
  await ehr.open();
  await ehr.show();
  const tip = page.locator('.whole-name');
  await page.locator('.who').hover();
  await expect(tip).toHaveText(`${LONG} Lima, born 4 Mar 1990`);
  expect(await height(ehr)).toBe(48);
  await page.mouse.move(0, 0);
  await expect(tip).toHaveCount(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: OPEN })).toBeFocused();
  await expect(tip).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('#sheet')).toBeVisible();
  await expect(tip).toHaveCount(0);
});

test('in a narrow line the birthday stands apart from the name, and no score is cut off without a sign', async ({
  page,
  ehr,
}) => {
  await page.setViewportSize({ width: 360, height: 600 });
  await ehr.open({ lang: 'pt-BR' });
  await ehr.show();
  await expect(page.locator('.whose')).toHaveText('Ana Lima,');
  const gapPx = await page.locator('.who').evaluate((who) => {
    const [name, born] = [...who.children].map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getBoundingClientRect();
    });
    return name && born && born.top === name.top ? born.left - name.right : null;
  });
  expect(gapPx).toBeGreaterThan(2);
  for (const width of [360, 560, 760]) {
    await page.setViewportSize({ width, height: 600 });
    const lines = await page.locator('.scores > span').evaluateAll((all) =>
      all.map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
      }),
    );
    expect(lines.length).toBeGreaterThan(0);
    // A score that took two lines would lose its date out of sight.
    expect(new Set(lines), `${width} px`).toEqual(new Set([1]));
  }
});
