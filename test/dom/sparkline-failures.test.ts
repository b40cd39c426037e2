import { patient, sparkline, submissionsOf } from '../browser/sparkline-service.ts';
import { expect, test } from './sparkline-fixture.ts';

const ANA = patient(1);
const COURSE = [19, 17, 18, 14, 11, 14];
const text = (part: string) => `instrument-sparkline [part=${part}]`;

const cases = [
  [401, 'TOKEN_EXPIRED', 'Your sign-in has expired'],
  [401, 'TOKEN_INVALID', 'this page could not get access'],
  [403, 'FORBIDDEN', 'You do not have permission'],
  [404, 'INTEGRATION_NOT_FOUND', 'not found, or the professional is not linked'],
  [422, 'NARROWED_LIST_TOO_LONG', 'The service is not working'],
] as const;
for (const [status, code, sentence] of cases) {
  test(`${status} ${code} says what to do, and offers to try again`, async ({ page, lists }) => {
    lists.instead = (_, route) => {
      void route.fulfill({ status, json: { code, message: 'refused' } });
      return route;
    };
    await lists.open(sparkline(ANA));
    await expect(page.locator('instrument-sparkline:state(error)')).toHaveCount(1);
    await expect(page.locator(text('note'))).toContainText(sentence);
    await expect(page.locator(text('note'))).toContainText('Score not available');
    lists.instead = () => undefined;
    lists.submissions = submissionsOf(ANA, COURSE);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator(text('score'))).toHaveText('14 of 27');
    await expect(page.locator(text('note'))).toBeHidden();
  });
}

test('a wrong attribute is named to the developer, and to the user', async ({ page, lists }) => {
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  await lists.open(sparkline('ana'));
  await expect(page.locator(text('note'))).toContainText('The attribute patient-id is not valid.');
  await expect
    .poll(() => told.join('\n'))
    .toContain('<instrument-sparkline> The attribute patient-id holds other text: it takes a UUID.');
  expect(lists.requests).toEqual([]);
});

test('a wrong attribute of looks is warned of, and its default is used', async ({ page, lists }) => {
  const told: string[] = [];
  page.on('console', (message) => told.push(`${message.type()} ${message.text()}`));
  lists.submissions = submissionsOf(ANA, COURSE);
  const given = [
    ['density', 'cosy', 'is "cosy": it takes compact or comfortable or line.'],
    ['loading', 'soon', 'is "soon": it takes lazy or eager.'],
    ['lang', 'pt_BR', 'is "pt_BR": it takes a language tag such as pt-BR.'],
    ['refresh', 'often', 'is "often": it takes a whole number from 0 to 86400.'],
  ] as const;
  await lists.open(given.map(([name, value]) => sparkline(ANA, `${name}="${value}"`)).join(''));
  await expect(page.locator(text('score'))).toHaveText(given.map(() => '14 of 27'));
  for (const [name, , said] of given) {
    await expect
      .poll(() => told.join('\n'))
      .toContain(`warning <instrument-sparkline> The attribute ${name} ${said} Its default is used instead.`);
  }
  const events = await page.evaluate(() => Reflect.get(globalThis, 'events') as { type: string }[]);
  expect(events.filter(({ type }) => type === 'instrument-error')).toEqual([]);
  expect(told).toHaveLength(given.length);
});

test('a wrong time zone falls back to the browser’s, which is said and told', async ({ page, lists }) => {
  lists.submissions = submissionsOf(ANA, COURSE);
  await lists.open(sparkline(ANA, 'time-zone="Lisbon" density="comfortable"'));
  await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(1);
  await expect(page.locator(text('score'))).toHaveText('14 of 27');
  await expect(page.locator(text('note'))).toContainText('dates are in the browser’s time zone');
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, 'events')))
    .toContainEqual({
      type: 'instrument-error',
      detail: expect.objectContaining({ problem: 'invalid', attribute: 'time-zone', patientId: ANA }),
    });
  await page
    .locator('instrument-sparkline')
    .evaluate((one) => one.setAttribute('time-zone', 'Europe/Lisbon'));
  await expect(page.locator(text('note'))).toBeHidden();
});

