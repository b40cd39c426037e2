import { ANA, BRUNO, type Course, phq9 } from '../browser/panel-data.ts';
import { attributes, expect, test } from './panel-fixture.ts';

const courses: Record<string, Course> = {
  [ANA]: phq9({ patientId: ANA, scores: [19, 17] }),
  [BRUNO]: phq9({ patientId: BRUNO, scores: [3, 2] }),
};
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const show = (panel: Element, patientId: string): void => panel.setAttribute('patient-id', patientId);

test('a change of patient blanks the panel at once, before any answer', async ({ page, panels }) => {
  panels.answer((patientId, what) => (patientId === BRUNO ? new Promise(() => {}) : courses[ANA]?.[what]));
  await panels.open(`<instrument-panel ${attributes(ANA)}></instrument-panel>`);
  await expect(page.locator('[part=score]')).toHaveText('17 of 27');
  const left = await page.locator('instrument-panel').evaluate((panel, patientId) => {
    panel.setAttribute('patient-id', patientId);
    const root = panel.shadowRoot;
    const drawn = [...(root?.querySelectorAll('svg path') ?? [])].length;
    return { text: root?.textContent ?? '', drawn, label: root?.querySelector('[part=graph]')?.ariaLabel };
  }, BRUNO);
  expect(left.text).not.toMatch(/17|Moderately|risk flag|2026/i);
  expect(left.drawn).toBe(0);
  expect(left.label ?? '').not.toContain('27');
});

test('answers that come late, in any order, never show one patient for another', async ({ page, panels }) => {
  const delays = [120, 10, 60, 5, 90, 30, 0];
  let turn = 0;
  panels.answer(async (patientId, what) => {
    await pause(delays[turn++ % delays.length] ?? 0);
    return courses[patientId || ANA]?.[what];
  });
  await panels.open(`<instrument-panel ${attributes(ANA)}></instrument-panel>`);
  const panel = page.locator('instrument-panel');
  await panel.evaluate((element: HTMLElement) => {
    const seen: string[] = [];
    Reflect.set(globalThis, 'seen', seen);
    element.addEventListener('instrument-load', ({ detail }) => {
      const score = element.shadowRoot?.querySelector('[part=score]')?.textContent ?? '';
      seen.push(`${element.getAttribute('patient-id')} ${detail.patientId} ${score}`);
    });
  });
  for (let change = 0; change < 12; change++) {
    await panel.evaluate(show, change % 2 === 0 ? BRUNO : ANA);
    await pause((change * 37) % 110);
  }
  await panel.evaluate(show, BRUNO);
  await expect(page.locator('[part=score]')).toHaveText('2 of 27');
  for (const line of await page.evaluate(() => Reflect.get(globalThis, 'seen') as string[])) {
    const [asked, shown] = line.split(' ');
    expect(shown).toBe(asked);
    expect(line).toContain(asked === ANA ? '17 of 27' : '2 of 27');
  }
});

for (const what of ['graph', 'submissions'] as const) {
  test(`a reply (${what}) about another patient is refused whole, and that is said`, async ({
    page,
    panels,
  }) => {
    panels.answer((_, asked) => courses[asked === what ? BRUNO : ANA]?.[asked]);
    await panels.open(`<instrument-panel ${attributes(ANA)}></instrument-panel>`);
    await expect(page.locator('[part=message]')).toContainText('about another patient or instrument');
    expect(
      await page.locator('instrument-panel').evaluate(({ shadowRoot }) => shadowRoot?.textContent),
    ).not.toContain('of 27');
  });
}

test('access that is withdrawn takes the graph away', async ({ page, panels }) => {
  panels.answer(courses[ANA] as Course);
  await panels.open(`<instrument-panel ${attributes(ANA, 'refresh="1"')}></instrument-panel>`);
  await expect(page.locator('[part=score]')).toHaveText('17 of 27');
  panels.answer((_, __, route) => route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'no' } }));
  await expect(page.locator('[part=message]')).toContainText('do not have permission');
  await expect(page.locator('instrument-panel svg')).toHaveCount(0);
});

test('logout blanks every panel, and a new sign-in brings it back', async ({ page, panels }) => {
  panels.answer(courses[ANA] as Course);
  await panels.open(`<instrument-panel ${attributes(ANA)}></instrument-panel>`);
  await expect(page.locator('[part=score]')).toHaveText('17 of 27');
  await page.evaluate(() => (globalThis as unknown as { kit: { logout(): void } }).kit.logout());
  await expect(page.locator('[part=message]')).toContainText('Your sign-in has expired');
  await expect(page.locator('instrument-panel svg')).toHaveCount(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('[part=score]')).toHaveText('17 of 27');
});

test('names and titles that hold HTML are shown as text', async ({ page, panels }) => {
  const title = '<img src=x onerror="globalThis.hacked=1"><b>PHQ</b>';
  const course = phq9({ title });
  for (const point of course.graph.series[0]?.points ?? []) point.classification = { title };
  for (const range of course.graph.series[0]?.scoreRanges ?? []) range.title = title;
  panels.answer({ ...course, instrument: { ...course.instrument, shortTitle: title } });
  await panels.open(`<instrument-panel ${attributes(ANA)}></instrument-panel>`);
  await expect(page.locator('[part=title]')).toContainText(title);
  await expect(page.locator('[part=classification]')).toContainText(title);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'hacked'))).toBeUndefined();
});
