import type { Profile } from '../profile/profile.ts';
import { pointWords } from '../words/point/index.ts';
import { draftOf, type Pointed } from './draft.ts';
import { pointAt } from './point.ts';

/** Where `point.js` finds its wish, on the isolated world's global; null ends what goes on. */
export const POINT = Symbol.for('instrument-panel.point');

export interface PointRequest {
  readonly what: Pointed;
  /** BCP 47 tag; the browser's own where absent. */
  readonly language?: string;
}

/** To the background: what somebody pointed at, as a profile to be merged (`mergeDrafts`); null: they left. */
export interface Drafted {
  readonly type: 'drafted';
  readonly what: Pointed;
  readonly profile: Profile | null;
}

const RUNNING = Symbol.for('instrument-panel.pointing');

/** Lets somebody point, and tells what they pointed at. A new wish ends the one before. */
export async function startPointing(
  wish: PointRequest | null,
  tell: (message: Drafted) => void,
): Promise<void> {
  const running: AbortController | undefined = Reflect.get(globalThis, RUNNING);
  running?.abort();
  if (!wish) return;
  const own = new AbortController();
  Reflect.set(globalThis, RUNNING, own);
  const { what, language = navigator.language } = wish;
  const element = await pointAt(what, pointWords(language), own.signal);
  // Ended by a new wish, it has nothing to say.
  if (!own.signal.aborted) tell({ type: 'drafted', what, profile: element && draftOf(element, what) });
}
