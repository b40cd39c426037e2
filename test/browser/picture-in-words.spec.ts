import type { Page } from '@playwright/test';
import { ANA, phq9 } from './panel-data.ts';
import { attributes, expect, test } from './panel-fixture.ts';
import { patient, sparkline, test as sparklineTest, submissionsOf } from './sparkline-fixture.ts';

/** Answered every 14 days from 1 June; a request of day 20 was not answered, the second answer is flagged. */
const SCORES = [19, 17, 18, 3, 11, 14];
const COURSE = { scores: SCORES, flagged: [1], missed: [20] };
const DAYS = ['1 Jun', '15 Jun', '29 Jun', '13 Jul', '27 Jul', '10 Aug'].map((day) => `${day} 2026`);
/** The axis ends at the service's clock. */
const LAST_DAY = 84;

/** Day and score of each piece of a path, read back from where it is drawn: 10,000 by 1,000, 27 at the top. */
async function drawn(page: Page, selector: string): Promise<(readonly [day: number, score: number])[]> {
  const d = (await page.locator(`instrument-panel ${selector}`).getAttribute('d')) ?? '';
  return [...d.matchAll(/[ML](\d+) (\d+)/g)].map(([, x, y]) => [
    Math.round((Number(x) / 10_000) * LAST_DAY),
    Math.round((1 - Number(y) / 1_000) * 27),
  ]);
}

test('name, table and walk of a graph say what its picture shows', async ({ page, panels }) => {
  panels.answer(phq9(COURSE));
  await panels.open(`<instrument-panel ${attributes(ANA, 'refresh="0"')}></instrument-panel>`);
  await expect(page.locator('[part=score]')).toHaveText('14 of 27');
  const dots = await drawn(page, '.dots');
  expect(dots).toEqual(SCORES.map((score, index) => [index * 14, score]));
  const flags = await drawn(page, '.flags:not(.core)');
  expect(flags).toEqual([[14, 17]]);
  const missed = (await page.locator('instrument-panel .missed').first().textContent())?.length;
  expect(missed).toBe(1);
  expect(await drawn(page, '.gap')).toEqual([
    [14, 17],
    [28, 18],
  ]);

  const graph = page.locator('#graph');
  await expect(graph).toHaveAttribute('aria-label', new RegExp(`${dots.length} answers`));
  await expect(graph).toHaveAttribute('aria-label', /Scale 0 to 27, higher is worse/);
  const latest = `\\(${DAYS.at(-1)}\\)\\. ${dots.at(-1)?.[1]} of 27, Moderate \\(10–14\\)`;
  await expect(graph).toHaveAttribute('aria-label', new RegExp(latest));

  await page.locator('#summary').click();
  // What fills the table comes after the first sight.
  await expect(page.getByRole('table')).toBeVisible();
  const rows = await page.getByRole('table').locator('tbody tr').allInnerTexts();
  const answers = rows.filter((row) => row.includes(' of 27')).toReversed();
  expect(answers).toHaveLength(dots.length);
  for (const [index, [, score]] of dots.entries()) {
    expect(answers[index]).toContain(DAYS[index]);
    expect(answers[index]).toContain(`${score} of 27`);
    expect(/Risk flag/.test(answers[index] ?? '')).toBe(flags.some(([day]) => day === index * 14));
  }
  expect(rows.length - answers.length).toBe(missed);

  await graph.focus();
  await page.keyboard.press('Home');
  const live = page.getByRole('status').first();
  const heard: string[] = [];
  for (let stop = 0; stop < rows.length; stop++) {
    if (stop > 0) await page.keyboard.press('ArrowRight');
    const before = heard.at(-1) ?? '';
    await expect.poll(async () => (await live.textContent()) || before).not.toBe(before);
    heard.push((await live.textContent()) ?? '');
    if (heard.filter((one) => one.includes(' of 27')).length === dots.length) break;
  }
  const said = heard.filter((one) => one.includes(' of 27'));
  for (const [index, [, score]] of dots.entries()) {
    expect(said[index]).toContain(DAYS[index]);
    expect(said[index]).toContain(`Score ${score} of 27`);
  }
});

sparklineTest('the name of a sparkline says what its picture shows', async ({ page, lists }) => {
  lists.submissions = submissionsOf(patient(1), SCORES, COURSE);
  await lists.open(sparkline(patient(1)));
  await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(1);
  const d = (await page.locator('instrument-sparkline path.line').getAttribute('d')) ?? '';
  // 90 by 14 px within 5 px of air, written to a tenth: half a point is not lost in it.
  const scores = [...d.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) =>
    Math.round((1 - (Number(y) - 5) / 14) * 27),
  );
  expect(scores).toEqual(SCORES);
  const flags = await page.locator('instrument-sparkline path.flags').getAttribute('d');
  expect(flags?.match(/M/g)).toHaveLength(1);
  const picture = page.getByRole('img');
  await expect(picture).toHaveAccessibleName(
    `PHQ-9: ${scores.length} answers, ${DAYS[0]} to ${DAYS.at(-1)}. First ${scores[0]}, lowest ${Math.min(...scores)}, highest ${Math.max(...scores)}, latest ${scores.at(-1)}. Scale 0 to 27, higher is worse. Risk flag in 1 answer. 1 missed.`,
  );
});
