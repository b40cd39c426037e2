import { type PageOutcomes, reportSiteHealth } from '@instrument-panel/client/proxy';
import * as z from 'zod/mini';
import type { BackgroundDependencies } from './dependencies.ts';
import type { Service } from './service/services.ts';
import type { TabState } from './tabs/tab-state.ts';

/** Milliseconds for which a page has to stay as it is to be counted. */
const STILL_MS = 10_000;
/** Milliseconds between two reports to one proxy. */
const INTERVAL_MS = 3_600_000;
const KEY = 'site-health';

const NONE: PageOutcomes = { shown: 0, list: 0, unclear: 0, unplaced: 0, unmatched: 0 };
type Outcome = keyof PageOutcomes;

const count = z.catch(z.int(), 0);
const Stored = z.array(
  z.object({
    proxy: z.string(),
    /** Milliseconds since the epoch of the last report, or of the first count. */
    since: z.number(),
    profiles: z.array(
      z.object({
        id: z.string(),
        version: z.int(),
        pages: z.object({ shown: count, list: count, unclear: count, unplaced: count, unmatched: count }),
      }),
    ),
  }),
);
type Stored = z.infer<typeof Stored>;

/** What a tab has come to; null while that is not known yet. */
function outcomeOf({ context, frames, isWithoutPlace }: TabState): Outcome | null {
  if (context.state === 'known') return isWithoutPlace ? 'unplaced' : 'shown';
  if (context.state === 'unclear') return 'unclear';
  if (context.state === 'settling') return null;
  const told = frames.flatMap(({ facts }) => facts ?? []);
  if (told.length === 0) return null;
  if (told.some(({ type }) => type === 'list')) return 'list';
  // A page that a profile takes for none of its patients, such as a sign-in, is as it should be.
  return told.every(({ page }) => page === null) ? 'unmatched' : null;
}

/**
 * Counts what the pages of a site come to, and reports the counts to the clinic's own proxy once an hour: which profile,
 * in which version, finds how much. Nothing of a patient, a page or its address is counted or kept.
 */
export class SiteHealth {
  readonly #background: BackgroundDependencies;
  readonly #openService: (proxy: string) => Promise<Service>;
  /** Of each tab, what was counted or waits to be: the same page is counted once. */
  readonly #seen = new Map<number, string>();
  readonly #timers = new Map<number, () => void>();
  #writing: Promise<unknown> = Promise.resolve();

  constructor(background: BackgroundDependencies, openService: (proxy: string) => Promise<Service>) {
    this.#background = background;
    this.#openService = openService;
  }

  /** A tab changed, which shows a page of this profile; or none, and is forgotten. */
  look(
    tabState: TabState | null,
    tabId: number,
    profile: { id: string; version: number; proxy: string } | null,
  ): void {
    const outcome = tabState && profile ? outcomeOf(tabState) : null;
    const top = tabState?.frames.find(({ frameId }) => frameId === 0)?.documentId ?? '';
    const state = outcome && JSON.stringify([outcome, profile?.id, tabState?.epoch, top]);
    if (state !== null && state === this.#seen.get(tabId)) return;
    this.#timers.get(tabId)?.();
    this.#timers.delete(tabId);
    if (state === null || outcome === null || !profile) return;
    this.#seen.set(tabId, state);
    const drop = this.#background.environment.setTimer(() => this.#count(profile, outcome), STILL_MS);
    this.#timers.set(tabId, drop);
  }

  closed(tabId: number): void {
    this.#timers.get(tabId)?.();
    this.#timers.delete(tabId);
    this.#seen.delete(tabId);
  }

  #count({ id, version, proxy }: { id: string; version: number; proxy: string }, outcome: Outcome): void {
    // One after the other: two that read the same would lose a count.
    this.#writing = this.#writing
      .then(async () => {
        const all = await this.#read();
        const now = this.#background.environment.now();
        const own = all.find((one) => one.proxy === proxy) ?? { proxy, since: now, profiles: [] };
        const before = own.profiles.find((one) => one.id === id && one.version === version);
        const pages = { ...(before?.pages ?? NONE) };
        pages[outcome]++;
        const profiles = [...own.profiles.filter((one) => one !== before), { id, version, pages }];
        const isDue = now - own.since >= INTERVAL_MS;
        const isSent = isDue && (await this.#send(proxy, profiles));
        const next = { proxy, since: isDue ? now : own.since, profiles: isSent ? [] : profiles };
        await this.#write([...all.filter((one) => one.proxy !== proxy), next]);
      })
      .catch(() => this.#background.counters.fail('site-health'));
  }

  async #send(proxy: string, profiles: Stored[number]['profiles']): Promise<boolean> {
    try {
      const { client } = await this.#openService(proxy);
      const { version } = this.#background.platform.runtime.getManifest();
      const signal = AbortSignal.timeout(INTERVAL_MS);
      await client(reportSiteHealth, { body: { extension: version, profiles }, signal });
      return true;
    } catch {
      // Nobody is signed in, or a proxy of before: the counts go with the next report.
      return false;
    }
  }

  async #read(): Promise<Stored> {
    const { local } = this.#background.platform.storage;
    return Stored.safeParse((await local.get(KEY))[KEY]).data ?? [];
  }

  #write(all: Stored): Promise<void> {
    return this.#background.platform.storage.local.set({ [KEY]: all });
  }
}
