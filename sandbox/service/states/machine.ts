import { invalidState } from '../errors.ts';

/** One row of a state table: in any state of `from`, `trigger` leads to `to`. */
export interface Transition<State extends string, Trigger extends string> {
  readonly from: readonly State[];
  readonly trigger: Trigger;
  readonly to: State;
  /** `specified`: the specification has the row; `chosen`: the sandbox's, listed in its README. */
  readonly source: 'specified' | 'chosen';
}

/** A state in which something begins, and what makes it. */
export interface Start<State extends string> {
  readonly to: State;
  readonly by: string;
}

/** A state machine that is nothing but its table. */
export interface Machine<State extends string, Trigger extends string> {
  /** What is in these states, in an error's sentence. */
  readonly subject: string;
  readonly starts: readonly Start<State>[];
  readonly table: readonly Transition<State, Trigger>[];
  /** True where the table has a row for the trigger in this state. */
  can(state: State, trigger: Trigger): boolean;
  /**
   * The state that follows.
   * @throws ServiceError 422 `INVALID_STATE` where the table has no row.
   */
  next(state: State, trigger: Trigger): State;
}

/** Makes the machine of a table. */
export function createMachine<State extends string, Trigger extends string>(
  subject: string,
  starts: readonly Start<State>[],
  table: readonly Transition<State, Trigger>[],
): Machine<State, Trigger> {
  const find = (state: State, trigger: Trigger) =>
    table.find((row) => row.trigger === trigger && row.from.includes(state));
  return {
    subject,
    starts,
    table,
    can: (state, trigger) => find(state, trigger) !== undefined,
    next(state, trigger) {
      const row = find(state, trigger);
      if (!row) throw invalidState(`The ${subject} is ${state}; ${trigger} is not possible in that state.`);
      return row.to;
    },
  };
}
