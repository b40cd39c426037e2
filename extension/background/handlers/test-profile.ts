import type { FrameTest, TestReply } from '../../intents/outputs.ts';
import { parseProfile } from '../../profile/parse.ts';
import type { Profile } from '../../profile/profile.ts';
import { profileFor, toSiteRules } from '../../profile/rules.ts';
import type { FrameFacts } from '../../site/facts.ts';
import type { Background } from '../background.ts';
import { leaveRequest } from '../wish.ts';

/** What explains rules in a frame, and what gives its facts, as the build names them (extension/entrypoints). */
const EXPLAIN = { script: 'explain.js', wish: 'instrument-panel.explain' };
const PROBE = { script: 'probe.js', wish: 'instrument-panel.probe' };

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
  const run = async ({ script, wish }: typeof EXPLAIN, wanted: unknown): Promise<Map<number, unknown>> => {
    const target = { tabId, allFrames: true };
    const { scripting } = background.platform;
    await scripting.executeScript({ target, func: leaveRequest, args: [wish, wanted] });
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
