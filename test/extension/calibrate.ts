import { expect, type Page } from '@playwright/test';
import type { Fingerprints } from './sighting.ts';

/** Every text and attribute within the open shadow roots below the first element of `select` in a page's top frame. */
export const ownStrings = (page: Page, select = 'html'): Promise<string[]> =>
  page.evaluate((selector) => {
    const strings: string[] = [];
    const walk = (root: ParentNode, isOwn: boolean) => {
      for (const element of root.querySelectorAll('*')) {
        if (isOwn) {
          for (const { value } of element.attributes) strings.push(value.trim());
          for (const node of element.childNodes) {
            if (node instanceof Text) strings.push(node.data.trim());
          }
        }
        if (element.shadowRoot) walk(element.shadowRoot, true);
      }
    };
    const within = document.querySelector(selector);
    if (within) walk(within, false);
    return strings.filter((text) => text.length > 2);
  }, select);

/** Places of a drawing that make a course: the first answers of two patients may have the same score. */
const COURSE_PLACES_MIN = 3;

/**
 * A name with a birthday, the drawing of a whole course, or all that a mark says of somebody: a range, a day or a single
 * answer can be another patient's too.
 */
const isOfOneOnly = (text: string): boolean =>
  /, born /.test(text) ||
  (/^M[\d.]/.test(text) &&
    text.length > 40 &&
    new Set(text.match(/[\d.]+ [\d.]+/g)).size >= COURSE_PLACES_MIN) ||
  (/^Scores\. /.test(text) && text.length > 60);

/** What the mark in a patient's row says, once their course is read. */
async function markOf(page: Page, base: string, record: string): Promise<string[]> {
  if (new URL(page.url()).pathname !== '/spa-still') await page.goto(`${base}/spa-still`);
  await page.locator('#filter').fill(record);
  const row = `.line:not([hidden])[data-record="${record}"]`;
  await expect(page.locator(`${row} button[data-state="course"]`)).toHaveCount(1);
  return ownStrings(page, row);
}

/**
 * Opens each patient's chart in peace, and their row in the list, and keeps what our elements say of that one and of
 * no other: drawings, sentences, names. `settled` waits until the panel has all it will say.
 */
export async function fingerprintsOf(
  page: Page,
  base: string,
  people: readonly { readonly record: string; readonly name: string }[],
  settled: (page: Page) => Promise<void>,
): Promise<Fingerprints> {
  const said = new Map<string, Set<string>>();
  for (const { record } of people) {
    await page.goto(`${base}/spa/patients/${record}`);
    await settled(page);
    said.set(record, new Set(await ownStrings(page)));
  }
  const marks = new Map<string, readonly string[]>();
  for (const { record } of people) {
    const strings = await markOf(page, base, record);
    marks.set(record, strings.filter(isOfOneOnly));
    for (const text of strings) said.get(record)?.add(text);
  }
  return Object.fromEntries(
    people.map(({ record, name }) => {
      const isTheirs = (text: string) =>
        isOfOneOnly(text) && [...said].every(([other, theirs]) => other === record || !theirs.has(text));
      const strings = [...(said.get(record) ?? [])].filter(isTheirs);
      expect(strings.length, `what our elements say of ${record} alone`).toBeGreaterThan(0);
      expect(marks.get(record)?.filter(isTheirs), `what the mark of ${record} alone says`).not.toEqual([]);
      return [record, { name, strings }];
    }),
  );
}
