import type { BrowserContext, Page } from '@playwright/test';
import type { Stack } from '../../scripts/stack.ts';
import { test as base, expect } from '../browser/stack-fixture.ts';
import { launchWithExtension } from './browser.ts';
import { setUp } from './desk.ts';
import { Shared } from './shared.ts';

export { settled } from './calibrate.ts';
export { expect };

/** Somebody of the demo EHR's lists, with an answered course. */
export interface Person {
  readonly record: string;
  readonly name: string;
}

interface Fixtures {
  /** A Chromium with the extension, which knows the demo EHR's front ends and is signed in. */
  context: BrowserContext;
}

async function open(stack: Stack): Promise<BrowserContext> {
  const context = await launchWithExtension();
  const page = context.pages()[0] ?? (await context.newPage());
  await setUp(context, page, stack);
  return context;
}

/**
 * What building the extension, starting a browser and signing in may take on a busy machine; it is no part of a test's
 * time.
 */
const SETUP = { scope: 'test', timeout: 300_000 } as const;

/** A test in a window and with a profile of its own: for those who sign out, or take the extension's load away. */
export const inOwnWindow = base.extend<Fixtures>({
  context: [
    async ({ stack }, use) => {
      const context = await open(stack);
      await use(context);
      await context.close();
    },
    SETUP,
  ],
});

const isApart = process.env.INSTRUMENT_PANEL_SOAK === '1';
/** That of this worker, once a test has opened it. */
let shared: Shared | undefined;

/**
 * A test in the window of its worker: opening one and signing in costs seconds. Before each the extension keeps what
 * it kept right after the sign-in, its background is stopped, and nothing is open. `npm run test:soak` gives each a
 * window of its own.
 */
export const test = base.extend<Fixtures>({
  context: [
    async ({ stack, atEnd }, use) => {
      if (isApart) {
        const context = await open(stack);
        await use(context);
        return context.close();
      }
      if (!shared) {
        shared = await Shared.of(await open(stack));
        const { context } = shared;
        atEnd(() => context.close());
      }
      await use(shared.context);
      await shared.reset();
    },
    SETUP,
  ],
});

/** People of the EHR by their full names. */
export async function people(page: Page, stack: Stack, names: readonly string[]): Promise<Person[]> {
  const answer = await page.request.get(`${stack.urls.ehr}/spa-data/patients`);
  const all = (await answer.json()) as (Person & { bornOn: string })[];
  return names.map((name) => {
    const found = all.filter((one) => one.name === name);
    const [one] = found;
    if (!one || found.length > 1) throw new Error(`${found.length} people are called ${name}.`);
    return { record: one.record, name };
  });
}
