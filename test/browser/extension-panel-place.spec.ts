import { expect, test } from './extension-panel-fixture.ts';
import { longUnless } from './long.ts';

/** Tags from the panel's host up to the page's main part. */
const around = () => {
  const tags: string[] = [];
  let element: Element | null = [...document.querySelectorAll('span')].find((one) => one.shadowRoot) ?? null;
  for (; element && element.localName !== 'main'; element = element.parentElement)
    tags.push(element.localName);
  return tags;
};

const table = `<table id="table"><thead><tr><th>A</th><th>B</th><th>C</th></tr></thead>
  <tbody id="body"><tr id="row"><td colspan="2">1</td><td id="cell">2</td></tr></tbody></table>`;

for (const [select, at, tags] of [
  ['#row', 'before', ['span', 'td', 'tr', 'tbody', 'table']],
  ['#row', 'after', ['span', 'td', 'tr', 'tbody', 'table']],
  ['#row', 'last', ['span', 'td', 'tr', 'tbody', 'table']],
  ['#cell', 'first', ['span', 'td', 'tr', 'tbody', 'table']],
  ['#cell', 'after', ['span', 'td', 'tr', 'tbody', 'table']],
  ['#body', 'first', ['span', 'td', 'tr', 'tbody', 'table']],
  ['#body', 'after', ['span', 'td', 'tr', 'tbody', 'table']],
  ['#table', 'last', ['span', 'td', 'tr', 'tbody', 'table']],
  ['#table', 'after', ['span']],
] as const) {
  const isShort = select === '#row' || select === '#cell';
  test(`in a table, ${at} ${select}, the markup stays valid`, longUnless(isShort), async ({ page, ehr }) => {
    await ehr.open({ markup: table });
    await ehr.show('epoch-of-ana', select, at);
    await expect(page.getByText('Ana Lima')).toBeVisible();
    expect(await page.evaluate(around)).toEqual(tags);
    if (select === '#row' && at !== 'last') {
      const [row, all] = await page.evaluate(() => {
        const host = [...document.querySelectorAll('span')].find((one) => one.shadowRoot);
        return [host?.getBoundingClientRect().width ?? 0, document.querySelector('table')?.clientWidth ?? 0];
      });
      expect(row).toBeGreaterThan(all * 0.8);
    }
    await ehr.blank();
    expect(
      await page.evaluate(() => document.querySelectorAll('td:empty, tr:empty, tbody:empty').length),
    ).toBe(0);
    expect(await page.evaluate(() => document.querySelectorAll('tr').length)).toBe(2);
  });
}

for (const [name, css, least] of [
  ['a row of a flex box', '#chart{display:flex}#chart p{order:-1}', 300],
  ['a column of a flex box', '#chart{display:flex;flex-direction:column;align-items:center}', 700],
  ['a grid', '#chart{display:grid;grid-template-columns:1fr 1fr 1fr}', 700],
  ['a box that shrinks to its content', '#chart{display:inline-block}', 300],
  ['a low box that cuts off', '#chart{height:0;overflow:hidden}', 700],
  ['a low box that does not', '#chart{height:0}', 700],
] as const) {
  test(`in ${name} it has room and is seen`, async ({ page, ehr }) => {
    await page.setViewportSize({ width: 900, height: 800 });
    await ehr.open({ css });
    await ehr.showOpened();
    const row = page.getByRole('button', { name: 'PHQ-9', exact: true });
    await row.click();
    await expect(page.locator('.detail .score-graph')).toBeVisible();
    const { width = 0 } = (await page.locator('.panel').boundingBox()) ?? {};
    expect(width).toBeGreaterThan(least);
  });
}

test('the page’s styles do not reach in', async ({ page, ehr }) => {
  await ehr.open();
  await ehr.showOpened();
  const looks = () =>
    page.locator('.row, h2, .who, .primary').evaluateAll((all) =>
      all.map((one) => {
        const {
          color,
          fontSize,
          lineHeight,
          textTransform,
          textShadow,
          letterSpacing,
          visibility,
          userSelect,
          direction,
        } = getComputedStyle(one);
        const { width, height } = one.getBoundingClientRect();
        return {
          color,
          fontSize,
          lineHeight,
          textTransform,
          textShadow,
          letterSpacing,
          visibility,
          userSelect,
          direction,
          width,
          height,
        };
      }),
    );
  await expect(page.getByRole('button', { name: 'WHO-5', exact: true })).toBeVisible();
  const before = await looks();
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = `html{font-size:10px}
      *{color:red!important;text-transform:uppercase!important;text-shadow:2px 2px red!important;letter-spacing:3px!important;
        line-height:3!important;font:30px serif!important;user-select:none!important;box-sizing:content-box!important;
        --instrument-risk:transparent!important;--_ink:transparent!important}
      span{display:none!important;visibility:hidden!important;opacity:0!important;position:absolute!important}
      button{display:none!important}`;
    document.head.append(style);
  });
  expect(await looks()).toEqual(before);
});

test('it is dark on a dark ground and light on a light one, whatever the browser prefers, and as the page goes over', async ({
  page,
  ehr,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await ehr.open({ css: '#chart{background:#101418;color:#eee}html.day #chart{background:#fff}' });
  await ehr.show();
  await expect(page.getByText('Ana Lima')).toBeVisible();
  const scheme = () => page.locator('.wrap').evaluate((one) => getComputedStyle(one).colorScheme);
  expect(await scheme()).toBe('dark');
  await page.evaluate(() => {
    const chart = document.querySelector<HTMLElement>('#chart');
    if (chart) chart.style.background = 'white';
  });
  await page.locator('.panel').hover();
  expect(await scheme()).toBe('light');
  // Where nobody comes near: by the page's own switch, and by the browser's preference.
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.querySelector('#chart')?.removeAttribute('style'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(scheme).toBe('dark');
  await page.evaluate(() => document.documentElement.classList.add('day'));
  await expect.poll(scheme).toBe('light');
});

test('on paper there is all of it, closed or open, and no button', async ({ page, ehr }) => {
  await ehr.open();
  await ehr.showOpened();
  await page.getByRole('button', { name: 'PHQ-9', exact: true }).click();
  await expect(page.locator('.detail .score-graph')).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('#sheet')).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  const [line, sheet] = [
    await page.locator('.strip').boundingBox(),
    await page.locator('#sheet').boundingBox(),
  ];
  expect(sheet?.y, 'below the line').toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? 0) - 1);
  await expect(page.getByRole('button', { name: 'Send questionnaire' })).toBeHidden();
  await expect(page.locator('.detail .score-graph')).toBeVisible();
  await expect(page.getByText('PHQ-9: Risk flag · 10 Aug 2026')).toBeVisible();
  await expect(page.getByRole('button', { name: /^View/ })).toHaveCount(0);
});
