import { parseArgs } from 'node:util';
import { isDateTime } from '@instrument-panel/client/params';
import { isEndpoint } from './service/webhooks/registration.ts';

/** Options of the command. */
interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly db?: string;
  /** Null: leave an empty database empty. */
  readonly seed: number | null;
  readonly now?: string;
  /** Webhook endpoint of demo-key's partner. */
  readonly webhook?: { readonly url: string; readonly secret: string };
}

type ReadArguments =
  | { readonly kind: 'serve'; readonly options: ServeOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

export const USAGE = `Usage: npm run sandbox -- [--port 4100] [--host 127.0.0.1] [--db FILE] [--seed N|none] [--now DATE-TIME]
                               [--webhook-url URL --webhook-secret SECRET]
  --port  where it listens                                  (4100)
  --host  the address it listens on                         (127.0.0.1, this machine only)
  --db    a file that keeps everything over a restart       (in memory)
  --seed  number of the demonstration clinic that an empty database is filled with, or none   (1)
  --now   where the clock begins, such as 2026-03-01T09:00:00Z   (real time)
  --webhook-url, --webhook-secret  where the events of demo-key go, and the secret of their signature   (nowhere)`;

type Text = 'port' | 'host' | 'db' | 'seed' | 'now' | 'webhook-url' | 'webhook-secret';

const wrong = (message: string): ReadArguments => ({ kind: 'wrong', message });

type Values = Partial<Record<Text, string>>;

/** Returns what is wrong with the values, the first problem only; null if nothing is. */
function findProblem({ port = '', host, db, seed = '', now }: Values, clock: number): string | null {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    return `--port must be a number from 0 to 65535; got "${port}".`;
  }
  if (seed !== 'none' && !/^\d{1,9}$/.test(seed)) return `--seed must be a number or none; got "${seed}".`;
  if (host === '') return '--host must be an address such as 127.0.0.1.';
  if (db === '') return '--db must be the name of a file.';
  if (now !== undefined && !isDateTime(now)) {
    return `--now must be a date-time such as ${new Date(clock).toISOString()}; got "${now}".`;
  }
  return null;
}

function findWebhookProblem({ 'webhook-url': url, 'webhook-secret': secret }: Values): string | null {
  if (url !== undefined && !isEndpoint(url)) {
    return '--webhook-url must be an http or https address without a user name.';
  }
  if ((url === undefined) !== (secret === undefined) || secret?.trim() === '') {
    return '--webhook-url and --webhook-secret belong together: give both.';
  }
  return null;
}

/** Reads the command line; `clock` is real time in milliseconds. */
export function readArguments(args: readonly string[], clock: number): ReadArguments {
  let values: Values & { help?: boolean };
  try {
    const text = { type: 'string' } as const;
    ({ values } = parseArgs({
      args: [...args],
      options: {
        port: text,
        host: text,
        db: text,
        seed: text,
        now: text,
        'webhook-url': text,
        'webhook-secret': text,
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
  if (values.help) return { kind: 'help' };
  const { port = '4100', host = '127.0.0.1', db, seed = '1', now } = values;
  const { 'webhook-url': url, 'webhook-secret': secret } = values;
  const problem = findProblem({ ...values, port, seed }, clock) ?? findWebhookProblem(values);
  if (problem !== null) return wrong(problem);
  return {
    kind: 'serve',
    options: {
      port: Number(port),
      host,
      seed: seed === 'none' ? null : Number(seed),
      ...(db === undefined ? {} : { db }),
      ...(now === undefined ? {} : { now }),
      ...(url === undefined || secret === undefined ? {} : { webhook: { url, secret } }),
    },
  };
}
