import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_CREDENTIALS, DEMO_STAFF } from '../../sandbox/seed/clinic.ts';
import { buildWidget } from '../../scripts/build-widget.ts';
import { type Stack, startStack } from '../../scripts/stack.ts';
import {
  checkProfessional,
  getScoreGraph,
  listLibrary,
  listPatients,
} from '../../shared/client/contract/index.ts';
import { createClient } from '../../shared/client/index.ts';
import { type Driver, until } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

let folder: string;
let stack: Stack;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-engines-'));
  const widgetFile = await buildWidget(folder);
  stack = await startStack({ portBase: 0, seed: 1, now: '2026-11-18T15:00:00Z', widgetFile });
}, 120_000);
afterAll(async () => {
  await stack?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the service itself holds of a patient's course on PHQ-9, asked past the proxy and the EHR. */
async function courseOf(name: string, surname: string) {
  const client = createClient({ baseUrl: stack.urls.sandbox, auth: DEMO_CREDENTIALS, locale: 'en' });
  const who = await client(checkProfessional, { query: { email: DEMO_STAFF[0].email } });
  const professionalId = who.data.serviceId ?? '';
  const patients = await client(listPatients, { params: { professionalId } });
  const patientId =
    patients.data.find((one) => one.name === name && one.surname === surname)?.serviceId ?? '';
  const formId = (await client(listLibrary)).data.find(({ shortTitle }) => shortTitle === 'PHQ-9')?.id ?? '';
  const graph = await client(getScoreGraph, { params: { professionalId, patientId, formId } });
  return { patientId, formId, points: graph.data.series[0]?.points ?? [] };
}

/** Source that finds the panel of an instrument in the chart's overview: `null` before it is open. */
const findPanel = (formId: string): string =>
  `document.querySelector('instrument-overview')?.shadowRoot?.querySelector('instrument-panel[form-id="${formId}"]')`;

/** Opens the instrument in the overview once its row is there. */
const openPanel = (driver: Driver) =>
  until<boolean>(
    driver,
    `const rows = [...(document.querySelector('instrument-overview')?.shadowRoot?.querySelectorAll('[part=open]') ?? [])];
     const button = rows.find(({ textContent }) => textContent === 'PHQ-9');
     if (button?.ariaExpanded === 'false') button.click();
     return button?.ariaExpanded === 'true';`,
    (isOpen) => isOpen,
  );

/** The text of the panel's places, by their ids; empty before it is there. */
const inPanel = (formId: string, id: string): string =>
  `const panel = ${findPanel(formId)};
   return panel?.shadowRoot?.getElementById('${id}')?.textContent ?? '';`;

/** The name of the graph: it says how many answers are drawn, once the walk is there. */
const graphName = (formId: string): string =>
  `const panel = ${findPanel(formId)};
   return panel?.shadowRoot?.getElementById('graph')?.getAttribute('aria-label') ?? '';`;
const saysCount =
  (count: number) =>
  (name: string): boolean =>
    new RegExp(`\\b${count} answers`).test(name);

const ENGINES = [
  ['Firefox', () => startFirefox()],
  ['WebKit', () => startWebKit()],
] as const;

describe.each(ENGINES)('the main job in %s', (engine, start) => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await start();
  }, 120_000);
  afterAll(() => driver?.close());

  /** Each engine has a patient of its own, so that neither sees what the other answered. */
  const [name, surname] = engine === 'Firefox' ? ['André', 'Nunes'] : ['Rafael', 'Teixeira'];

  it('signs in, opens a patient, and shows headline and graph as the service holds them', async () => {
    const { patientId, formId, points } = await courseOf(name, surname);
    const [ana] = stack.signIns;
    await driver.goto(stack.urls.ehr);
    await driver.fill('#email', ana?.email ?? '');
    await driver.fill('#password', ana?.password ?? '');
    await driver.click('form button[type="submit"]');
    const href = await until<string | null>(
      driver,
      `return document.querySelector('a[href*="${patientId}"]')?.href ?? null`,
      (found) => found !== null,
    );
    await driver.goto(href ?? '');
    await openPanel(driver);
    const last = points.at(-1);
    const headline = await until<string>(driver, inPanel(formId, 'headline'), (text) =>
      text.includes('of 27'),
    );
    expect(headline).toContain(`${last?.score} of 27`);
    expect(headline).toContain(last?.classification?.title);
    await until<string>(driver, graphName(formId), saysCount(points.length));
    expect(await driver.evaluate<string>(inPanel(formId, 'risk'))).toMatch(/risk|self-harm/i);
  });

  it('draws in a box that has a size, with a line for the course', async () => {
    const { formId, points } = await courseOf(name, surname);
    const drawn = await driver.evaluate<{ width: number; height: number; places: number }>(
      `const root = ${findPanel(formId)}.shadowRoot;
       const svg = root.getElementById('graph').querySelector('svg');
       const { width, height } = svg.getBoundingClientRect();
       const paths = [...svg.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? '');
       return { width, height, places: Math.max(...paths.map((d) => d.match(/[ML]/g)?.length ?? 0)) };`,
    );
    expect(drawn.width).toBeGreaterThan(250);
    expect(drawn.height).toBeGreaterThan(100);
    expect(drawn.places).toBe(points.length);
  });

  it('walks the points with the arrow keys, and announces each', async () => {
    const { formId, points } = await courseOf(name, surname);
    const focus = `${findPanel(formId)}.shadowRoot.getElementById('graph').focus(); return true;`;
    await driver.evaluate(focus);
    await driver.press('Home');
    const first = await until<string>(driver, inPanel(formId, 'live'), (text) => text !== '');
    expect(first).toContain(`${points[0]?.score} of 27`);
    await driver.press('ArrowRight');
    const second = await until<string>(driver, inPanel(formId, 'live'), (text) => text !== first);
    expect(second).toContain(`${points[1]?.score} of 27`);
  });

  it('applies an instrument, and shows the new answer in the open graph without a reload', async () => {
    const { formId, points } = await courseOf(name, surname);
    const chart = await driver.evaluate<string>('return location.href');
    await driver.goto(`${chart}/apply`);
    const root = `document.querySelector('instrument-apply')?.shadowRoot`;
    const clickOn = (selector: string) =>
      until<boolean>(
        driver,
        `const found = ${root}?.querySelector('${selector}'); found?.click(); return Boolean(found);`,
        Boolean,
      );
    await clickOn(`#option-${formId}`);
    await clickOn('[part=form] [part=button]');
    await until<boolean>(driver, `return Boolean(${root}?.querySelector('[part=confirm]'))`, Boolean);
    // What the clinic has in use already is confirmed.
    await driver.evaluate(`${root}.querySelector('[part=in-use] input')?.click(); return true;`);
    await clickOn('[part=confirm] [part=button]');
    const link = await until<string | null>(
      driver,
      `return ${root}?.querySelector('a[part=open]')?.href ?? null`,
      (found) => found !== null,
    );
    await driver.goto(chart);
    await openPanel(driver);
    await until<string>(driver, graphName(formId), saysCount(points.length));
    await driver.evaluate('globalThis.stillTheSamePage = true; return true;');

    const client = createClient({ baseUrl: stack.urls.sandbox, auth: DEMO_CREDENTIALS, locale: 'en' });
    const { data } = await client(listLibrary);
    const questions = data.find(({ id }) => id === formId)?.questions ?? [];
    const answers = questions.map(({ id, questionOptions }) => ({
      questionId: id,
      value: questionOptions?.[3]?.value,
    }));
    const reply = await fetch(link ?? '', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ answers }),
    });
    expect(reply.status).toBe(200);

    // Kroenke, Spitzer, Williams 2001: nine items at 3 make 27, severe.
    const headline = await until<string>(driver, inPanel(formId, 'headline'), (text) =>
      text.includes('27 of 27'),
    );
    expect(headline).toContain('Severe');
    expect(await driver.evaluate('return globalThis.stillTheSamePage === true')).toBe(true);
  });
});
