import { expect, test } from './own-page.ts';
import { start } from './site/chart.ts';

test('tells of every change of a list before it is painted, and when it is none any more', async ({
  page,
}) => {
  await start(page, '<ul id=list><li><b>1</b></ul>');
  await page.waitForFunction(() => bench.log.includes('list'));
  const log = await page.evaluate(async () => {
    bench.log.length = 0;
    (document.querySelector('b') as HTMLElement).textContent = '2';
    await null;
    const seen = [...bench.log];
    document.querySelector('#list')?.remove();
    await null;
    return [seen, bench.log.slice(-2)];
  });
  expect(log).toEqual([['list'], ['no list', 'facts none']]);
});

test('rows that are used again are read again before they are painted, however much else the page changes', async ({
  page,
}) => {
  await start(page, `<ul id=list>${'<li><b>0</b></li>'.repeat(9)}</ul><div id=noise></div>`);
  await page.waitForFunction(() => bench.rows.size === 9);
  const wrong = await page.evaluate(async () => {
    const found: string[] = [];
    const noise = document.querySelector('#noise');
    for (let turn = 1; turn <= 120; turn++) {
      // More than the script may look at.
      for (let more = 0; more < 300; more++) noise?.replaceChildren(document.createElement('i'));
      await bench.frame();
      const name = [...document.querySelectorAll('b')][turn % 9];
      if (turn % 2 && name) name.textContent = `${turn}`;
      else if (name?.firstChild) (name.firstChild as Text).data = `${turn}`;
      await null;
      for (const [row, said] of bench.rows)
        if (said !== row.textContent) found.push(`${said} stood for ${row.textContent} at turn ${turn}`);
    }
    return found;
  });
  expect(wrong).toEqual([]);
});
