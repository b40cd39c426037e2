import { contradictions } from './contradictions.ts';
import { type Driven, runIn, runInFrames, until } from './driven.ts';
import type { Change, Sighting, Told, Watched } from './sighting.ts';
import { take } from './steps.ts';
import { AT_ONE_SITE, type Pause, type Step, type WalkSite, walkOf } from './walk.ts';

/** With courses of their own, two of them with one letter between their names. */
export const WALKERS = [
  'Maria Clara Sousa',
  'João Pedro Almeida',
  'Camila Rocha',
  'Daniel Azevedo',
  'Larissa Mendes',
  'Hiroshi Tanaka',
];

interface Person {
  readonly record: string;
  readonly name: string;
}

/** Where a walk was; the seed makes it again. */
interface Found {
  readonly seed: number;
  readonly site: WalkSite;
  /** What was done last. */
  readonly step: Step | null;
}

export interface Count {
  walks: number;
  moments: number;
  withPanel: number;
  withMark: number;
  /** Milliseconds, at most, for which a chart of another origin showed whom the header no longer said. */
  longest: number;
  readonly sightings: (Sighting & Found)[];
  /** Walks at whose end the right panel did not come, and what our elements said instead. */
  readonly lost: (Found & { readonly wanted: string; readonly says: readonly string[] })[];
}

export const sayCount = ({ walks, moments, withPanel, withMark, longest, sightings, lost }: Count): string =>
  `${walks} walks, ${moments} moments, ${withPanel} with a panel, ${withMark} with a mark, ${sightings.length} wrong, ` +
  `${lost.length} without the right panel in the end, ${longest} ms at most between two origins`;

export interface Walking {
  /** Opens a page whose frames are all watched, from before their first script; what the watchers tell goes to `hear`. */
  readonly open: (hear: (told: Told) => void) => Promise<Driven>;
  /** Of the EHR. */
  readonly base: string;
  readonly people: readonly Person[];
  readonly seeds: readonly number[];
  /** Steps of a walk, at least. */
  readonly steps: number;
  /** Pages side by side: what is known of one must not reach another. */
  readonly tabs: number;
  readonly onWalk?: (count: Count) => void;
  /** Told at once of what is wrong, as one line. */
  readonly onWrong?: (line: string) => void;
}

/** Milliseconds for which the pause `shown` lasts at most. */
const STEP_TIMEOUT_MS = 1_200;
/** Milliseconds for the right panel to come at the end, on a machine that is busy. */
const END = 120_000;
/** Milliseconds until a patient who does not come is opened again: longer than a doubt about a page lasts. */
const AGAIN = 12_000;
/** Milliseconds that a word may take from a header to a chart of another origin, on a machine that is busy. */
const WORD = 1_500;

/** What is thrown where a page goes away under a step; the walk goes on with the next. */
const LEAVING =
  /context was destroyed|navigat|detached|interrupted|aborted|ECONNRESET|No frame|document\.body is null|Failed to fetch|NetworkError/i;

const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** What our elements say, in every frame of a page. */
const saidIn = async (page: Driven): Promise<string[]> =>
  (
    await runInFrames(page, () =>
      [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
        shadowRoot ? [`${location.pathname}: ${shadowRoot.textContent.slice(0, 200)}`] : [],
      ),
    )
  ).flat();

/** One page of a browser in which walks are made one after the other. */
class Tab {
  readonly #page: Driven;
  readonly #walking: Walking;
  readonly #count: Count;
  #changes: Change[] = [];
  #found: Found | null = null;
  #site = '';

  constructor(page: Driven, walking: Walking, count: Count) {
    this.#page = page;
    this.#walking = walking;
    this.#count = count;
  }

  hear({ moments, withPanel, withMark, sightings, changes }: Told): void {
    const count = this.#count;
    count.moments += moments;
    count.withPanel += withPanel;
    count.withMark += withMark;
    this.#changes.push(...changes);
    for (const one of sightings) this.#wrong(one);
  }

