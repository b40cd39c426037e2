import { longUnless } from './long.ts';
import { expect, patient, sparkline, submissionsOf, test } from './sparkline-fixture.ts';

const ANA = patient(1);
const COURSE = [19, 17, 18, 14, 11, 14];
const text = (part: string) => `instrument-sparkline [part=${part}]`;

const cases = [
  [401, 'INVALID_API_KEY', 'Your sign-in has expired'],
  [403, 'FORBIDDEN', 'You are not permitted'],
  [404, 'INTEGRATION_NOT_FOUND', 'was not found, or the professional is not linked'],
  [422, 'NARROWED_LIST_TOO_LONG', 'The service is not working'],
] as const;
for (const [status, code, sentence] of cases) {
  test(
    `${status} says what to do, and offers to try again`,
    longUnless(status < 404),
    async ({ page, lists }) => {
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
    },
  );
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

test('every other wrong attribute shows the error state too, until it is mended', async ({ page, lists }) => {
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  lists.submissions = submissionsOf(ANA, COURSE);
  const wrong = {
    density: ['cosy', 'is "cosy": it takes compact or comfortable or line.'],
    loading: ['soon', 'is "soon": it takes lazy or eager.'],
    lang: ['pt_BR', 'is "pt_BR": it takes a language tag'],
    'time-zone': ['Lisbon', 'is "Lisbon": it takes an IANA name'],
    'base-url': ['clinic.example', 'is "clinic.example": it takes an address'],
    refresh: ['often', 'is "often": it takes a whole number from 0 to 86400.'],
  } as const;
  const given = Object.entries(wrong);
  await lists.open(given.map(([name, [value]]) => sparkline(ANA, `${name}="${value}"`)).join(''));
  await expect(page.locator('instrument-sparkline:state(error)')).toHaveCount(given.length);
  for (const [name, [, said]] of given) {
    await expect
      .poll(() => told.join('\n'))
      .toContain(`<instrument-sparkline> The attribute ${name} ${said}`);
  }
  await page.locator('instrument-sparkline').evaluateAll((all) => {
    for (const one of all) {
      for (const name of ['density', 'loading', 'lang', 'time-zone', 'base-url', 'refresh'])
        one.removeAttribute(name);
    }
  });
  await expect(page.locator('instrument-sparkline:state(ready)')).toHaveCount(given.length);
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
  await expect(page.locator(text('note'))).toContainText('Not current: shown as read');
  await expect(page.locator(text('score'))).toHaveText('14 of 27');
});

test('access that is withdrawn takes the course away', async ({ page, lists }) => {
  lists.submissions = submissionsOf(ANA, COURSE);
  await lists.open(sparkline(ANA, 'refresh="1"'));
  await expect(page.locator(text('score'))).toHaveText('14 of 27');
  lists.instead = (_, route) => {
    void route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message: 'no' } });
    return route;
  };
  await expect(page.locator(text('note'))).toContainText('not permitted');
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
