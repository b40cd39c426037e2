import { type Browser, expect, type Page } from '@playwright/test';
import { PROFESSIONAL } from '../../proxy/fixtures/world.ts';
import { ADMIN, type LinksPageWorld, startLinksPage } from '../../proxy/links-page/page.fixture.ts';
import { answerClinic } from '../../proxy/mapping/clinic.fixture.ts';
import { ANAS, EVA, EVAS, HEAD, listOf, RUIS, threePatients } from '../../proxy/mapping/link-list.fixture.ts';
import { axeOf } from './axe.ts';
import { test } from './pictured.ts';

let world: LinksPageWorld;
test.beforeEach(async () => {
  world = await startLinksPage({ [PROFESSIONAL]: threePatients() });
});
test.afterEach(() => world.close());

const WRONG = ANAS.replace('1990', '1991').replace('K1', 'K4');
const list = listOf(
  EVAS,
  RUIS,
  WRONG,
  'K5,Bia Nunes,1999-09-09,bia@home.example,',
  'K6,Leo Paz,31/31/1999,,',
);

async function signIn(page: Page, submit: string): Promise<void> {
  await page.goto(`${world.url}/links`);
  await page.locator('#name').fill(ADMIN.name);
  await page.locator('#secret').fill(ADMIN.secret);
  await page.getByRole('button', { name: submit }).click();
  await expect(page.locator('#pasted')).toBeVisible();
}

/** Waits until the page asks about a record number: a press of a button does not wait for the page that follows. */
const expectQuestion = (page: Page, key: string) =>
  expect(page.getByRole('heading', { level: 1 })).toContainText(key);

async function expectReadable(page: Page): Promise<void> {
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  // Nothing is cut off, neither of the page nor of a table.
  const overflow = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.scroll')].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );
  expect(Math.max(...overflow)).toBeLessThanOrEqual(0);
}

interface Looks {
  readonly scheme: 'light' | 'dark';
  readonly width: number;
  readonly locale: string;
  readonly submit: string;
  readonly preview: string;
  readonly link: string;
  readonly doubtful: string;
  readonly decide: string;
  readonly confirm: string;
  readonly linked: string;
}
const EN: Looks = {
  scheme: 'light',
  width: 1_366,
  locale: 'en',
  submit: 'Sign in',
  preview: 'Preview',
  link: 'Link 1 certain match',
  doubtful: 'Doubtful: 2',
  decide: 'Link to this patient',
  confirm: 'Link',
  linked: 'Linked K3.',
};

const open = (browser: Browser, { scheme, width, locale }: Looks): Promise<Page> =>
  browser.newPage({ colorScheme: scheme, locale, viewport: { width, height: 768 } });

