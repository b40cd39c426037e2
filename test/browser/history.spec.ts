import { phq9 } from './panel-data.ts';
import { expect, test } from './panel-fixture.ts';

const tag = (attributes: string, more = '') =>
  `<instrument-panel ${attributes} time-zone="UTC" ${more}></instrument-panel>`;
/** A course with one request that the next one replaced, and its deadline. */
function course() {
  const made = phq9({ missed: [20] });
  const submissions = made.submissions.map((one) =>
    one.id === 1000 ? { ...one, deadline: '2026-06-24T12:00:00Z' } : one,
  );
  return { ...made, submissions };
}

test('a request without an answer says why, when it was made, and until when: by keys, pointer and table', async ({
  page,
  panels,
}) => {
  panels.answer(course());
  await panels.open(tag(panels.attributes));
  const graph = page.getByRole('application');
  await expect(graph).toHaveAccessibleName(/Arrow keys/);
  await graph.press('Home');
  await graph.press('ArrowRight');
  await graph.press('ArrowRight');
  const facts = [
    'Not answered: replaced by the next request.',
    'No answer came in time; the request for the next period took its place.',
    'Asked 21 Jun 2026, 12:00.',
    'To be answered by 24 Jun 2026, 12:00.',
  ].join(' ');
  await expect(page.getByRole('status').first()).toHaveText(facts);
  await expect(page.locator('instrument-panel .tip')).toContainText('Asked 21 Jun 2026');
  await graph.press('Escape');
  // A hover waits until the graph stands still; its box, measured before, may lie elsewhere by the time of a move.
  const drawn = page.locator('instrument-panel .score-graph');
  const { width = 0 } = (await drawn.boundingBox()) ?? {};
  await drawn.hover({ position: { x: width * (20 / 70), y: 20 } });
  await expect(page.locator('instrument-panel .tip')).toContainText('Asked 21 Jun 2026');
  await page.getByText('Table', { exact: true }).click();
  await expect(page.getByRole('row', { name: /21 Jun 2026/ })).toContainText(facts);
});

test('says in Portuguese why', async ({ page, panels }) => {
  panels.answer(course());
  await panels.open(tag(panels.attributes, 'lang="pt-BR"'));
  await page.getByText('Tabela', { exact: true }).click();
  await expect(page.getByRole('row', { name: /21 jun/ })).toContainText('tomou o lugar dela');
});
