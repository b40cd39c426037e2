import { ANA, type Course, phq9 } from '../browser/panel-data.ts';
import type { Page } from './page.ts';
import { attributes, expect, fromCourse, type Panels, test } from './panel-fixture.ts';

/** The page's tokens: `give` is the body of a function of how many were asked for; what it asks is kept. */
const tokens = (give: string): string => `
globalThis.reasons = [];
globalThis.fetchToken = async ({ reason, signal }) => {
  reasons.push(reason);
  const count = reasons.length;
  ${give}
};`;
const HOUR_MS = 3_600_000;
const LIVES = "return { token: 't' + count, expiresIn: 600 };";

/** Answers with the course those whose token is taken, and keeps every token that came. */
function proxy(panels: Panels, course: Course, isTaken: (token: string) => boolean): string[] {
  const sent: string[] = [];
  const answers = fromCourse(course);
  panels.answer((patientId, what, route) => {
    const token = route.request().headers().authorization?.replace('Bearer ', '') ?? '';
    sent.push(token);
    if (isTaken(token)) return answers(patientId, what, route);
    return route.fulfill({ status: 401, json: { code: 'TOKEN', message: 'refused' } });
  });
  return sent;
}

/** A panel in a page whose clock the test moves. */
async function open(page: Page, panels: Panels, give: string, more = 'refresh="0"'): Promise<void> {
  await page.clock.install({ time: new Date('2026-11-21T12:00:00Z') });
  await panels.open(`<instrument-panel ${attributes(ANA, more)}></instrument-panel>`, tokens(give));
}
const reasons = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(globalThis, 'reasons'));
/** What a browser does when somebody comes back to the tab. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
const score = (page: Page) => page.locator('[part=score]');
const message = (page: Page) => page.locator('[part=message]');

test('a token that is rejected is asked for anew once, and the clinician sees nothing of it', async ({
  page,
  panels,
}) => {
  const sent = proxy(panels, phq9(), (token) => token !== 't1');
  await open(page, panels, LIVES);
  await expect(score(page)).toHaveText('14 of 27');
  expect(await reasons(page)).toEqual(['initial', 'rejected']);
  expect(new Set(sent)).toEqual(new Set(['t1', 't2']));
});

test('where the second is rejected too, that is said, and nothing is asked until somebody tries again', async ({
  page,
  panels,
}) => {
  let isTaken = false;
  const sent = proxy(panels, phq9(), () => isTaken);
  await open(page, panels, LIVES, 'refresh="15"');
  await expect(message(page)).toContainText('this page could not get access');
  // Graph, instrument and submissions, with each of the two; the graph's alone is what the message waits for.
  await expect.poll(() => sent.length).toBe(6);
  // By small steps: a leap past the time limit of one that is not answered yet would have it asked again.
  for (let step = 0; step < 24; step++) await page.clock.runFor(5_000);
  expect(sent).toHaveLength(6);
  isTaken = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(score(page)).toHaveText('14 of 27');
});

test('hours in a hidden tab: who comes back gets another token and the newest answer', async ({
  page,
  panels,
}) => {
  const first = proxy(panels, phq9({ scores: [19, 17] }), () => true);
  await open(page, panels, LIVES);
  await expect(score(page)).toHaveText('17 of 27');
  await page.clock.runFor(2 * HOUR_MS);
  const before = await reasons(page);
  const sent = proxy(panels, phq9({ scores: [19, 17, 8] }), (token) => token !== 't1');
  await comeBack(page);
  await expect(score(page)).toHaveText('8 of 27');
  expect(sent).not.toContain('t1');
  expect(new Set(first)).toEqual(new Set(['t1']));
  expect((await reasons(page)).length).toBeGreaterThanOrEqual(before.length);
  expect(await reasons(page)).not.toContain('rejected');
});

for (const [way, time] of [
  ['an hour back', '2026-11-21T11:00:00Z'],
  ['an hour on', '2026-11-21T13:00:00Z'],
] as const) {
  test(`a clock that is set ${way} costs no token and no graph`, async ({ page, panels }) => {
    const sent = proxy(panels, phq9({ scores: [19, 17] }), () => true);
    await open(page, panels, LIVES);
    await expect(score(page)).toHaveText('17 of 27');
    await page.clock.setSystemTime(new Date(time));
    await comeBack(page);
    await expect.poll(() => sent.length).toBeGreaterThan(4);
    await expect(score(page)).toHaveText('17 of 27');
    expect(await reasons(page)).toEqual(['initial']);
    expect(new Set(sent)).toEqual(new Set(['t1']));
  });
}

test('offline, the graph stays and says that it is not current; back online it is read again', async ({
  page,
  panels,
}) => {
  proxy(panels, phq9({ scores: [19, 17] }), () => true);
  const give = `if (globalThis.isOffline) throw new TypeError('Failed to fetch'); ${LIVES}`;
  await open(page, panels, give);
  await expect(score(page)).toHaveText('17 of 27');
  await page.evaluate(() => Reflect.set(globalThis, 'isOffline', true));
  panels.answer((_, __, route) => route.abort('internetdisconnected'));
  await page.clock.runFor(HOUR_MS);
  await comeBack(page);
  await expect(page.locator('[part=stale]')).toContainText('Out of date');
  await expect(score(page)).toHaveText('17 of 27');
  proxy(panels, phq9({ scores: [19, 17, 8] }), () => true);
  await page.evaluate(() => {
    Reflect.set(globalThis, 'isOffline', false);
    dispatchEvent(new Event('online'));
  });
  await expect(score(page)).toHaveText('8 of 27');
  await expect(page.locator('[part=stale]')).toBeHidden();
});

test('a logout in the middle of a read leaves nothing of the patient, and nothing comes after it', async ({
  page,
  panels,
}) => {
  const course = phq9();
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  panels.answer(async (patientId, what, route) => {
    arrived.resolve();
    await answer.promise;
    return fromCourse(course)(patientId, what, route);
  });
  await open(page, panels, LIVES);
  await arrived.promise;
  await page.evaluate(() => (Reflect.get(globalThis, 'kit') as { logout(): void }).logout());
  await expect(message(page)).toContainText('Your sign-in has expired');
  answer.resolve();
  const before = panels.asked('');
  await page.clock.runFor(120_000);
  await expect(page.locator('instrument-panel:state(error)')).toHaveCount(1);
  expect(panels.asked('')).toBe(before);
  expect(await reasons(page)).toEqual(['initial']);
  const text = await page.locator('instrument-panel').evaluate(({ shadowRoot }) => shadowRoot?.textContent);
  expect(text).not.toMatch(/PHQ-9|Moderate|of 27/);
});

for (const [what, give, told] of [
  ['throws', "throw new Error('no session: 503');", ': threw'],
  ['gives a text', "return 'eyJhbGci.secret';", 'got { undefined, undefined }'],
  ['gives no life', "return { token: 'eyJhbGci.secret' };", 'got { string, undefined }'],
  ['gives milliseconds', "return { token: 'eyJhbGci.secret', expiresIn: 600000 };", 'got { string, 600000 }'],
] as const) {
  test(`a fetchToken that ${what} is told as that, without what it gave, and can be tried again`, async ({
    page,
    panels,
  }) => {
    const said: string[] = [];
    page.on('console', (one) => said.push(`${one.type()} ${one.text()}`));
    const sent = proxy(panels, phq9(), () => true);
    await open(page, panels, `if (count < 3) { ${give} } ${LIVES}`);
    await expect(message(page)).toContainText('this page could not get access');
    await expect(message(page)).not.toContainText('Sign in');
    expect(sent).toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => reasons(page)).toHaveLength(2);
    await expect(message(page)).toContainText('this page could not get access');
    // Once, however often it fails, with the page's own error.
    await expect.poll(() => said.filter((line) => line.includes('fetchToken'))).toHaveLength(1);
    expect(said.join('\n')).toContain(told);
    expect(said.some((line) => line.includes('no session: 503'))).toBe(what === 'throws');
    const events = await page.evaluate(() => JSON.stringify(Reflect.get(globalThis, 'events')));
    expect(events).toContain('"problem":"token"');
    expect(events + said.join()).not.toContain('secret');
    expect(events).not.toContain('no session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(score(page)).toHaveText('14 of 27');
  });
}

test('the user is told to sign in where the proxy says that nobody is', async ({ page, panels }) => {
  proxy(panels, phq9(), () => true);
  await open(page, panels, "return { code: 'NOT_SIGNED_IN', message: 'Sign in to the page first.' };");
  await expect(message(page)).toContainText('Your sign-in has expired. Sign in, then');
});

test('a fetchToken that hangs is given up, said, and can be tried again', async ({ page, panels }) => {
  proxy(panels, phq9(), () => true);
  await open(page, panels, `if (count === 1) return new Promise(() => {}); ${LIVES}`);
  await expect(page.locator('instrument-panel:state(loading)')).toHaveCount(1);
  await expect.poll(() => reasons(page)).toEqual(['initial']);
  await page.clock.runFor(16_000);
  await expect(message(page)).toContainText('could not be reached');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(score(page)).toHaveText('14 of 27');
});
