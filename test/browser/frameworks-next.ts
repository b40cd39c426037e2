import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface RunningNext {
  /** Origin of the server. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Environment in which Next tells nobody of its runs. */
export const NEXT_ENV: NodeJS.ProcessEnv = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };

/**
 * Starts Next on a free port of this machine.
 *
 * @param program Next's own script
 * @param cwd the project
 * @param args `start`, or `dev` with its options
 * @throws Error with what it said where it ends before it is ready
 */
export async function startNext(
  program: string,
  cwd: string,
  ...args: readonly string[]
): Promise<RunningNext> {
  const server = spawn(process.execPath, [program, ...args, '-H', '127.0.0.1', '-p', '0'], {
    cwd,
    env: NEXT_ENV,
  });
  const stop = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  };
  let said = '';
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString('utf8');
      const [found] = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(said) ?? [];
      if (found && /Ready/.test(said)) resolve(found);
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.on('exit', () => reject(new Error(`Next did not start: ${said}`)));
  });
  return { address, stop };
}
