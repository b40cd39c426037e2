import type { Place, ProfilePage } from '../profile/profile.ts';
import { all, candidates, isVisible, look, readVisibility } from './elements.ts';
import type { FrameFacts, Gap, SiteRules } from './facts.ts';
import type { Spot } from './handle.ts';
import { identify } from './identify.ts';
import { isAddress } from './text.ts';

const isTop = (): boolean => top === self;

/** The address of the top frame, which the top frame knows best. */
export const readTopAddress = ({ top }: SiteRules): string => (isTop() ? location.href : top);

const isFrame = ({ frame = 'top' }: ProfilePage): boolean => frame === 'any' || (frame === 'top') === isTop();

export const isThere = (page: ProfilePage, rules: SiteRules): boolean =>
  isFrame(page) && isAddress(page.url, location) && isAddress(page.top, new URL(readTopAddress(rules)));

/**
 * Index of the first page that matches this frame; null if none does. A newly added element does not change which page
 * matched. Throws if a selector is invalid, since any later match would be a guess.
 */
export function findPage(rules: SiteRules, before: number | null): number | null {
  for (const [index, page] of rules.pages.entries()) {
    if (!isThere(page, rules)) continue;
    const found = candidates(document, page.element, true);
    if (!found[0]) continue;
    return index === before || found.some((element) => readVisibility(element, true)) ? index : null;
  }
  return null;
}

/** Whether an element is an empty slot, put there for the panel: it has no content, and may have no height. */
export const isSlot = (element: Element): unknown => element.clientWidth && !element.textContent;

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

interface Evaluated {
  readonly facts: Omit<FrameFacts, 'version'>;
  readonly spot: Spot | null;
}

export const NOTHING: Evaluated = {
  facts: { type: 'none', page: null, found: [], gaps: [], place: null },
  spot: null,
};

const NOWHERE = { place: null, spot: null };

let isOut: boolean | null = false;

/** Whether the frame is hidden, or shows a sign-in form. */
function findOut(): void {
  // Null where the frame around us is of another origin.
  const around = frameElement;
  const isHidden = innerWidth < 2 || innerHeight < 2 || (around && !isVisible(around));
  isOut = isHidden || candidates(document, 'input[type=password]', true).length > 0;
}

/** Says what the frame is. Between looks, whatever could be another patient's makes the facts unclear. */
export function evaluate(rules: SiteRules, looks: boolean, before: Evaluated): Evaluated {
  if (looks) {
    look();
    findOut();
  }
  // A header that is still being loaded would be seen part by part.
  if (isOut || document.readyState === 'loading') return NOTHING;
  let index: number | null;
  try {
    index = findPage(rules, before.facts.page);
  } catch {
    return { ...NOTHING, facts: { ...NOTHING.facts, gaps: [{ why: 'selector', source: -1 }] } };
  }
  const page = rules.pages[index ?? -1];
  if (!page) return NOTHING;
  const { type } = page;
  if (type !== 'chart') return { ...NOTHING, facts: { ...NOTHING.facts, type, page: index } };
  const { found, gaps } = identify(page.patient ?? [], document, readTopAddress(rules), page);
  // The place depends on layout, which is read at a look only.
  const same = index === before.facts.page ? { ...before.facts, ...before } : NOWHERE;
  const { place, spot } = looks ? (findPlace(page.places ?? []) ?? NOWHERE) : same;
  const missing: Gap[] = page.places?.length && place === null ? [{ why: 'place' }] : [];
  return { facts: { type, page: index, found, gaps: [...gaps, ...missing], place }, spot };
}
