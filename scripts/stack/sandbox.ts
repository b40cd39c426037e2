import { createSandbox, type SandboxClock, type SandboxOptions } from '../../sandbox/index.ts';

/** A sandbox that can be taken away and brought back at the same address, as an outage would. */
export interface RestartableSandbox {
  readonly url: string;
  /** Of the sandbox that runs, or ran last. */
  readonly clock: SandboxClock;
  start(): Promise<void>;
  stop(): Promise<void>;
}

async function run(options: SandboxOptions, port: number, host: string) {
  const sandbox = await createSandbox(options);
  const listening = await sandbox.listen(port, host).catch(async (error: unknown) => {
    await sandbox.close();
    throw error;
  });
  return { sandbox, listening };
}

/** Starts a sandbox; without a `db` it begins anew at every start. */
export async function startSandbox(
  options: SandboxOptions,
  port: number,
  host: string,
): Promise<RestartableSandbox> {
  const first = await run(options, port, host);
  const { url } = first.listening;
  let running: typeof first | null = first;
  let last = first;
  // Its clock goes on from where the file has it.
  const { now: _, ...again } = options;
  return {
    url,
    clock: {
      now: () => last.sandbox.clock.now(),
      set: (to) => last.sandbox.clock.set(to),
      hold: () => last.sandbox.clock.hold(),
      release: () => last.sandbox.clock.release(),
    },
    async start() {
      if (running) return;
      last = await run(again, Number(new URL(url).port), host);
      running = last;
    },
    async stop() {
      const stopping = running;
      running = null;
      await stopping?.listening.close();
      await stopping?.sandbox.close();
    },
  };
}
