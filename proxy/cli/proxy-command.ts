import type { ProxyOptions } from '../options.ts';
import type { Serving } from '../proxy.ts';
import { ALONE, createPeers } from '../server/peers.ts';
import { type Configured, hasTenants } from '../tenants/options.ts';
import { describeConfigured } from './check.ts';
import {
  type Command,
  CommandError,
  give,
  isInMemory,
  loadConfigured,
  loadDemo,
  printNotice,
  readArguments,
  report,
  UsageError,
} from './command.ts';
import { isWorker, runWorkers, toPrimary } from './workers.ts';

const DEMO_NOTICE = `
  *** DEMO CONFIGURATION *** (no --config was given)
  Demo credentials, keys made at this start, sign-in asked of the demo EHR.
  For made-up patients only. For real ones: npm run proxy -- --config proxy.config.mts
`;

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new UsageError(`--port must be 0 to 65535; got ${text}.`);
  }
  return port;
}

const WORKERS_MAX = 64;

function readWorkers(text: string, config: string | undefined): number {
  const count = Number(text);
  if (!/^\d{1,2}$/.test(text) || count < 1 || count > WORKERS_MAX)
    throw new UsageError(`--workers must be 1 to ${WORKERS_MAX}; got ${text}.`);
  if (count > 1 && config === undefined)
    throw new UsageError('--workers needs --config: the demo has its keys and its storage in one process.');
  return count;
}

/** Ends the process once the proxy has closed; who asks twice does not want to wait for what is in flight. */
function stopOnSignals(close: () => Promise<void>): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping && isWorker()) return;
    if (isStopping) process.exit(1);
    isStopping = true;
    close().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** The configuration with `--explain`, which says less than the sandbox that it may name itself, and more than false. */
function withExplanations(options: Configured): Configured {
  const explain = <Options extends Pick<ProxyOptions, 'explainRefusals'>>(given: Options): Options => ({
    ...given,
    explainRefusals: given.explainRefusals || true,
  });
  return hasTenants(options) ? { ...options, tenants: options.tenants.map(explain) } : explain(options);
}

/** Runs one proxy in this process. */
async function runHere(
  config: string | undefined,
  load: (reading?: number) => Promise<Configured>,
  port: number,
  host: string | undefined,
): Promise<void> {
  const options = await load();
  if (isWorker() && isInMemory(options))
    throw new CommandError(
      "Workers share a storage, and this one is in the memory of each: give storage: { file: 'proxy.sqlite' }, postgres or redis.",
    );
  // With all that it brings; what the other commands need is a fraction of it.
  const [{ createProxyAmong }, { createTenantProxyAmong }] = await Promise.all([
    import('../proxy.ts'),
    import('../tenants/proxy.ts'),
  ]);
  const peers = isWorker() ? createPeers(toPrimary) : ALONE;
  const create = (configured: Configured): Serving =>
    hasTenants(configured)
      ? createTenantProxyAmong(configured, { peers })
      : createProxyAmong(configured, { peers });
  let proxy = create(options);
  const { url } = await proxy.listen(port, host);

  let readings = 0;
  /** Gives whether another configuration is in use now. */
  const reload = async (): Promise<boolean> => {
    readings += 1;
    const before = proxy;
    try {
      const next = create(await load(readings));
      // One that cannot open its storage takes nothing over.
      await next.ready().catch((error: unknown) => next.close().then(() => Promise.reject(error)));
      proxy = next;
    } catch (error) {
      report(error, 'proxy');
      printNotice('The configuration stays as it was.');
      return false;
    }
    closing = before.replace(proxy).catch((error: unknown) => void report(error, 'proxy'));
    return true;
  };
  let closing = Promise.resolve();
  let reloading = Promise.resolve();
  const reloadNext = (onReloaded: (isDone: boolean) => void): void => {
    reloading = reloading.then(async () => {
      onReloaded(await reload());
      await closing;
    });
  };
  stopOnSignals(() => proxy.close());
  if (isWorker()) {
    // Signals that reach all processes at once are passed on in turn by the one that started them.
    process.on('SIGHUP', () => {});
    toPrimary.listen(({ kind }) => {
      if (kind !== 'reload' || config === undefined) return;
      reloadNext((isDone) => toPrimary.send({ kind: 'reloaded', isDone }));
    });
    return toPrimary.send({ kind: 'listening', url });
  }
  give(`proxy listening on ${url}`);
  // Without a configuration there is nothing to read again, and a terminal that closes ends the demo.
  if (config !== undefined)
    process.on('SIGHUP', () => {
      reloadNext((isDone) => isDone && printNotice('Configuration reloaded.'));
    });
}

export const proxyCommand: Command = {
  summary: 'runs the signing proxy',
  usage: `Usage: instrument-panel proxy [--config proxy.config.mts] [--port 4200] [--host 127.0.0.1] [--workers 1] [--explain] [--check]
  --config   the options, a module                   (the demo's, for made-up patients)
  --port     where it listens; 0: any free port      (4200, or INSTRUMENT_PANEL_PROXY_PORT)
  --host     the address it listens on               (127.0.0.1, this machine only)
  --workers  processes that share the port           (1: this one alone)
  --explain  for development: the log has cause and remedy of each refusal. Beside a service on another machine it is
             refused, unless the configuration names that one as your sandbox: explainRefusals: 'https://…'
  --check    says what it would run as, and starts nothing
On SIGHUP it reads the configuration again, without a dropped request; one that is refused changes nothing.`,
  async run(args) {
    const text = { type: 'string' } as const;
    const flag = { type: 'boolean' } as const;
    const given = {
      config: text,
      port: text,
      host: text,
      workers: text,
      explain: flag,
      check: flag,
    } as const;
    const { values } = readArguments(args, given);
    const { config, host, explain: isExplained = false } = values;
    const load = async (reading?: number): Promise<Configured> => {
      const options = config === undefined ? loadDemo() : await loadConfigured(config, reading);
      return isExplained ? withExplanations(options) : options;
    };
    const port = readPort(values.port ?? process.env.INSTRUMENT_PANEL_PROXY_PORT ?? '4200');
    const workers = readWorkers(values.workers ?? '1', config);
    if (workers > 1 && !values.check && !isWorker()) return runWorkers(workers);
    if (config === undefined) give(DEMO_NOTICE);
    if (values.check) {
      for (const line of describeConfigured(await load(), `${host ?? '127.0.0.1'}:${port}`, workers))
        give(line);
      return;
    }
    await runHere(config, load, port, host);
  },
};
