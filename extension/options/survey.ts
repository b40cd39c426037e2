import type { IntentOutput } from '../intents/requests.ts';
import type { IdentifierKind, Profile } from '../profile/profile.ts';
import type { ExplainedPage } from '../site/explain.ts';
import { sourcesOf, whereOf } from './test-result.tsx';

type Part = 'address' | 'element' | 'header' | 'source' | 'rows' | 'row-sources' | 'place' | 'room';

/** What a part of a profile has come to so far. */
interface Outcome {
  readonly isFound: boolean;
  /** It was looked for once at least and was not there. */
  readonly isLacking: boolean;
}

/** What a profile found in many pages: outcomes by page, part and index, and nothing that a page says. */
export type Survey = ReadonlyMap<string, Outcome>;

export interface SurveyedPart {
  /** Index of the profile's page. */
  readonly page: number;
  readonly part: Part;
  /** `never`: not in any page; `sometimes`: missing in some of them, though it must be there. */
  readonly found: 'never' | 'sometimes';
  /** Of a source. */
  readonly kind: IdentifierKind | null;
  /** Selector, label or part of the address; empty for a page's address. */
  readonly where: string;
}

const toKey = (page: number, part: Part, index = 0): string => `${page} ${part} ${index}`;

/** Parts of a page in a frame, each found or not; what stands behind one that is not there was not looked for. */
function readParts({ isAddress, isThis, ...page }: ExplainedPage): [Part, number, boolean][] {
  const parts: [Part, number, boolean][] = [['address', 0, isAddress]];
  if (isAddress) parts.push(['element', 0, page.element.state === 'found']);
  if (!isThis) return parts;
  if (page.header) parts.push(['header', 0, page.header.state === 'found']);
  parts.push(
    ...page.sources.map(({ state }, index): [Part, number, boolean] => ['source', index, state === 'found']),
  );
  if (page.places.length > 0) {
    const found = page.places.filter(({ state }) => state === 'found');
    parts.push(['place', 0, found.length > 0]);
    if (found.length > 0) parts.push(['room', 0, found.some(({ fault }) => !fault)]);
  }
  if (!page.rows) return parts;
  const { state, count, complete } = page.rows;
  parts.push(['rows', 0, state === 'found']);
  if (count > 0) parts.push(['row-sources', 0, complete === count]);
  return parts;
}

/** Adds what the frames of a tab show. */
export function addToSurvey(survey: Survey, frames: IntentOutput<'profiles.test'>['frames']): Survey {
  const next = new Map(survey);
  for (const page of frames.flatMap(({ explained }) => explained?.pages ?? [])) {
    for (const [part, index, isFound] of readParts(page)) {
      const key = toKey(page.page, part, index);
      const before = next.get(key);
      next.set(key, {
        isFound: isFound || (before?.isFound ?? false),
        isLacking: !isFound || (before?.isLacking ?? false),
      });
    }
  }
  return next;
}

/** What was never found, and what was not always, in the order of the profile. */
export function findLacks(survey: Survey, { pages }: Pick<Profile, 'pages'>): readonly SurveyedPart[] {
  return pages.flatMap((given, page) => {
    function judge(
      part: Part,
      where: string,
      more: { index?: number; kind?: IdentifierKind; may?: boolean } = {},
    ) {
      const outcome = survey.get(toKey(page, part, more.index));
      if (!outcome?.isLacking || (outcome.isFound && more.may)) return [];
      const found = outcome.isFound ? ('sometimes' as const) : ('never' as const);
      return [{ page, part, found, kind: more.kind ?? null, where }];
    }
    const isChart = given.type === 'chart';
    const places = isChart ? (given.places ?? []) : given.type === 'list' ? [given.rows.place] : [];
    return [
      // Another page, or another frame, has another address, and most have no such element.
      ...judge('address', '', { may: true }),
      ...judge('element', given.element, { may: true }),
      ...judge('header', (isChart && given.header) || ''),
      ...judge('rows', given.type === 'list' ? given.rows.select : ''),
      ...judge('row-sources', '', {}).filter(({ found }) => found === 'never'),
      ...sourcesOf(given).flatMap((source, index) =>
        judge('source', whereOf(source), {
          index,
          kind: source.kind,
          may: source.optional === true || !isChart,
        }),
      ),
      ...(['place', 'room'] as const).flatMap((part) =>
        judge(part, places.map(({ select }) => select).join(', ')),
      ),
    ];
  });
}
