import { test as base, expect } from '@playwright/test';
import { sandboxFixtures } from '../../sandbox/playwright.ts';

const test = base.extend(sandboxFixtures);
const PANEL = 'http://ehr.test/panel';

/** The status of a call of the page, and the number of points that it read; null if its connection broke. */
const read = (url: string) =>
  fetch(url, { headers: { authorization: 'Bearer any' } }).then(
    async (reply) => ({ status: reply.status, points: (await reply.json()).series?.[0].points.length }),
    () => null,
  );

test('a page’s calls are answered by a sandbox of the test’s own, its answers and faults included', async ({
  page,
  sandbox,
  answerBySandbox,
}) => {
  await page.route('http://ehr.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>EHR</p>' }),
  );
  await answerBySandbox(PANEL);
  await page.goto('http://ehr.test/');
  const patient = sandbox.patients.find(({ answered }) => answered.includes('PHQ-9'));
  await sandbox.answer(patient, 'PHQ-9', { score: 14 });
  const graph = `${PANEL}/third-party/api/v1/professionals/${patient?.professionalId}/patients/${patient?.id}/forms/${sandbox.instruments['PHQ-9']}/score-graph`;
  const shown = await page.evaluate(read, graph);
  expect(shown?.status).toBe(200);
  expect(shown?.points).toBeGreaterThan(1);
  const repair = sandbox.fault({ kind: 'drop-before' });
  expect(await page.evaluate(read, graph)).toBeNull();
  repair();
  expect(await page.evaluate(read, graph)).toEqual(shown);
});

test('a sandbox is served at its address while the test runs', async ({ sandbox, request }) => {
  expect((await request.get(`${sandbox.url}/healthz`)).status()).toBe(200);
});
