import { type ParseArgsConfig, parseArgs } from 'node:util';

/** A command line that cannot be followed; the message says why, without a full stop. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Reads options as `parseArgs` does.
 *
 * @throws {UsageError} for one that is not known
 */
export function readOptions<const T extends ParseArgsConfig>(config: T) {
  try {
    return parseArgs(config);
  } catch (error) {
    // Only its first sentence: the rest explains how to write an argument that starts with a dash.
    throw new UsageError(error instanceof Error ? error.message.split('. ')[0] : String(error));
  }
}

/** Reads the command line of this process; where that asks for help or is wrong, prints the usage and ends. */
export function readCommandLine<T>(usage: string, read: (args: string[]) => T): T {
  const args = process.argv.slice(2);
  if (args.some((one) => one === '--help' || one === '-h')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return read(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}.\n\n${usage}`);
    process.exit(2);
  }
}
