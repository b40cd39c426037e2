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

/** What a profile found in many pages, and nothing that a page says. */
export interface Survey {
  /** By page, part and index. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** Prints of all that each source of a chart has read, by page and index. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether a list was seen in which rows named their patients. */
  readonly hasList: boolean;
  /** Of this survey alone, so that a print says nothing elsewhere. */
  readonly salt: string;
}

export const emptySurvey = (): Survey => ({
  outcomes: new Map(),
  values: new Map(),
  hasList: false,
  salt: crypto.getRandomValues(new Uint32Array(4)).join(),
});

/** Charts of different patients on which a draft is tried before it is saved. */
export const TRIAL_CHARTS = 3;

export interface SurveyedPart {
  /** Index of the profile's page. */
  readonly page: number;
  readonly part: Part;
  /**
   * `never`: not in any page; `sometimes`: missing in some of them, though it must be there; `same`: the same of every
   * patient, so that it is no patient's own.
   */
  readonly found: 'never' | 'sometimes' | 'same';
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

/** A short print of a text (FNV-1a, 32 bits). */
function printOf(text: string): string {
  let print = 0x811c9dc5;
  for (const character of text) print = Math.imul(print ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (print >>> 0).toString(36);
}

/** Adds what the sources of a chart read. */
function addValues(
  values: Survey['values'],
  { page, sources }: ExplainedPage,
  salt: string,
): Survey['values'] {
  const next = new Map(values);
  for (const [index, { value }] of sources.entries()) {
    const key = toKey(page, 'source', index);
    if (value !== null) next.set(key, new Set(next.get(key)).add(printOf(salt + value)));
  }
  return next;
}

/** Adds what the frames of a tab show. */
export function addToSurvey(survey: Survey, frames: IntentOutput<'profiles.test'>['frames']): Survey {
  const next = new Map(survey.outcomes);
  let { values, hasList } = survey;
  for (const page of frames.flatMap(({ explained }) => explained?.pages ?? [])) {
    if (page.isThis && page.type === 'chart') values = addValues(values, page, survey.salt);
    hasList ||= page.isThis && page.rows !== null && page.rows.complete > 0;
    for (const [part, index, isFound] of readParts(page)) {
      const key = toKey(page.page, part, index);
      const before = next.get(key);
      next.set(key, {
        isFound: isFound || (before?.isFound ?? false),
        isLacking: !isFound || (before?.isLacking ?? false),
      });
    }
  }
  return { ...survey, outcomes: next, values, hasList };
}

/** How many patients' charts were seen, of one page or of any: as many as the source that differs most has read. */
function countCharts(values: Survey['values'], page: number | null = null): number {
  const ofPage = [...values].filter(([key]) => page === null || key.startsWith(`${page} `));
  return Math.max(0, ...ofPage.map(([, { size }]) => size));
}

/** How far a draft has been tried: on how many charts of different patients, and on a list if it has one. */
export function measureTrial({ values, hasList }: Survey, { pages }: Pick<Profile, 'pages'>) {
  const charts = Math.min(countCharts(values), TRIAL_CHARTS);
  const isListMissing = !hasList && pages.some(({ type }) => type === 'list');
  return { charts, isListMissing, isDone: charts === TRIAL_CHARTS && !isListMissing };
}

/** Whether a source read the same of as many patients as a trial takes, so that it is no patient's own. */
const isSameOfAll = ({ values }: Survey, page: number, index: number): boolean =>
  values.get(toKey(page, 'source', index))?.size === 1 && countCharts(values, page) >= TRIAL_CHARTS;

/** What was never found, and what was not always, in the order of the profile. */
export function findLacks(survey: Survey, { pages }: Pick<Profile, 'pages'>): readonly SurveyedPart[] {
  return pages.flatMap((given, page) => {
    function judge(
      part: Part,
      where: string,
      more: { index?: number; kind?: IdentifierKind; may?: boolean } = {},
    ) {
      const outcome = survey.outcomes.get(toKey(page, part, more.index));
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
      ...sourcesOf(given).flatMap((source, index) => {
        const where = whereOf(source);
        const { kind } = source;
        const isSame = isChart && isSameOfAll(survey, page, index);
        return [
          ...judge('source', where, { index, kind, may: source.optional === true || !isChart }),
          ...(isSame ? [{ page, part: 'source' as const, found: 'same' as const, kind, where }] : []),
        ];
      }),
      ...(['place', 'room'] as const).flatMap((part) =>
        judge(part, places.map(({ select }) => select).join(', ')),
      ),
    ];
  });
}
