import * as z from 'zod/mini';
import { mergeDrafts } from '../../point/merge.ts';
import type { PointRequest } from '../../point/start.ts';
import { Profile } from '../../profile/profile.ts';
import type { Background } from '../background.ts';
import type { Sender } from '../platform.ts';
import { Refused } from '../problem.ts';
import { leaveRequest } from '../wish.ts';

/** What lets a person point, as the build names it (extension/entrypoints/point.ts). */
const POINT_SCRIPT = 'point.js';
const WISH = 'instrument-panel.point';
/** A draft names no proxy; a person fills it in. */
const NO_PROXY = 'https://proxy.invalid';

const Drafted = z.object({
  type: z.literal('drafted'),
  profile: z.nullable(z.record(z.string(), z.unknown())),
});

async function wish(background: Background, tabId: number, wanted: PointRequest | null): Promise<void> {
  const target = { tabId, allFrames: true };
  const { scripting } = background.platform;
  await scripting.executeScript({ target, func: leaveRequest, args: [WISH, wanted] });
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
    await wish(background, tabId, { what, language: background.language });
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
  await wish(background, tabId, null).catch(() => {});
}

/** What was pointed at; counts only from the tab in which the person was asked to point. */
export function heardDraft(background: Background, message: unknown, sender: Sender): void {
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

/** What the draft says already, else the only proxy that is known. */
function proxyFor({ registry }: Background, draft: unknown): string {
  const said = (draft as { readonly proxy?: unknown } | null)?.proxy;
  if (typeof said === 'string' && said !== '') return said;
  const [only, ...others] = registry.documents;
  return only && others.length === 0 ? only.proxy : '';
}
