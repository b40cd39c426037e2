/**
 * The recording of the guided tour for the README: the demonstration as it is given, a minute long, as an animated WebP.
 * Each frame is a picture of the running pages; only what changes between two of them is stored.
 *
 * @module
 */
import type { Browser, Frame, FrameLocator, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Stack } from '../../scripts/stack.ts';

const SIZE = { width: 1120, height: 700 } as const;
const PHONE = { width: 390, height: 660 } as const;
/** How long a step of the tour stands, and what leads to the next. */
const STEP_MS = 4_000;
const ACT_MS = 1_500;
const QUALITY = 62;

interface Still {
  readonly picture: Buffer;
  readonly milliseconds: number;
}

/** A phone's picture before the page that stays behind it. */
async function beforePage(phone: Buffer, behind: Buffer): Promise<Buffer> {
  const shade = {
    create: { ...SIZE, channels: 4, background: { r: 20, g: 30, b: 40, alpha: 0.55 } },
  } as const;
  const left = Math.round((SIZE.width - PHONE.width) / 2);
  const top = Math.round((SIZE.height - PHONE.height) / 2);
  return sharp(behind)
    .composite([{ input: await sharp(shade).png().toBuffer() }, { input: phone, left, top }])
    .png()
    .toBuffer();
}

const ELEMENTS = ['caseload', 'overview', 'panel', 'apply'].map((name) => `instrument-${name}`).join();

/** Waits until no element loads any more, and what they show is drawn. Events keep a request open, so that none waits for the network. */
export async function drawn(page: Page | Frame): Promise<void> {
  await page.waitForLoadState();
  await page.waitForFunction(
    (elements) =>
      [...document.querySelectorAll(elements)].every(
        (one) => one.shadowRoot && !one.matches(':state(loading)'),
      ),
    ELEMENTS,
  );
  await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 300)));
}

function createRecorder(page: Page) {
  const frames: Still[] = [];
  return {
    frames,
    add: (picture: Buffer, milliseconds: number): void => void frames.push({ picture, milliseconds }),
    async take(milliseconds: number): Promise<Buffer> {
      await drawn(page.frame('ehr') ?? page);
      const picture = await page.screenshot();
      frames.push({ picture, milliseconds });
      return picture;
    },
  };
}
type Recorder = ReturnType<typeof createRecorder>;

/** Applies what the tour asks for; returns the patient's link. */
async function apply(page: FrameLocator, { take }: Recorder): Promise<string> {
  await page.getByRole('option', { name: 'PHQ-9' }).click();
  await take(ACT_MS);
  await page.locator('[part=form] [part=button]').click();
  await page.locator('[part=confirm]').waitFor();
  // Of an instrument that is active already.
  for (const again of await page.locator('[part=confirm] input[type=checkbox]').all()) await again.check();
  await take(ACT_MS);
  await page.locator('[part=confirm] [part=button]').click();
  const link = page.locator('a[part=open]').first();
  const href = (await link.getAttribute('href')) ?? '';
  await take(ACT_MS);
  return href;
}

/** The patient answers, on a phone before the page. */
async function answer(browser: Browser, href: string, recorder: Recorder): Promise<void> {
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-US' });
  try {
    const phone = await context.newPage();
    await phone.goto(href);
    await phone.getByRole('radio').first().waitFor();
    const behind = recorder.frames.at(-1)?.picture as Buffer;
    const take = async (): Promise<void> =>
      recorder.add(await beforePage(await phone.screenshot(), behind), ACT_MS);
    await take();
    const questions: Locator[] = await phone.locator('fieldset').all();
    for (const [index, question] of questions.entries()) {
      await question
        .getByRole('radio')
        .nth(index === questions.length - 1 ? 0 : 1)
        .check();
      if (index % 4 === 1) await take();
    }
    await phone.locator('form.sheet button[type=submit]').last().click();
    await phone.getByRole('radio').first().waitFor({ state: 'detached' });
    await take();
  } finally {
    await context.close();
  }
}

/** Gives the tour, from the sign-in to its end, and writes what is seen. */
export async function recordTour(browser: Browser, { urls }: Stack, path: string): Promise<void> {
  const context = await browser.newContext({
    viewport: SIZE,
    locale: 'en-US',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    const ehr = page.frameLocator('iframe');
    const recorder = createRecorder(page);
    await page.goto(urls.ehr);
    const title = page.locator('#tour li:not([hidden]) h2');
    await recorder.take(ACT_MS * 2);
    await ehr.locator('[data-email]').first().click();
    await ehr.locator('main button[type=submit]').click();
    await ehr.locator('instrument-caseload:state(ready)').waitFor();
    const next = page.locator('#tour [data-tour=next]');
    let href = '';
    for (;;) {
      const said = await title.innerText();
      await recorder.take(STEP_MS);
      if (said.includes('Treatment')) {
        await ehr.getByRole('button', { name: 'All on one timeline' }).click();
        await ehr.locator('instrument-overview canvas').first().waitFor();
        await ehr.locator('[part=axis]').evaluate((axis) => axis.scrollIntoView());
        await recorder.take(STEP_MS);
      }
      const applied = ehr.locator('instrument-apply [role=option]').first();
      if (href === '' && (await applied.count()) > 0) href = await apply(ehr, recorder);
      else if (href !== '' && (await ehr.locator('a[part=open]').count()) > 0)
        await answer(browser, href, recorder);
      if (await next.isHidden()) break;
      await next.click();
      await page.waitForFunction(
        (before) => document.querySelector<HTMLElement>('#tour li:not([hidden]) h2')?.innerText !== before,
        said,
      );
    }
    await write(recorder.frames, path);
  } finally {
    await context.close();
  }
}

async function write(frames: readonly Still[], path: string): Promise<void> {
  await sharp(
    frames.map(({ picture }) => picture),
    { join: { animated: true } },
  )
    .webp({
      quality: QUALITY,
      effort: 5,
      loop: 0,
      delay: frames.map(({ milliseconds }) => milliseconds),
    })
    .toFile(path);
}
