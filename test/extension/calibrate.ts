import { type Driven, runIn, until } from './driven.ts';
import type { Fingerprints } from './sighting.ts';

/** Every text and attribute within the open shadow roots below the first element of `select` in a page's top frame. */
export const ownStrings = (page: Pick<Driven, 'evaluate'>, select = 'html'): Promise<string[]> =>
  runIn(
    page,
    (selector: string) => {
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
    },
    select,
  );

/** Waits until our panel has read a chart, and says nothing new. */
export async function settled(page: Pick<Driven, 'evaluate'>): Promise<void> {
  let before = '';
  const isSettled = async () => {
    const now = (await ownStrings(page)).join('\n');
    const isSame = now === before;
    before = now;
    return isSame && /^Updated \d/m.test(now);
  };
  await until('the panel has read the chart', isSettled, { seconds: 20, everyMs: 300 });
}

/** Places of a drawing that make a course: the first answers of two patients may have the same score. */
const COURSE_PLACES_MIN = 3;

/**
 * A name with a birthday, the drawing of a whole course, or all that a mark says of somebody: a range, a day or a single
 * answer can be another patient's too.
 */
const isOfOneOnly = (text: string): boolean =>
  /(?:^|, )born \d/.test(text) ||
  (/^M[\d.]/.test(text) &&
    text.length > 40 &&
    new Set(text.match(/[\d.]+ [\d.]+/g)).size >= COURSE_PLACES_MIN) ||
  (/^Scores\. /.test(text) && text.length > 60);

/** What the mark in a patient's row says, once their course is read. */
async function markOf(page: Driven, base: string, record: string): Promise<string[]> {
  if (new URL(page.url()).pathname !== '/spa-still') await page.goto(`${base}/spa-still`);
  const row = `.line:not([hidden])[data-record="${record}"]`;
  const isRead = () =>
    runIn(
      page,
      ([text, selector]: readonly [string, string]) => {
        const field = document.querySelector<HTMLInputElement>('#filter');
        if (field && field.value !== text) {
          field.value = text;
          field.dispatchEvent(new Event('input', { bubbles: true }));
          // The row may still hold the mark of whoever stood in it.
          return false;
        }
        const hosts = [...(document.querySelector(selector)?.querySelectorAll('*') ?? [])];
        return hosts.some(({ shadowRoot }) => shadowRoot?.querySelector('button[data-state="course"]'));
      },
      [record, row] as const,
    );
  await until(`the mark of ${record} is read`, isRead);
  return ownStrings(page, row);
}

/**
 * Opens each patient's chart in peace, and their row in the list, and keeps what our elements say of that one and of
 * no other: drawings, sentences, names. Throws if nothing tells one of them from the others.
 */
export async function fingerprintsOf(
  page: Driven,
  base: string,
  people: readonly { readonly record: string; readonly name: string }[],
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
        (isOfOneOnly(text) || text === name || text === `${name},`) &&
        [...said].every(([other, theirs]) => other === record || !theirs.has(text));
      const strings = [...(said.get(record) ?? [])].filter(isTheirs);
      if (strings.length === 0) throw new Error(`Our elements say nothing of ${record} alone.`);
      if (!marks.get(record)?.some(isTheirs))
        throw new Error(`The mark of ${record} says nothing of them alone.`);
      return [record, { name, strings }];
    }),
  );
}
