import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import demoConfig from '../demo.config.ts';
import type { Log } from '../log.ts';
import { ProxyOptionError, type ProxyOptions, suggest } from '../options.ts';
import { ListenError } from '../server/listen.ts';
import { checkOptions, type Settings } from '../settings.ts';
import { DEFAULT_STORAGE } from '../storage/settings.ts';
import { type Storage, StorageError } from '../storage/storage.ts';
import { type Configured, checkTenants, hasTenants, type TenantProxyOptions } from '../tenants/options.ts';
import { LoadError, toLoadError } from './load-error.ts';

/** The command line does not say what to do; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'USAGE';
}

/** The command cannot do what it was told; the message says what to change. Exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code = 'CANNOT_RUN';
}

export interface Command {
  readonly summary: string;
  readonly usage: string;
  /** `args` are those after the command's name. Throws what `run.ts` turns into an exit code. */
  readonly run: (args: readonly string[]) => Promise<void>;
}

/** Reads the arguments of a command. Throws a UsageError for one that is not known or lacks its value. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  allowPositionals = false,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const name = /--([\w-]+)/.exec(message)?.[1];
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || name === undefined) throw new UsageError(message);
    throw new UsageError(`There is no option --${name}.${suggest(name, Object.keys(options), '--')}`);
  }
}

/** Reads a count of the command line, from 1. Throws a UsageError. */
export function readCount(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,15}$/.test(text) || Number(text) < 1)
    throw new UsageError(`--${name} must be a number from 1.`);
  return Number(text);
}

/** A line for people: on standard error, so that standard output has the command's result only. */
export const printNotice = (line: string): void => void process.stderr.write(`${line}\n`);

export const give = (line: string): void => void process.stdout.write(`${line}\n`);

const FORESEEN = [CommandError, LoadError, ProxyOptionError, ListenError, StorageError];

