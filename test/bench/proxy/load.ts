import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Order, Outcome } from './load-process.ts';

/** Asks from a process of its own, so that what it spends is nobody else's. */
export interface Load {
  /** Sends exactly as many requests as ordered; throws unless each was answered with the whole document. */
  readonly send: (order: Order) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export function startLoad(): Load {
  const child = fork(new URL('./load-process.ts', import.meta.url));
  const ended = once(child, 'exit');
  return {
    async send(order) {
      const answered = once(child, 'message');
      child.send(order);
      const [outcome] = (await answered) as [Outcome];
      if (outcome.problem !== null) throw new Error(outcome.problem);
    },
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
