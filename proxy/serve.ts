import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import demoConfig from './demo.config.ts';
import { ProxyOptionError, type ProxyOptions } from './options.ts';
import { createProxy } from './proxy.ts';
import { ListenError } from './server/listen.ts';
import { StorageError } from './store/storage-error.ts';

const WHAT_TO_WRITE = `Write a module such as proxy.config.ts with a default export of ProxyOptions, or of a function that gives them:
  upstream, credentials: { key, secret }, keys: [{ kid, alg: 'HS256', key, signs: true }], issuer, audience,
  origins, and session: the function that looks at the cookie of a page and gives a grant or null.
There is no default for session, since only you know who is signed in. See proxy/README.md.`;

const DEMO_NOTICE = `
  *** DEMO CONFIGURATION *** (no --config was given)
  Demo credentials, keys made at this start, sign-in asked of the demo EHR.
  For made-up patients only. For real ones: npm run proxy -- --config proxy.config.ts
`;

/** The command cannot start; the message says what to do. */
class ServeError extends Error {
  override readonly name = 'ServeError';
  readonly code = 'CANNOT_START';
}

async function loadConfig(file: string): Promise<ProxyOptions> {
  const path = resolve(file);
  if (!existsSync(path)) throw new ServeError(`There is no configuration at ${file}.\n${WHAT_TO_WRITE}`);
  const loaded = ((await import(pathToFileURL(path).href)) as { default?: unknown }).default;
  const given: unknown = typeof loaded === 'function' ? await loaded(process.env) : loaded;
  if (typeof given !== 'object' || given === null) {
    throw new ServeError(`${file} has no default export of options.\n${WHAT_TO_WRITE}`);
  }
  // What is in it is checked by createProxy, option by option.
  return given as ProxyOptions;
}

function chooseDemo(): ProxyOptions {
  if (process.env.NODE_ENV === 'production') {
    throw new ServeError(`With NODE_ENV=production the demo configuration is refused.\n${WHAT_TO_WRITE}`);
  }
  process.stdout.write(`${DEMO_NOTICE}\n`);
  return demoConfig();
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new ServeError(`--port must be 0 to 65535; got ${text}.`);
  return port;
}

function readArguments() {
  try {
    return parseArgs({
      options: { port: { type: 'string' }, host: { type: 'string' }, config: { type: 'string' } },
    }).values;
  } catch (error) {
    throw new ServeError(`${(error as Error).message} Use --port PORT, --host HOST and --config FILE.`);
  }
}

async function serve(): Promise<void> {
  const given = readArguments();
  const port = readPort(given.port ?? process.env.INSTRUMENT_PANEL_PROXY_PORT ?? '4200');
  const proxy = createProxy(given.config === undefined ? chooseDemo() : await loadConfig(given.config));
  const { url } = await proxy.listen(port, given.host);
  process.stdout.write(`proxy listening on ${url}\n`);
  const stop = () => void proxy.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

serve().catch((error: unknown) => {
  const foreseen =
    error instanceof ServeError ||
    error instanceof ProxyOptionError ||
    error instanceof ListenError ||
    error instanceof StorageError;
  process.stderr.write(
    `${foreseen ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
});
