/** The processes of one proxy (`--workers`): each answers for all of them where a caller asks for the whole. @module */
import { randomUUID } from 'node:crypto';

/** What one process answers; a value that survives JSON. */
type Answer = () => Promise<unknown>;

/** Says something under a name, and returns the function that gives what all processes say, this one first. */
export interface Peers {
  readonly offer: <Value>(name: string, answer: () => Promise<Value>) => () => Promise<readonly Value[]>;
}

/** A proxy of one process. */
export const ALONE: Peers = { offer: (_, answer) => async () => [await answer()] };

/** Between a worker and the process that started it. */
export type ToPrimary =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'reloaded'; readonly isDone: boolean }
  | { readonly kind: 'asked'; readonly id: string; readonly name: string }
  | { readonly kind: 'answered'; readonly id: string; readonly value: unknown };
export type ToWorker =
  | { readonly kind: 'reload' }
  | { readonly kind: 'question'; readonly id: string; readonly name: string }
  | { readonly kind: 'answers'; readonly id: string; readonly values: readonly unknown[] };

export interface Channel {
  readonly send: (message: ToPrimary) => void;
  readonly listen: (onMessage: (message: ToWorker) => void) => void;
}

/** Asks the other workers through the process that started them, which leaves out those that are silent for a second. */
export function createPeers({ send, listen }: Channel): Peers {
  const offered = new Map<string, Answer>();
  const waiting = new Map<string, (values: readonly unknown[]) => void>();
  listen((message) => {
    if (message.kind === 'answers') {
      waiting.get(message.id)?.(message.values);
      waiting.delete(message.id);
    }
    if (message.kind !== 'question') return;
    const { id, name } = message;
    const answer = offered.get(name) ?? (async () => undefined);
    answer().then(
      (value) => send({ kind: 'answered', id, value }),
      () => send({ kind: 'answered', id, value: undefined }),
    );
  });
  return {
    offer<Value>(name: string, answer: () => Promise<Value>) {
      offered.set(name, answer);
      return async () => {
        const id = randomUUID();
        const { promise, resolve } = Promise.withResolvers<readonly unknown[]>();
        waiting.set(id, resolve);
        send({ kind: 'asked', id, name });
        // Workers of one release say the same things under a name.
        const [own, others] = await Promise.all([answer(), promise as Promise<readonly Value[]>]);
        return [own, ...others];
      };
    },
  };
}
