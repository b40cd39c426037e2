/** One thing that a clinician does, or that happens to them. */
export type Step =
  | { readonly do: 'open'; readonly record: string }
  | { readonly do: 'switch'; readonly records: readonly string[]; readonly within: number }
  | { readonly do: 'beside'; readonly by: -1 | 1 }
  | { readonly do: 'list' | 'back' | 'forward' | 'reload' }
  | { readonly do: 'sort'; readonly by: 'name' | 'record' | 'bornOn' }
  /** Types one filter after the other; what is found first stands in the same row each time. */
  | { readonly do: 'filter'; readonly texts: readonly string[]; readonly within: number }
  | { readonly do: 'scroll'; readonly to: number }
  | { readonly do: 'paging' }
  /** For so many milliseconds the page puts in 5,000 nodes a second, as one with a live feed does. */
  | { readonly do: 'busy'; readonly for: number }
  | { readonly do: 'tab'; readonly name: 'summary' | 'notes' | 'contact' }
  | { readonly do: 'slow'; readonly most: number }
  | { readonly do: 'frame'; readonly name: 'header' | 'chart' }
  /** The header's texts become another patient's one after the other, as bound fields do. */
  | { readonly do: 'rewrite'; readonly record: string; readonly name: string; readonly within: number }
  /** An element goes away and comes again: itself, or a copy as frameworks make one. */
  | {
      readonly do: 'replace';
      readonly what: 'header' | 'place';
      readonly by: 'itself' | 'copy';
      readonly after: number;
    }
  /** The rows' texts go to the next row, the numbers first; or the rows themselves change places. */
  | { readonly do: 'rows'; readonly how: 'texts' | 'elements'; readonly within: number };

/** Milliseconds until the next step; `shown`: until our elements show somebody, or a moment has passed. */
export type Pause = number | 'shown';

/** How the demo EHR is for a walk. */
export interface WalkSite {
  readonly path: string;
  readonly hazards: boolean;
  readonly place: string;
}

/** A walk can be made again from its seed. */
export interface Walk {
  readonly seed: number;
  readonly site: WalkSite;
  readonly steps: readonly { readonly step: Step; readonly pause: Pause }[];
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Too short to see anything, short enough to catch a panel on its way, or until it is there. */
const PAUSES: readonly [Pause, ...Pause[]] = [0, 15, 60, 200, 'shown', 'shown'];
const PATHS = ['/spa', '/spa-still', '/spa-position', '/framed', '/framed-cross', '/racing'] as const;
const PLACES = ['block', 'flex', 'grid', 'table', 'zero', 'float', 'covered'] as const;

/** Walks that are made one after the other in one page, as they came to it. */
export const AT_ONE_SITE = 5;

/** Every front end in turn, so that a few walks see them all; three of four with the hazards on. */
function siteOf(seed: number): WalkSite {
  const block = Math.floor(seed / AT_ONE_SITE);
  const chance = chances(block);
  return {
    path: PATHS[block % PATHS.length] ?? PATHS[0],
    hazards: chance() < 0.75,
    place: PLACES[Math.floor(chance() * PLACES.length)] ?? PLACES[0],
  };
}

/** A random walk over one of the front ends, among some people. */
export function walkOf(
  seed: number,
  people: readonly { readonly record: string; readonly name: string }[],
  length: number,
): Walk {
  const chance = chances(seed);
  const whole = (below: number) => Math.floor(chance() * below);
  const among = <T>(all: readonly [T, ...T[]]): T => all[whole(all.length)] ?? all[0];
  const somebody = () => people[whole(people.length)] ?? { record: '', name: '' };
  const someone = () => somebody().record;
  const site = siteOf(seed);
  const everywhere: readonly [() => Step, ...(() => Step)[]] = [
    () => ({ do: 'open', record: someone() }),
    () => ({ do: 'switch', records: [someone(), someone(), someone()], within: whole(20) }),
    () => ({ do: among(['back', 'forward', 'reload']) }),
    () => ({ do: 'slow', most: among([0, 100, 600]) }),
    () => ({ do: 'busy', for: 500 + whole(1_000) }),
    () => ({ do: 'rewrite', ...somebody(), within: whole(80) }),
    () => ({
      do: 'replace',
      what: among(['header', 'place']),
      by: among(['itself', 'copy']),
      after: among([0, 10, 120]),
    }),
  ];
  const filters = () => somebody().name.slice(0, 4 + whole(4));
  const list: readonly [() => Step, ...(() => Step)[]] = [
    () => ({ do: 'sort', by: among(['name', 'record', 'bornOn']) }),
    () => ({ do: 'filter', texts: [filters(), filters(), among(['', 'a', filters()])], within: whole(60) }),
    () => ({ do: 'filter', texts: [filters()], within: 0 }),
    () => ({ do: 'scroll', to: whole(14_000) }),
    () => ({ do: 'paging' }),
    () => ({ do: 'rows', how: among(['texts', 'elements']), within: whole(80) }),
  ];
  const isFramed = site.path.startsWith('/framed');
  const chart: readonly [() => Step, ...(() => Step)[]] = isFramed
    ? [() => ({ do: 'frame', name: among(['header', 'chart']) })]
    : [
        () => ({ do: 'beside', by: among([-1, 1]) }),
        () => ({ do: 'tab', name: among(['summary', 'notes', 'contact']) }),
      ];
  // Every walk begins where something can go wrong: with somebody's chart.
  const steps: { step: Step; pause: Pause }[] = [{ step: { do: 'open', record: someone() }, pause: 'shown' }];
  const add = (step: Step) => steps.push({ step, pause: among(PAUSES) });
  while (steps.length <= length) {
    const where = chance();
    if (isFramed || where < 0.75) add(among(where < 0.25 ? chart : everywhere)());
    else {
      // What happens to rows is worth nothing where no list is.
      steps.push({ step: { do: 'list' }, pause: among(PAUSES) });
      add(among(list)());
      add(among(list)());
    }
  }
  return { seed, site, steps };
}
