import type { ApplyStanding } from '../../words/apply.ts';

export type Step = 'loading' | 'failed' | 'choosing' | 'reviewing' | 'confirming' | 'applying' | 'applied';

/** The way from step to step. An event that a step does not list is ignored, so a second click cannot apply twice. */
export const STEPS = {
  loading: { read: 'choosing', failed: 'failed', blank: 'loading' },
  failed: { retry: 'loading', failed: 'failed', blank: 'loading' },
  choosing: { review: 'reviewing', failed: 'failed', blank: 'loading' },
  reviewing: { reviewed: 'confirming', back: 'choosing', failed: 'failed', blank: 'loading' },
  confirming: { apply: 'applying', back: 'choosing', failed: 'failed', blank: 'loading' },
  applying: { changed: 'confirming', ended: 'applied', failed: 'failed', blank: 'loading' },
  applied: { again: 'reviewing', another: 'choosing', check: 'applying', failed: 'failed', blank: 'loading' },
} as const satisfies Record<Step, Readonly<Record<string, Step>>>;

type KeyOfEach<Row> = Row extends unknown ? keyof Row : never;
export type StepEvent = KeyOfEach<(typeof STEPS)[Step]>;

export type AttemptEvent = 'send' | 'created' | 'refused' | 'lost' | 'found' | 'absent' | 'blind' | 'check';

/** The way of one application. Only `waiting` is ever sent; after a lost answer it is looked up (`checking`). */
export const STANDINGS: Readonly<
  Record<ApplyStanding, Readonly<Partial<Record<AttemptEvent, ApplyStanding>>>>
> = {
  waiting: { send: 'sending', refused: 'refused' },
  sending: { created: 'created', refused: 'refused', lost: 'checking' },
  checking: { found: 'created', absent: 'not-created', blind: 'unknown' },
  unknown: { check: 'checking' },
  created: {},
  refused: {},
  'not-created': {},
};

/** The step or standing that follows; null where the table has none. */
export const next = <State extends string, Event extends string>(
  table: Readonly<Record<State, Readonly<Partial<Record<Event, State>>>>>,
  from: State,
  event: Event,
): State | null => table[from][event] ?? null;
