import type { Page, Place } from '../profile/profile.ts';
import { isAddress } from './address.ts';
import type { SiteRules } from './facts.ts';
import type { Spot } from './handle.ts';
import { all, candidates } from './select.ts';
import { readVisibility } from './sight.ts';

const isTop = (): boolean => top === self;

/** The address of the page on top, which the top frame knows best. */
export const readTopAddress = ({ top }: SiteRules): string => (isTop() ? location.href : top);

const isFrame = ({ frame = 'top' }: Page): boolean => frame === 'any' || (frame === 'top') === isTop();

/** Whether the address, and that of the page on top, are a page's. */
export const isThere = (page: Page, rules: SiteRules): boolean =>
  isFrame(page) && isAddress(page.url, location) && isAddress(page.top, new URL(readTopAddress(rules)));

/**
 * Index of the first page that this frame is, by address and the visible element that confirms it. Null where it is
 * none, and where that is not known: an element that is new since the last look confirms only what was so before.
 *
 * @throws DOMException where the selector of an element is none: what comes after it could be a guess
 */
export function findPage(rules: SiteRules, before: number | null): number | null {
  for (const [index, page] of rules.pages.entries()) {
    if (!isThere(page, rules)) continue;
    const found = candidates(document, page.element, true);
    if (found.length === 0) continue;
    return index === before || found.some((element) => readVisibility(element, true)) ? index : null;
  }
  return null;
}

/** What was put there for us alone: it is empty, and has no height. */
export const isSlot = (element: Element): unknown => element.clientWidth && !element.textContent;

/** The first place that is found and visible, or would be if anything stood in it; to be asked at a look. */
export function findPlace(places: readonly Place[]): { readonly place: number; readonly spot: Spot } | null {
  for (const [place, { select, at }] of places.entries()) {
    try {
      const [anchor = all(document, select).find(isSlot)] = candidates(document, select, true);
      if (anchor) return { place, spot: { anchor, at } };
    } catch {
      // One that is no selector is not found; the tester says why.
    }
  }
  return null;
}
