import type { Locator } from '@playwright/test';
import { ANA, BRUNO, PHQ9, phq9 } from './panel-data.ts';
import { attributes, expect, test } from './panel-fixture.ts';
import { asInstrument, GAD7 } from './several-instruments.ts';

interface Panel extends HTMLElement {
  data: unknown;
  patientId: string | null;
  headingLevel: number;
  fetchToken: unknown;
  status: string;
  error: Error | null;
}

test('properties set before the definition are kept', async ({ page, panels }) => {
  await panels.open(
    '<instrument-panel></instrument-panel>',
    `document.querySelector('instrument-panel').data = ${JSON.stringify(phq9())};
     document.querySelector('instrument-panel').headingLevel = 4;`,
  );
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  await expect(page.getByRole('heading', { level: 4 })).toContainText('PHQ-9');
});

test('a second definition and a second copy of the script change nothing', async ({ page, panels }) => {
  panels.answer(phq9());
  await panels.open(`<instrument-panel ${attributes(ANA)}></instrument-panel>`);
  await page.evaluate(async () => {
    const copy = await import(/* @vite-ignore */ '/kit-copy.js' as string);
    copy.InstrumentPanel.define();
    copy.InstrumentPanel.define('instrument-panel-two');
    copy.InstrumentPanel.define('instrument-panel-three');
  });
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  expect(await page.evaluate(() => Boolean(customElements.get('instrument-panel-three')))).toBe(true);
});

test('moving and re-parenting keep what is shown, and read nothing again', async ({ page, panels }) => {
  panels.answer(phq9());
  await panels.open(`<instrument-panel ${attributes(ANA)}></instrument-panel><section></section>`);
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  const before = panels.asked('');
  await page.evaluate(() => {
    const panel = document.querySelector('instrument-panel');
    const section = document.querySelector('section');
    if (!panel || !section) throw new Error('no panel');
    section.append(panel);
    document.body.prepend(panel);
  });
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  await page.waitForTimeout(200);
  expect(panels.asked('')).toBe(before);
});

test('a panel that was taken out reads anew when it comes back', async ({ page, panels }) => {
  panels.answer(phq9());
  await panels.open(`<instrument-panel ${attributes(ANA)}></instrument-panel>`);
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  panels.answer(phq9({ scores: [19, 8] }));
  await page.evaluate(async () => {
    const panel = document.querySelector('instrument-panel');
    panel?.remove();
    await new Promise((done) => setTimeout(done, 50));
    if (panel) document.body.append(panel);
  });
  await expect(page.locator('[part=score]')).toHaveText('8 of 27');
});

test('data that breaks the contract shows an error, data of another patient nothing', async ({
  page,
  panels,
}) => {
  await panels.open(`<instrument-panel patient-id="${ANA}"></instrument-panel>`);
  const panel = page.locator('instrument-panel');
  const { graph } = phq9();
  await panel.evaluate(
    (element, broken) => {
      (element as Panel).data = { graph: broken };
    },
    { ...graph, series: 'none' },
  );
  await expect(page.locator('[part=message]')).toContainText('could not be read');
  await panel.evaluate(
    (element, other) => {
      (element as Panel).data = { graph: other };
    },
    phq9({ patientId: '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a09' }).graph,
  );
  await expect(page.locator('[part=message]')).toContainText('another patient');
  await panel.evaluate((element, right) => {
    (element as Panel).data = { graph: right };
  }, graph);
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  await expect(page.locator('[part=risk]')).toContainText('Risk data unavailable');
});

/** Counts what changes in a panel's tree from now on, keeps its graph, and forgets the events so far. */
const watchPanel = (panel: Locator) =>
  panel.evaluate((element) => {
    const counts = { mutations: 0 };
    const observer = new MutationObserver((records) => {
      counts.mutations += records.length;
    });
    const everything = { subtree: true, childList: true, characterData: true, attributes: true };
    observer.observe(element.shadowRoot as ShadowRoot, everything);
    const drawn = element.shadowRoot?.querySelector('.score-graph');
    Object.assign(globalThis, { counts, drawn, events: [] });
  });
const give = (panel: Locator, data: unknown) =>
  panel.evaluate(async (element, given) => {
    (element as Panel).data = given;
    // Longer than reading and drawing take, none of which waits for a network.
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
  }, data);

