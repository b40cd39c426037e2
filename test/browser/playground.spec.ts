import { expect, type Page } from '@playwright/test';
import { elementsManifest, elementsOf } from '../../scripts/elements/manifest.ts';
import { type Playground, startPlayground } from '../../scripts/playground-server.ts';
import { axeOf } from './axe.ts';
import { longUnless } from './long.ts';
import { test as base } from './own-page.ts';

interface Opened {
  /** Method and path of every request since the page was opened. */
  readonly requests: string[];
}

let playground: Playground;

const test = base.extend<{ opened: Opened }>({
  opened: async ({ page }, use) => {
    const requests: string[] = [];
    const wrong: string[] = [];
    page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
    page.on('pageerror', (error) => wrong.push(`thrown: ${error.message}`));
    await page.exposeFunction('reportViolation', (text: string) => wrong.push(text));
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        const { reportViolation } = globalThis as unknown as { reportViolation: (text: string) => void };
        reportViolation(`${violatedDirective} ${blockedURI}`);
      });
    });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(playground.url);
    await expect(page.locator('#status')).toHaveText(':state(ready)');
    await use({ requests });
    expect(wrong, 'nothing was thrown, and the Content-Security-Policy was not violated').toEqual([]);
  },
});

test.beforeAll(async () => {
  playground = await startPlayground({ port: 0, now: '2026-11-18T15:00:00Z' });
});
test.afterAll(() => playground.close());

/** What an element says of itself once a sample stands, where that is not `ready`. */
const STATUS: Readonly<Record<string, string>> = {
  empty: 'empty',
  loading: 'loading',
  slow: 'loading',
  stale: 'stale',
  ...Object.fromEntries(
    ['signedOut', 'forbidden', 'notFound', 'busy', 'service', 'network', 'unreadable', 'mismatch'].map(
      (name) => [name, 'error'],
    ),
  ),
};
const statusOf = (tag: string, sample: string): string =>
  STATUS[sample] ?? (tag === 'instrument-apply' ? 'choosing' : 'ready');

