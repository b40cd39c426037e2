import type { Place } from '../profile/profile.ts';
import type { Spot } from '../site/handle.ts';

/** Where a row's mark stands: the first visible element of the place within the row, or the row itself. */
export function spotIn(row: Element, { select, at }: Place): Spot | null {
  const found = [...row.querySelectorAll(select)];
  const anchor = found.find((one) => one.getClientRects().length > 0) ?? (row.matches(select) ? row : null);
  return anchor && { anchor, at };
}
