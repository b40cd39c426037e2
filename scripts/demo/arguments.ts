import { isSeed, readSeed } from '../../sandbox/arguments.ts';
import { readOptions, UsageError } from '../arguments.ts';
import { choosePatientsAddress } from './lan.ts';

export const DEMO_USAGE = `Usage: npm run demo -- [--extension] [--tour] [--host lan|ADDRESS] [--no-open] [--port-base 4100] [--seed N|fixtures] [--db FILE]
                       [--front-ends FILE]
  --extension   open a Chromium of its own that has the extension, on an EHR without our elements (with --tour, with
                them); at the usual ports
  --tour        guide through the pages in ten minutes: what to show and what to say, in the browser's language
  --host        lan, or an address of this machine: phones in its network open the patients' links; all else stays here
  --no-open     leave the browser closed
  --port-base   port of the sandbox; the proxy takes 100 more, the EHR 200 more   (4100)
  --seed        number of the demonstration clinic, or fixtures for test patients (1)
  --db          a file that keeps everything over a restart                       (in memory)
  --front-ends  a module with further front ends, such as test/front-ends/index.ts`;

/** The EHR's port is 200 above the base, and 65535 is the last there is. */
const BASE_PORT_MAX = 65_335;

/**
 * Reads the command line of the demo.
 *
 * @throws {UsageError} for one that cannot be followed
 */
export function readDemoArguments(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = readOptions({
    args,
    options: {
      'no-open': flag,
      extension: flag,
      tour: flag,
      'port-base': { ...text, default: '4100' },
      seed: { ...text, default: '1' },
      db: text,
      host: text,
      'front-ends': text,
    },
  });
  const { 'port-base': base, seed, db, 'front-ends': frontEndsModule, extension, tour } = values;
  if (!/^\d{1,5}$/.test(base) || Number(base) < 1 || Number(base) > BASE_PORT_MAX)
    throw new UsageError(`--port-base must be a number from 1 to ${BASE_PORT_MAX}; got "${base}"`);
  if (seed === 'none' || !isSeed(seed))
    throw new UsageError(`--seed must be a number such as 1, or fixtures; got "${seed}"`);
  if (tour && seed === 'fixtures')
    throw new UsageError('--tour goes without --seed fixtures: its patients are those of the clinic');
  if (extension && base !== '4100')
    throw new UsageError(
      '--extension goes without --port-base: the extension knows the demo at its usual ports',
    );
  if (db === '') throw new UsageError('--db must be the name of a file');
  if (frontEndsModule === '') throw new UsageError('--front-ends must be the name of a module');
  return {
    opens: !values['no-open'],
    hasExtension: extension,
    hasTour: tour,
    portBase: Number(base),
    ...readSeed(seed),
    ...(db === undefined ? {} : { db }),
    ...(values.host === undefined ? {} : choosePatientsAddress(values.host)),
    /** Module whose `frontEnds` the EHR shows beside its own pages. */
    ...(frontEndsModule === undefined ? {} : { frontEndsModule }),
  };
}
