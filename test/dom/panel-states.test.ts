import { describe } from 'vitest';
import { course } from '../browser/item-fixture.ts';
import { PHQ9, phq9, who5 } from '../browser/panel-data.ts';
import type { Route } from './page.ts';
import { expect, test } from './panel-fixture.ts';

const failing = (status: number, code: string) => (_: string, __: string, route: Route) =>
  route.fulfill({ status, json: { code, message: 'refused' } });
const tag = (attributes: string) => `<instrument-panel ${attributes}></instrument-panel>`;

describe('what a panel says', () => {
  test('the latest score of its maximum, its range, date and change stand in words', async ({
    page,
    panels,
  }) => {
    panels.answer(phq9());
    await panels.open(tag(panels.attributes));
    const panel = page.locator('instrument-panel');
    await expect(panel.locator('[part=score]')).toHaveText('14 of 27');
    await expect(panel.locator('[part=classification]')).toHaveText('Moderate (10–14)');
    await expect(panel.locator('[part=date]')).toHaveText(/10 Aug 2026/);
    await expect(panel.locator('[part=changes]')).toHaveText(/^3 higher than on 27 Jul \(11\)/);
    await expect(page.getByRole('application')).toHaveAccessibleName(/Scale 0 to 27, higher is worse\./);
    await expect(page.locator('instrument-panel:state(ready)')).toHaveCount(1);
  });

  test('the same through a proxy before `POST /courses`, with the flag, and that an update fails', async ({
    page,
    panels,
  }) => {
    page.servesCourses = false;
    panels.answer(phq9({ flagged: [5] }));
    await panels.open(tag(`${panels.attributes} refresh="0"`));
    await expect(page.locator('[part=score]')).toHaveText('14 of 27');
    await expect(page.locator('[part=risk]')).toContainText('Risk flag ·');
    panels.answer(failing(403, 'FORBIDDEN'));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.locator('[part=message]')).toContainText('You do not have permission');
    await expect(page.locator('[part=score]')).toBeHidden();
  });

  test('no change is called better or worse, whichever way the scale runs', async ({ page, panels }) => {
    panels.answer(who5());
    await panels.open(tag(`${panels.attributes} lang="pt-BR"`));
    await expect(page.locator('[part=changes]')).toHaveText(/^16 a mais que em \S+ \S+ \(\d+\)/);
    await expect(page.locator('[part=changes]')).not.toHaveText(/melhor|pior/);
    await expect(page.locator('[part=notes]')).toContainText(
      'Nenhuma solicitação sem resposta · quanto maior, melhor',
    );
  });

  test('better is said by a published figure with its source, by the page’s own, or not at all', async ({
    page,
    panels,
  }) => {
    panels.answer(course({ scores: [19, 17, 11, 4], flagged: [] }));
    await panels.open(tag(panels.attributes));
    const changes = page.locator('[part=changes]');
    await expect(changes).toContainText('7 lower than on 29 Jun (11)');
    await changes.getByText('better', { exact: true }).click();
    await expect(changes).toContainText(
      '6 points or more is more than measurement error. Source: manual of NHS Talking Therapies, England',
    );
    const configure = (reliableChange: object | null) =>
      page.evaluate(
        ([id, change]) => {
          const { kit, fetchToken } = globalThis as unknown as Record<string, never> & {
            kit: { configure(options: object): void };
          };
          const instruments = { [String(id)]: { reliableChange: change } };
          kit.configure({ baseUrl: location.origin, fetchToken, instruments });
        },
        [PHQ9, reliableChange] as const,
      );
    await configure({ points: 8, source: 'our own sample' });
    await changes.getByText('within measurement error').click();
    await expect(changes).toContainText(
      '8 points or more is more than measurement error. Source: our own sample',
    );
    await configure(null);
    await expect(changes).toHaveText('7 lower than on 29 Jun (11), was Moderate');
  });

  test('where the direction is unknown, that is said', async ({ page, panels }) => {
    panels.answer(phq9({ direction: null }));
    await panels.open(tag(panels.attributes));
    await expect(page.locator('[part=notes]')).toContainText('None missed · direction not known');
  });

  test('risk has three different sentences', async ({ page, panels }) => {
    const risk = page.locator('[part=risk]');
    const notes = page.locator('[part=notes]');
    panels.answer(phq9({ flagged: [5] }));
    await panels.open(tag(panels.attributes));
    await expect(risk).toContainText('Risk flag · 10 Aug 2026');
    await expect(notes).toContainText('it is not a diagnosis');

    panels.answer(phq9());
    await panels.open(tag(panels.attributes));
    await expect(risk).toHaveText('No risk flag in this answer');

    const { graph, instrument } = phq9();
    panels.answer((_, what, route) =>
      what === 'submissions' ? failing(403, 'FORBIDDEN')(_, what, route) : { graph, instrument }[what],
    );
    await panels.open(tag(panels.attributes));
    await expect(risk).toContainText('Risk data unavailable');
    await expect(page.locator('[part=score]')).toBeVisible();
  });

  test('requests without an answer, and items that cannot be read, are counted in words', async ({
    page,
    panels,
  }) => {
    const course = phq9({ missed: [20, 34, 84] });
    panels.answer((_, what) =>
      what === 'submissions' ? [...course.submissions, { ...course.submissions[0], id: '99' }] : course[what],
    );
    await panels.open(tag(panels.attributes));
    const notes = page.locator('[part=notes]');
    await expect(page.locator('[part=date]')).toHaveText(/\(10 Aug 2026\)$/);
    await expect(notes).toContainText('3 missed, 1 since the latest answer');
    await expect(notes).toContainText('1 field could not be read');
  });

  test('an answer is not called the latest if a newer one could not be read', async ({ page, panels }) => {
    const course = phq9({});
    const [series] = course.graph.series;
    const points = series?.points.map((point, index, all) =>
      index === all.length - 1 ? { ...point, score: String(point.score) } : point,
    );
    const graph = { ...course.graph, series: [{ ...series, points }] };
    panels.answer((_, what) => (what === 'graph' ? graph : course[what]));
    await panels.open(tag(panels.attributes));
    await expect(page.locator('[part=unread]')).toHaveText(
      'The newest answer (10 Aug 2026) could not be read',
    );
    await expect(page.locator('[part=date]')).toContainText(/Last answer read: .*27 Jul 2026/);
    await expect(page.locator('[part=panel]')).not.toContainText('Latest answer');
    // It can be read again at once, and once that brings everything, nothing offers it any more.
    const again = page.locator('[part=footer]').getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    panels.answer(course);
    await again.click();
    await expect(page.locator('[part=score]')).toHaveText('14 of 27');
    await expect(page.locator('[part=unread]')).toHaveText('');
    await expect(again).toBeHidden();
  });

  test('a list that cannot be read is said as risk that is not known, and can be tried again', async ({
    page,
    panels,
  }) => {
    const course = phq9({ flagged: [5] });
    panels.answer((_, what) => (what === 'submissions' ? 'none' : course[what]));
    await panels.open(tag(`${panels.attributes} refresh="0"`));
    await expect(page.locator('[part=risk]')).toContainText('Risk data unavailable');
    panels.answer(course);
    await page.locator('[part=footer]').getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('[part=risk]')).toContainText('Risk flag');
  });

  test('the period asked for is stated', async ({ page, panels }) => {
    panels.answer(phq9());
    await panels.open(tag(`${panels.attributes} start-date="2026-06-01" end-date="2026-08-31"`));
    await expect(page.locator('[part=notes]')).toContainText(
      'Only answers from 1 Jun 2026 until 31 Aug 2026',
    );
  });

  test('a period that is over has a last answer, and none is called the latest', async ({ page, panels }) => {
    const course = phq9();
    const [series] = course.graph.series;
    const points = series?.points.slice(0, 5);
    panels.answer((_, what) =>
      what === 'graph' ? { ...course.graph, series: [{ ...series, points }] } : course[what],
    );
    await panels.open(tag(`${panels.attributes} end-date="2026-07-31"`));
    await expect(page.locator('[part=date]')).toHaveText(/^Last answer in the period: .*27 Jul 2026/);
    const graph = page.locator('[part=graph]');
    await expect(graph).toHaveAccessibleName(
      /Only answers until 31 Jul 2026\. .*Last answer in the period: /,
    );
    await expect(graph).not.toHaveAccessibleName(/Latest/);
    await expect(page.locator('[part=risk]')).toHaveText('No risk flag in the answer of 10 Aug 2026');
    await page.getByText('Table', { exact: true }).click();
    await expect(page.getByRole('caption')).toHaveText(/newest first\. Only answers until 31 Jul 2026\.$/);
  });

  test('a patient without answers gets words, not an empty graph', async ({ page, panels }) => {
    panels.answer(phq9({ scores: [] }));
    await panels.open(tag(panels.attributes));
    await expect(page.locator('[part=message]')).toContainText('No answers yet');
    await expect(page.locator('[part=graph]')).toBeHidden();
    await expect(page.locator('instrument-panel:state(empty)')).toHaveCount(1);
  });
});

