import { expect, type Page } from '@playwright/test';
import fc from 'fast-check';
import { inMarkup, MARKUP, mutated, sound } from '../../shared/score/fuzz.fixture.ts';
import { times } from '../soak/scale.ts';

/** What stands where a value was not what the code took it for. */
export const NONSENSE = /\b(NaN|Infinity|undefined|null)\b|\[object /;
const SCORES = [19, 17, 18, 14, 11, 14];

/** Answers as one page gets them one after the other: the same each time, unless FUZZ_SEED asks for others. */
export function cases(count: number): readonly unknown[] {
  const seed = Number(process.env.FUZZ_SEED ?? 20261121);
  const many = Array.from({ length: times(1_000, 10_000) }, (_, week) => (week * 7919) % 28);
  return [
    sound([]),
    sound([14]),
    sound(many),
    sound([Number.MAX_VALUE, -Number.MAX_VALUE]),
    ...MARKUP.map((markup) => inMarkup(sound(SCORES), markup)),
    ...fc.sample(mutated(sound(SCORES)), { numRuns: count, seed }),
  ];
}

/** JSON in which an infinite number is one too large to be read, as a service may well send it. */
export const onTheWire = (value: unknown): string =>
  (
    JSON.stringify(value, (_, one) =>
      Math.abs(one) === Number.POSITIVE_INFINITY ? `@${one > 0 ? '' : '-'}1e999@` : one,
    ) ?? ''
  ).replace(/"@(-?1e999)@"/g, '$1');

/** What an element showed of one answer. */
export interface Shown {
  readonly status: string;
  /** Everything that is read or listened to, and everything that a picture is made of. */
  readonly text: string;
  readonly drawn: string;
  readonly name: string;
  /** Names of elements that no face of ours has. */
  readonly foreign: readonly string[];
}

/** Gives an element one answer after the other as its `data`, and tells what it showed of each. */
export function feed(page: Page, tag: string, answers: readonly unknown[]): Promise<readonly Shown[]> {
  return page.locator(tag).evaluate(async (element, all) => {
    const shown = [];
    for (const data of all) {
      const told = new Promise((resolve, reject) => {
        const once = { once: true };
        for (const type of ['instrument-load', 'instrument-error'])
          element.addEventListener(type, resolve, once);
        setTimeout(() => reject(new Error(`nothing was told of ${JSON.stringify(data)}`)), 20_000);
      });
      Reflect.set(element, 'data', data);
      await told;
      // What is told is drawn by the frame after.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      shown.push(Reflect.get(globalThis, 'look')(element));
    }
    return shown;
  }, answers);
}

/** The page's own part of {@link feed}: for the setup of a page under a strict policy. */
export const LOOK = `globalThis.look = (element) => {
  const root = element.shadowRoot;
  const all = [...root.querySelectorAll('*')];
  const drawing = all.filter((one) => one instanceof SVGElement);
  return {
    status: element.status,
    text: all.map((one) => [one.title || '', one.ariaLabel || '', ...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data)].join(' ')).join(' '),
    drawn: drawing.flatMap((one) => [...one.attributes].filter(({ name }) => name !== 'aria-label').map(({ name, value }) => name + '=' + value)).join(' '),
    name: root.querySelector('[role=application],svg[role=img]')?.ariaLabel ?? '',
    foreign: all.map((one) => one.localName).filter((name) => ['img', 'script', 'style', 'iframe', 'object', 'link', 'a'].includes(name)),
  };
};`;

/** Collects what a page throws, rejections that nobody handles included. */
export function thrownBy(page: Page): string[] {
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.stack ?? error.message));
  return thrown;
}

/** What holds of every answer, however broken. */
export function expectSense({ status, text, drawn, foreign }: Shown, answer: unknown): void {
  const about = onTheWire(answer).slice(0, 3_000);
  expect(['ready', 'empty', 'error'], about).toContain(status);
  expect(text, about).not.toMatch(NONSENSE);
  expect(drawn, about).not.toMatch(NONSENSE);
  expect(foreign, about).toEqual([]);
}

/** Nothing was thrown, and nothing that an answer held was executed (`MARKUP` sets `executed`). */
export async function expectQuiet(page: Page, thrown: readonly string[]): Promise<void> {
  expect(thrown).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'executed'))).toBeUndefined();
}
