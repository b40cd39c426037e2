import type { ProfilePage } from '../profile/profile.ts';
import type { FrameFacts, Identifier } from '../site/facts.ts';
import { isSame } from './context.ts';

/** What the header of one document has named so far. */
export interface HeaderHistory {
  /** Version of the facts that were heard last. */
  readonly version: number;
  /** Address of the document, without its fragment. */
  readonly address: string;
  /** What was named last. */
  readonly named: readonly Identifier[];
  /** True: it did not come all at once, so that it may be of two patients. */
  readonly isParted: boolean;
  /** Of one that is parted: so far it was only filled, part by part; loading the page again does not change that. */
  readonly isFilled: boolean;
}

/** Where an identifier stands, by the sources that have certainly found it. */
function placeOne(one: Identifier, page: ProfilePage, gaps: FrameFacts['gaps']): Identifier {
  if (page.type !== 'chart') return one;
  const isGap = (index: number): boolean => gaps.some((gap) => 'source' in gap && gap.source === index);
  const all = (page.patient ?? []).filter(
    ({ kind, system = '' }, index) => kind === one.kind && system === one.system && !isGap(index),
  );
  // Of several, those that are optional may have found nothing.
  const read = all.length > 1 ? all.filter(({ optional }) => !optional) : all;
  const inElements = read.filter(({ from }) => from !== 'url');
  if (all.length > 0 && inElements.length === 0) {
    const confirm = all.flatMap((source) => ('confirm' in source && source.confirm) || []);
    return { ...one, at: 'address', ...(confirm.length > 0 && { confirm }) };
  }
  const isInHeader = inElements.length > 0 && (page.header !== undefined || page.loadsAnew);
  return isInHeader ? { ...one, at: 'header' } : one;
}

/** The value that a header gave for the same kind and system; undefined for none. */
const findSame = (named: readonly Identifier[], { kind, system }: Identifier): string | undefined =>
  named.find((one) => one.kind === kind && one.system === system)?.value;

const isEqual = (one: readonly Identifier[], other: readonly Identifier[]): boolean =>
  one.length === other.length && one.every((named) => findSame(other, named) === named.value);

/**
 * Whether all that is named now came in place of what was named before. What stays the same, as a birthday that two
 * patients share, may as well be what the first of them has left.
 */
function isReplaced(before: readonly Identifier[], named: readonly Identifier[]): boolean {
  const pairs = named.flatMap((one) => {
    const value = findSame(before, one);
    return value === undefined ? [] : [isSame(one.kind, value, one.value)];
  });
  return pairs.length > 0 && !pairs.includes(true);
}

/** Whether what was named before stands there still, with more beside it: a header that is filled field by field. */
const isFilledUp = (before: readonly Identifier[], named: readonly Identifier[]): boolean =>
  before.length > 0 &&
  named.length > before.length &&
  before.every((one) => findSame(named, one) === one.value);

/**
 * Says of each identifier of a frame where it stands. It is `parted` in place of `header` where the header's content did
 * not come all at once: such a place may hold one patient's key beside another's name; `filled` if it was only filled.
 *
 * @param before null for a document that was not heard before
 * @param wasWhole decides about a document that had a history which is lost
 */
export function placeFound(
  { facts, url }: { readonly facts: FrameFacts; readonly url: string },
  page: ProfilePage | undefined,
  before: HeaderHistory | null,
  wasWhole: (facts: FrameFacts) => boolean,
): { readonly facts: FrameFacts; readonly history: HeaderHistory } {
  const found = page ? facts.found.map((one) => placeOne(one, page, facts.gaps)) : facts.found;
  const placed = { ...facts, found };
  const named = found.filter(({ at }) => at === 'header');
  const address = url.split('#')[0] ?? '';
  const { version } = facts;
  const isNamed = named.length > 0 && !facts.gaps.some(({ why }) => why === 'disagree');
  const isOnce = page?.type === 'chart' && page.loadsAnew === true;

  function judge(): boolean {
    // What came before is not known.
    if (!before) return version > 1 && !wasWhole(placed);
    if (isOnce && address !== before.address) return true;
    if (!isNamed || isEqual(named, before.named)) return before.isParted;
    // A report that was lost may have said a part.
    if (version > before.version + 1) return true;
    if (before.named.length === 0) return false;
    return isOnce || !isReplaced(before.named, named);
  }

  /** Nothing but filling has parted it. */
  function isFilledOnly({ named: earlier, address: former, version: heard, ...was }: HeaderHistory): boolean {
    if (was.isParted && !was.isFilled) return false;
    if (isOnce && address !== former) return false;
    if (!isNamed || isEqual(named, earlier)) return was.isFilled;
    return version === heard + 1 && isFilledUp(earlier, named);
  }

  const isParted = judge();
  const isFilled = isParted && before !== null && isFilledOnly(before);
  const history = { version, address, named: isNamed || !before ? named : before.named, isParted, isFilled };
  if (!isParted) return { facts: placed, history };
  const at = isFilled ? 'filled' : 'parted';
  const apart = found.map((one) => (one.at === 'header' ? ({ ...one, at } as const) : one));
  return { facts: { ...facts, found: apart }, history };
}