  #wrong(sighting: Sighting): void {
    if (!this.#found) return;
    const found = { ...sighting, ...this.#found };
    this.#count.sightings.push(found);
    this.#walking.onWrong?.(JSON.stringify(found));
  }

  async walk(seed: number): Promise<void> {
    const { people, steps } = this.#walking;
    const walk = walkOf(seed, people, steps);
    this.#found = { seed, site: walk.site, step: null };
    await this.#enter(walk.site);
    for (const { step, pause } of walk.steps) await this.#take(step, pause);
    // In the end the right one is there: silence alone would be easy.
    const wanted = people[seed % people.length]?.record ?? '';
    if (!(await this.#endsWith(wanted))) {
      const lost = { ...this.#found, wanted, says: await saidIn(this.#page) };
      this.#count.lost.push(lost);
      this.#walking.onWrong?.(JSON.stringify(lost));
      this.#site = '';
    }
    await this.#judge();
    this.#count.walks += 1;
  }

  async #enter({ path, hazards, place }: WalkSite): Promise<void> {
    const page = this.#page;
    const wanted = `${path}?hazards=${hazards ? 'on' : 'off'}&place=${place}`;
    // The same page is used again, and left where a walk went back to another.
    const isThere =
      page.url() !== 'about:blank' && new URL(page.url()).pathname.split('/', 2).join('/') === path;
    const go = () => page.goto(`${this.#walking.base}${wanted}`);
    if (this.#site !== wanted || !isThere) {
      // Where the walk before went back or forward, that may still be on its way.
      await go().catch((error: unknown) => {
        if (!LEAVING.test(String(error))) throw error;
        return go();
      });
    }
    this.#site = wanted;
    await until('the page is there', () =>
      runIn(
        page,
        () =>
          document.readyState === 'complete' &&
          (document.querySelector('.line, #banner-slot') !== null ||
            document
              .querySelector<HTMLIFrameElement>('iframe[name="navigation"]')
              ?.contentDocument?.querySelector('[data-record]') != null),
      ),
    );
  }

  async #take(step: Step, pause: Pause): Promise<void> {
    if (this.#found) this.#found = { ...this.#found, step };
    await take(this.#page, this.#walking.base, step).catch((error: unknown) => {
      if (!LEAVING.test(String(error))) throw error;
    });
    if (pause !== 'shown') return pause > 0 ? sleep(pause).then(() => {}) : undefined;
    const end = performance.now() + STEP_TIMEOUT_MS;
    while (performance.now() < end && (await this.#ask()).length === 0) await sleep(60);
  }

  async #endsWith(record: string): Promise<boolean> {
    const end = performance.now() + END;
    const isDone = async () => {
      const shown = await this.#ask();
      return shown.length === 1 && shown[0] === record;
    };
    while (performance.now() < end) {
      // Where a click went to a page on its way out, it is made again, as people do.
      await this.#enter(this.#found?.site ?? { path: '/spa', hazards: false, place: 'block' });
      await this.#take({ do: 'open', record }, 0);
      const patience = performance.now() + AGAIN;
      while (performance.now() < patience) {
        if (await isDone()) return true;
        await sleep(80);
      }
    }
    return false;
  }

  /** Asks the frames for what they have not told, and gives whom they show. */
  async #ask(): Promise<string[]> {
    const told = await runInFrames(this.#page, () => {
      const { watched } = globalThis as unknown as { watched?: Watched };
      return watched && { told: watched.take(), shown: watched.shown };
    });
    for (const one of told) this.hear(one.told);
    return [...new Set(told.flatMap(({ shown }) => shown))];
  }

  /** What only all frames together tell. */
  async #judge(): Promise<void> {
    await this.#ask();
    const changes = this.#changes;
    const [latest] = changes.filter(({ frame }) => frame === 'header').slice(-1);
    const [shown] = changes.filter(({ frame }) => frame === 'chart').slice(-1);
    // The next walk in this page begins as this one ended.
    this.#changes = [latest, shown].filter((one) => one !== undefined);
    if (this.#found?.site.path !== '/framed-cross' || !this.#found) return;
    const { sightings, longest } = contradictions(changes, Date.now(), WORD);
    this.#count.longest = Math.max(this.#count.longest, longest);
    for (const one of sightings) this.#wrong(one);
  }
}

/** Makes walks in several tabs side by side, and counts what the watchers of all their frames see. */
export async function makeWalks(walking: Walking): Promise<Count> {
  const { open, seeds, tabs, onWalk } = walking;
  const count: Count = {
    walks: 0,
    moments: 0,
    withPanel: 0,
    withMark: 0,
    longest: 0,
    sightings: [],
    lost: [],
  };
  const grounds = [...Map.groupBy(seeds, (seed) => Math.floor(seed / AT_ONE_SITE)).values()];
  await Promise.all(
    Array.from({ length: Math.min(tabs, grounds.length) }, async () => {
      let hear = (_: Told): void => {};
      const page = await open((told) => hear(told));
      const tab = new Tab(page, walking, count);
      hear = (told) => tab.hear(told);
      for (let group = grounds.shift(); group; group = grounds.shift()) {
        for (const seed of group) {
          await tab.walk(seed);
          onWalk?.(count);
        }
      }
      await page.close();
    }),
  );
  return count;
}
