import type { Page } from '@playwright/test';
import { ANA, BRUNO, type Course, phq9 } from './panel-data.ts';
import { expect, openTool, type Panels, test } from './panel-fixture.ts';

/** Keeps the texts that are written on canvases, and what stands on the page when it is printed. */
const WATCH = `
  globalThis.written = [];
  globalThis.printed = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    written.push(text);
    return fillText.call(this, text, ...place);
  };
  globalThis.print = () => {
    dispatchEvent(new Event('beforeprint'));
    const { shadowRoot } = document.querySelector('instrument-panel');
    printed.push(['paper', 'read'].map((id) => shadowRoot.getElementById(id).textContent).join('\\n'));
    dispatchEvent(new Event('afterprint'));
  };`;

const kept = (page: Page, what: 'written' | 'printed') =>
  page.evaluate((name) => Reflect.get(globalThis, name) as string[], what);

async function open(page: Page, panels: Panels, course: Course, patientId = ANA): Promise<void> {
  await page.route(`**/professionals/*/patients/${ANA}`, (route) =>
    route.fulfill({ json: { serviceId: patientId, name: 'Ana', surname: 'Souza' } }),
  );
  panels.answer(course);
  await panels.open(`<instrument-panel ${panels.attributes} time-zone="UTC"></instrument-panel>`, WATCH);
}

async function savePicture(page: Page): Promise<string[]> {
  const saved = page.waitForEvent('download');
  await (await openTool(page, 'Save as picture')).click();
  expect((await saved).suggestedFilename()).not.toContain('Ana');
  return kept(page, 'written');
}

test('a picture says whose it is, what its marks mean, and where it comes from', async ({ page, panels }) => {
  const course = phq9({ scores: [19, 17, 12, 14], flagged: [1], missed: [20] });
  await open(page, panels, course);
  const written = await savePicture(page);
  expect(written).toContain('Patient: Ana Souza');
  expect(written.join('\n')).toMatch(/Source: submission 4, retrieved \d+ \w+ \d{4}/);
  expect(written).toContain(
    'Square frame: risk flag · Dotted: an answer is missing in between · ×: missed · Dashed: since the latest answer',
  );
});

test('a picture explains no mark that it does not have', async ({ page, panels }) => {
  const course = phq9({ scores: [19, 14] });
  Object.assign(course.graph, { generatedAt: null });
  await open(page, panels, course);
  expect(
    (await savePicture(page)).filter((text) => /:.*(flag|missed|read)$|Dashed|Dotted/.test(text)),
  ).toEqual([]);
});

test('a picture breaks a long line, and leaves no word out', async ({ page, panels }) => {
  const course = phq9();
  for (const range of course.graph.series[0]?.scoreRanges ?? [])
    range.title = `${range.title} ${'very long '.repeat(5)}`;
  await open(page, panels, course);
  const written = (await savePicture(page)).join(' ');
  expect(written).toMatch(/Ranges: Minimal ( ?very long){5} +0–4.*Severe ( ?very long){5} +20–27/);
});

test('a picture names nobody where the record is of another patient, and says so', async ({
  page,
  panels,
}) => {
  await open(page, panels, phq9(), BRUNO);
  const written = await savePicture(page);
  expect(written.join('\n')).not.toContain('Souza');
  expect(written).toContain('The patient’s name could not be loaded.');
});

test('print says whose it is, where it comes from and the whole date, and leaves no name behind', async ({
  page,
  panels,
}) => {
  await open(page, panels, phq9({ scores: [19, 14] }));
  await (await openTool(page, 'Print')).click();
  await expect.poll(() => kept(page, 'printed')).toHaveLength(1);
  const [printed] = await kept(page, 'printed');
  expect(printed).toMatch(
    /^Patient: Ana Souza\nSource: submission 2, retrieved \d+ \w+ \d{4}, \d\d:\d\d\nUpdated \d+ \w+ \d{4}, \d\d:\d\d$/,
  );
  await expect(page.locator('#paper')).toBeEmpty();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('[part=tools] summary')).toBeHidden();
});

test('nothing is printed of a patient who was left while their name was read', async ({ page, panels }) => {
  await open(page, panels, phq9());
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(`**/professionals/*/patients/${ANA}`, async (route) => {
    await answered;
    await route.fulfill({ json: { serviceId: ANA, name: 'Ana', surname: 'Souza' } }).catch(() => {});
  });
  const asked = page.waitForRequest(`**/professionals/*/patients/${ANA}`);
  await (await openTool(page, 'Print')).click();
  await asked;
  panels.answer(phq9({ patientId: BRUNO, scores: [3] }));
  await page.locator('instrument-panel').evaluate((panel, id) => panel.setAttribute('patient-id', id), BRUNO);
  answer();
  await expect(page.locator('[part=score]')).toHaveText('3 of 27');
  expect(await kept(page, 'printed')).toEqual([]);
  await expect(page.locator('#paper')).toBeEmpty();
});
