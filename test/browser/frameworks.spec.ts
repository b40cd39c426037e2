import type { Page } from '@playwright/test';
import { choose } from './apply-fixture.ts';
import { EXAMPLES, expect, test } from './frameworks-fixture.ts';
import { longUnless } from './long.ts';
import { PROFESSIONAL } from './panel-data.ts';

const score = (page: Page) => page.locator('instrument-panel [part=score]');
const heard = (page: Page) => page.locator('#heard');
const patient = (page: Page) => page.getByRole('combobox', { name: 'Patient' });

/** Elements that every example shows. */
const SHOWN = ['instrument-panel', 'instrument-sparkline', 'instrument-apply'];

for (const example of EXAMPLES) {
  test.describe(example, () => {
    test('shows the chart, tells of events, and blanks at once for another patient', async ({
      page,
      chart,
    }) => {
      await chart.open(example);
      await expect(score(page)).toHaveText('14 of 27');
      await expect(heard(page)).toHaveText('Shown: submission 6');
      await expect(page.locator('instrument-sparkline [part=score]')).toContainText('14');
      await expect(page.locator('instrument-apply [part=patient]')).toContainText('Ana Lima');

      const release = chart.holdBruno();
      await patient(page).selectOption('Bruno Reis');
      await expect(page.locator('instrument-panel:state(loading)')).toHaveCount(1);
      const left = await page.locator('instrument-panel').evaluate((panel) => panel.shadowRoot?.textContent);
      expect(left).not.toMatch(/14|Moderate|risk flag|2026/i);
      await expect(page.locator('instrument-apply [part=patient]')).not.toContainText('Ana');
      // What the page gives itself is there without the network.
      await expect(page.locator('instrument-sparkline [part=score]')).toContainText('8');
      release();
      await expect(score(page)).toHaveText('8 of 27');
      await expect(heard(page)).toHaveText('Shown: submission 3');

      await choose(page, 'GAD-7');
      await page.getByRole('button', { name: /^Send GAD-7 to Bruno Reis/ }).click();
      await expect(heard(page)).toHaveText('Applied: 100');
      expect(chart.service.sent).toHaveLength(1);
    });

    test(
      'reads once for each time that the chart is opened, wherever it is moved',
      longUnless(example.startsWith('React')),
      async ({ page, chart }) => {
        await chart.open(example);
        await expect(score(page)).toHaveText('14 of 27');
        expect(chart.readings()).toBe(1);

        await page.locator('section').evaluate((section) => {
          const { parentNode, nextSibling } = section;
          document.body.prepend(section);
          document.body.append(section);
          parentNode?.insertBefore(section, nextSibling);
        });
        await page.getByRole('button', { name: 'Close chart' }).click();
        await expect(page.locator('instrument-panel')).toHaveCount(0);
        expect(chart.readings()).toBe(1);
        await page.getByRole('button', { name: 'Open chart' }).click();
        await expect(score(page)).toHaveText('14 of 27');
        expect(chart.readings()).toBe(2);
        await patient(page).selectOption('Bruno Reis');
        await expect(score(page)).toHaveText('8 of 27');
        expect(chart.readings()).toBe(3);
      },
    );

    // React sets a property of a plain tag only where the element is registered: its components are for the others.
    if (example === 'react, by plain tags') return;

    test(
      'keeps what was set before the elements were registered',
      longUnless(example.startsWith('plain')),
      async ({ page, chart }) => {
        await page.addInitScript(() => {
          const define = customElements.define.bind(customElements);
          const waiting: Parameters<typeof define>[] = [];
          customElements.define = (...given) => void waiting.push(given);
          Object.assign(globalThis, {
            registered: () => waiting.map(([name]) => name),
            register: () => {
              for (const given of waiting) define(...given);
            },
          });
        });
        await chart.open(example);
        // The single file registers more elements than the page shows.
        await page.waitForFunction((shown) => {
          const registered = Reflect.get(globalThis, 'registered')();
          return shown.every((name) => registered.includes(name));
        }, SHOWN);
        await patient(page).selectOption('Bruno Reis');
        expect(await page.locator('instrument-panel').evaluate((panel) => panel.shadowRoot)).toBe(null);
        await page.evaluate(() => Reflect.get(globalThis, 'register')());
        await expect(score(page)).toHaveText('8 of 27');
        await expect(page.locator('instrument-sparkline [part=score]')).toContainText('8');
        await expect(heard(page)).toHaveText('Shown: submission 3');
      },
    );
  });
}

test('a second copy of the kit leaves the first as it is, and works beside it', async ({ page, chart }) => {
  await chart.open('plain HTML, one file');
  await expect(score(page)).toHaveText('14 of 27');
  await page.evaluate(async (professionalId) => {
    const load = (name: string) => import(`/html/kit/${name}.js`);
    const [copy] = await Promise.all([load('define'), load('apply/define'), load('sparkline/define')]);
    const { kitOptions, patients, formId } = await import('/clinic.js' as string);
    copy.configure(kitOptions());
    copy.InstrumentPanel.define('copied-panel');
    const panel = document.createElement('copied-panel');
    const asked = { 'patient-id': patients[1].id, 'professional-id': professionalId, 'form-id': formId };
    for (const [name, value] of Object.entries(asked)) panel.setAttribute(name, value);
    document.body.append(panel);
  }, PROFESSIONAL);
  await expect(page.locator('copied-panel [part=score]')).toHaveText('8 of 27');
  await expect(score(page)).toHaveText('14 of 27');
  await patient(page).selectOption('Bruno Reis');
  await expect(score(page)).toHaveText('8 of 27');
});
