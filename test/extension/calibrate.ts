import { expect, type Page } from '@playwright/test';
import type { Fingerprints } from './watcher.ts';

/** Every text and attribute within the open shadow roots of a page's top frame. */
export const ownStrings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
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
    walk(document, false);
    return strings.filter((text) => text.length > 2);
  });

/** A name with a birthday, or the drawing of a whole course: a range or a day can be another patient's too. */
const isOfOneOnly = (text: string): boolean =>
  /, born /.test(text) || (/^M[\d.]/.test(text) && text.length > 40);

/**
 * Opens each patient's chart in peace and keeps what our panel says of that one and of no other: drawings, sentences,
 * names. `settled` waits until the panel has all it will say.
 */
export async function fingerprintsOf(
  page: Page,
  base: string,
  records: readonly string[],
  settled: (page: Page) => Promise<void>,
): Promise<Fingerprints> {
  const said = new Map<string, Set<string>>();
  for (const record of records) {
    await page.goto(`${base}/spa/patients/${record}`);
    await settled(page);
    said.set(record, new Set(await ownStrings(page)));
  }
  const prints = Object.fromEntries(
    [...said].map(([record, strings]) => [
      record,
      [...strings].filter(
        (text) =>
          isOfOneOnly(text) && [...said].every(([other, theirs]) => other === record || !theirs.has(text)),
      ),
    ]),
  );
  for (const [record, strings] of Object.entries(prints)) {
    expect(strings.length, `what our panel says of ${record} alone`).toBeGreaterThan(0);
  }
  return prints;
}
