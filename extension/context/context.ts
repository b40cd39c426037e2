import { comparableName, comparePhones } from '@instrument-panel/client/identifiers';
import type { FrameFacts, Gap, Identifier } from '../site/facts.ts';

/** The patient on whom the frames of a tab agree. */
export interface Identity {
  /** By these the proxy finds the patient: the EHR's keys, one of each system, the first of the profile first. */
  readonly keys: readonly { readonly system: string; readonly value: string }[];
  readonly name?: string;
  /** `YYYY-MM-DD`. */
  readonly birthday?: string;
  readonly email?: string;
  readonly phone?: string;
}

/** Why nothing is shown though a chart is there. */
export type Unclear =
  | { readonly why: 'gap'; readonly frameId: number; readonly gap: Gap }
  /** Two frames name different patients. */
  | { readonly why: 'disagree'; readonly kind: Identifier['kind']; readonly frameIds: readonly number[] }
  /** No frame gives a key. */
  | { readonly why: 'no-key' };

/**
 * Context of a tab. `known` names an epoch, which stays while the patient is the same, also over a moment in
 * which nothing was clear, and never comes again once another patient was there.
 */
export type TabContext =
  | { readonly state: 'none' }
  | { readonly state: 'unclear'; readonly reasons: readonly Unclear[] }
  | { readonly state: 'settling' }
  | { readonly state: 'known'; readonly epoch: string; readonly identity: Identity };

/** Combined statement of the frames of a tab at one moment. */
export type Agreement =
  | { readonly kind: 'none' }
  | { readonly kind: 'unclear'; readonly reasons: readonly Unclear[] }
  | { readonly kind: 'agreed'; readonly identity: Identity };

const SECOND = ['name', 'birthday', 'email', 'phone'] as const;

/** Whether two identifiers of one kind and system can be of one person. */
export function isSame(kind: Identifier['kind'], one: string, other: string): boolean {
  if (one === other) return true;
  if (kind === 'name') return comparableName(one) === comparableName(other);
  if (kind === 'email') return one.trim().toLowerCase() === other.trim().toLowerCase();
  if (kind === 'phone') return comparePhones(one, other) === 'agrees';
  return false;
}

/** Key by key and kind by kind, whether two identities agree in what both of them have. */
function compare(one: Identity, other: Identity): { keys: readonly boolean[]; second: readonly boolean[] } {
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

/** Whether every key is another one while all that stands beside them stayed. */
export function isAhead(one: Identity, other: Identity): boolean {
  const { keys, second } = compare(one, other);
  return keys.length > 0 && !keys.includes(true) && second.length > 0 && second.every(Boolean);
}

/**
 * Whether the second identity may be made of two patients: the first one's, and another's who is on the way. The keys
 * changed and something that stands beside them stayed, or one of them did; or they stayed, and several others did not.
 * A name that alone changes beside its key may have been filled in.
 */
export function isHalfChanged(one: Identity, other: Identity): boolean {
  const { keys, second } = compare(one, other);
  if (keys.includes(true)) return keys.includes(false) || (second.length > 1 && second.includes(false));
  return keys.length > 0 && second.includes(true);
}

/** Whether two identities say the same, value by value. */
export const isEqual = (one: Identity, other: Identity): boolean =>
  one.keys.length === other.keys.length &&
  one.keys.every(({ system, value }, at) => {
    const key = other.keys[at];
    return key?.system === system && key.value === value;
  }) &&
  SECOND.every((kind) => one[kind] === other[kind]);

/** A page on which nothing is shown, such as a login or a print view. */
const isSilenced = (facts: FrameFacts | undefined): boolean =>
  facts !== undefined && facts.type === 'none' && facts.page !== null;

/**
 * Combines the facts of the frames of a tab. All frames with a chart count, also those that have no place for a
 * panel: one that finds less than it should, or that names somebody else, makes the whole tab unclear.
 *
 * @param frames by frame id; 0 is the page on top
 */
export function agree(frames: ReadonlyMap<number, FrameFacts>): Agreement {
  const charts = [...frames]
    .filter(([, facts]) => facts.type === 'chart')
    .sort(([one, a], [other, b]) => (a.page ?? 0) - (b.page ?? 0) || one - other);
  if (charts.length === 0 || isSilenced(frames.get(0))) return { kind: 'none' };

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
  return reasons.length > 0
    ? { kind: 'unclear', reasons }
    : { kind: 'agreed', identity: { keys, ...second } };
}

/** The frame that shows the panel: of those with a place the first page of the profile, then the outermost frame. */
export function electFrame(frames: ReadonlyMap<number, FrameFacts>): number | null {
  const [elected] = [...frames]
    .filter(([, facts]) => facts.type === 'chart' && facts.place !== null)
    .sort(([one, a], [other, b]) => (a.page ?? 0) - (b.page ?? 0) || one - other);
  return elected?.[0] ?? null;
}
