import type { ChartPage, IdentifierSource, Profile } from '../profile/profile.ts';

const isSamePlace = (one: IdentifierSource, other: IdentifierSource): boolean =>
  one.kind === other.kind && one.from === other.from;

function mergePages(earlier: ChartPage, later: ChartPage): ChartPage {
  const added = later.patient ?? [];
  const kept = (earlier.patient ?? []).filter((one) => !added.some((other) => isSamePlace(one, other)));
  const patient = [...kept, ...added];
  // The key first: by it the patient is asked for.
  patient.sort((one, other) => Number(other.kind === 'key') - Number(one.kind === 'key'));
  const isPlace = added.length === 0;
  const places = isPlace ? later.places : (earlier.places ?? later.places);
  return {
    ...earlier,
    ...(patient.length > 0 ? { patient } : {}),
    ...(places ? { places } : {}),
  };
}

/**
 * Adds what was pointed at to what was drafted before: to the same page where address and frame are the same, else
 * as a further page. For another site it begins again.
 */
export function mergeDrafts(earlier: Profile | null, later: Profile): Profile {
  if (earlier === null || earlier.match[0] !== later.match[0]) return later;
  const [page] = later.pages;
  if (page?.type !== 'chart') return earlier;
  const isSame = (one: Profile['pages'][number]): one is ChartPage =>
    one.type === 'chart' && one.frame === page.frame && JSON.stringify(one.url) === JSON.stringify(page.url);
  return earlier.pages.some(isSame)
    ? { ...earlier, pages: earlier.pages.map((one) => (isSame(one) ? mergePages(one, page) : one)) }
    : { ...earlier, pages: [...earlier.pages, page] };
}
