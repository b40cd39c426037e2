import { listAnswers } from './extension-panel/list.ts';
import { expect, test } from './extension-panel-fixture.ts';

/** A list as dense as old systems have it: rows of 21 px, a narrow column that cuts off, nothing that wraps. */
const CSS = `body{font:12px Arial}table{border-collapse:collapse;table-layout:fixed;inline-size:280px}
td{padding:3px;overflow:hidden;white-space:nowrap;line-height:15px}col.n{inline-size:110px}col.b{inline-size:70px}`;
const MARKUP = `<table id="wl"><col class="n"><col class="b"><col><tbody>${Array.from(
  { length: 12 },
  (_, at) =>
    `<tr><td class="nm">PATIENT ${at}</td><td>01.02.1990</td><td class="ix"><tt>mrn-${at}</tt></td></tr>`,
).join('')}</tbody></table>`;
const ROWS = {
  select: '#wl tr',
  patient: [{ from: 'text' as const, kind: 'key' as const, system: 'mrn', select: 'tt' }],
  place: { select: 'td.ix', at: 'last' as const },
};

test('in rows of 21 px marks make none higher and say the score, whole by name', async ({ page, ehr }) => {
  ehr.answers['list.read'] = (input) => {
    const answer = listAnswers(input);
    return { ...answer, rows: answer.rows.map((row, at) => (at === 5 ? { state: 'unlinked' } : row)) };
  };
  await ehr.open({ css: CSS, markup: MARKUP });
  const heights = () =>
    page.locator('#wl tr').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  const before = await heights();
  await page.evaluate((rows) => globalThis.panels.list(rows), ROWS);
  const marks = page.locator('#wl tr').getByRole('button');
  await expect(marks.nth(7)).toHaveAccessibleName(/PHQ-9: 7 of 27/);
  await expect(marks.nth(5)).toHaveText(/./);
  expect(await heights()).toEqual(before);
  const seen = await marks.nth(7).evaluate((mark) => {
    const host = (mark.getRootNode() as ShadowRoot).host;
    const cell = (host.closest('td') as Element).getBoundingClientRect();
    const isIn = (one: Element): boolean => {
      const { right, top, bottom } = one.getBoundingClientRect();
      return right <= cell.right + 1 && top >= cell.top - 1 && bottom <= cell.bottom + 1;
    };
    const own = mark.getBoundingClientRect();
    return {
      texts: [...mark.children].filter((one) => one.textContent && isIn(one)).map((one) => one.textContent),
      isIn: own.right <= cell.right + 1 && own.bottom <= cell.bottom + 1,
    };
  });
  expect(seen.texts).toContain('7');
  expect(seen.isIn).toBe(true);
});

test('the tester says of a row’s place where marks make rows higher, and where they have no room', async ({
  page,
  ehr,
}) => {
  ehr.answers['list.read'] = listAnswers;
  await ehr.open({
    css: `${CSS}.tight{inline-size:20px}.wraps td{white-space:normal}`,
    markup: `${MARKUP}<p><span class="tight" id="tight" style="display:inline-block;overflow:hidden;white-space:nowrap">mrn-1</span></p>
      <p id="wrapping" style="inline-size:60px">Lima Sousa</p>`,
  });
  const judge = (row: string, select: string) =>
    page.evaluate(
      ([row, select]) => {
        const [one, anchor] = [document.querySelector(row), document.querySelector(select)];
        if (!one || !anchor) throw new Error('no row');
        return globalThis.judgeRowPlace(one, { anchor, at: 'last' });
      },
      [row, select] as const,
    );
  expect(await judge('#wl tr', '#wl td.ix')).toBeNull();
  expect(await judge('p', '#tight')).toMatchObject({ why: 'narrow', measure: 0 });
  expect(await judge('#wrapping', '#wrapping')).toMatchObject({ why: 'pushes' });
  // With marks there already.
  await page.evaluate((rows) => globalThis.panels.list(rows), ROWS);
  await expect(page.locator('#wl tr').getByRole('button').nth(7)).toHaveAccessibleName(/PHQ-9/);
  expect(await judge('#wl tr', '#wl td.ix')).toBeNull();
});
