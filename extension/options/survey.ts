import type { IntentOutput } from '../intents/requests.ts';
import type { IdentifierKind, Profile } from '../profile/profile.ts';
import type { ExplainedPage } from '../site/explain.ts';
import { sourcesOf, whereOf } from './test-result.tsx';

export type Tested = IntentOutput<'profiles.test'>['frames'][number];

/** What one look at an open tab has found. */
export interface TabLook {
  readonly tabId: number;
  readonly frames: readonly Tested[];
}

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
  /** Pages whose header was seen to come field by field. */
  readonly filled: ReadonlySet<number>;
  /** By tab and frame: what it lacks, which counts once it stands still; a page that is being built up lacks much. */
  readonly waiting: ReadonlyMap<string, Waiting>;
  /** Of this survey alone, so that a print says nothing elsewhere. */
  readonly salt: string;
}

interface Waiting {
  /** Print of all that was found and read. */
  readonly print: string;
  /** Since when it is the same, milliseconds since the epoch. */
  readonly since: number;
  readonly lacking: readonly string[];
}

/** Milliseconds for which a frame has to be the same before it counts what it lacks. */
const STILL_MS = 2_000;

export const emptySurvey = (): Survey => ({
  outcomes: new Map(),
  values: new Map(),
  hasList: false,
  filled: new Set(),
  waiting: new Map(),
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
   * patient, so that it is no patient's own; `filled`: of a header that comes field by field, from which nobody is linked first.
   */
  readonly found: 'never' | 'sometimes' | 'same' | 'filled';
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

/** Notes parts as found or lacking. */
function note(outcomes: Survey['outcomes'], keys: readonly string[], isFound: boolean): Survey['outcomes'] {
  const next = new Map(outcomes);
  for (const key of keys) {
    const before = next.get(key);
    next.set(key, {
      isFound: isFound || (before?.isFound ?? false),
      isLacking: !isFound || (before?.isLacking ?? false),
    });
  }
  return next;
}

/** Adds what one frame shows: what it has counts at once, what it lacks only once it is the same for a while. */
function addFrame(survey: Survey, slot: string, { explained, isFilled }: Tested, at: number): Survey {
  const pages = explained?.pages ?? [];
  const parts = pages.flatMap((page) =>
    readParts(page).map(([part, index, isFound]) => ({ key: toKey(page.page, part, index), isFound })),
  );
  const keysOf = (wanted: boolean): string[] =>
    parts.filter(({ isFound }) => isFound === wanted).map(({ key }) => key);
  const lacking = keysOf(false);
  const values = pages.map(({ sources }) => sources.map(({ value }) => value));
  const print = printOf(survey.salt + JSON.stringify([parts, values]));
  const before = survey.waiting.get(slot);
  const since = before?.print === print ? before.since : at;
  const charts = pages.filter(({ isThis, type }) => isThis && type === 'chart');
  const found = note(survey.outcomes, keysOf(true), true);
  return {
    ...survey,
    outcomes: at - since >= STILL_MS ? note(found, lacking, false) : found,
    values: charts.reduce((all, page) => addValues(all, page, survey.salt), survey.values),
    hasList: survey.hasList || pages.some(({ isThis, rows }) => isThis && rows !== null && rows.complete > 0),
    filled: isFilled ? new Set([...survey.filled, ...charts.map(({ page }) => page)]) : survey.filled,
    waiting: new Map(survey.waiting).set(slot, { print, since, lacking }),
  };
}

/**
 * Adds what the frames of all open tabs show.
 *
 * @param at milliseconds since the epoch
 */
export function addToSurvey(survey: Survey, looks: readonly TabLook[], at: number): Survey {
  const slots = looks.flatMap(({ tabId, frames }) =>
    frames.map((frame) => ({ slot: `${tabId} ${frame.frameId}`, frame })),
  );
  const seen = new Set(slots.map(({ slot }) => slot));
  // A page that was left before it stood still says nothing of what it lacks.
  const waiting = new Map([...survey.waiting].filter(([slot]) => seen.has(slot)));
  return slots.reduce<Survey>((next, { slot, frame }) => addFrame(next, slot, frame, at), {
    ...survey,
    waiting,
  });
}

/** Ends a survey: what the pages that are open lack now counts. */
export const endSurvey = (survey: Survey): Survey => ({
  ...survey,
  outcomes: note(
    survey.outcomes,
    [...survey.waiting.values()].flatMap(({ lacking }) => lacking),
    false,
  ),
  waiting: new Map(),
});

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
      ...(isChart && survey.filled.has(page)
        ? [{ page, part: 'header' as const, found: 'filled' as const, kind: null, where: given.header ?? '' }]
        : []),
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
