import type { ChartPage, IdentifierSource, Place, ProfilePage } from '../profile/profile.ts';
import { readMonths } from './day.ts';
import { all, isVisible, look } from './elements.ts';
import { findPlace, isSlot, isThere, readTopAddress } from './evaluate.ts';
import type { PlaceFault, SiteRules } from './facts.ts';
import type { Spot } from './handle.ts';
import { identifierIn, identify, readTidy } from './identify.ts';

/** Key of the request to `explain.js` on the isolated world's global. */
export const EXPLAIN = Symbol.for('instrument-panel.explain');

export interface ExplainRequest {
  readonly rules: SiteRules;
  /** True only where the answer goes to the extension's own tester, and nowhere else. */
  readonly showsValues: boolean;
}

type ExplainedPlace = ReturnType<typeof explainSelect> & {
  /** What is wrong with how a panel would stand there; null for nothing. Absent where that was not tried. */
  readonly fault?: PlaceFault | null;
};

export interface ExplainedPage {
  readonly page: number;
  readonly type: ProfilePage['type'];
  /** Frame, address and the address on top are this page's. */
  readonly isAddress: boolean;
  readonly element: ReturnType<typeof explainSelect>;
  /** It is what the frame is: the first page that is there and confirmed. */
  readonly isThis: boolean;
  /** Of a chart that names one: the element that all sources but addresses are read in. */
  readonly header: ReturnType<typeof explainSelect> | null;
  /** Of a chart; of a list, what the first row gives. */
  readonly sources: ReturnType<typeof explainSources>;
  readonly places: readonly ExplainedPlace[];
  readonly rows: (ReturnType<typeof explainSelect> & { readonly complete: number }) | null;
}

export type Explained = ReturnType<typeof explain>;

/** As the script of a site sees it: the first visible element counts. */
function explainSelect(root: ParentNode, select: string, isPlace = false) {
  try {
    const found = all(root, select);
    const isFound = found.some((one) => isVisible(one) || (isPlace && isSlot(one)));
    const state = isFound ? 'found' : found.length > 0 ? 'hidden' : 'missing';
    // How many elements, visible or not.
    return { select, state, count: found.length } as const;
  } catch {
    return { select, state: 'selector', count: 0 } as const;
  }
}

/** The first text of a source; null for none, and for an invalid selector, which the gap reports. */
function readFirst(...source: Parameters<typeof readTidy>): string | null {
  try {
    return readTidy(...source).find(Boolean) ?? null;
  } catch {
    return null;
  }
}

function explainSources(
  sources: readonly IdentifierSource[],
  root: ParentNode,
  top: string,
  showsValues: boolean,
  page: Pick<ChartPage, 'header'> = {},
) {
  // Together, since two of one kind have to agree.
  const { gaps } = identify(sources, root, top, page);
  return sources.map((source, index) => {
    const text = readFirst(source, root, top, page);
    const value = text === null ? null : identifierIn(source, text);
    const [gap] = gaps.flatMap((one) => ('source' in one && one.source === index ? [one.why] : []));
    const why = value === null ? (text === null ? 'missing' : 'unreadable') : 'found';
    return {
      kind: source.kind,
      from: source.from,
      isOptional: source.optional === true,
      state: gap ?? why,
      // Of the identifier, and of the text that it was looked for in; null where none was found.
      length: value?.length ?? null,
      textLength: text?.length ?? null,
      // Null unless values are shown.
      value: showsValues ? value : null,
      text: showsValues ? text : null,
    } as const;
  });
}

function explainRows(page: Extract<ProfilePage, { type: 'list' }>, top: string) {
  const found = explainSelect(document, page.rows.select);
  const rows = found.count > 0 ? all(document, page.rows.select) : [];
  const complete = rows.filter((row) => identify(page.rows.patient, row, top).gaps.length === 0).length;
  return { rows: { ...found, complete }, first: rows.find(isVisible) ?? null };
}

const explainHeader = (page: ProfilePage) =>
  page.type === 'chart' && page.header ? explainSelect(document, page.header) : null;

/**
 * Explains each page of a profile in this frame, values by their length alone unless `showsValues`.
 *
 * @param judge tries how a panel would stand at a spot
 * @param judgeRow tries how a mark would stand at a spot of a row
 */
export function explain(
  { rules, showsValues }: ExplainRequest,
  judge: (spot: Spot) => PlaceFault | null = () => null,
  judgeRow: (row: Element, spot: Spot) => PlaceFault | null = () => null,
) {
  look();
  readMonths(rules.months);
  const top = readTopAddress(rules);
  const explainPlaces = (given: readonly Place[], isThis: boolean): ExplainedPlace[] =>
    given.map((place) => {
      const spot = isThis ? findPlace([place])?.spot : null;
      return { ...explainSelect(document, place.select, true), fault: spot ? judge(spot) : null };
    });
  const explainRowPlace = (row: Element, { select, at }: Place, isThis: boolean): ExplainedPlace => {
    const explained = explainSelect(row, select, true);
    const anchor = isThis && explained.state === 'found' ? all(row, select).find(isVisible) : null;
    return { ...explained, fault: anchor ? judgeRow(row, { anchor, at }) : null };
  };
  let isFound = false;
  const pages = rules.pages.map((page, index): ExplainedPage => {
    const isAddress = isThere(page, rules);
    const element = explainSelect(document, page.element);
    const isThis = !isFound && isAddress && element.state === 'found';
    // After a page that cannot be judged the script goes no further.
    isFound ||= isThis || (isAddress && element.state === 'selector');
    const common = { page: index, type: page.type, isAddress, element, isThis, header: explainHeader(page) };
    if (page.type === 'none') return { ...common, sources: [], places: [], rows: null };
    if (page.type === 'chart') {
      const sources = explainSources(page.patient ?? [], document, top, showsValues, page);
      return { ...common, sources, places: explainPlaces(page.places ?? [], isThis), rows: null };
    }
    const { rows: found, first } = explainRows(page, top);
    return {
      ...common,
      sources: first ? explainSources(page.rows.patient, first, top, showsValues) : [],
      places: first ? [explainRowPlace(first, page.rows.place, isThis)] : [],
      rows: found,
    };
  });
  return { origin: location.origin, isTop: globalThis.top === globalThis.self, pages };
}
