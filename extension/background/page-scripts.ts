import * as z from 'zod/mini';
import type { FrameTest, TestReply } from '../intents/outputs.ts';
import { mergeDrafts } from '../point/draft.ts';
import type { PointRequest } from '../point/point.ts';
import { profileFor, toSiteRules } from '../profile/choose.ts';
import { parseProfile } from '../profile/parse.ts';
import { Profile } from '../profile/profile.ts';
import type { FrameFacts } from '../site/facts.ts';
import type { Background } from './background.ts';
import type { Sender } from './platform.ts';
import { Refused } from './requests.ts';

/**
 * Leaves a request in a frame's isolated world, where the script that is run next takes it from. The browser carries
 * this function into the frame by its text: it must use nothing from around it.
 */
function leaveRequest(key: string, request: unknown): void {
  Reflect.set(globalThis, Symbol.for(key), request);
}

/** File that the build makes of entrypoints/point.ts. */
const POINT_SCRIPT = 'point.js';
const POINT_KEY = 'instrument-panel.point';
/** A draft names no proxy; a person fills it in. */
const NO_PROXY = 'https://proxy.invalid';

const Drafted = z.object({
  type: z.literal('drafted'),
  profile: z.nullable(z.record(z.string(), z.unknown())),
});

async function runPointScript(
  background: Background,
  tabId: number,
  wanted: PointRequest | null,
): Promise<void> {
  const target = { tabId, allFrames: true };
  const { scripting } = background.platform;
  await scripting.executeScript({ target, func: leaveRequest, args: [POINT_KEY, wanted] });
  await scripting.executeScript({ target, files: [POINT_SCRIPT] });
}

/** Lets the person point at something in a tab, whatever frame it is in. */
export async function startPointing(
  background: Background,
  tabId: number,
  what: PointRequest['what'],
): Promise<void> {
  await stopPointing(background);
  background.pointing.begin(tabId);
  try {
    await runPointScript(background, tabId, { what, language: background.language });
  } catch {
    background.pointing.end();
    // The browser does not let us onto this page.
    throw new Refused('forbidden');
  }
}

/** The person is not pointing any more, in any frame. */
export async function stopPointing(background: Background): Promise<void> {
  const { tabId } = background.pointing;
  if (tabId === null) return;
  background.pointing.end();
  await runPointScript(background, tabId, null).catch(() => {});
}

/** Takes the message with a draft; counts only from the tab in which the person was asked to point. */
export function receiveDraft(background: Background, message: unknown, sender: Sender): void {
  const { pointing, counters, platform } = background;
  const { data } = Drafted.safeParse(message);
  const isWanted = sender.id === platform.runtime.id && sender.tab?.id === pointing.tabId;
  if (!data || !isWanted || pointing.tabId === null) {
    counters.refuse(data ? 'sender' : 'malformed');
    return;
  }
  if (data.profile) {
    const read = (given: unknown) =>
      Profile.safeParse({ ...(given as object), proxy: NO_PROXY }).data ?? null;
    const drafted = read(data.profile);
    const earlier = pointing.draft === null ? null : read(pointing.draft);
    if (drafted)
      pointing.keep({ ...mergeDrafts(earlier, drafted), proxy: proxyFor(background, pointing.draft) });
    else counters.refuse('malformed');
  }
  void stopPointing(background);
}

/** Proxy for a draft: the one that it has already, else the only one that is known. */
function proxyFor({ registry }: Background, draft: unknown): string {
  const said = (draft as { readonly proxy?: unknown } | null)?.proxy;
  if (typeof said === 'string' && said !== '') return said;
  const [only, ...others] = registry.documents;
  return only && others.length === 0 ? only.proxy : '';
}

/** Files that the build makes of entrypoints/explain.ts and entrypoints/probe.ts, and the keys of their requests. */
const EXPLAIN = { script: 'explain.js', key: 'instrument-panel.explain' };
const PROBE = { script: 'probe.js', key: 'instrument-panel.probe' };

/** The profile that is meant: one in the book by its id, or as it was pasted. */
function read(background: Background, given: unknown): ReturnType<typeof parseProfile> {
  const named = background.registry.judged.filter(({ id, profile }) => id === given && profile !== null);
  // Of several versions the one that is used.
  const known = named.find(({ unused }) => unused === null) ?? named[0];
  return known?.profile ? { ok: true, profile: known.profile } : parseProfile(given);
}

/**
 * Tries a profile in a tab, frame by frame: in every frame that the browser lets us into, whether the profile is used
 * or not. Nothing is mounted, and nothing of what was found is kept.
 */
export async function testProfile(background: Background, tabId: number, given: unknown): Promise<TestReply> {
  const parsed = read(background, given);
  if (!parsed.ok) return { faults: parsed.faults, isMatched: false, frames: [] };
  const { profile } = parsed;
  const tab = await background.platform.tabs.get(tabId).catch(() => null);
  const top = tab?.url ?? '';
  return {
    faults: [],
    isMatched: profileFor([profile], top) !== null,
    frames: await tryIn(background, tabId, profile, top),
  };
}

async function tryIn(
  background: Background,
  tabId: number,
  profile: Profile,
  top: string,
): Promise<readonly FrameTest[]> {
  const rules = toSiteRules(profile, top);
  const run = async ({ script, key }: typeof EXPLAIN, wanted: unknown): Promise<Map<number, unknown>> => {
    const target = { tabId, allFrames: true };
    const { scripting } = background.platform;
    await scripting.executeScript({ target, func: leaveRequest, args: [key, wanted] });
    const results = await scripting.executeScript({ target, files: [script] });
    return new Map(results.map(({ frameId, result }) => [frameId, result]));
  };
  try {
    const explained = await run(EXPLAIN, { rules, showsValues: true });
    const facts = await run(PROBE, rules);
    return [...explained].map(([frameId, result]) => ({
      frameId,
      origin: (result as { readonly origin?: string } | null)?.origin ?? '',
      explained: result as FrameTest['explained'],
      facts: (facts.get(frameId) as FrameFacts | null | undefined) ?? null,
    }));
  } catch {
    // The browser does not let us onto this page.
    return [];
  }
}
