import { parseArgs } from 'node:util';

/** What `npm run playground` was asked to do. */
interface PlaygroundArguments {
  /** Open the browser when all runs. */
  readonly opens: boolean;
  readonly port: number;
}

type ReadPlaygroundArguments =
  | { readonly kind: 'run'; readonly arguments: PlaygroundArguments }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

export const PLAYGROUND_USAGE = `Usage: npm run playground -- [--no-open] [--port 4400]
  --no-open   leave the browser closed
  --port      port of the page, on this machine only   (4400)`;

/** Reads the command line of the playground. */
export function readPlaygroundArguments(args: readonly string[]): ReadPlaygroundArguments {
  const flag = { type: 'boolean' } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { 'no-open': flag, port: { type: 'string' }, help: { ...flag, short: 'h' } },
    });
    if (values.help) return { kind: 'help' };
    const { port = '4400' } = values;
    if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
      return { kind: 'wrong', message: `--port must be a number from 1 to 65535; got "${port}"` };
    }
    return { kind: 'run', arguments: { opens: values['no-open'] !== true, port: Number(port) } };
  } catch (error) {
    // Only its first sentence: the rest explains how to write an argument that starts with a dash.
    return {
      kind: 'wrong',
      message: String(error instanceof Error ? error.message : error).split('. ')[0] ?? '',
    };
  }
}
