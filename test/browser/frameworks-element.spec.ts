import { ANA, BRUNO, phq9 } from './panel-data.ts';
import { attributes, expect, test } from './panel-fixture.ts';

test('the language comes through the shadow roots around a panel, the nearest first', async ({
  page,
  panels,
}) => {
  panels.answer(phq9());
  await panels.open('<div id="outer" lang="pt-BR"></div>');
  await page.evaluate((given) => {
    const inner = document.createElement('div');
    document.getElementById('outer')?.attachShadow({ mode: 'closed' }).append(inner);
    const panel = document.createElement('instrument-panel');
    for (const [, name = '', value = ''] of given.matchAll(/(\S+)="([^"]*)"/g))
      panel.setAttribute(name, value);
    Reflect.set(panel, 'fetchToken', Reflect.get(globalThis, 'fetchToken'));
    inner.attachShadow({ mode: 'open' }).append(panel);
    Reflect.set(globalThis, 'panel', panel);
  }, attributes(ANA));
  const score = () =>
    page.evaluate(
      () =>
        (Reflect.get(globalThis, 'panel') as Element).shadowRoot?.querySelector('[part=score]')?.textContent,
    );
  await expect.poll(score).toBe('14 de 27');
});

test('a panel moved into another document takes its styles along, and goes on reading', async ({
  page,
  panels,
}) => {
  panels.answer((patientId, what) => phq9(patientId === ANA ? {} : { patientId, scores: [8] })[what]);
  await panels.open(
    `<instrument-panel ${attributes(ANA)}></instrument-panel><iframe title="Chart"></iframe>`,
  );
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  const styled = (panel: Element) => ({
    sheets: panel.shadowRoot?.adoptedStyleSheets.length,
    display: getComputedStyle(panel.shadowRoot?.querySelector('[part=panel]') as Element).display,
  });
  // The sheet of the tools comes with their code.
  await expect(page.getByRole('button', { name: 'View answers' })).toBeVisible();
  const before = await page.locator('instrument-panel').evaluate(styled);
  expect(before.display).not.toBe('block');
  const asked = panels.asked('');
  await page.evaluate(() => {
    const panel = document.querySelector('instrument-panel');
    const frame = document.querySelector('iframe')?.contentDocument;
    if (!panel || !frame) throw new Error('no frame');
    frame.body.append(panel);
  });
  const inside = page.frameLocator('iframe');
  await expect(inside.locator('[part=score]')).toHaveText('14 of 27');
  expect(await inside.locator('instrument-panel').evaluate(styled)).toEqual(before);
  expect(panels.asked('')).toBe(asked);
  await inside
    .locator('instrument-panel')
    .evaluate((panel, id) => panel.setAttribute('patient-id', id), BRUNO);
  await expect(inside.locator('[part=score]')).toHaveText('8 of 27');
});