test('the same data again change nothing: no node, no event, and the tip stays', async ({ page, panels }) => {
  await panels.open('<instrument-panel></instrument-panel>');
  const panel = page.locator('instrument-panel');
  await give(panel, phq9());
  const graph = page.locator('[part=graph]');
  await expect(page.locator('[part=tools]')).toBeVisible();
  await graph.press('ArrowLeft');
  const tip = await page.locator('.tip').textContent();
  await watchPanel(panel);
  await give(panel, phq9());
  expect(await page.evaluate('counts')).toEqual({ mutations: 0 });
  expect(await page.evaluate('events')).toEqual([]);
  await expect(page.locator('.tip')).toHaveText(tip ?? '');
  await expect(graph).toBeFocused();
});

test('data with another answer keep the graph, the tip and the focus, and load once more', async ({
  page,
  panels,
}) => {
  await panels.open('<instrument-panel></instrument-panel>');
  const panel = page.locator('instrument-panel');
  await give(panel, phq9({ scores: [19, 14] }));
  const graph = page.locator('[part=graph]');
  await expect(page.locator('[part=tools]')).toBeVisible();
  await graph.press('Home');
  const tip = await page.locator('.tip').textContent();
  await watchPanel(panel);
  await give(panel, phq9({ scores: [19, 14, 8] }));
  await expect(page.locator('[part=score]')).toHaveText('8 of 27');
  expect(await page.evaluate('drawn.isConnected')).toBe(true);
  expect(await page.evaluate('events')).toMatchObject([{ type: 'instrument-load' }]);
  await expect(page.locator('.tip')).toHaveText(tip ?? '');
  await expect(graph).toBeFocused();
});

test('the same answers read two days later are two days older, and load no second time', async ({
  page,
  panels,
}) => {
  await panels.open('<instrument-panel></instrument-panel>');
  const panel = page.locator('instrument-panel');
  const readOn = (generatedAt: string) => {
    const course = phq9({ scores: [19, 14] });
    return { ...course, graph: { ...course.graph, generatedAt } };
  };
  // Answered at noon of 15 June.
  await give(panel, readOn('2026-06-17T12:00:00Z'));
  await expect(page.locator('[part=date]')).toContainText('2 days ago');
  await watchPanel(panel);
  await give(panel, readOn('2026-06-19T12:00:00Z'));
  await expect(page.locator('[part=date]')).toContainText('4 days ago');
  expect(await page.evaluate('drawn.isConnected')).toBe(true);
});

test('data that were changed inside are read anew', async ({ page, panels }) => {
  await panels.open('<instrument-panel></instrument-panel>');
  const panel = page.locator('instrument-panel');
  await give(panel, phq9());
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  await panel.evaluate(
    (element, other) => {
      const { data } = element as Panel & { data: object };
      (element as Panel).data = Object.assign(data, other);
    },
    phq9({ scores: [19, 8] }),
  );
  await expect(page.locator('[part=score]')).toHaveText('8 of 27');
});

test('the next panel of a page shows its data at once, and nothing before', async ({ page, panels }) => {
  await panels.open('<instrument-panel></instrument-panel>');
  const panel = page.locator('instrument-panel');
  await give(panel, phq9());
  await expect(page.locator('[part=notes]')).toBeVisible();
  const shown = await panel.evaluate(
    async (first, data) => {
      const next = document.createElement('instrument-panel') as Panel;
      next.data = data;
      first.after(next);
      // The update that the change has queued, and nothing that waits for code.
      await null;
      const find = (part: string) => next.shadowRoot?.querySelector<HTMLElement>(`[part=${part}]`);
      return [next.status, find('score')?.textContent, find('notes')?.hidden, find('tools')?.hidden];
    },
    phq9({ scores: [19, 8] }),
  );
  expect(shown).toEqual(['ready', '8 of 27', false, false]);
});

test('data of another patient blank the panel at once', async ({ page, panels }) => {
  await panels.open('<instrument-panel></instrument-panel>');
  const panel = page.locator('instrument-panel');
  await give(panel, phq9());
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  const shown = await panel.evaluate(
    async (element, data) => {
      (element as Panel).data = data;
      // The update that setting a property has queued, and nothing that waits for code.
      await null;
      return element.shadowRoot?.querySelector('[part=score]')?.textContent;
    },
    phq9({ patientId: BRUNO, scores: [19, 8] }),
  );
  expect(shown).not.toContain('14');
  await expect(page.locator('[part=score]')).toHaveText('8 of 27');
});

