import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildWidgetModules } from '../../scripts/build-widget.ts';
import { sparklinePaths } from '../../shared/chart/sparkline.ts';
import { FORM, PATIENT, sound } from '../../shared/score/fuzz.fixture.ts';
import { shortView } from '../../shared/score/short-view.ts';
import { type Driver, until } from './driver.ts';
import { NOW, SCORES, serveElements } from './elements-page.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-elements-'));
  await buildWidgetModules(folder);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inside = (tag: string, body: string): string =>
  `const root = document.querySelector('${tag}')?.shadowRoot; if (!root) return null; ${body}`;
/** Clicks what has this text; gives whether it was there. */
const clickOn = (selector: string, text: string): string =>
  inside(
    'instrument-apply',
    `const found = [...root.querySelectorAll('${selector}')].find((one) => one.textContent.includes('${text}'));
     if (!found || found.disabled) return false; found.click(); return true;`,
  );

describe.each([
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
] as const)('sparkline, overview, apply and caseload in %s', (_, start) => {
  let driver: Driver;
  let page: Awaited<ReturnType<typeof serveElements>>;
  beforeAll(async () => {
    page = await serveElements(folder);
    driver = await start();
    await driver.goto(page.url);
  }, 120_000);
  afterAll(async () => {
    await driver?.close();
    page?.close();
  });

  it('draws a course in the size of a word, and says what it shows', async () => {
    const { instrument, submissions } = sound(SCORES);
    const scale = { ...instrument };
    const view = shortView({ patientId: PATIENT, formId: FORM, submissions, scale, now: NOW });
    const shown = await until<{ d: string; label: string; width: number; text: string } | null>(
      driver,
      inside(
        'instrument-sparkline',
        `const svg = root.querySelector('svg'); if (!svg) return null;
         return { d: svg.querySelector('.line').getAttribute('d'), label: svg.getAttribute('aria-label'),
           width: svg.getBoundingClientRect().width, text: root.textContent };`,
      ),
      (found) => found !== null,
    );
    expect(shown?.d).toBe(sparklinePaths(view).line);
    expect(shown?.label).toMatch(/^PHQ-9: 6 answers.*First 19, lowest 11, highest 19, latest 14\./);
    expect(shown?.label).toContain('1 missed');
    expect(shown?.width).toBe(100);
    expect(shown?.text).toContain('Last flagged ');
    expect(shown?.text).toMatch(/14\s*of 27/);
    expect(await driver.evaluate("return document.querySelector('instrument-sparkline').status")).toBe(
      'ready',
    );
  });

  it('has a row for the instrument, and draws its scores on the time axis', async () => {
    const row = "root.querySelector('tr.row')";
    const text = await until<string | null>(
      driver,
      inside('instrument-overview', `return ${row}?.textContent ?? null;`),
      (said) => said !== null,
    );
    expect(text).toMatch(/PHQ-9.*14.*of 27.*3 higher than/);
    const height = inside('instrument-overview', `return ${row}.getBoundingClientRect().height;`);
    expect(await driver.evaluate(height)).toBeGreaterThan(20);
    await driver.evaluate(
      inside('instrument-overview', "root.getElementById('time-axis').click(); return true;"),
    );
    const painted = await until<number | null>(
      driver,
      inside(
        'instrument-overview',
        `const canvas = root.querySelector('#explore canvas'); if (!canvas || !canvas.width) return null;
         const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
         return data.filter((value, at) => at % 4 === 3 && value > 0).length;`,
      ),
      (count) => (count ?? 0) > 0,
    );
    expect(painted).toBeGreaterThan(1_000);
  });

  it('applies an instrument to the patient who is named, once, and gives link and QR code', async () => {
    const isDone = (done: boolean | null) => done === true;
    await until(driver, clickOn('[role=option]', 'PHQ-9'), isDone);
    await until(driver, clickOn('button', 'Continue'), isDone);
    await until(driver, clickOn('button', 'Send PHQ-9 to Ana Lima'), isDone);
    const said = await until<string | null>(
      driver,
      inside('instrument-apply', 'return root.textContent;'),
      (text) => text?.includes('was sent') ?? false,
    );
    expect(said).toContain('PHQ-9 was sent to Ana Lima.');
    const shown = await until<{ link: string; qr: number; name: string }>(
      driver,
      inside(
        'instrument-apply',
        `const qr = root.querySelector('[part=qr]');
         return { link: root.querySelector('input[readonly]')?.value, qr: qr?.getBoundingClientRect().width ?? 0,
           name: qr?.getAttribute('aria-label') ?? '' };`,
      ),
      ({ qr }) => qr > 0,
    );
    expect(shown.link).toBe('https://answer.example/answer/token-100');
    expect(shown.qr).toBeGreaterThan(100);
    expect(page.applications).toHaveLength(1);
    expect(page.applications[0]).toMatchObject({ patientId: PATIENT, recurrenceCycle: 'NOW' });
  });

  it('lists the patient with the flag of their latest answer, and draws its course', async () => {
    const shown = await until<{ text: string; height: number } | null>(
      driver,
      inside(
        'instrument-caseload',
        `const row = root.querySelector('.row'); if (!row?.querySelector('.course svg')) return null;
         return { text: root.getElementById('flags').textContent + row.textContent,
           height: row.getBoundingClientRect().height };`,
      ),
      (found) => found !== null,
    );
    expect(shown?.text).toMatch(/1 risk flag.*Ana Lima.*suicide or self-harm.*16/);
    expect(shown?.height).toBeGreaterThan(20);
  });

  it('breaks no rule of a strict policy, and throws nothing', async () => {
    expect(await driver.evaluate('return globalThis.violations')).toEqual([]);
    expect(await driver.evaluate('return globalThis.thrown')).toEqual([]);
  });
});
