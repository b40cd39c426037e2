import { lookUpApplied, mayBeDone } from '@instrument-panel/client';
import type { Application, RecurrenceCycle } from '@instrument-panel/client/contract';
import type { ApplyStanding } from '../../words/apply.ts';
import { type AttemptEvent, next, STANDINGS } from './machine.ts';
import { ApplyError } from './problem.ts';
import type { ApplyService } from './service.ts';

export interface ApplyAttempt {
  /** Distinguishes it from an earlier attempt at the same instrument that is still shown. */
  readonly key: string;
  /** UUID in lower case. */
  readonly formId: string;
  readonly name: string;
  readonly standing: ApplyStanding;
  /** The application that the service created; null unless `created`. */
  readonly application: Application | null;
  readonly failure: unknown;
  /** Ids of the applications that existed just before it was sent. */
  readonly known: readonly number[];
}

export interface AttemptDependencies {
  readonly service: ApplyService;
  readonly cycle: RecurrenceCycle;
  /** RFC 3339. */
  readonly startedAt: string;
  readonly signal: AbortSignal;
  /** Rejects with the signal's reason. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly isOnline: () => boolean;
}

/**
 * Runs a step of an attempt and resolves with its outcome; `tell` is called with each standing on the way. Rejects
 * with the reason of the signal.
 */
export type TakeAttempt = (
  attempt: ApplyAttempt,
  doing: AttemptDependencies,
  tell: (attempt: ApplyAttempt) => void,
) => Promise<ApplyAttempt>;

/** Returns the attempt in the standing that follows the event; the same attempt if `STANDINGS` has none. */
function moved(attempt: ApplyAttempt, event: AttemptEvent, more: Partial<ApplyAttempt> = {}): ApplyAttempt {
  const standing = next(STANDINGS, attempt.standing, event);
  return standing ? { ...attempt, ...more, standing } : attempt;
}

/** Looks up the application that a lost request created: a new one, with this recurrence, by this professional. */
async function look(
  attempt: ApplyAttempt,
  { service, cycle, signal, sleep }: AttemptDependencies,
): Promise<ApplyAttempt> {
  const found = await lookUpApplied({
    list: async () => {
      const { items, unreadable } = await service.applicationsOf(attempt.formId, signal);
      return { items, isWhole: unreadable === 0 };
    },
    ...{ known: attempt.known, recurrenceCycle: cycle, professionalId: service.professionalId },
    ...{ sleep, signal },
  });
  if (typeof found === 'object') return moved(attempt, 'found', { application: found, failure: null });
  return moved(attempt, found === 'absent' ? 'absent' : 'blind');
}

/** Applies an instrument that is `waiting`, with `known` read just before, once; looks up a lost outcome. */
export const sendAttempt: TakeAttempt = async (attempt, doing, tell) => {
  const { service, cycle, startedAt, signal } = doing;
  if (!doing.isOnline()) {
    return moved(attempt, 'refused', { failure: new ApplyError('offline', 'the device is offline.') });
  }
  const sending = moved(attempt, 'send');
  if (sending === attempt) return attempt;
  tell(sending);
  try {
    const application = await service.create(attempt.formId, { recurrenceCycle: cycle, startedAt }, signal);
    return moved(sending, 'created', { application });
  } catch (failure) {
    signal.throwIfAborted();
    if (!mayBeDone(failure)) return moved(sending, 'refused', { failure });
  }
  const checking = moved(sending, 'lost');
  tell(checking);
  return look(checking, doing);
};

/** Looks up an attempt in standing `unknown` once more; it is never sent again. */
export const checkAgain: TakeAttempt = async (attempt, doing, tell) => {
  const checking = moved(attempt, 'check');
  if (checking === attempt) return attempt;
  tell(checking);
  return look(checking, doing);
};

/**
 * Ends the attempts when the user leaves the form. If one of this `turn` was sent, the others are refused with
 * `failure`, and the sent ones are unknown until they are looked up. Otherwise the turn's attempts are dropped.
 */
export function leave(attempts: readonly ApplyAttempt[], turn: number, failure: unknown) {
  const isLast = ({ key }: ApplyAttempt): boolean => key.endsWith(`/${turn}`);
  const isBegun = attempts.some((one) => isLast(one) && one.standing !== 'waiting');
  const left = (one: ApplyAttempt): ApplyAttempt =>
    one.standing === 'waiting' ? moved(one, 'refused', { failure }) : moved(moved(one, 'lost'), 'blind');
  return { isBegun, attempts: isBegun ? attempts.map(left) : attempts.filter((one) => !isLast(one)) };
}

/** An attempt that nothing has been sent for; `turn` counts how often the user has applied before. */
export const waitingAttempt = (formId: string, name: string, turn = 0): ApplyAttempt => ({
  key: `${formId}/${turn}`,
  formId,
  name,
  standing: 'waiting',
  application: null,
  failure: null,
  known: [],
});

/** Told of what comes of attempts; not after the signal. */
export interface AttemptListener {
  tell(attempt: ApplyAttempt): void;
  applied(attempt: ApplyAttempt & { readonly application: Application }): void;
  failed(failure: unknown): void;
}

/** Takes attempts on, one after another. Returns false where the signal came first. */
export async function runAttempts(
  take: TakeAttempt,
  attempts: readonly ApplyAttempt[],
  doing: AttemptDependencies,
  listener: AttemptListener,
): Promise<boolean> {
  const { signal } = doing;
  const tell = (attempt: ApplyAttempt): void => {
    if (!signal.aborted) listener.tell(attempt);
  };
  try {
    for (const attempt of attempts) {
      const ended = await take(attempt, doing, tell);
      if (signal.aborted) return false;
      tell(ended);
      const { application, standing, failure } = ended;
      if (standing === attempt.standing) continue;
      if (application) listener.applied({ ...ended, application });
      else if (standing === 'refused') listener.failed(failure);
    }
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
