import * as z from 'zod/mini';
import { mergeDrafts } from '../point/draft.ts';
import type { PointRequest } from '../point/point.ts';
import { profileFor, toSiteRules } from '../profile/choose.ts';
import { parseProfile } from '../profile/parse.ts';
import { Profile } from '../profile/profile.ts';
import type { Explained } from '../site/explain.ts';
import type { FrameFacts } from '../site/facts.ts';
import type { BackgroundDependencies } from './dependencies.ts';
import type { Platform, Sender } from './platform.ts';
import type { ProfileRegistry } from './profiles/registry.ts';
import { Refused } from './refusals.ts';

/** Files that the build makes of the entrypoints of these names, and the keys of their requests. */
const EXPLAIN = { script: 'explain.js', key: 'instrument-panel.explain' };
const POINT = { script: 'point.js', key: 'instrument-panel.point' };
const PROBE = { script: 'probe.js', key: 'instrument-panel.probe' };

/** Leaves a request for the script that runs next. Carried over by its text: it may use nothing around it. */
function leaveRequest(key: string, request: unknown): void {
  Reflect.set(globalThis, Symbol.for(key), request);
}

async function runScript(
  { scripting }: Platform,
  tabId: number,
  { script, key }: typeof POINT,
  request: unknown,
): Promise<Map<number, unknown>> {
  const target = { tabId, allFrames: true };
  await scripting.executeScript({ target, func: leaveRequest, args: [key, request] });
  const results = await scripting.executeScript({ target, files: [script] });
  return new Map(results.map(({ frameId, result }) => [frameId, result]));
}

const DRAFT = 'draft';
const POINTED_TAB = 'pointedTab';
/** A draft names no proxy; a person fills it in. */
const NO_PROXY = 'https://proxy.invalid';

const Drafted = z.object({
  type: z.literal('drafted'),
  profile: z.nullable(z.record(z.string(), z.unknown())),
});

const readDraft = (given: unknown): Profile | null =>
  Profile.safeParse({ ...(given as object | null), proxy: NO_PROXY }).data ?? null;

/** The drafted profile, and the tab in which the person is pointing. A draft holds selectors only, and no patient's data. */
export class Pointing {
  readonly #background: BackgroundDependencies;
  readonly #registry: ProfileRegistry;
  tabId: number | null = null;
  draft: unknown = null;

  constructor(background: BackgroundDependencies, registry: ProfileRegistry) {
    this.#background = background;
    this.#registry = registry;
  }

  async load(): Promise<void> {
    const kept = await this.#background.platform.storage.session.get([DRAFT, POINTED_TAB]);
    this.draft = kept[DRAFT] ?? null;
    this.tabId = z.number().safeParse(kept[POINTED_TAB]).data ?? null;
  }

  /** Lets the person point at something in a tab, whatever frame it is in. */
  async start(tabId: number, what: PointRequest['what']): Promise<void> {
    await this.stop();
    this.#begin(tabId);
    try {
      const { platform, language } = this.#background;
      await runScript(platform, tabId, POINT, { what, headers: this.#headers(), language });
    } catch {
      this.#begin(null);
      // The browser does not let us onto this page.
      throw new Refused('forbidden');
    }
  }

  async stop(): Promise<void> {
    const { tabId } = this;
    if (tabId === null) return;
    this.#begin(null);
    await runScript(this.#background.platform, tabId, POINT, null).catch(() => {});
  }

  #begin(tabId: number | null): void {
    this.tabId = tabId;
    // The browser may end the background before the person has pointed.
    this.#store(POINTED_TAB, tabId);
    this.#background.refreshSurfaces();
  }

  keep(draft: unknown): void {
    this.draft = draft;
    this.#store(DRAFT, draft);
    this.#background.refreshSurfaces();
  }

  #store(key: string, value: unknown): void {
    const { session } = this.#background.platform.storage;
    void (value === null ? session.remove(key) : session.set({ [key]: value }));
  }

  /** Takes the message with a draft; counts only from the tab in which the person was asked to point. */
  receive(message: unknown, sender: Sender): void {
    const { counters, platform } = this.#background;
    const { data } = Drafted.safeParse(message);
    const isWanted = sender.id === platform.runtime.id && sender.tab?.id === this.tabId;
    if (!data || !isWanted || this.tabId === null) {
      counters.refuse(data ? 'sender' : 'malformed');
      return;
    }
    if (data.profile) {
      const drafted = readDraft(data.profile);
      const earlier = readDraft(this.draft);
      if (drafted) this.keep({ ...mergeDrafts(earlier, drafted), proxy: this.#proxy() });
      else counters.refuse('malformed');
    }
    void this.stop();
  }

  #headers(): readonly string[] {
    const drafted = readDraft(this.draft)?.pages ?? [];
    return drafted.flatMap((page) => (page.type === 'chart' && page.header ? [page.header] : []));
  }

  /** Proxy for a draft: the one that it has already, else the only one that is known. */
  #proxy(): string {
    const said = (this.draft as { readonly proxy?: unknown } | null)?.proxy;
    if (typeof said === 'string' && said !== '') return said;
    const [only, ...others] = this.#registry.documents;
    return only && others.length === 0 ? only.proxy : '';
  }
}

/**
 * Tries a profile, or a registered profile's id, in every frame of a tab that the browser lets us into,
 * whether it is used or not. Nothing is mounted, and nothing of what was found is kept.
 */
export async function testProfile(
  platform: Platform,
  registry: ProfileRegistry,
  tabId: number,
  given: unknown,
) {
  const named = registry.judged.filter(({ id, profile }) => id === given && profile !== null);
  // Of several versions the one that is used.
  const known = named.find(({ unused }) => unused === null) ?? named[0];
  const parsed = known?.profile ? { ok: true as const, profile: known.profile } : parseProfile(given);
  // Not empty: the profile does not parse, and nothing was tried.
  if (!parsed.ok) return { faults: parsed.faults, isMatched: false, frames: [] };
  const { profile } = parsed;
  const tab = await platform.tabs.get(tabId).catch(() => null);
  const top = tab?.url ?? '';
  return {
    faults: [],
    /** The address of the tab's page is among those that the profile matches. */
    isMatched: profileFor([profile], top) !== null,
    // The browser may not let us onto this page.
    frames: await tryIn(platform, tabId, profile, top).catch(() => []),
  };
}

/** What a profile finds in each frame of a tab; `explained` and `facts` are null if a frame could not be entered. */
async function tryIn(platform: Platform, tabId: number, profile: Profile, top: string) {
  const rules = toSiteRules(profile, top);
  const explained = await runScript(platform, tabId, EXPLAIN, { rules, showsValues: true });
  const facts = await runScript(platform, tabId, PROBE, rules);
  return [...explained].map(([frameId, result]) => ({
    frameId,
    origin: (result as { readonly origin?: string } | null)?.origin ?? '',
    explained: result as Explained | null,
    facts: (facts.get(frameId) as FrameFacts | null | undefined) ?? null,
  }));
}