const choose = (page: Page, tag: string) => page.getByRole('radio', { name: `<${tag}>` }).check();
const states = (page: Page) => page.getByLabel('State', { exact: true });
const samplesOf = (page: Page): Promise<string[]> =>
  states(page)
    .locator('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));

for (const tag of ['instrument-panel', 'instrument-overview', 'instrument-sparkline', 'instrument-apply']) {
  test(
    `<${tag}> stands in every state, and nothing is requested for it but modules`,
    longUnless(tag === 'instrument-panel'),
    async ({ page, opened }) => {
      test.setTimeout(120_000);
      await choose(page, tag);
      const samples = await samplesOf(page);
      expect(samples.length).toBeGreaterThan(9);
      for (const sample of samples) {
        await states(page).selectOption(sample);
        const said = new RegExp(`^:state\\(${statusOf(tag, sample)}\\)`);
        await expect(page.locator('#status'), sample).toHaveText(said, { timeout: 20_000 });
        await expect(page.locator(`#stage > ${tag}`)).toHaveCount(1);
      }
      const own = /^GET \/($|page\.css$|facts\.json$|favicon\.ico$|[\w-]+\.js$)/;
      expect(opened.requests.filter((request) => !own.test(request))).toEqual([]);
    },
  );
}

test('the list of all patients is that of the sandbox', async ({ page, opened }) => {
  expect(opened).toBeDefined();
  await choose(page, 'instrument-caseload');
  await expect(page.locator('#status')).toHaveText(/^:state\(loading\)/);
  await page.getByRole('radio', { name: 'the sandbox' }).check();
  await expect(page.locator('#status')).toHaveText(/^:state\(ready\)/, { timeout: 20_000 });
  await expect(page.locator('#stage [part=row]').first()).toBeVisible();
});

test('every attribute, slot and token of every element has a control', async ({ page, opened }) => {
  expect(opened).toBeDefined();
  const names = (kind: string): Promise<string[]> =>
    page
      .locator(`[data-${kind}]`)
      .evaluateAll(
        (controls, of) => controls.map((control) => (control as HTMLElement).dataset[of] ?? ''),
        kind,
      );
  const elements = elementsOf(await elementsManifest());
  expect(elements.length).toBeGreaterThan(2);
  for (const { tagName, attributes, slots, cssProperties } of elements) {
    await choose(page, tagName);
    expect(await names('attribute')).toEqual(attributes.map(({ name }) => name));
    expect(await names('slot')).toEqual(slots.map(({ name }) => name));
    expect(await names('token')).toEqual(cssProperties.map(({ name }) => name));
  }
});

test('an attribute, a slot and a token go to the element at once', async ({ page, opened }) => {
  expect(opened).toBeDefined();
  const panel = page.locator('#stage > instrument-panel');
  await page.getByLabel('density').selectOption('compact');
  await expect(panel).toHaveAttribute('density', 'compact');
  await page.getByLabel('heading-level').selectOption('4');
  await expect(panel.getByRole('heading', { level: 4 })).toContainText('PHQ-9');
  await page.locator('[data-slot=footer]').fill('Asked by the clinic');
  await expect(panel.locator('[slot=footer]')).toHaveText('Asked by the clinic');
  const accent = page.locator('[data-token=--instrument-accent]');
  await accent.fill('#7a3e0c');
  const colour = () => panel.locator('#summary').evaluate((summary) => getComputedStyle(summary).color);
  await expect.poll(colour).toBe('rgb(122, 62, 12)');
  await accent.fill('no colour');
  await expect(accent).toHaveAttribute('aria-invalid', 'true');
  expect(await colour()).toBe('rgb(122, 62, 12)');
});

test('what goes wrong with an attribute is told by the element', async ({ page, opened }) => {
  expect(opened).toBeDefined();
  await states(page).selectOption('forbidden');
  await page.getByLabel('patient-id').fill('nobody');
  await expect(page.locator('#status')).toHaveText(':state(error), PanelError invalid');
  await expect(page.locator('#log')).toContainText('instrument-error');
});

test('a theme fills the tokens, which come out in the element', async ({ page, opened }) => {
  expect(opened).toBeDefined();
  const ground = () =>
    page.locator('[part=panel]').evaluate((panel) => getComputedStyle(panel).backgroundColor);
  for (const [theme, scheme, expected] of [
    ['paper', 'light', 'rgb(255, 252, 246)'],
    ['paper', 'dark', 'rgb(35, 29, 23)'],
    ['slate', 'light', 'rgb(247, 249, 251)'],
    ['contrast', 'dark', 'rgb(0, 0, 0)'],
  ] as const) {
    await page.getByLabel('Start from').selectOption(theme);
    await page.getByLabel('Color scheme').selectOption(scheme);
    await expect.poll(ground, `${theme}, ${scheme}`).toBe(expected);
  }
});

test('the code is what is shown: put into another page, it is the same element', async ({ page, opened }) => {
  expect(opened).toBeDefined();
  await page.getByLabel('density').selectOption('compact');
  await page.locator('[data-attribute=time-zone]').fill('Europe/Lisbon');
  await page.locator('[data-slot=footer]').fill('5 > 4 & "so on"');
  await page.getByLabel('Direction').selectOption('rtl');
  await page.getByLabel('Start from').selectOption('paper');
  await page.getByLabel('Color scheme').selectOption('dark');
  const code = (name: string) => page.locator(`[data-code=${name}]`).textContent();
  const [html, css, script] = [await code('HTML'), await code('CSS'), await code('JavaScript')];
  const shown = await page.locator('#stage').evaluate((stage) => {
    const element = stage.firstElementChild as HTMLElement & { data: unknown };
    return {
      lang: (stage as HTMLElement).lang,
      dir: (stage as HTMLElement).dir,
      attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
      slots: [...element.children].map((child) => [child.slot, child.textContent]),
      data: element.data,
      scheme: getComputedStyle(stage).colorScheme,
      ground: getComputedStyle(element).getPropertyValue('--instrument-surface'),
    };
  });
  const other = await page.context().newPage();
  await other.setContent(`<style>${css}</style>${html}`);
  const put = await other.locator('instrument-panel').evaluate((element) => ({
    lang: (element.parentElement as HTMLElement).lang,
    dir: (element.parentElement as HTMLElement).dir,
    attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    slots: [...element.children].map((child) => [child.slot, child.textContent]),
    scheme: getComputedStyle(element).colorScheme,
    ground: getComputedStyle(element).getPropertyValue('--instrument-surface'),
  }));
  const given: unknown = JSON.parse(/\.data = (\{[\s\S]*\});/.exec(script ?? '')?.[1] ?? 'null');
  expect({ ...put, data: given }).toEqual(shown);
  expect(script).toContain("import '@instrument-panel/widget/define';");
});

test('the code of each framework is beside it, and is of the same element', async ({ page, opened }) => {
  expect(opened).toBeDefined();
  await page.getByLabel('density').selectOption('compact');
  for (const name of ['React', 'Vue', 'Svelte', 'Angular']) {
    await page.locator('summary', { hasText: name }).click();
    const code = page.getByRole('region', { name, exact: true });
    await expect(code).toContainText(/<instrument-panel[^>]*density="?{?"compact"/);
    await expect(code).toContainText(/[[: ]data/);
  }
  await page.getByRole('radio', { name: 'the sandbox' }).check();
  for (const name of ['React', 'Vue', 'Svelte', 'Angular'])
    await expect(page.getByRole('region', { name, exact: true })).toContainText('fetchToken: async');
});

test('the address restores what is shown, and names no server what it is', async ({ page, opened }) => {
  expect(opened).toBeDefined();
  await choose(page, 'instrument-sparkline');
  await choose(page, 'instrument-panel');
  await states(page).selectOption('flagged');
  await page.getByLabel('density').selectOption('compact');
  await page.locator('[data-slot=footer]').fill('5 > 4 & "so on"');
  await page.locator('[data-token=--instrument-accent]').fill('#7a3e0c');
  await page.getByLabel('Color scheme').selectOption('dark');
  const code = () => page.locator('[data-code]').allTextContents();
  const before = await code();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.locator('#status')).toHaveText(':state(ready)');
  expect(await other.locator('[data-code]').allTextContents()).toEqual(before);
  expect(new URL(page.url()).search).toBe('');
  await page.goto('about:blank');
  await page.goto(`${playground.url}/#element=script&state=toString&width=1e9&theme=none&dir=up`);
  await expect(page.locator('#status')).toHaveText(':state(ready)');
  await expect(page.locator('#stage > instrument-panel')).toHaveCount(1);
});

test('the preview stays in sight of the last control', async ({ page, opened }) => {
  expect(opened).toBeDefined();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('[data-token]').last().focus();
  await expect(page.locator('#stage > instrument-panel')).toBeInViewport();
  await expect(page.locator('[data-token]').last()).toBeInViewport();
});

test('the buttons copy the code as it stands', async ({ page, opened, context }) => {
  expect(opened).toBeDefined();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const name of ['HTML', 'CSS', 'JavaScript']) {
    await page.getByRole('button', { name: `Copy ${name}` }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Copied.' }).first()).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await page.locator(`[data-code=${name}]`).textContent(),
    );
  }
});

test('the sandbox is read through the proxy, by the policy of the page', async ({ page, opened }) => {
  await page.getByRole('radio', { name: 'the sandbox' }).check();
  await expect(page.getByLabel('Patient', { exact: true })).toBeVisible();
  await expect(page.locator('#status')).toHaveText(/^:state\((ready|empty)\)$/);
  expect(opened.requests).toContain('POST /session');
  expect(opened.requests).toContain('POST /courses');
  await expect(page.locator('[data-code=JavaScript]')).toContainText('configure({');
  await choose(page, 'instrument-apply');
  await expect(page.locator('#status')).toHaveText(':state(choosing)');
});

test('an instrument is applied without a request: the page answers, also where the outcome is lost', {
  tag: '@long',
}, async ({ page, opened }) => {
  test.setTimeout(90_000);
  await choose(page, 'instrument-apply');
  for (const [sample, said] of [
    ['choosing', ':state(applied)'],
    ['refused', /applied|error/],
    ['lostAndFound', ':state(applied)'],
    ['unknownOutcome', ':state(unknown)'],
  ] as const) {
    await states(page).selectOption(sample);
    await expect(page.locator('#status')).toHaveText(':state(choosing)');
    await page.getByRole('option', { name: 'GAD-7' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.locator('#status')).toHaveText(':state(confirming)');
    await page.getByRole('button', { name: /Ana Lima/ }).click();
    await expect(page.locator('#status'), sample).toHaveText(said, { timeout: 45_000 });
  }
  expect(opened.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
  await expect(page.locator('#log')).toContainText('instrument-applied');
});

test('another language speaks at once, page and element, and what was chosen stays', async ({
  page,
  opened,
}) => {
  expect(opened).toBeDefined();
  await states(page).selectOption('missed');
  await page.getByLabel('Language').selectOption('pt-BR');
  await expect(page.getByRole('heading', { name: 'Atributos' })).toBeVisible();
  await expect(page.locator('[part=score]')).toHaveText('14 de 27');
  await expect(page.getByLabel('Estado', { exact: true })).toHaveValue('missed');
  await expect(page.getByLabel('Idioma')).toBeFocused();
  await page.getByLabel('Idioma').selectOption('es');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280]) {
    test(
      `axe finds nothing, and nothing is cut off: ${colorScheme}, ${width} px`,
      longUnless(colorScheme === 'dark' && width === 360),
      async ({ page, opened }) => {
        expect(opened).toBeDefined();
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 800 });
        for (const tag of [
          'instrument-panel',
          'instrument-overview',
          'instrument-sparkline',
          'instrument-apply',
        ]) {
          await choose(page, tag);
          // A sparkline reads nothing before it comes near the window.
          await page.locator('#status').scrollIntoViewIfNeeded();
          await expect(page.locator('#status')).toHaveText(/ready|choosing/);
          expect((await axeOf(page).analyze()).violations, tag).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth), tag).toBe(width);
        }
      },
    );
  }
}