test('a wrong address of the proxy stops the sparkline, until it is corrected', async ({ page, lists }) => {
  lists.submissions = submissionsOf(ANA, COURSE);
  await lists.open(sparkline(ANA, 'base-url="clinic.example"'));
  await expect(page.locator('instrument-sparkline:state(error)')).toHaveCount(1);
  await expect(page.locator(text('note'))).toContainText('The attribute base-url is not valid');
  expect(lists.requests).toEqual([]);
  await page.locator('instrument-sparkline').evaluate((one) => one.removeAttribute('base-url'));
  await expect(page.locator(text('score'))).toHaveText('14 of 27');
});

test('reload() reads everything anew and resolves once that is drawn', async ({ page, lists }) => {
  lists.submissions = submissionsOf(ANA, COURSE);
  await lists.open(sparkline(ANA, 'refresh="0"'));
  await expect(page.locator(text('score'))).toHaveText('14 of 27');
  lists.submissions = submissionsOf(ANA, [...COURSE, 9]);
  const drawn = await page.locator('instrument-sparkline').evaluate(async (one) => {
    await (one as HTMLElement & { reload(): Promise<void> }).reload();
    return one.shadowRoot?.querySelector('[part=score]')?.textContent;
  });
  expect(drawn).toBe('9 of 27');
});

test('a course that could not be read again stays, marked as not current', async ({ page, lists }) => {
  lists.submissions = submissionsOf(ANA, COURSE);
  await lists.open(sparkline(ANA, 'refresh="1"'));
  await expect(page.locator(text('score'))).toHaveText('14 of 27');
  lists.instead = (_, route) => {
    void route.fulfill({ status: 422, json: { code: 'X', message: 'no' } });
    return route;
  };
  await expect(page.locator('instrument-sparkline:state(stale)')).toHaveCount(1);
  await expect(page.locator(text('note'))).toContainText('Out of date. Last updated');
  await expect(page.locator(text('score'))).toHaveText('14 of 27');
});

for (const [name, reply, said] of [
  ['by the service', { status: 403, json: { code: 'FORBIDDEN', message: 'no' } }, 'do not have permission'],
  ['by a gateway', { status: 403, contentType: 'text/html', body: '<h1>403</h1>' }, 'do not have permission'],
  [
    'with the session',
    { status: 401, contentType: 'text/html', body: '<h1>401</h1>' },
    'could not get access',
  ],
] as const)
  test(`access that is withdrawn ${name} takes the course away`, async ({ page, lists }) => {
    lists.submissions = submissionsOf(ANA, COURSE);
    await lists.open(sparkline(ANA, 'refresh="1"'));
    await expect(page.locator(text('score'))).toHaveText('14 of 27');
    lists.instead = (_, route) => {
      void route.fulfill(reply);
      return route;
    };
    await expect(page.locator(text('note'))).toContainText(said);
    await expect(page.locator('instrument-sparkline svg')).toHaveCount(0);
    expect(await lists.said()).not.toContain('27');
  });

test('logout blanks every sparkline, and a new sign-in brings it back', async ({ page, lists }) => {
  lists.submissions = submissionsOf(ANA, COURSE);
  await lists.open(sparkline(ANA));
  await expect(page.locator(text('score'))).toHaveText('14 of 27');
  await page.evaluate(() => (globalThis as unknown as { kit: { logout(): void } }).kit.logout());
  await expect(page.locator(text('note'))).toContainText('Your sign-in has expired');
  expect(await lists.said()).not.toContain('27');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator(text('score'))).toHaveText('14 of 27');
});

test('what could not be read is told to the page by counts and paths', async ({ page, lists }) => {
  const [first, ...others] = submissionsOf(ANA, COURSE);
  lists.submissions = [{ ...first, score: 'PRIVATE' } as never, ...others];
  await lists.open(
    sparkline(ANA),
    "globalThis.partial = []; addEventListener('instrument-partial', ({ detail }) => partial.push(detail));",
  );
  const partial = () => page.evaluate(() => Reflect.get(globalThis, 'partial') as unknown[]);
  await expect.poll(partial).toMatchObject([{ patientId: ANA, mayHideLatest: false, paths: ['[0].score'] }]);
  // A page that shows a failure takes it back at what was loaded, which it hears last.
  expect(await page.evaluate(() => Reflect.get(globalThis, 'events'))).toMatchObject([
    { type: 'instrument-error', detail: { patientId: ANA, problem: 'partial', code: 'partial' } },
    { type: 'instrument-load' },
  ]);
  await expect(page.locator('instrument-sparkline:state(partial):state(ready)')).toHaveCount(1);
});
