import type { ApplyState } from '@instrument-panel/shared/ui/apply';

/** Names of the states that `:state()` selects, and of `status`. */
export type ApplyStatus =
  | 'loading'
  | 'choosing'
  | 'reviewing'
  | 'confirming'
  | 'applying'
  | 'applied'
  | 'unknown'
  | 'error';

/** The status of a form: its step, but for an end that leaves something unknown. */
export function statusOf({ step, attempts }: ApplyState): ApplyStatus {
  if (step === 'failed') return 'error';
  const isUnknown = attempts.some(({ standing }) => standing === 'unknown');
  return step === 'applied' && isUnknown ? 'unknown' : step;
}
