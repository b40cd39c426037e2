import { comparableName, comparePhones } from '@instrument-panel/client/identifiers';
import type { FrameFacts, Gap, Identifier } from '../site/facts.ts';

export interface Identity {
  /** By these the proxy finds the patient: the EHR's keys, one of each system, the first of the profile first. */
  readonly keys: readonly { readonly system: string; readonly value: string }[];
  readonly name?: string;
  readonly birthday?: string;
  readonly email?: string;
  readonly phone?: string;
  /**
   * What the one place that carries all keys carries besides: `whole` name and a further identifier, so that the keys may be
   * linked; `name` the name alone, so that a person may link them. `parted`: its content came part by part; absent: there is
   * no such place. Then the keys may be another patient's.
   */
  readonly carried?: 'whole' | 'name' | 'filled' | 'parted';
  /** Identifiers that have to agree with the record, since a key stands in an address only. */
  readonly mustAgree?: readonly Identifier['kind'][];
}

/** Why nothing is shown though a chart is there. */
export type Unclear =
  | { readonly why: 'gap'; readonly frameId: number; readonly gap: Gap }
  | { readonly why: 'disagree'; readonly kind: Identifier['kind']; readonly frameIds: readonly number[] }
  | { readonly why: 'no-key' }
  /** A key stands in an address, and nothing on the page confirms it. */
  | { readonly why: 'address-only' };

/** Context of a tab. The epoch of `known` stays with the patient, and never comes again after another. */
export type TabContext =
  | { readonly state: 'none' }
  | { readonly state: 'unclear'; readonly reasons: readonly Unclear[] }
  | { readonly state: 'settling' }
  | { readonly state: 'known'; readonly epoch: string; readonly identity: Identity };

/** What the frames of a tab say together at one moment. */
type Agreement =
  | { readonly kind: 'none' }
  | { readonly kind: 'unclear'; readonly reasons: readonly Unclear[] }
  | { readonly kind: 'agreed'; readonly identity: Identity };

const SECOND = ['name', 'birthday', 'email', 'phone'] as const;

/** Whether two values of a kind are of one person, however they are written. */
export function isSame(kind: Identifier['kind'], one: string, other: string): boolean {
  if (one === other) return true;
  if (kind === 'name') return comparableName(one) === comparableName(other);
  if (kind === 'email') return one.trim().toLowerCase() === other.trim().toLowerCase();
  if (kind === 'phone') return comparePhones(one, other) === 'agrees';
  return false;
}

function compare(one: Identity, other: Identity): { keys: boolean[]; second: boolean[] } {
  const keys = one.keys.flatMap(({ system, value }) => {
    const same = other.keys.find((key) => key.system === system);
    return same ? [same.value === value] : [];
  });
  const second = SECOND.flatMap((kind) => {
    const [given, said] = [one[kind], other[kind]];
    return given === undefined || said === undefined ? [] : [isSame(kind, given, said)];
  });
  return { keys, second };
}

/** Whether two identities are the same person: a key in common, and nothing that both have differs. */
export function isSamePatient(one: Identity, other: Identity): boolean {
  const { keys, second } = compare(one, other);
  return keys.length > 0 && [...keys, ...second].every(Boolean);
}

/** Whether every key has changed but no other identifier has: the keys may have been updated first. */
function keysLead(one: Identity, other: Identity): boolean {
  const { keys, second } = compare(one, other);
  return keys.length > 0 && !keys.includes(true) && second.length > 0 && second.every(Boolean);
}

/**
 * Whether the second identity may be of two patients: keys and the other identifiers changed in part.
 * A name that alone changes beside its key may have been filled in.
 */
function isHalfChanged(one: Identity, other: Identity): boolean {
  const { keys, second } = compare(one, other);
  if (keys.includes(true)) return keys.includes(false) || (second.length > 1 && second.includes(false));
  return keys.length > 0 && second.includes(true);
}

