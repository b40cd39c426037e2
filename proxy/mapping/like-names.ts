/** Names that may be one person's, though they are not the same. @module */
import { comparableName } from '@instrument-panel/client/identifiers';
import leven from 'leven';

/** Words between surnames that are left out as often as not; folded as names are. */
const PARTICLES: ReadonlySet<string> = new Set(
  'da das de del della der di do dos du e el la las los van von y'.split(' '),
);

const toWords = (name: string): string[] => {
  const all = comparableName(name).split(' ').filter(Boolean);
  const told = all.filter((word) => !PARTICLES.has(word));
  return told.length > 0 ? told : all;
};

/** The words of a name in an order of their own: equal where name and surname were swapped, or a particle left out. */
export const toWordKey = (name: string): string => toWords(name).sort().join(' ');

/** One edit apart, or an initial and its word. */
function isNearWord(one: string, other: string): boolean {
  if (one.length === 1 || other.length === 1) return one[0] === other[0];
  return leven(one, other, { maxDistance: 2 }) <= 1;
}

/** Whether each word of the shorter name is one of the longer, each of which counts once. */
export function hasLikeWords(one: string, other: string): boolean {
  const [few = [], many = []] = [toWords(one), toWords(other)].sort((a, b) => a.length - b.length);
  if (few.length === 0) return false;
  const left = [...many];
  const take = (isIt: (word: string) => boolean): boolean => {
    const at = left.findIndex(isIt);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  // The same words first, so that a near one is not taken in the place of the same.
  const rest = few.filter((word) => !take((same) => same === word));
  return rest.every((word) => take((near) => isNearWord(word, near)));
}

/** A birthday `YYYY-MM-DD` as it reads with day and month swapped; null where that is no other day. */
export function swapDayAndMonth(birthday: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(birthday) ?? [];
  if (day === undefined || day === month || Number(day) > 12) return null;
  return `${year}-${day}-${month}`;
}
