import type { BrowserContext, Page } from '@playwright/test';
import { type Stack, startStack } from '../../scripts/stack.ts';
import { giveProfiles, launchWithExtension } from '../extension/browser.ts';
import { openDesk, setUp } from '../extension/desk.ts';
import { openHere } from '../extension/steps.ts';
import { frontEnds } from '../front-ends/index.ts';
import { median } from './measure.ts';

/** Milliseconds from a chart's heading to the panel of its patient, who is linked already; medians of the pairs. */
export interface SwitchTime {
  /** Where one header names all of the patient, so that nothing has to settle. */
  readonly recognised: number;
  /** Where the profile names no header, so that the page has to be still for 300 ms. */
  readonly settled: number;
  readonly ratio: number;
  readonly spread: readonly [number, number];
}

const ROUNDS = 20;
const NAMES = ['Camila Rocha', 'Daniel Azevedo', 'Larissa Mendes', 'Maria Clara Sousa'];

interface Person {
  readonly record: string;
  readonly name: string;
}

/** Waits in the page, frame by frame, until the heading names somebody and then until the panel shows them. */
const timeShown = ({ name }: Person): Promise<number> =>
  new Promise((resolve) => {
    let since: number | null = null;
    const look = (): void => {
      const heading = document.querySelector('#patient-banner')?.textContent ?? '';
      if (since === null && heading.includes(name)) since = performance.now();
      const host = [...document.querySelectorAll('span')].find((one) => one.shadowRoot);
      const shown = host?.shadowRoot;
      const isShown = shown?.textContent?.includes(name) && shown.querySelector('svg') !== null;
      if (since !== null && isShown) resolve(performance.now() - since);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

async function open(page: Page, person: Person): Promise<number> {
  const shown = page.evaluate(timeShown, person);
  await page.evaluate(openHere, [[person.record], 0] as const);
  return shown;
}

/** Has the extension's profile of the demo EHR name no header, in a version of its own. */
async function takeHeader(context: BrowserContext, stack: Stack): Promise<void> {
  const known = await (await fetch(`${stack.urls.proxy}/.well-known/instrument-panel.json`)).json();
  const profiles = (known as { profiles: { id: string; version: number; pages: object[] }[] }).profiles;
  const given = profiles
    .filter(({ id }) => id === 'demo-ehr-spa')
    .map((one) => ({
      ...one,
      version: one.version + 1,
      pages: one.pages.map((page) => ({ ...page, header: undefined })),
    }));
  if (given.length === 0) throw new Error('The proxy hands out no profile of the demo EHR.');
  const desk = await openDesk(context);
  await giveProfiles(context, JSON.parse(JSON.stringify(given)));
  await desk.ask('site.enable', { profileId: 'demo-ehr-spa' });
  await desk.close();
}

async function start(context: BrowserContext, stack: Stack, hasHeader: boolean): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await setUp(context, page, stack);
  if (!hasHeader) await takeHeader(context, stack);
  await page.goto(`${stack.urls.ehr}/spa?hazards=off`);
  await page.locator('#quick').waitFor();
  return page;
}

/** Changes from patient to patient of the demo EHR in two browsers in turn, of which one recognises who is linked. */
export async function benchSwitch(): Promise<SwitchTime> {
  const stack = await startStack({ portBase: 0, frontEnds, seed: 1, now: '2026-11-18T15:00:00Z' });
  const contexts: BrowserContext[] = [];
  try {
    const pages: Page[] = [];
    for (const hasHeader of [true, false]) {
      const context = await launchWithExtension();
      contexts.push(context);
      pages.push(await start(context, stack, hasHeader));
    }
    const [first, second] = pages;
    if (!first || !second) throw new Error('No page was opened.');
    const all = (await (await first.request.get(`${stack.urls.ehr}/spa-data/patients`)).json()) as Person[];
    const people = NAMES.flatMap((name) => all.find((one) => one.name === name) ?? []);
    // The first browser links whom the second only reads; both have read everybody then.
    for (const page of pages) for (const person of people) await open(page, person);
    const pairs: (readonly [number, number])[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const person = people[round % people.length];
      if (!person) throw new Error('Nobody of the demo was found.');
      const times: number[] = [];
      for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) times[at] = await open(pages[at] ?? first, person);
      const [recognised, settled] = times;
      if (recognised !== undefined && settled !== undefined) pairs.push([recognised, settled]);
    }
    const ratios = pairs.map(([one, other]) => one / other).toSorted((one, other) => one - other);
    const at = (share: number): number => ratios[Math.round((ratios.length - 1) * share)] ?? Number.NaN;
    return {
      recognised: median(pairs.map(([one]) => one)),
      settled: median(pairs.map(([, other]) => other)),
      ratio: at(0.5),
      spread: [at(0.25), at(0.75)],
    };
  } finally {
    for (const context of contexts) await context.close();
    await stack.close();
  }
}
