import { ProxyOptionError, suggest } from '../options.ts';
import manifest from '../package.json' with { type: 'json' };
import { ListenError } from '../server/listen.ts';
import { StorageError } from '../storage/storage.ts';
import { storageCommand } from './backup-command.ts';
import { describeProxy } from './check.ts';
import {
  type Command,
  CommandError,
  give,
  loadConfig,
  loadDemo,
  printNotice,
  readArguments,
  UsageError,
} from './command.ts';
import { doctorCommand } from './doctor-command.ts';
import { initCommand } from './init-command.ts';
import { revokeCommand } from './revoke-command.ts';
import { auditCommand, eventsCommand } from './storage-commands.ts';
import { tokenCommand } from './token-command.ts';

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

const proxyCommand: Command = {
  summary: 'runs the signing proxy',
  usage: `Usage: instrument-panel proxy [--config proxy.config.mts] [--port 4200] [--host 127.0.0.1] [--check]
  --config  the options, a module                   (the demo's, for made-up patients)
  --port    where it listens; 0: any free port      (4200, or INSTRUMENT_PANEL_PROXY_PORT)
  --host    the address it listens on               (127.0.0.1, this machine only)
  --check   says what it would run as, and starts nothing
On SIGHUP it reads the configuration again, without a dropped request; one that is refused changes nothing.`,
  async run(args) {
    const text = { type: 'string' } as const;
    const check = { type: 'boolean' } as const;
    const { values } = readArguments(args, { config: text, port: text, host: text, check });
    const port = readPort(values.port ?? process.env.INSTRUMENT_PANEL_PROXY_PORT ?? '4200');
    const options = values.config === undefined ? loadDemo() : await loadConfig(values.config);
    if (values.config === undefined) give(DEMO_NOTICE);
    if (values.check) {
      for (const line of describeProxy(options, `${values.host ?? '127.0.0.1'}:${port}`)) give(line);
      return;
    }
    // With all that it brings; what the other commands need is a fraction of it.
    const { createProxy } = await import('../proxy.ts');
    let proxy = createProxy(options);
    const { url } = await proxy.listen(port, values.host);
    give(`proxy listening on ${url}`);
    const { config } = values;
    let readings = 0;
    const reload = async (file: string): Promise<void> => {
      readings += 1;
      const before = proxy;
      try {
        const next = createProxy(await loadConfig(file, readings));
        // One that cannot open its storage takes nothing over.
        await next.ready().catch((error: unknown) => next.close().then(() => Promise.reject(error)));
        proxy = next;
      } catch (error) {
        report(error, 'proxy');
        printNotice('The configuration stays as it was.');
        return;
      }
      printNotice('Configuration reloaded.');
      await before.replace(proxy).catch((error: unknown) => report(error, 'proxy'));
    };
    let reloading = Promise.resolve();
    // Without a configuration there is nothing to read again, and a terminal that closes ends the demo.
    if (config !== undefined)
      process.on('SIGHUP', () => {
        reloading = reloading.then(() => reload(config));
      });
    let isStopping = false;
    const stop = () => {
      // Who asks twice does not want to wait for what is in flight.
      if (isStopping) process.exit(1);
      isStopping = true;
      proxy.close().then(() => process.exit(0));
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  },
};

const COMMANDS: Readonly<Record<string, Command>> = {
  init: initCommand,
  proxy: proxyCommand,
  doctor: doctorCommand,
  token: tokenCommand,
  revoke: revokeCommand,
  events: eventsCommand,
  audit: auditCommand,
  storage: storageCommand,
};

const listed = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(8)}${summary}`);
const USAGE = `Usage: instrument-panel COMMAND [options]
${listed.join('\n')}
instrument-panel COMMAND --help says what a command takes; --version which release this is.`;

const FORESEEN = [CommandError, ProxyOptionError, ListenError, StorageError];

function report(error: unknown, name: string): number {
  if (error instanceof UsageError) {
    printNotice(`${error.message}\nSee: instrument-panel ${name} --help`);
    return 2;
  }
  const foreseen = FORESEEN.some((kind) => error instanceof kind);
  printNotice(
    error instanceof Error ? String((foreseen ? error.message : error.stack) ?? error) : String(error),
  );
  return 1;
}

/** Runs a command line. Gives the exit code: 0 (or a proxy has started), 1 failed, 2 not understood. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args;
  if (name === '--version') {
    give(manifest.version);
    return 0;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    give(USAGE);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    const near = suggest(name, Object.keys(COMMANDS));
    printNotice(`${name === '' ? 'No command was given.' : `There is no command ${name}.${near}`}\n${USAGE}`);
    return 2;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    give(command.usage);
    return 0;
  }
  try {
    await command.run(rest);
    return 0;
  } catch (error) {
    return report(error, name);
  }
}
