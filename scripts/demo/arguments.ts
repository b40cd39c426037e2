import { parseArgs } from 'node:util';

/** What `npm run demo` was asked to do. */
interface DemoArguments {
  /** Open the browser when all runs. */
  readonly opens: boolean;
  /** In a Chromium that has the extension. */
  readonly hasExtension: boolean;
  readonly portBase: number;
  readonly seed: number;
  readonly db?: string;
  /** Module whose `frontEnds` the EHR shows beside its own pages. */
  readonly frontEndsModule?: string;
}

type ReadDemoArguments =
  | { readonly kind: 'run'; readonly arguments: DemoArguments }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

export const DEMO_USAGE = `Usage: npm run demo -- [--extension] [--no-open] [--port-base 4100] [--seed N] [--db FILE] [--front-ends FILE]
  --extension   open a Chromium of its own that has the extension; at the usual ports
  --no-open     leave the browser closed
  --port-base   port of the sandbox; the proxy takes 100 more, the EHR 200 more   (4100)
  --seed        number of the demonstration clinic                                (1)
  --db          a file that keeps everything over a restart                       (in memory)
  --front-ends  a module with further front ends, such as test/front-ends/index.ts`;

/** The EHR's port is 200 above the base, and 65535 is the last there is. */
const BASE_PORT_MAX = 65_335;

const wrong = (message: string): ReadDemoArguments => ({ kind: 'wrong', message });

/** Reads the command line of the demo. */
export function readDemoArguments(args: readonly string[]): ReadDemoArguments {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  let values: {
    'port-base'?: string;
    seed?: string;
    db?: string;
    'front-ends'?: string;
    'no-open'?: boolean;
    extension?: boolean;
    help?: boolean;
  };
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        'no-open': flag,
        extension: flag,
        'port-base': text,
        seed: text,
        db: text,
        'front-ends': text,
        help: { ...flag, short: 'h' },
      },
    }));
  } catch (error) {
    // Only its first sentence: the rest explains how to write an argument that starts with a dash.
    return wrong(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
  if (values.help) return { kind: 'help' };
  const { 'port-base': base = '4100', seed = '1', db, 'front-ends': frontEndsModule } = values;
  if (!/^\d{1,5}$/.test(base) || Number(base) < 1 || Number(base) > BASE_PORT_MAX) {
    return wrong(`--port-base must be a number from 1 to ${BASE_PORT_MAX}; got "${base}"`);
  }
  if (!/^\d{1,9}$/.test(seed)) return wrong(`--seed must be a number such as 1; got "${seed}"`);
  if (values.extension && base !== '4100')
    return wrong('--extension goes without --port-base: the extension knows the demo at its usual ports');
  if (db === '') return wrong('--db must be the name of a file');
  if (frontEndsModule === '') return wrong('--front-ends must be the name of a module');
  return {
    kind: 'run',
    arguments: {
      opens: values['no-open'] !== true,
      hasExtension: values.extension === true,
      portBase: Number(base),
      seed: Number(seed),
      ...(db === undefined ? {} : { db }),
      ...(frontEndsModule === undefined ? {} : { frontEndsModule }),
    },
  };
}
