import type { FrameFacts, Gap, SiteRules } from './facts.ts';
import type { Spot } from './handle.ts';
import { identify } from './identify.ts';
import { findPage, findPlace, readTopAddress } from './page.ts';
import { candidates } from './select.ts';
import { isVisible, look } from './sight.ts';

/** What a frame is now, and where something can stand in it. */
export interface Evaluated {
  readonly facts: Omit<FrameFacts, 'version'>;
  readonly spot: Spot | null;
}

export const NOTHING: Evaluated = {
  facts: { type: 'none', page: null, found: [], gaps: [], place: null },
  spot: null,
};

const NOWHERE = { place: null, spot: null };

let isOut = false;

/** Whether nobody sees the frame, or somebody signs in there. */
function findOut(): void {
  // Null where the frame around us is of another origin.
  const around = frameElement;
  const isHidden = innerWidth < 2 || innerHeight < 2 || (around !== null && !isVisible(around));
  isOut = isHidden || candidates(document, 'input[type=password]', true).length > 0;
}

/**
 * Says what the frame is. At a look layout is read; otherwise what was seen before counts, and whatever could be
 * another patient's makes the facts unclear.
 */
export function evaluate(rules: SiteRules, looks: boolean, before: Evaluated): Evaluated {
  if (looks) {
    look();
    findOut();
  }
  if (isOut) return NOTHING;
  let index: number | null;
  try {
    index = findPage(rules, before.facts.page);
  } catch {
    return { ...NOTHING, facts: { ...NOTHING.facts, gaps: [{ why: 'selector', source: -1 }] } };
  }
  const page = rules.pages[index ?? -1];
  if (!page) return NOTHING;
  const { type } = page;
  if (type !== 'chart') return { facts: { type, page: index, found: [], gaps: [], place: null }, spot: null };
  const { found, gaps } = identify(page.patient ?? [], document, readTopAddress(rules));
  // Where something can stand is a matter of layout.
  const same = index === before.facts.page ? { place: before.facts.place, spot: before.spot } : NOWHERE;
  const { place, spot } = looks ? (findPlace(page.places ?? []) ?? NOWHERE) : same;
  const missing: Gap[] = page.places?.length && place === null ? [{ why: 'place' }] : [];
  return { facts: { type, page: index, found, gaps: [...gaps, ...missing], place }, spot };
}
