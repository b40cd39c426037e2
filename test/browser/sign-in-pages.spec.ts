import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, expect, type Page } from '@playwright/test';
import { CLIENT, query, signInOptions } from '../../proxy/authorize/flow.fixture.ts';
import { PROFESSIONAL, proxyOptions } from '../../proxy/fixtures/world.ts';
import { createProxy, type Grant, type Proxy as SigningProxy } from '../../proxy/index.ts';
import { axeOf } from './axe.ts';
import { longUnless } from './long.ts';
import { test } from './pictured.ts';

let server: Server;
let proxy: SigningProxy;
let address: string;
/** Who the EHR says is signed in, by the cookie. */
const STAFF: Readonly<Record<string, Grant>> = Object.fromEntries(
  ['dora', 'rui'].map((sub) => [
    `staff=${sub}`,
    { sub, role: 'professional', professionalId: PROFESSIONAL, actions: ['read', 'apply', 'recommend'] },
  ]),
);

test.beforeAll(async () => {
  // The proxy has to know its own address, which is known once the port is.
  server = createServer((request, response) => {
    if (request.url?.startsWith('/back')) response.end('Back');
    else proxy.handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  proxy = createProxy(
    proxyOptions('http://127.0.0.1:9', {
      ...signInOptions,
      publicUrl: address,
      authorize: { clients: [{ id: CLIENT, name: 'Instrument <Panel>', redirects: [`${address}/back`] }] },
      session: async ({ cookie }) => STAFF[cookie ?? ''] ?? null,
      log: () => {},
    }),
  );
});
test.afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await proxy.close();
});

const signIn = (page: Page, staff = 'dora') =>
  page.context().addCookies([{ name: 'staff', value: staff, url: address }]);
const authorize = (more: Readonly<Record<string, string>> = {}): string =>
  `${address}/authorize?${query({ prompt: 'consent', redirect_uri: `${address}/back`, ...more })}`;

/** What the program that asked is told when the browser comes back to it. */
const returned = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

for (const [button, presses, sent] of [
  ['Allow', 1, { code: expect.stringMatching(/^[\w-]{43}$/), state: 'st&te=1' }],
  ['Deny', 2, { error: 'access_denied', state: 'st&te=1' }],
] as const) {
  test(`the page that asks is answered by keyboard alone: ${button}`, async ({ page }) => {
    await signIn(page);
    await page.goto(authorize());
    const focused = page.locator(':focus');
    for (let press = 0; press < presses; press += 1) await page.keyboard.press('Tab');
    await expect(focused).toHaveText(button);
    await expect(focused).toHaveCSS('outline-style', 'solid');
    await expect(focused).toHaveCSS('outline-width', '3px');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${address}/back**`);
    expect(returned(page)).toMatchObject(sent);
  });
}

type Appearance = readonly [scheme: 'light' | 'dark', width: number, locale: 'en' | 'pt-BR'];
const APPEARANCES: readonly Appearance[] = (['light', 'dark'] as const).flatMap((scheme) =>
  [360, 1280].flatMap((width) =>
    (['en', 'pt-BR'] as const).map((locale) => [scheme, width, locale] as const),
  ),
);
const isShort = ([scheme, width, locale]: Appearance): boolean =>
  (scheme === 'light') === (width === 360) && (width === 360) === (locale === 'pt-BR');

async function pageOf(browser: Browser, [colorScheme, width, locale]: Appearance): Promise<Page> {
  return browser.newPage({ colorScheme, locale, viewport: { width, height: 740 } });
}

async function expectReadable(page: Page): Promise<void> {
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

const WORDS = {
  en: {
    asks: [
      'Allow Instrument <Panel>?',
      'asks for access to clinical data on your behalf',
      'get instrument suggestions',
    ],
    buttons: ['Allow', 'Deny'],
    client: 'Ask your administrator.',
    redirect: 'Nothing was sent there. Ask your administrator.',
    signedOut: 'Sign in to your system, then start again.',
    tooOld: 'Start again.',
    otherPerson: 'Nothing was allowed. Start again.',
  },
  'pt-BR': {
    asks: [
      'Permitir o acesso de Instrument <Panel>?',
      'pede acesso a dados clínicos em seu nome',
      'sugestões de instrumentos para um caso',
    ],
    buttons: ['Permitir', 'Não permitir'],
    client: 'Fale com o administrador.',
    redirect: 'Nada foi enviado para lá. Fale com o administrador.',
    signedOut: 'Entre no seu sistema e depois comece de novo.',
    tooOld: 'Comece de novo.',
    otherPerson: 'Nada foi permitido. Comece de novo.',
  },
} as const;

for (const appearance of APPEARANCES) {
  const [, , locale] = appearance;
  test(
    `asks, and says of each refusal what to do: ${appearance.join(', ')}`,
    longUnless(isShort(appearance)),
    async ({ browser }) => {
      const words = WORDS[locale];
      const page = await pageOf(browser, appearance);
      await signIn(page);

      await page.goto(authorize());
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      for (const text of words.asks) await expect(page.locator('main')).toContainText(text);
      await expect(page.getByRole('button')).toHaveText([...words.buttons]);
      for (const button of await page.getByRole('button').all()) {
        expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
      await expectReadable(page);

      const expectEnd = async (sentence: string): Promise<void> => {
        await expect(page.getByRole('alert')).toContainText(sentence);
        expect(new URL(page.url()).pathname).toBe('/authorize');
      };
      // Another person signs in while the page is open.
      await signIn(page, 'rui');
      await page.getByRole('button').first().click();
      await expectEnd(words.otherPerson);
      await page.goto(authorize());
      await page
        .locator('[name=ticket]')
        .evaluate((input) => input.setAttribute('value', 'answered already'));
      await page.getByRole('button').first().click();
      await expectEnd(words.tooOld);
      await page.goto(authorize({ client_id: 'nobody' }));
      await expectEnd(words.client);
      await page.goto(authorize({ redirect_uri: 'https://evil.example/' }));
      await expectEnd(words.redirect);
      await page.context().clearCookies();
      await page.goto(authorize());
      await expectEnd(words.signedOut);
      await expectReadable(page);
      await page.close();
    },
  );
}