/** The frames with a chart, the first page of the profile first, then the outermost frame. */
const chartsOf = (frames: ReadonlyMap<number, FrameFacts>) =>
  [...frames]
    .filter(([, facts]) => facts.type === 'chart')
    .sort(([one, a], [other, b]) => (a.page ?? 0) - (b.page ?? 0) || one - other);

/** Identifiers of which one has to agree besides the name, before a key counts as a patient's. */
export const FURTHER = ['birthday', 'email', 'phone'] as const;

const CARRIED = ['whole', 'name', 'filled', 'parted'] as const;

/** What one place carries beside all the keys: only that is certainly of one patient. */
function readCarried(charts: ReturnType<typeof chartsOf>, keys: Identity['keys']): Identity['carried'] {
  const carried = charts.map(([, { found }]) => {
    const header = found.filter(({ at }) => at === 'header' || at === 'filled' || at === 'parted');
    const has = (kind: Identifier['kind']): boolean => header.some((one) => one.kind === kind);
    const hasKeys = keys.every((key) =>
      header.some(
        ({ kind, system, value }) => kind === 'key' && system === key.system && value === key.value,
      ),
    );
    if (!hasKeys || !has('name')) return undefined;
    const apart = (['parted', 'filled'] as const).find((kind) => header.some(({ at }) => at === kind));
    if (apart) return apart;
    return FURTHER.some(has) ? 'whole' : 'name';
  });
  return CARRIED.find((one) => carried.includes(one));
}

/** The kinds that have to agree with the record; null if a key of an address is confirmed by nothing. */
function readMustAgree(
  charts: ReturnType<typeof chartsOf>,
  keys: Identity['keys'],
  said: Partial<Record<Identifier['kind'], string>>,
): readonly Identifier['kind'][] | null {
  const all = charts.flatMap(([, { found }]) => found);
  const kinds: Identifier['kind'][] = [];
  for (const { system } of keys) {
    const readings = all.filter((one) => one.kind === 'key' && one.system === system);
    if (readings.some(({ at }) => at !== 'address')) continue;
    const confirm = readings.flatMap((one) => one.confirm ?? []);
    if (confirm.length === 0 || confirm.some((kind) => said[kind] === undefined)) return null;
    kinds.push(...confirm);
  }
  return kinds;
}

/** Combines the facts of a tab's frames by id. All charts count: one that differs makes the tab unclear. */
export function agree(frames: ReadonlyMap<number, FrameFacts>): Agreement {
  const charts = chartsOf(frames);
  const top = frames.get(0);
  // A page on which nothing is shown, such as a login or a print view.
  const isSilenced = top?.type === 'none' && top.page !== null;
  if (charts.length === 0 || isSilenced) return { kind: 'none' };

  const reasons: Unclear[] = charts.flatMap(([frameId, { gaps }]) =>
    // A panel that finds no place is no doubt about the patient.
    gaps.filter(({ why }) => why !== 'place').map((gap) => ({ why: 'gap' as const, frameId, gap })),
  );
  const keys: { system: string; value: string }[] = [];
  const second: Partial<Record<(typeof SECOND)[number], string>> = {};
  const said = new Map<string, { readonly value: string; readonly frameId: number }>();
  for (const [frameId, { found }] of charts) {
    for (const { kind, system, value } of found) {
      const name = JSON.stringify([kind, kind === 'key' ? system : '']);
      const before = said.get(name);
      if (!before) {
        said.set(name, { value, frameId });
        if (kind === 'key') keys.push({ system, value });
        else second[kind] = value;
      } else if (!isSame(kind, before.value, value)) {
        reasons.push({ why: 'disagree', kind, frameIds: [...new Set([before.frameId, frameId])] });
      }
    }
  }
  if (keys.length === 0 && reasons.length === 0) reasons.push({ why: 'no-key' });
  const mustAgree = readMustAgree(charts, keys, second);
  if (mustAgree === null && reasons.length === 0) reasons.push({ why: 'address-only' });
  if (reasons.length > 0) return { kind: 'unclear', reasons };
  const carried = readCarried(charts, keys);
  const more = { ...(carried && { carried }), ...(mustAgree?.length && { mustAgree }) };
  return { kind: 'agreed', identity: { keys, ...second, ...more } };
}

