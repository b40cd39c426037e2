import { parseArgs } from 'node:util';

export const PLAYGROUND_USAGE = `Usage: npm run playground -- [--no-open] [--port 4400]
  --no-open   leave the browser closed
  --port      port of the page, on this machine only   (4400)`;

const wrong = (message: string) => ({ kind: 'wrong', message }) as const;

/** Reads what `npm run playground` was asked to do: on which port, and whether to open the browser when all runs. */
export function readPlaygroundArguments(args: readonly string[]) {
  const flag = { type: 'boolean' } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { 'no-open': flag, port: { type: 'string' }, help: { ...flag, short: 'h' } },
    });
    if (values.help) return { kind: 'help' } as const;
    const { port = '4400' } = values;
    if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
      return wrong(`--port must be a number from 1 to 65535; got "${port}"`);
    }
    const opens = values['no-open'] !== true;
    return { kind: 'run', arguments: { opens, port: Number(port) } } as const;
  } catch (error) {
    // Only its first sentence: the rest explains how to write an argument that starts with a dash.
    return wrong(String(error instanceof Error ? error.message : error).split('. ')[0] ?? '');
  }
}
