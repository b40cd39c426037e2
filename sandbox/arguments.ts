import { parseArgs } from 'node:util';
import { isDateTime } from '@instrument-panel/client/params';
import { HELP_COUNTRIES, isHelpCountry } from './pages/help.ts';
import { isEndpoint } from './service/webhooks/registration.ts';

export const USAGE = `Usage: instrument-panel-sandbox [--port 4100] [--host 127.0.0.1] [--db FILE] [--seed N|fixtures|none]
         [--now DATE-TIME] [--country CODE|none] [--webhook-url URL --webhook-secret SECRET]
       instrument-panel-sandbox init [--help]   (writes a running example)
In a checkout: npm run sandbox -- …
  --port  where it listens                                  (4100)
  --host  the address it listens on                         (127.0.0.1, this machine only)
  --db    a file that keeps everything over a restart       (in memory)
  --seed  number of the demonstration clinic that an empty database is filled with; fixtures for test patients
          with odd names and data, or none                  (1)
  --now   where the clock begins, such as 2026-03-01T09:00:00Z   (real time)
  --country  whose telephone help patients are shown: ${HELP_COUNTRIES.join(', ')}, or none
             (BR, that of the demonstration clinic; none with --seed none)
  --webhook-url, --webhook-secret  where the events of demo-key go, and the secret of their signature   (nowhere)`;

const text = { type: 'string' } as const;
const OPTIONS = {
  port: { type: 'string', default: '4100' },
  host: { type: 'string', default: '127.0.0.1' },
  db: text,
  seed: { type: 'string', default: '1' },
  now: text,
  country: text,
  'webhook-url': text,
  'webhook-secret': text,
  help: { type: 'boolean', short: 'h' },
} as const;

export const isSeed = (text: string): boolean => /^(?:\d{1,9}|fixtures|none)$/.test(text);

/** Converts a `--seed` into options of a sandbox: the clinic of a number, the test patients, or nobody. */
export const readSeed = (text: string) =>
  text === 'none'
    ? ({ seed: null } as const)
    : ({
        seed: text === 'fixtures' ? 1 : Number(text),
        roster: text === 'fixtures' ? 'fixtures' : 'clinic',
      } as const);

const parse = (args: readonly string[]) => parseArgs({ args: [...args], options: OPTIONS }).values;

/** Returns what is wrong with the values, the first problem only. */
function findProblem(values: ReturnType<typeof parse>, clock: number): string | undefined {
  const { port, host, db, seed, now, country, 'webhook-url': url, 'webhook-secret': secret } = values;
  const checks: readonly (readonly [isWrong: boolean, message: string])[] = [
    [
      !/^\d{1,5}$/.test(port) || Number(port) > 65_535,
      `--port must be a number from 0 to 65535; got "${port}".`,
    ],
    [!isSeed(seed), `--seed must be a number, fixtures or none; got "${seed}".`],
    [host === '', '--host must be an address such as 127.0.0.1.'],
    [db === '', '--db must be the name of a file.'],
    [
      now !== undefined && !isDateTime(now),
      `--now must be a date-time such as ${new Date(clock).toISOString()}; got "${now}".`,
    ],
    [
      country !== undefined && country !== 'none' && !isHelpCountry(country),
      `--country must be one of ${HELP_COUNTRIES.join(', ')}, or none; got "${country}".`,
    ],
    [
      url !== undefined && !isEndpoint(url),
      '--webhook-url must be an http or https address without a user name.',
    ],
    [
      (url === undefined) !== (secret === undefined) || secret?.trim() === '',
      '--webhook-url and --webhook-secret belong together: give both.',
    ],
  ];
  return checks.find(([isWrong]) => isWrong)?.[1];
}

const wrong = (message: string) => ({ kind: 'wrong', message }) as const;

/** Reads the command line; `clock` is real time in milliseconds. A `seed` of null leaves an empty database empty. */
export function readArguments(args: readonly string[], clock: number) {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
  if (values.help) return { kind: 'help' } as const;
  const problem = findProblem(values, clock);
  if (problem !== undefined) return wrong(problem);
  const { port, host, db, seed, now, country, 'webhook-url': url, 'webhook-secret': secret } = values;
  const options = {
    port: Number(port),
    host,
    ...readSeed(seed),
    ...(db === undefined ? {} : { db }),
    ...(now === undefined ? {} : { now }),
    ...(country === undefined ? {} : { clinic: { country: isHelpCountry(country) ? country : null } }),
    ...(url === undefined || secret === undefined ? {} : { webhook: { url, secret } }),
  };
  return { kind: 'serve', options } as const;
}
