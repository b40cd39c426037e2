import type { Gap, Identifier } from '../site/facts.ts';

/** Whom the frames of a tab agree upon. */
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
 * Whose chart a tab shows. `known` names an epoch: it stays while the patient is the same, also over a moment in
 * which nothing was clear, and never comes again once another patient was there.
 */
export type TabContext =
  | { readonly state: 'none' }
  | { readonly state: 'unclear'; readonly reasons: readonly Unclear[] }
  | { readonly state: 'settling' }
  | { readonly state: 'known'; readonly epoch: string; readonly identity: Identity };