test('data of another instrument than was asked for, or with that of another, show nothing', async ({
  page,
  panels,
}) => {
  await panels.open(`<instrument-panel patient-id="${ANA}" form-id="${PHQ9}"></instrument-panel>`);
  const panel = page.locator('instrument-panel');
  const right = phq9({ flagged: [5] });
  const wrong = asInstrument(right, GAD7, 'GAD-7');
  const give = (data: object) =>
    panel.evaluate((element, given) => Reflect.set(element, 'data', given), data);
  await give(wrong);
  await expect(page.locator('[part=message]')).toContainText('another patient or instrument');
  await expect(page.locator('[part=title]')).not.toContainText('GAD-7');
  await give({ ...right, instrument: wrong.instrument });
  await expect(page.locator('[part=message]')).toContainText('another patient or instrument');
  // What is no instrument and no list takes neither the score nor the rest away.
  await give({ ...right, instrument: { ...right.instrument, id: 9 } });
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  await expect(page.locator('[part=risk]')).toContainText('Risk flag');
  const told = page.waitForEvent('console', (message) => message.type() === 'warning');
  await give({ ...right, submissions: 'none' });
  expect((await told).text()).toMatch(/data/);
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  await expect(page.locator('[part=risk]')).toContainText('Risk data unavailable');
});

test('submissions of another patient among the data are left out, and that is said and told', async ({
  page,
  panels,
}) => {
  await panels.open(`<instrument-panel patient-id="${ANA}" form-id="${PHQ9}"></instrument-panel>`);
  const panel = page.locator('instrument-panel');
  const right = phq9();
  const other = { ...phq9({ flagged: [5] }).submissions.at(-1), id: 990, patientId: BRUNO };
  const submissions = [other, ...right.submissions];
  await panel.evaluate((element, data) => Reflect.set(element, 'data', data), { ...right, submissions });
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  await expect(page.locator('[part=risk]')).toContainText('No risk flag');
  await expect(page.locator('[part=notes]')).toContainText('1 field could not be read');
  await expect(page.locator('instrument-panel:state(partial)')).toHaveCount(1);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'events'))).toContainEqual({
    type: 'instrument-error',
    detail: expect.objectContaining({ patientId: ANA, code: 'partial' }),
  });
});

test('many changes in one task are one reading', async ({ page, panels }) => {
  panels.answer(phq9());
  await panels.open(`<instrument-panel ${attributes(ANA)}></instrument-panel>`);
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  const before = panels.asked('graph');
  await page.locator('instrument-panel').evaluate((panel) => {
    for (const date of ['2026-01-01', '2026-02-01', '2026-03-01']) panel.setAttribute('start-date', date);
  });
  await expect(page.locator('[part=notes]')).toContainText('from 1 Mar 2026');
  expect(panels.asked('graph')).toBe(before + 1);
});

test('a lazy panel reads nothing until it comes near', async ({ page, panels }) => {
  panels.answer(phq9());
  await page.setViewportSize({ width: 800, height: 400 });
  await panels.open(
    `<div id="far"></div><instrument-panel ${attributes(ANA, 'loading="lazy"')}></instrument-panel>`,
    `document.getElementById('far').style.blockSize = '3000px';`,
  );
  await page.waitForTimeout(300);
  expect(panels.asked('')).toBe(0);
  await page.locator('instrument-panel').scrollIntoViewIfNeeded();
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
});

test('a page that says late where to read is waited for', async ({ page, panels }) => {
  panels.answer(phq9());
  const bare = attributes(ANA).replace(/base-url="[^"]*"/, '');
  await panels.open(`<instrument-panel ${bare}></instrument-panel>`);
  await page.waitForTimeout(300);
  await expect(page.locator('instrument-panel:state(loading)')).toHaveCount(1);
  await page.evaluate(() => {
    const { kit, fetchToken } = globalThis as unknown as {
      kit: { configure(options: unknown): void };
      fetchToken: unknown;
    };
    kit.configure({ baseUrl: location.origin, fetchToken, locale: 'pt-BR' });
  });
  await expect(page.locator('[part=score]')).toHaveText('14 de 27');
});