/** Prints an error of the command `name`: its sentence, or its stack if it was not foreseen. Gives the exit code. */
export function report(error: unknown, name: string): number {
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

const WHAT_TO_WRITE = `Write a module such as proxy.config.mts with a default export of ProxyOptions, or of a function that gives them:
  upstream, credentials: { key, secret }, keys: [{ kid, alg: 'HS256', key, signs: true }], issuer, audience,
  origins, and session: the function that looks at the cookie of a page and gives a grant or null.
There is no default for session, since only you know who is signed in. See proxy/README.md.
JSON will do where no code of yours is needed: docs/proxy.md#a-configuration-in-json.`;

/** Codes of errors that say by themselves what to change. By code: a module may have loaded another copy of this package. */
const SAYS_WHAT = /^(?:PROXY_OPTION_INVALID|CANNOT_RUN|USAGE)$/;

/** Throws for what a module threw while it was loaded. */
async function refuseModule(error: unknown, path: string): Promise<never> {
  const { code, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (FORESEEN.some((kind) => error instanceof kind)) throw error;
  throw SAYS_WHAT.test(`${code}`) ? new CommandError(message) : await toLoadError(error, path);
}

/** Imports a module; one that Node takes for CommonJS is refused with its remedy. */
async function importModule(path: string, reading: number): Promise<{ readonly default?: unknown }> {
  try {
    // An address of its own for each reading, since a module is read once for each.
    return await import(`${pathToFileURL(path).href}${reading ? `?reading=${reading}` : ''}`);
  } catch (error) {
    const isCommonJs =
      error instanceof SyntaxError && /^(Cannot use import|Unexpected token 'export')/.test(error.message);
    if (!isCommonJs) return refuseModule(error, path);
    const [name, renamed] = [basename(path), basename(path).replace(/\.([jt]s)$/, '.m$1')];
    throw new CommandError(
      `${name} is read as CommonJS, since its package.json says so. Name it ${renamed}.`,
    );
  }
}

/** Reads a configuration in JSON. Throws a CommandError or a ProxyOptionError. */
async function readJson(path: string): Promise<Configured> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    // Not the rest of the message, which quotes the text.
    const [place = 'it cannot be read'] =
      /line \d+ column \d+|position \d+|end of JSON/.exec(String(error)) ?? [];
    throw new CommandError(`${basename(path)} is not JSON: ${place}.`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new CommandError(`${basename(path)} must hold one object of options.`);
  // Loaded only where it is used, since it brings every sign-in.
  return (await import('./json-config.ts')).toConfigured(parsed, dirname(path));
}

/**
 * Loads a module's default export, options of one partner or of several or a function of the environment; or a file of JSON. Throws
 * a CommandError, a LoadError or a ProxyOptionError.
 *
 * @param reading how often it was read before
 */
export async function loadConfigured(file: string, reading = 0): Promise<Configured> {
  const path = resolve(file);
  if (!existsSync(path)) throw new CommandError(`There is no configuration at ${file}.\n${WHAT_TO_WRITE}`);
  if (path.endsWith('.json')) return readJson(path);
  const loaded = (await importModule(path, reading)).default;
  let given: unknown = loaded;
  try {
    if (typeof loaded === 'function') given = await loaded(process.env);
  } catch (error) {
    await refuseModule(error, path);
  }
  if (typeof given !== 'object' || given === null) {
    throw new CommandError(`${file} has no default export of options.\n${WHAT_TO_WRITE}`);
  }
  return given as Configured;
}

/** The tenant whom this command line is about. A process runs one. */
let chosenTenant: string | undefined;

/** Takes `--tenant ID` out of the arguments of any command, for {@link loadConfig}. Throws a UsageError. */
export function takeTenant(args: readonly string[]): readonly string[] {
  chosenTenant = undefined;
  const place = args.findIndex((arg) => /^--tenant(=|$)/.test(arg));
  if (place < 0) return args;
  const isOneWord = args[place]?.includes('=') === true;
  const id = isOneWord ? args[place]?.slice('--tenant='.length) : args[place + 1];
  if (!id || id.startsWith('-')) throw new UsageError('--tenant must be followed by the id of a tenant.');
  chosenTenant = id;
  return args.toSpliced(place, isOneWord ? 1 : 2);
}

/** Finds the tenant that was chosen, or the only one. Throws a UsageError that lists them, or a ProxyOptionError. */
function findTenant(options: TenantProxyOptions): ProxyOptions {
  const all = checkTenants(options, (own, { id }) => {
    checkOptions(own);
    return { id, own };
  });
  const ids = all.map(({ id }) => id).join(', ');
  const found =
    all.length === 1 && chosenTenant === undefined ? all[0] : all.find(({ id }) => id === chosenTenant);
  if (found) return found.own;
  throw new UsageError(
    chosenTenant === undefined
      ? `This configuration has several tenants. Say which one: --tenant with one of ${ids}.`
      : `There is no tenant ${chosenTenant}. There are ${ids}.`,
  );
}

/** Loads the options of a proxy: of the tenant of `--tenant`, if there are several. Throws as {@link loadConfigured} does. */
export async function loadConfig(file: string): Promise<ProxyOptions> {
  const options = await loadConfigured(file);
  if (hasTenants(options)) return findTenant(options);
  if (chosenTenant !== undefined) throw new UsageError('--tenant: this configuration has no tenants.');
  return options;
}

export function loadDemo(): ProxyOptions {
  if (process.env.NODE_ENV === 'production') {
    throw new CommandError(`With NODE_ENV=production the demo configuration is refused.\n${WHAT_TO_WRITE}`);
  }
  return demoConfig();
}

/** True of a storage that another process, such as this command, does not share with the proxy: the demo's. */
export const isInMemory = ({ storage }: Configured): boolean =>
  storage !== undefined && 'file' in storage && storage.file === ':memory:';

/** Prints a line of the log for people: JSON lines on standard output would stand between the results of a command. */
const noticeLog: Log = ({ at, event, hint, requestId }) => {
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  printNotice(`${at} ${event}${hint === undefined ? '' : `: ${hint}`}${request}`);
};

/**
 * Opens the storage of options for the work. A file that is not there is refused, since opening would make an empty one;
 * so is memory, unless the work needs nothing of the proxy's. Throws CommandError, ProxyOptionError or StorageError.
 */
export async function withStorageOf(
  options: ProxyOptions,
  work: (storage: Storage, settings: Settings) => Promise<void>,
  mayBeInMemory = false,
): Promise<void> {
  const settings = checkOptions({ ...options, log: options.log ?? noticeLog });
  const storage = options.storage ?? DEFAULT_STORAGE;
  if ('file' in storage && !existsSync(storage.file) && !(isInMemory(options) && mayBeInMemory)) {
    throw new CommandError(
      `There is no storage at ${storage.file}. Run this in the proxy's working folder, with its --config.`,
    );
  }
  try {
    await work(await settings.storage(), settings);
  } finally {
    await settings.closeStorage();
  }
}

/** Opens a configuration's storage (default: the demo's) for the work, as `withStorageOf` does. */
export const withStorage = async (
  config: string | undefined,
  work: (storage: Storage, settings: Settings) => Promise<void>,
): Promise<void> => withStorageOf(config === undefined ? loadDemo() : await loadConfig(config), work);
