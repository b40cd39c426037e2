import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A program of this folder that runs in a process of its own and listens. */
export interface Child {
  readonly pid: number;
  /** Origin at which it listens. */
  readonly url: string;
  /** Asks it for what it has measured. */
  readonly ask: () => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** Starts a program of this folder and waits until it has told its port. */
export async function startChild(file: string, args: readonly string[] = []): Promise<Child> {
  const child = fork(new URL(file, import.meta.url), args, {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  // What it writes is its log, which has to be read.
  child.stdout?.resume();
  const ended = once(child, 'exit');
  const [told] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error(`${file} ended before it listened.`))),
  ])) as [{ port: number }];
  return {
    pid: child.pid ?? Number.NaN,
    url: `http://127.0.0.1:${told.port}`,
    ask: async () => {
      const answered = once(child, 'message');
      child.send('ask');
      return (await answered)[0];
    },
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** In the child: tells the port, and ends with the parent. */
export function tellPort(port: number): void {
  process.on('disconnect', () => process.exit());
  process.send?.({ port });
}
