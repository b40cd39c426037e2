/** What stands in the panel. */
export type Phase = 'loading' | 'ready' | 'stale' | 'failed';

/** `ended`: a failure after which nothing of the patient may stay. */
export type PhaseEvent = 'read' | 'failed' | 'ended' | 'retry';

/** The way of a panel. What is not in the table does not happen. */
export const PHASES: Readonly<Record<Phase, Readonly<Partial<Record<PhaseEvent, Phase>>>>> = {
  loading: { read: 'ready', failed: 'failed', ended: 'failed' },
  ready: { read: 'ready', failed: 'stale', ended: 'failed' },
  stale: { read: 'ready', failed: 'stale', ended: 'failed' },
  failed: { read: 'ready', failed: 'failed', ended: 'failed', retry: 'loading' },
};

/** How a change of what was applied stands. */
export type ChangeStep = 'asking' | 'sending' | 'checking' | 'done' | 'refused' | 'not-done' | 'unknown';
export type ChangeEvent = 'send' | 'done' | 'refused' | 'lost' | 'found' | 'absent' | 'blind' | 'check';

/** The way of a change. Nothing leads back to where it is sent from: a lost answer is looked up. */
export const CHANGE_STEPS: Readonly<Record<ChangeStep, Readonly<Partial<Record<ChangeEvent, ChangeStep>>>>> =
  {
    asking: { send: 'sending', refused: 'refused' },
    sending: { done: 'done', refused: 'refused', lost: 'checking' },
    checking: { found: 'done', absent: 'not-done', blind: 'unknown' },
    unknown: { check: 'checking' },
    done: {},
    refused: {},
    'not-done': {},
  };
