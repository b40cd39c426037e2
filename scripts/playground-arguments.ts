import { readOptions, UsageError } from './arguments.ts';

export const PLAYGROUND_USAGE = `Usage: npm run playground -- [--no-open] [--port 4400]
  --no-open   leave the browser closed
  --port      port of the page, on this machine only   (4400)`;

/**
 * Reads what `npm run playground` was asked to do: on which port, and whether to open the browser when all runs.
 *
 * @throws {UsageError} for what cannot be followed
 */
export function readPlaygroundArguments(args: string[]) {
  const options = { 'no-open': { type: 'boolean' }, port: { type: 'string', default: '4400' } } as const;
  const { 'no-open': staysClosed, port } = readOptions({ args, options }).values;
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
    throw new UsageError(`--port must be a number from 1 to 65535; got "${port}"`);
  return { opens: staysClosed !== true, port: Number(port) };
}
