import type { Identity } from '../context/context.ts';
import type { Place, Source } from '../profile/profile.ts';
import type { Identifier } from '../site/facts.ts';
import type { SiteHandle, Spot } from '../site/handle.ts';

/** Whom a row is about, and a text that two rows of one patient have in common. */
export interface RowIdentity {
  readonly identity: Identity;
  readonly key: string;
}

const of = (found: readonly Identifier[], kind: Identifier['kind']): string | undefined =>
  found.find((one) => one.kind === kind)?.value;

/** Reads whom a row is about, as the page stands now; null where it does not say, or says two things. */
export function readIdentity(
  handle: Pick<SiteHandle, 'read'>,
  sources: readonly Source[],
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

/** Where a row's mark stands: the first visible element of the place within the row, or the row itself. */
export function findSpot(row: Element, { select, at }: Place): Spot | null {
  const found = [...row.querySelectorAll(select)];
  const anchor = found.find((one) => one.getClientRects().length > 0) ?? (row.matches(select) ? row : null);
  return anchor && { anchor, at };
}