/**
 * The frame that shows the panel: the first of those with a place, those last in which it stands badly; null for none.
 *
 * @param isBad whether the panel stood badly at every place of a frame
 */
export function electFrame(
  frames: ReadonlyMap<number, FrameFacts>,
  isBad: (frameId: number) => boolean = () => false,
): number | null {
  const placed = chartsOf(frames).flatMap(([frameId, { place }]) => (place === null ? [] : [frameId]));
  return placed.find((frameId) => !isBad(frameId)) ?? placed[0] ?? null;
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
  readonly last: { readonly epoch: string; readonly identity: Identity } | null;
  /** The patient who was known before, kept after the frames agree on another; as `veil` returns it. */
  readonly before: Identity | null;
  /** The patient on whom the frames last agreed and `needsLongerSettling` was false; as `veil` returns it. */
  readonly agreed: Identity | null;
  /** Converts an identity to the form that is compared: itself, or hashes that may be stored. */
  readonly veil: (identity: Identity) => Identity;
}

/** Least settling time when only some identifiers have changed: the rest may wait for a slow server. */
const PARTIAL_CHANGE_SETTLE_MS = 10_000;

export type ContextEvent = { readonly at: number } & (
  | { readonly type: 'facts'; readonly frameId: number; readonly facts: FrameFacts }
  /** A frame went away, or its document did. */
  | { readonly type: 'gone'; readonly frameId: number }
  | { readonly type: 'time' }
  /** The service's record of the patient who is linked to the keys agrees with whom the frames name. */
  | { readonly type: 'recognised' }
  /** Forgets the known patient: after a sign-out, or with another profile. */
  | { readonly type: 'forget' }
);

