import type { Identity } from '../context/context.ts';
import type { IdentifierSource, Place } from '../profile/profile.ts';
import type { Identifier } from '../site/facts.ts';
import type { SiteHandle, Spot } from '../site/handle.ts';

/** The patient of a row, with a key that all rows of the patient share. */
export interface RowIdentity {
  readonly identity: Identity;
  readonly key: string;
}

const of = (found: readonly Identifier[], kind: Identifier['kind']): string | undefined =>
  found.find((one) => one.kind === kind)?.value;

/** Reads the patient of a row from the page; null if the row names none, or contradicts itself. */
export function readIdentity(
  handle: Pick<SiteHandle, 'read'>,
  sources: readonly IdentifierSource[],
  row: Element,
): RowIdentity | null {
  const { found, gaps } = handle.read(sources, row);
  const keys = found.filter(({ kind }) => kind === 'key').map(({ system, value }) => ({ system, value }));
  if (gaps.length > 0 || keys.length === 0) return null;
  const [name, birthday, email, phone] = [
    of(found, 'name'),
    of(found, 'birthday'),
    of(found, 'email'),
    of(found, 'phone'),
  ];
  const identity: Identity = {
    keys,
    ...(name === undefined ? {} : { name }),
    ...(birthday === undefined ? {} : { birthday }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
  };
  return { identity, key: JSON.stringify(identity) };
}

/** Finds the place of a row's mark: the first visible element of the profile's place, or the row itself. */
export function findSpot(row: Element, { select, at }: Place): Spot | null {
  const found = [...row.querySelectorAll(select)];
  const anchor = found.find((one) => one.getClientRects().length > 0) ?? (row.matches(select) ? row : null);
  return anchor && { anchor, at };
}
