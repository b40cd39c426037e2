import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { UsageError } from './errors.ts';

/** One subcommand of `instrument-panel`. */
export interface Command {
  /** A line for the list of commands. */
  readonly summary: string;
  /** What `--help` prints. */
  readonly usage: string;
  /** `args` are those after the command's name. Throws what `run.ts` turns into an exit code. */
  readonly run: (args: readonly string[]) => Promise<void>;
}

/**
 * Reads the arguments of a command.
 *
 * @throws UsageError for one that is not known or lacks its value
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  allowPositionals = false,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** A line for people: on standard error, so that what a command gives stands alone on standard output. */
export const tell = (line: string): void => void process.stderr.write(`${line}\n`);

/** A line of what the command gives. */
export const give = (line: string): void => void process.stdout.write(`${line}\n`);