for (const looks of [
  EN,
  {
    scheme: 'dark',
    width: 360,
    locale: 'pt-BR',
    submit: 'Entrar',
    preview: 'Ver prévia',
    link: 'Vincular 1 correspondência certa',
    doubtful: 'Duvidosos: 2',
    decide: 'Vincular a este paciente',
    confirm: 'Vincular',
    linked: 'K3 vinculado.',
  },
  {
    scheme: 'light',
    width: 360,
    locale: 'es',
    submit: 'Iniciar sesión',
    preview: 'Vista previa',
    link: 'Vincular 1 coincidencia segura',
    doubtful: 'Dudosos: 2',
    decide: 'Vincular con este paciente',
    confirm: 'Vincular',
    linked: 'K3 vinculado.',
  },
] as const satisfies readonly Looks[]) {
  test(`an administrator links what is certain and decides a doubtful row: ${looks.scheme}, ${looks.width} px, ${looks.locale}`, async ({
    browser,
  }) => {
    const page = await open(browser, looks);
    await page.goto(`${world.url}/links`);
    await expect(page.locator('html')).toHaveAttribute('lang', looks.locale);
    await expectReadable(page);
    await signIn(page, looks.submit);
    await expectReadable(page);
    await page
      .locator('#file')
      .setInputFiles({ name: 'patients.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
    await page.getByRole('button', { name: looks.preview }).click();
    await expect(page.getByRole('button', { name: looks.link })).toBeInViewport();
    await expectReadable(page);
    await page.getByRole('button', { name: looks.doubtful }).click();
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(2);
    await expectReadable(page);
    await page.getByRole('button', { name: looks.decide }).click();
    await expectQuestion(page, 'K3');
    await expectReadable(page);
    await page.getByRole('button', { name: looks.confirm, exact: true }).click();
    await expect(page.getByRole('status')).toHaveText(looks.linked);
    await page.getByRole('button', { name: looks.link }).click();
    await expect(page.getByRole('status').locator('dl')).toBeVisible();
    await expectReadable(page);
    // No list, name or number is in an address of the browser's history.
    expect(new URL(page.url()).search).toBe('');
    expect((await world.readStorage(['K2', 'K3', 'K4'])).patients.map((id) => id !== null)).toEqual([
      true,
      true,
      false,
    ]);
  });
}

test('everything is done by the keyboard alone, from a pasted list', async ({ page }) => {
  await page.goto(`${world.url}/links`);
  const focused = page.locator(':focus');
  const heading = page.getByRole('heading', { level: 1 });
  const tabTo = async (name: string): Promise<void> => {
    for (let press = 0; press < 40; press += 1) {
      await page.keyboard.press('Tab');
      const text = await focused.evaluate(
        (element) => element.getAttribute('aria-label') ?? element.textContent ?? '',
      );
      const id = await focused.getAttribute('id');
      if (text.trim() === name || id === name) return;
    }
    throw new Error(`The keyboard does not reach ${name}.`);
  };
  await tabTo('name');
  await page.keyboard.type(ADMIN.name);
  await tabTo('secret');
  await page.keyboard.type(ADMIN.secret);
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Link patients');
  await tabTo('pasted');
  await page.keyboard.insertText(`${HEAD}\n${EVAS}`);
  await tabTo('Preview');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Preview: nothing was changed');
  await tabTo('Link 1 certain match');
  await expect(focused).toHaveCSS('outline-width', '3px');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Result');
  expect((await world.readStorage(['K2'])).patients).toEqual([EVA]);
});

test('a link to another record says how it came about, and is removed after a question', async ({
  browser,
}) => {
  await world.link('K1', EVA);
  const page = await open(browser, EN);
  await signIn(page, 'Sign in');
  await page.locator('#pasted').fill(listOf(ANAS));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('by ana from chart of the clinic')).toBeVisible();
  await expectReadable(page);
  await page.getByRole('button', { name: 'Remove link' }).click();
  await expectQuestion(page, 'K1');
  await expectReadable(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Remove link' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText('Removed the link of K1.');
  await expect(page.getByRole('button', { name: 'Link 1 certain match' })).toBeVisible();
});

for (const [scheme, width, locale, submit, preview, missing, register, done] of [
  ['light', 1_366, 'en', 'Sign in', 'Preview', 'Missing: 2', 'Register', 'Registered and linked K8.'],
  [
    'dark',
    360,
    'pt-BR',
    'Entrar',
    'Ver prévia',
    'Ausentes: 2',
    'Cadastrar',
    'K8 foi cadastrado e vinculado.',
  ],
] as const)
  test(`somebody who is missing is registered after a question: ${scheme}, ${width} px, ${locale}`, async ({
    browser,
  }) => {
    const patients = threePatients();
    await world.restart({
      linksPage: { administrators: [ADMIN], professionals: [PROFESSIONAL], register: true },
    });
    world.service.answer = (request) => answerClinic(patients, request);
    const page = await open(browser, { ...EN, scheme, width, locale });
    await signIn(page, submit);
    await page
      .locator('#pasted')
      .fill(
        [
          'key,name,surname,birthday,email,phone',
          'K8,Bia,Souza,1984-05-06,bia@home.example,+5511900001234',
          'K9,Cauã Prado,,2001-12-30,caua@home.example,+5511900005678',
        ].join('\n'),
      );
    await page.getByRole('button', { name: preview, exact: true }).click();
    await page.getByRole('button', { name: missing }).click();
    await expect(page.getByRole('button', { name: `${register}: K8` })).toBeVisible();
    await expectReadable(page);
    await page.getByRole('button', { name: `${register}: K8` }).click();
    await expectQuestion(page, 'K8');
    await expectReadable(page);
    await page.getByRole('button', { name: register, exact: true }).click();
    await expect(page.getByRole('status')).toHaveText(done);
    await expectReadable(page);
    expect(patients.slice(3).map(({ surname }) => surname)).toEqual(['Souza']);
  });

test('a file with the wrong columns links nothing, and the page says what and why; signed out it shows nothing', async ({
  page,
}) => {
  await signIn(page, 'Sign in');
  await page.locator('#pasted').fill('number,name\n1,Ana');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('alert')).toContainText('there is no column "number"');
  await expectReadable(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to link patients');
});
