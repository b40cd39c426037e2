import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET } from '../../proxy/fixtures/delivery.ts';
import { CLAIMS, KEY, PAGE } from '../../proxy/fixtures/world.ts';
import type { Limits } from '../../proxy/limits.ts';
import type { StorageOptions } from '../../proxy/storage/storage.ts';

/** A proxy in a process of its own, run as a partner runs it, that can be killed and started again. */
export interface KillableProxy {
  /** Where it listens now; undefined while it is dead. */
  readonly url: () => string | undefined;
  readonly pid: () => number | undefined;
  readonly start: () => Promise<void>;
  /** `kill -9`. */
  readonly kill: () => Promise<void>;
  /** What its `onEvent` was called with, over all its lives: place and submission. */
  readonly brought: () => readonly (readonly [sequence: number, submissionId: number])[];
}

export const METRICS_TOKEN = 'metrics-of-a-soak-test';

/** What such a proxy has where it serves more than deliveries. */
export interface KillableService {
  readonly upstream: string;
  /** At least 32 bytes each. */
  readonly mappingKey: Uint8Array;
  readonly auditKey: Uint8Array;
}

export interface KillableOptions {
  readonly limits?: Partial<Limits>;
  /** Whether it has an `onEvent`. Default: `true`. */
  readonly hasHook?: boolean;
  readonly service?: KillableService;
  /** Whether it writes a log on its standard output, which nobody reads. Default: `false`. */
  readonly logsToNobody?: boolean;
  /** Whether reads go on while the trail takes no row. Default: `false`. */
  readonly servesWithoutRow?: boolean;
}

/** The configuration of such a proxy; its `onEvent` writes down what it gets before it returns. */
function configuration(
  storage: StorageOptions,
  notes: string,
  { limits = {}, hasHook = true, service, logsToNobody = false, servesWithoutRow = false }: KillableOptions,
): string {
  const base64 = (bytes: Uint8Array): string => JSON.stringify(Buffer.from(bytes).toString('base64'));
  const options = {
    upstream: service?.upstream ?? 'http://127.0.0.1:9',
    credentials: { key: 'key', secret: 'secret' },
    issuer: CLAIMS.iss,
    audience: CLAIMS.aud,
    origins: [PAGE],
    storage,
    metrics: { token: METRICS_TOKEN },
    limits: { deliveriesPerMinute: 10_000_000, deliveriesBurst: 1_000_000, ...limits },
  };
  return `
import { appendFileSync } from 'node:fs';
const notes = ${JSON.stringify(notes)};
const onEvent = ({ sequence, submissionId }) => appendFileSync(notes, sequence + ' ' + submissionId + '\\n');
const key = Buffer.from(${base64(KEY.key as Uint8Array)}, 'base64');
const keyOf = (text) => ({ key: Buffer.from(text, 'base64') });
const mapping = keyOf(${base64(service?.mappingKey ?? new Uint8Array(32))});
const auditKey = keyOf(${base64(service?.auditKey ?? new Uint8Array(32))});
const audit = { ...auditKey, whenFailing: ${servesWithoutRow} ? 'serve' : 'refuse' };
export default {
  ...${JSON.stringify(options)},
  ...(${service !== undefined} ? { mapping, audit } : {}),
  keys: [{ kid: ${JSON.stringify(KEY.kid)}, alg: 'HS256', key, signs: true }],
  session: async () => null,
  log: ${logsToNobody ? 'undefined' : '() => {}'},
  webhooks: { secrets: [${JSON.stringify(SECRET)}], onEvent: ${hasHook ? 'onEvent' : 'undefined'}, takeOverMs: 1000 },
};
`;
}

/** Prepares a proxy; its files lie in `folder` under its name. */
export function killableProxy(
  folder: string,
  name: string,
  storage: StorageOptions,
  options: KillableOptions = {},
): KillableProxy {
  const config = join(folder, `${name}.config.mjs`);
  const notes = join(folder, `${name}.notes`);
  writeFileSync(config, configuration(storage, notes, options));
  writeFileSync(notes, '');
  let child: ChildProcess | undefined;
  let url: string | undefined;
  return {
    url: () => url,
    pid: () => child?.pid,
    async start() {
      const args = ['proxy/serve.ts', '--port', '0', '--config', config];
      const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      child = started;
      let output = '';
      for await (const part of started.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
        output += part;
        url = /listening on (\S+)/.exec(output)?.[1]?.replace('localhost', '127.0.0.1');
        if (url !== undefined) return;
      }
      throw new Error(`The proxy did not start: ${output}`);
    },
    async kill() {
      url = undefined;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    brought: () =>
      readFileSync(notes, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.split(' ').map(Number) as [number, number]),
  };
}
