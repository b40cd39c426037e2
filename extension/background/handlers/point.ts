import * as z from 'zod/mini';
import { mergeDrafts } from '../../point/merge.ts';
import type { PointWish } from '../../point/start.ts';
import { Profile } from '../../profile/profile.ts';
import type { Core } from '../core.ts';
import type { Sender } from '../platform.ts';
import { Refused } from '../problem.ts';
import { leaveWish } from '../wish.ts';

/** What lets a person point, as the build names it (extension/entrypoints/point.ts). */
const POINT_SCRIPT = 'point.js';
const WISH = 'instrument-panel.point';
/** A draft names no proxy; a person fills it in. */
const NO_PROXY = 'https://proxy.invalid';

const Drafted = z.object({
  type: z.literal('drafted'),
  profile: z.nullable(z.record(z.string(), z.unknown())),
});

async function wish(core: Core, tabId: number, wanted: PointWish | null): Promise<void> {
  const target = { tabId, allFrames: true };
  const { scripting } = core.platform;
  await scripting.executeScript({ target, func: leaveWish, args: [WISH, wanted] });
  await scripting.executeScript({ target, files: [POINT_SCRIPT] });
}

/** Lets the person point at something in a tab, whatever frame it is in. */
export async function startPointing(core: Core, tabId: number, what: PointWish['what']): Promise<void> {
  await stopPointing(core);
  core.pointing.begin(tabId);
  try {
    await wish(core, tabId, { what, language: core.language });
  } catch {
    core.pointing.end();
    // The browser does not let us onto this page.
    throw new Refused('forbidden');
  }
}

/** The person is not pointing any more, in any frame. */
export async function stopPointing(core: Core): Promise<void> {
  const { tabId } = core.pointing;
  if (tabId === null) return;
  core.pointing.end();
  await wish(core, tabId, null).catch(() => {});
}

/** What was pointed at; counts only from the tab in which the person was asked to point. */
export function heardDraft(core: Core, message: unknown, sender: Sender): void {
  const { pointing, tally, platform } = core;
  const { data } = Drafted.safeParse(message);
  const isWanted = sender.id === platform.runtime.id && sender.tab?.id === pointing.tabId;
  if (!data || !isWanted || pointing.tabId === null) {
    tally.refuse(data ? 'sender' : 'malformed');
    return;
  }
  if (data.profile) {
    const read = (given: unknown) =>
      Profile.safeParse({ ...(given as object), proxy: NO_PROXY }).data ?? null;
    const drafted = read(data.profile);
    const earlier = pointing.draft === null ? null : read(pointing.draft);
    if (drafted) pointing.keep({ ...mergeDrafts(earlier, drafted), proxy: proxyFor(core, pointing.draft) });
    else tally.refuse('malformed');
  }
  void stopPointing(core);
}

/** What the draft says already, else the only proxy that is known. */
function proxyFor({ book }: Core, draft: unknown): string {
  const said = (draft as { readonly proxy?: unknown } | null)?.proxy;
  if (typeof said === 'string' && said !== '') return said;
  const [only, ...others] = book.documents;
  return only && others.length === 0 ? only.proxy : '';
}
