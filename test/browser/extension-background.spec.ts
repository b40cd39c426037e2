import type { BrowserContext } from '@playwright/test';
import { type ExtensionApi, launchWithExtension, workerOf } from '../extension/browser.ts';
import { type Desk, openDesk } from '../extension/desk.ts';
import { expect, people, settled, inOwnWindow as test } from '../extension/fixture.ts';

/** Everything that the extension keeps, by storage, as text. */
async function keptBy(context: BrowserContext): Promise<{ local: string; session: string }> {
  const worker = await workerOf(context);
  return worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: ExtensionApi };
    const [local, session] = [await chrome.storage.local.get(null), await chrome.storage.session.get(null)];
    return { local: JSON.stringify(local), session: JSON.stringify(session) };
  });
}

const proxyState = async (desk: Desk, proxy: string): Promise<unknown> => {
  const { proxies } = (await desk.ask('profiles.list')) as { proxies: { proxy: string; signIn: string }[] };
  return proxies.find((one) => one.proxy === proxy)?.signIn;
};

test('who is not signed in to the EHR signs in there, allows it once, and keeps the token in memory only', {
  tag: '@long',
}, async ({ stack }) => {
  const context = await launchWithExtension();
  try {
    const desk = await openDesk(context);
    await desk.ask('profiles.from', { proxy: stack.urls.proxy });
    const opening = context.waitForEvent('page');
    const signing = desk.ask('sign.in', { proxy: stack.urls.proxy });
    const window = await opening;
    const [ana] = stack.signIns;
    await window.getByLabel('E-mail').fill(ana?.email ?? '');
    await window.getByLabel('Password').fill(ana?.password ?? '');
    await window.getByRole('button', { name: 'Sign in', exact: true }).click();
    // Asked once where the proxy has not been told yet; else the window closes by itself.
    const allow = window.getByRole('button', { name: 'Allow', exact: true });
    await allow.click().catch(() => {});
    expect(await signing).toEqual({ state: 'signed-in' });
    const kept = await keptBy(context);
    expect(kept.session).toContain(`token:${stack.urls.proxy}`);
    // A JWT begins so.
    expect(kept.local).not.toContain('eyJ');
    // Who allowed it before is not asked again, and the window closes by itself.
    expect(await desk.ask('sign.in', { proxy: stack.urls.proxy })).toEqual({ state: 'signed-in' });
    await desk.ask('sign.out', { proxy: stack.urls.proxy });
    expect((await keptBy(context)).session).not.toContain('eyJ');
    expect(await proxyState(desk, stack.urls.proxy)).toBe('signed-out');
  } finally {
    await context.close();
  }
});

test('nobody is signed in by a window that was closed', { tag: '@long' }, async ({ stack }) => {
  const context = await launchWithExtension();
  try {
    const desk = await openDesk(context);
    await desk.ask('profiles.from', { proxy: stack.urls.proxy });
    const opening = context.waitForEvent('page');
    const signing = desk.ask('sign.in', { proxy: stack.urls.proxy });
    await (await opening).close();
    expect(await signing).toEqual({ state: 'cancelled' });
    expect(await proxyState(desk, stack.urls.proxy)).toBe('signed-out');
  } finally {
    await context.close();
  }
});

test('a sign-out blanks what is shown, and what comes then says that somebody has to sign in', async ({
  context,
  page,
  stack,
}) => {
  test.setTimeout(90_000);
  const [beatriz] = await people(page, stack, ['Beatriz Lima']);
  await page.goto(`${stack.urls.ehr}/spa/patients/${beatriz?.record}`);
  await settled(page);
  const desk = await openDesk(context);
  await desk.ask('sign.out', { proxy: stack.urls.proxy });
  await page.bringToFront();
  await expect(page.getByText(/^Updated .*\d{4}/)).toHaveCount(0);
  await expect(page.getByText(/sign in/i).first()).toBeVisible();
  expect((await keptBy(context)).session).not.toContain('eyJ');
});