describe('failures', () => {
  const cases = [
    [401, 'TOKEN_EXPIRED', 'Your sign-in has expired'],
    [401, 'TOKEN_INVALID', 'this page could not get access'],
    [403, 'FORBIDDEN', 'You do not have permission'],
    [404, 'INTEGRATION_NOT_FOUND', 'not found, or the professional is not linked'],
    [404, '', 'the address is not that of the service'],
    [500, 'INTERNAL', 'The service is not working'],
  ] as const;
  for (const [status, code, sentence] of cases) {
    test(`${status} ${code} says what to do, and offers to try again`, async ({ page, panels }) => {
      panels.answer(failing(status, code));
      await panels.open(tag(panels.attributes));
      await expect(page.locator('[part=message]')).toContainText(sentence);
      panels.answer(phq9());
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.locator('[part=score]')).toHaveText('14 of 27');
    });
  }

  test('a missing and a malformed attribute are named', async ({ page, panels }) => {
    panels.answer(phq9());
    await panels.open(tag('') + tag(`${panels.attributes} audience="all"`));
    await expect(page.locator('[part=message]').first()).toContainText('patient-id is missing');
    await expect(page.locator('[part=message]').last()).toContainText('audience is not valid');
    expect(panels.asked('')).toBe(0);
  });

  test('a graph that cannot be read again stays, marked with when it was read', async ({ page, panels }) => {
    panels.answer(phq9({ flagged: [1] }));
    // Read again by coming into view and not by the clock, which could bring it back before the click does.
    await panels.open(tag(`${panels.attributes} refresh="0"`));
    await expect(page.locator('[part=score]')).toHaveText('14 of 27');
    panels.answer(failing(500, 'INTERNAL'));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.locator('[part=stale]')).toContainText('Out of date. Last updated');
    await expect(page.locator('instrument-panel:state(stale)')).toHaveCount(1);
    await expect(page.locator('[part=score]')).toHaveText('14 of 27');
    await expect(page.locator('[part=risk]')).toContainText('Last flagged 15 Jun 2026 (1 of 6 answers)');
    panels.answer(phq9());
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('[part=stale]')).toBeHidden();
  });

  test('a page that cancels instrument-error tells the user itself', async ({ page, panels }) => {
    panels.answer(failing(403, 'FORBIDDEN'));
    await panels.open(
      tag(panels.attributes),
      `addEventListener('instrument-error', (event) => event.preventDefault());`,
    );
    await expect(page.locator('instrument-panel:state(error)')).toHaveCount(1);
    await expect(page.locator('[part=message]')).not.toContainText('permission');
  });
});

test('a new answer appears in the open graph and is announced, without a reload', async ({
  page,
  panels,
}) => {
  panels.answer(phq9({ scores: [19, 17] }));
  await panels.open(tag(`${panels.attributes} refresh="1"`));
  await expect(page.locator('[part=score]')).toHaveText('17 of 27');
  const before = panels.asked('submissions');
  await expect.poll(() => panels.asked('graph')).toBeGreaterThan(2);
  expect(panels.asked('submissions'), 'only the graph is looked at meanwhile').toBe(before);
  panels.answer(phq9({ scores: [19, 17, 8], flagged: [2] }));
  await expect(page.locator('[part=score]')).toHaveText('8 of 27');
  await expect(page.locator('[part=risk]')).toContainText('Risk flag · 29 Jun 2026');
  await expect(page.getByRole('status')).toContainText('New answer. 29 Jun 2026');
});
