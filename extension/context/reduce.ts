import type { FrameFacts } from '../site/facts.ts';
import type { Identity, TabContext } from './context.ts';
import { type Agreement, agree, isAhead, isEqual, isHalfChanged, isSamePatient } from './context.ts';

/** The patient who was known last, with the epoch. */
interface Bound {
  readonly epoch: string;
  readonly identity: Identity;
}

/** Everything that decides whose chart a tab shows. */
export interface ContextState {
  readonly frames: ReadonlyMap<number, FrameFacts>;
  /** Milliseconds for which all has to stay as it is. */
  readonly settleMs: number;
  /** Since when the frames have said what they say now: milliseconds of a clock that never goes back. */
  readonly since: number;
  readonly context: TabContext;
  /** The patient who was known last; stays while nothing is clear, until the frames agree on another. */
  readonly last: Bound | null;
  /** The patient who was known before, also after agreement on others; veiled. */
  readonly before: Identity | null;
  /** The patient on whom the frames agreed last without such a doubt, known or not; veiled. */
  readonly agreed: Identity | null;
  /** Converts an identity to the form that is compared: itself, or hashes that may be stored. */
  readonly veil: (identity: Identity) => Identity;
}

/** Milliseconds for which it has to stay where only a part of what is said has changed: a slow server's answer. */
const DOUBT_MS = 10_000;

export type ContextEvent =
  /** A frame says what it is. */
  | { readonly type: 'facts'; readonly frameId: number; readonly facts: FrameFacts; readonly at: number }
  /** A frame went away, or its document did. */
  | { readonly type: 'gone'; readonly frameId: number; readonly at: number }
  /** Time has passed. */
  | { readonly type: 'time'; readonly at: number }
  /** Forgets the known patient: after a sign-out, or with another profile. */
  | { readonly type: 'forget'; readonly at: number };

/** The table's first state: nothing is known of any frame. */
export const emptyContext = (settleMs: number, last: Bound | null = null): ContextState => ({
  frames: new Map(),
  settleMs,
  since: 0,
  context: { state: 'none' },
  last,
  before: last?.identity ?? null,
  agreed: null,
  veil: (identity) => identity,
});

/** Facts of a frame about the patient, without the place. */
const saying = ({ type, found, gaps }: FrameFacts): string =>
  JSON.stringify([type, found, gaps.filter(({ why }) => why !== 'place')]);

/** Frames with a chart, each with what it says: what has to stay as it is. */
const picture = (frames: ReadonlyMap<number, FrameFacts>): string =>
  JSON.stringify(
    [...frames]
      .filter(([id, facts]) => facts.type === 'chart' || id === 0)
      .sort(([one], [other]) => one - other)
      .map(([id, facts]) => [id, saying(facts)]),
  );

/** Whether whom the frames agree upon may be made of two patients. */
function isDoubtful({ before, agreed, veil }: ContextState, identity: Identity): boolean {
  const veiled = veil(identity);
  return (before !== null && isHalfChanged(before, veiled)) || (agreed !== null && isAhead(agreed, veiled));
}

/** Settling time for this identity, longer when in doubt. Milliseconds. */
const settleTime = (state: ContextState, identity: Identity): number =>
  isDoubtful(state, identity) ? Math.max(state.settleMs, DOUBT_MS) : state.settleMs;

/** Milliseconds until time alone would change the context; null where it would not. */
export function dueIn(state: ContextState, at: number): number | null {
  const agreement = agree(state.frames);
  return state.context.state === 'settling' && agreement.kind === 'agreed'
    ? Math.max(0, state.since + settleTime(state, agreement.identity) - at)
    : null;
}

/**
 * | agreement of all frames with a chart | before | what they say has stayed for `settleMs` | context |
 * |---|---|---|---|
 * | no chart | any | | `none` |
 * | a gap, a disagreement, no key | any | | `unclear` |
 * | one patient | `known`, the same patient, no chart frame left | | stays `known`, the epoch too |
 * | one patient | any other | no | `settling` |
 * | one patient | `settling` | yes | `known`: the last epoch for the last patient, else a new one |
 *
 * If only a part of the known patient's identifiers has changed, the page is on its way from one
 * to the other, and `settleMs` is ten seconds at least.
 *
 * The last patient is forgotten as soon as the frames agree upon another, so that an epoch never comes again.
 *
 * @param newEpoch makes an epoch that was never there before, or gives the one that this patient had before a stop
 */
export function reduceContext(
  state: ContextState,
  event: ContextEvent,
  newEpoch: (identity: Identity) => string,
): ContextState {
  const { at } = event;
  if (event.type === 'forget') {
    const cleared: ContextState = {
      ...state,
      last: null,
      before: null,
      agreed: null,
      context: { state: 'none' },
      since: at,
    };
    return reduceContext(cleared, { type: 'time', at }, newEpoch);
  }
  const frames = framesAfter(state.frames, event);
  const hasLeft = event.type === 'gone' && state.frames.get(event.frameId)?.type === 'chart';
  const hasChanged = picture(frames) !== picture(state.frames);
  const agreement = agree(frames);
  const last = bound(state.last, agreement);
  const next = { ...state, frames, last, since: hasChanged ? at : state.since };
  if (agreement.kind === 'none') return { ...next, context: { state: 'none' } };
  if (agreement.kind === 'unclear') {
    return { ...next, context: { state: 'unclear', reasons: agreement.reasons } };
  }
  const { identity } = agreement;
  const { context } = state;
  const agreed = isDoubtful(state, identity) ? state.agreed : state.veil(identity);
  if (context.state === 'known' && !hasLeft && isSamePatient(context.identity, identity)) {
    const kept = isEqual(context.identity, identity) ? context : { ...context, identity };
    const before = state.veil(identity);
    return { ...next, context: kept, last: { epoch: context.epoch, identity }, before, agreed };
  }
  if (at - next.since < settleTime(state, identity))
    return { ...next, agreed, context: { state: 'settling' } };
  const epoch = last?.epoch ?? newEpoch(identity);
  return {
    ...next,
    context: { state: 'known', epoch, identity },
    last: { epoch, identity },
    before: state.veil(identity),
    agreed: state.veil(identity),
  };
}

function framesAfter(
  frames: ContextState['frames'],
  event: Exclude<ContextEvent, { type: 'forget' }>,
): ContextState['frames'] {
  if (event.type === 'time') return frames;
  const after = new Map(frames);
  if (event.type === 'facts') after.set(event.frameId, event.facts);
  else after.delete(event.frameId);
  return after;
}

/** The last patient, unless the frames agree upon somebody else. */
const bound = (last: Bound | null, agreement: Agreement): Bound | null =>
  last && agreement.kind === 'agreed' && !isSamePatient(last.identity, agreement.identity) ? null : last;
