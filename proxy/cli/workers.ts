/** `--workers N`: this process starts the others, shares the port among them, and passes signals on. @module */
import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs } from '@instrument-panel/client';
import { jsonLog, logError } from '../log.ts';
import type { Channel, ToPrimary, ToWorker } from '../server/peers.ts';
import { give, printNotice } from './command.ts';

/** True in a process that {@link runWorkers} started. */
export const isWorker = (): boolean => cluster.isWorker;

/** The worker's end of the channel. */
export const toPrimary: Channel = {
  send: (message) => void process.send?.(message),
  listen: (onMessage) => void process.on('message', (message) => onMessage(message as ToWorker)),
};

/** Pauses before a worker that ended is started again, in milliseconds; after a steady run they begin anew. */
const RESTART_BACKOFF = { firstMs: 500, maxMs: 30_000 };
const STEADY_MS = 60_000;
/** A worker that is silent for longer is left out of an answer, in milliseconds. */
const ANSWER_TIMEOUT_MS = 1_000;

/** Passes on whole lines, so that those of several workers never lie within each other. A reader that stalls holds them up. */
export function relayLines(from: Readable, to: Writable): void {
  let rest = '';
  from.setEncoding('utf8').on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end === 0) {
      rest += text;
      return;
    }
    const lines = rest + text.slice(0, end);
    rest = text.slice(end);
    if (to.destroyed || to.write(lines)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
}

/** Asks workers, and gives what each says; undefined for one that ends or is silent. */
function createQuestions() {
  const waiting = new Map<string, (value: unknown) => void>();
  async function ask(worker: Worker, message: ToWorker, id: string, waitMs?: number): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const end = (): void => resolve(undefined);
    waiting.set(id, resolve);
    worker.once('exit', end);
    const timer = waitMs === undefined ? undefined : setTimeout(end, waitMs);
    worker.send(message, (error: Error | null) => error && end());
    return promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(id);
      worker.off('exit', end);
    });
  }
  return {
    askFor: (worker: Worker, name: string): Promise<unknown> => {
      const id = randomUUID();
      return ask(worker, { kind: 'question', id, name }, id, ANSWER_TIMEOUT_MS);
    },
    /** Resolves with whether it runs with the configuration that it has read again. */
    askToReload: async (worker: Worker): Promise<boolean> =>
      (await ask(worker, { kind: 'reload' }, `reload ${worker.id}`)) === true,
    answered: (id: string, value: unknown): void => waiting.get(id)?.(value),
  };
}

function logWorker(worker: Worker, code: number | null, signal: string | null, pauseMs: number): void {
  const how = signal ?? `exit code ${code}`;
  const hint = `Worker ${worker.process.pid} ended (${how}). Another is started in ${pauseMs} ms.`;
  logError({ log: jsonLog, clock: Date.now }, 'worker-ended', hint);
}

/** Starts workers, and another for each that ends. `run` resolves once all that were wanted listen, or the first could not. */
function createCrew(count: number) {
  const { askFor, askToReload, answered } = createQuestions();
  const listening = new Set<Worker>();
  const stopping = new AbortController();

  const onMessage = (worker: Worker, message: ToPrimary): void => {
    if (message.kind === 'answered') answered(message.id, message.value);
    if (message.kind === 'reloaded') answered(`reload ${worker.id}`, message.isDone);
    if (message.kind !== 'asked') return;
    const others = [...listening].filter((other) => other !== worker);
    Promise.all(others.map((other) => askFor(other, message.name))).then((all) => {
      const values = all.filter((value) => value !== undefined);
      if (worker.isConnected()) worker.send({ kind: 'answers', id: message.id, values } satisfies ToWorker);
    });
  };

  /** Starts one. Resolves with the address at which it listens, or null once it has ended without. */
  function start(failures = 0): Promise<string | null> {
    const worker = cluster.fork();
    const startedAt = performance.now();
    if (worker.process.stdout) relayLines(worker.process.stdout, process.stdout);
    const { promise, resolve } = Promise.withResolvers<string | null>();
    worker.on('message', (message: ToPrimary) => {
      if (message.kind === 'listening') {
        listening.add(worker);
        resolve(message.url);
      } else onMessage(worker, message);
    });
    worker.once('exit', (code: number | null, signal: string | null) => {
      listening.delete(worker);
      if (!isUp) process.exitCode = code || 1;
      else if (!stopping.signal.aborted) {
        const again = performance.now() - startedAt < STEADY_MS ? failures + 1 : 1;
        const pauseMs = backoffMs(again, RESTART_BACKOFF);
        logWorker(worker, code, signal, pauseMs);
        pause(pauseMs, undefined, { signal: stopping.signal }).then(
          () => void start(again),
          () => {},
        );
      }
      resolve(null);
    });
    return promise;
  }

  let isUp = false;
  return {
    async run(): Promise<string | null> {
      // Alone at first: what keeps it from starting is said once.
      const url = await start();
      if (url === null || stopping.signal.aborted) return null;
      isUp = true;
      await Promise.all(Array.from({ length: count - 1 }, () => start()));
      return url;
    },
    async reload(): Promise<void> {
      const [first, ...others] = listening;
      if (!first || !(await askToReload(first))) return;
      for (const worker of others) {
        if (await askToReload(worker)) continue;
        printNotice(
          `Worker ${worker.process.pid} runs with the former configuration. Send SIGHUP once more.`,
        );
      }
      printNotice('Configuration reloaded.');
    },
    async stop(): Promise<void> {
      stopping.abort();
      const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      const ended = all.map((worker) => once(worker, 'exit'));
      for (const worker of all) worker.process.kill('SIGTERM');
      await Promise.all(ended);
    },
    /** Ends them all at once. */
    end(): void {
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
    },
  };
}

/** Runs this command line in `count` processes that share its port. */
export async function runWorkers(count: number): Promise<void> {
  cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  process.stdout.setMaxListeners(0).on('error', () => {});
  const crew = createCrew(count);
  let isStopping = false;
  const stop = (): void => {
    // Who asks twice does not want to wait for what is in flight.
    if (isStopping) {
      crew.end();
      process.exit(1);
    }
    isStopping = true;
    crew.stop().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  let reloading = Promise.resolve();
  process.on('SIGHUP', () => {
    reloading = reloading.then(crew.reload);
  });
  const url = await crew.run();
  if (url !== null) give(`proxy listening on ${url}, with ${count} workers`);
}