export const emptyContext = (settleMs: number, last: ContextState['last'] = null): ContextState => ({
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
const describeFacts = ({ type, found, gaps }: FrameFacts): string =>
  JSON.stringify([type, found, gaps.filter(({ why }) => why !== 'place')]);

/** Facts of all chart frames and the top frame as text: a change restarts the settling time. */
const describeCharts = (frames: ReadonlyMap<number, FrameFacts>): string =>
  JSON.stringify(
    [...frames]
      .filter(([id, facts]) => facts.type === 'chart' || id === 0)
      .sort(([one], [other]) => one - other)
      .map(([id, facts]) => [id, describeFacts(facts)]),
  );

const inOrder = ({ keys, name, birthday, email, phone, carried, mustAgree }: Identity) => [
  keys.map(({ system, value }) => [system, value]),
  [name, birthday, email, phone, carried, mustAgree],
];

function needsLongerSettling({ before, agreed, veil }: ContextState, identity: Identity): boolean {
  const veiled = veil(identity);
  return (before !== null && isHalfChanged(before, veiled)) || (agreed !== null && keysLead(agreed, veiled));
}

/** The same person, whose keys are not to be linked: what the page said before makes it doubtful that they are theirs. */
const toParted = (identity: Identity): Identity =>
  identity.carried ? { ...identity, carried: identity.carried === 'filled' ? 'filled' : 'parted' } : identity;

/** Settling time for this identity, longer when in doubt. Milliseconds. */
const settleTime = (state: ContextState, identity: Identity): number =>
  needsLongerSettling(state, identity) ? Math.max(state.settleMs, PARTIAL_CHANGE_SETTLE_MS) : state.settleMs;

/**
 * The patient for whom nothing needs to settle if the service recognises them: one element that is replaced as a whole names
 * keys, name and a further identifier, and what was named before makes nothing of it doubtful. Null while there is none.
 */
export function toRecognise(state: ContextState): Identity | null {
  if (state.context.state !== 'settling') return null;
  const agreement = agree(state.frames);
  if (agreement.kind !== 'agreed' || agreement.identity.carried !== 'whole') return null;
  return needsLongerSettling(state, agreement.identity) ? null : agreement.identity;
}

/** Milliseconds until time alone would change the context; null where it would not. */
export function dueIn(state: ContextState, at: number): number | null {
  const agreement = agree(state.frames);
  return state.context.state === 'settling' && agreement.kind === 'agreed'
    ? Math.max(0, state.since + settleTime(state, agreement.identity) - at)
    : null;
}

/**
 * | agreement of all frames with a chart | context before | unchanged for `settleMs`, or `recognised` | context |
 * |---|---|---|---|
 * | no chart | any | | `none` |
 * | a gap, a disagreement, no key | any | | `unclear` |
 * | one patient | `known`, the same patient, no chart frame left | | stays `known`, the epoch too |
 * | one patient | any other | no | `settling` |
 * | one patient | `settling` | yes | `known`: the last epoch for the last patient, else a new one |
 *
 * If only a part of the known patient's identifiers has changed, `settleMs` is at least `PARTIAL_CHANGE_SETTLE_MS`, and the keys are not to
 * be linked until a frame has been loaded again. The last patient
 * is forgotten once the frames agree upon another, so that an epoch never comes again; `newEpoch` makes one that was
 * never there before, or gives the one that this patient had before a stop.
 */
export function reduceContext(
  state: ContextState,
  event: ContextEvent,
  newEpoch: (identity: Identity) => string,
): ContextState {
  const { at } = event;
  if (event.type === 'forget') {
    const nobody = { last: null, before: null, agreed: null, context: { state: 'none' } } as const;
    return reduceContext({ ...state, ...nobody, since: at }, { type: 'time', at }, newEpoch);
  }
  const frames = new Map(state.frames);
  if (event.type === 'facts') frames.set(event.frameId, event.facts);
  else if (event.type === 'gone') frames.delete(event.frameId);
  const hasLeft = event.type === 'gone' && state.frames.get(event.frameId)?.type === 'chart';
  const hasChanged = describeCharts(frames) !== describeCharts(state.frames);
  const agreement = agree(frames);
  const isOther =
    state.last && agreement.kind === 'agreed' && !isSamePatient(state.last.identity, agreement.identity);
  const last = isOther ? null : state.last;
  const next = { ...state, frames, last, since: hasChanged ? at : state.since };
  if (agreement.kind === 'none') return { ...next, context: { state: 'none' } };
  if (agreement.kind === 'unclear')
    return { ...next, context: { state: 'unclear', reasons: agreement.reasons } };
  const { context } = state;
  const isDoubtful = needsLongerSettling(state, agreement.identity);
  const isParted = isDoubtful || (context.state === 'known' && context.identity.carried === 'parted');
  const identity = isParted ? toParted(agreement.identity) : agreement.identity;
  const agreed = isDoubtful ? state.agreed : state.veil(identity);
  if (context.state === 'known' && !hasLeft && isSamePatient(context.identity, identity)) {
    const isEqual = JSON.stringify(inOrder(context.identity)) === JSON.stringify(inOrder(identity));
    const kept = isEqual ? context : { ...context, identity };
    const before = state.veil(identity);
    return { ...next, context: kept, last: { epoch: context.epoch, identity }, before, agreed };
  }
  const isRecognised = event.type === 'recognised' && toRecognise(state) !== null;
  if (!isRecognised && at - next.since < settleTime(state, identity))
    return { ...next, agreed, context: { state: 'settling' } };
  const known = { epoch: last?.epoch ?? newEpoch(identity), identity };
  const veiled = state.veil(identity);
  return { ...next, context: { state: 'known', ...known }, last: known, before: veiled, agreed: veiled };
}
