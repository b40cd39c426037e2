import { existsSync, rmSync, statSync } from 'node:fs';
import type { ProxyOptions } from '../options.ts';
import { checkOptions } from '../settings.ts';
import { openStorage } from '../storage/open.ts';
import { withoutPassword } from '../storage/postgres-servers.ts';
import { parseRedisAddress } from '../storage/redis-address.ts';
import { DEFAULT_STORAGE } from '../storage/settings.ts';
import { copyDatabase, FileInUse, findDamage, NO_STORAGE, replaceDatabase } from '../storage/sqlite-copy.ts';
import type { Head, Storage, StorageOptions } from '../storage/storage.ts';
import { requireStoredKeys } from '../stored-keys.ts';
import { requireTrail } from './audit-command.ts';
import {
  type Command,
  CommandError,
  give,
  isInMemory,
  loadConfig,
  loadDemo,
  printNotice,
  readArguments,
  UsageError,
  withStorageOf,
} from './command.ts';
import { type Copying, explainCopyError, toDamaged, toNoStorage } from './copy-error.ts';

const STORAGE_USAGE = `Usage: instrument-panel storage check [--config proxy.config.mts]
       instrument-panel storage backup --to FILE [--config proxy.config.mts]
       instrument-panel storage restore --from FILE [--config proxy.config.mts]
  check     asks the storage what it promises, writes something, and verifies what it holds; upgrades the storage of an
            older release, as the proxy's start does: back up first
  backup    copies the file of SQLite, also while proxies use it, and verifies the copy; of a Postgres or Redis it says
            the line that does it, and fails
  restore   verifies a copy and puts it in the place of the file, which is kept beside it; no proxy may run
  --config  the options of the proxy whose storage it is   (the demo's)`;

const GROUP_AND_OTHERS = 0o077;

const toText = ({ sequence, hash }: Head): string => `${sequence}:${hash}`;

/** A shell's word of any text. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The line that copies or restores what is no file of ours, without a password. */
function toForeignLine(storage: StorageOptions, what: 'backup' | 'restore', file: string): string {
  const named = quote(file);
  if ('postgres' in storage) {
    const database = `--dbname=${quote(withoutPassword(storage.postgres))}`;
    return what === 'backup'
      ? `pg_dump --format=custom --schema=${storage.schema ?? 'instrument_panel'} ${database} --file=${named}`
      : `pg_restore --clean --if-exists --single-transaction ${database} ${named}`;
  }
  const address = 'redis' in storage ? parseRedisAddress(storage.redis) : null;
  if (!address || address.watchedAs !== null)
    throw new CommandError(
      'Nothing was done: these are Sentinels. Do it with the Redis that takes writes now, which they name (SENTINEL GET-MASTER-ADDR-BY-NAME).',
    );
  const { protocol, hostname, port, username, password } = address.servers[0];
  const more = [
    protocol === 'rediss:' ? ' --tls' : '',
    username && ` --user ${quote(decodeURIComponent(username))}`,
    password && ' --askpass',
  ];
  return what === 'backup'
    ? `redis-cli -h ${hostname.replace(/^\[|\]$/g, '')} -p ${port || 6379}${more.join('')} --rdb ${named}`
    : // With append-only files turned on it would begin empty rather than read the copy.
      `Stop the Redis; put ${named} in the place of its "dbfilename" and its "appenddirname" away; start it with --appendonly no; redis-cli CONFIG SET appendonly yes`;
}

/** The file of the options. Throws a CommandError that says what to do with a storage that is none. */
function requireFile(options: ProxyOptions, what: 'backup' | 'restore', copy: string): string {
  const storage = options.storage ?? DEFAULT_STORAGE;
  if (!('file' in storage)) {
    throw new CommandError(
      `Nothing was done: this storage is a server. Run this line, and enter the password when it asks for it:\n${toForeignLine(storage, what, copy)}`,
    );
  }
  if (isInMemory(options)) throw new CommandError('This storage is in memory: there is nothing to copy.');
  return storage.file;
}

async function requireGood(storage: Storage, options: ProxyOptions): Promise<Head> {
  const settings = checkOptions(options);
  await requireStoredKeys(storage, settings);
  const { head } = await requireTrail(storage, settings.audit);
  const [{ first, last }, dead] = [await storage.inbox.bounds(), await storage.deadLetters.count()];
  const held = last - first + 1;
  printNotice(`events: ${held === 0 ? 'none held' : `${first} to ${last}`}; ${dead} set aside`);
  printNotice(`audit trail: holds up to row ${head.sequence}`);
  return head;
}

function requireWhole(file: string): void {
  const damage = findDamage(file);
  if (damage !== null) throw new CommandError(`${file} is damaged (${damage}). Restore a copy.`);
  printNotice('the file is whole');
}

async function check(options: ProxyOptions): Promise<void> {
  await withStorageOf(options, async (storage) => {
    await storage.tryWrite();
    printNotice('opened, and a write was kept');
    const { file } = { file: null, ...(options.storage ?? DEFAULT_STORAGE) };
    if (file !== null) {
      requireWhole(file);
      if (process.platform !== 'win32' && (statSync(file).mode & GROUP_AND_OTHERS) !== 0)
        throw new CommandError(`${file} can be read by others. Run: chmod 600 ${quote(file)}*`);
    }
    give(toText(await requireGood(storage, options)));
  });
}

/** Opens a copy as a proxy would, and verifies it. A copy from before an upgrade is upgraded. */
async function requireGoodCopy(file: string, options: ProxyOptions, copying: Copying): Promise<Head> {
  const damage = findDamage(file);
  if (damage === NO_STORAGE) throw toNoStorage(copying, damage);
  if (damage !== null) throw toDamaged(copying, damage);
  printNotice('the file is whole');
  const storage = await openStorage({ file });
  try {
    return await requireGood(storage, options);
  } finally {
    await storage.close();
  }
}

/** Does what copies, and says of what ends it which file it is about. */
async function explained(copying: Copying, work: () => Promise<Head>): Promise<Head> {
  try {
    return await work();
  } catch (error) {
    throw explainCopyError(error, copying);
  }
}

async function backup(options: ProxyOptions, to: string): Promise<void> {
  const file = requireFile(options, 'backup', to);
  if (!existsSync(file)) throw new CommandError(`There is no storage at ${file}.`);
  if (existsSync(to)) throw new CommandError(`${to} is there already. Name another file.`);
  const copying = {
    from: file,
    to,
    ifDamaged: 'Restore a copy: instrument-panel storage restore --from FILE.',
    ifOther: 'Restore a copy: instrument-panel storage restore --from FILE.',
  };
  const head = await explained(copying, async () => {
    copyDatabase(file, to);
    return requireGoodCopy(to, options, copying);
  });
  give(toText(head));
  printNotice(`Copied to ${to}. Keep the line above apart from it, for audit verify --witness.`);
}

async function restore(options: ProxyOptions, from: string): Promise<void> {
  const file = requireFile(options, 'restore', from);
  if (!existsSync(from)) throw new CommandError(`There is no copy at ${from}.`);
  const next = `${file}.restoring`;
  rmSync(next, { force: true });
  try {
    const copying = {
      from,
      to: next,
      ifDamaged: 'Restore another copy.',
      ifOther: 'Name a file that storage backup wrote.',
    };
    const head = await explained(copying, async () => {
      copyDatabase(from, next);
      return requireGoodCopy(next, options, copying);
    });
    const kept = replaceDatabase(file, next, new Date());
    give(toText(head));
    printNotice(
      `Restored.${kept === null ? '' : ` The file before is kept as ${kept}.`} Tokens that were revoked since the copy work again: before the start run instrument-panel revoke --all --config FILE, as the user of the proxy.`,
    );
  } catch (error) {
    rmSync(next, { force: true });
    if (error instanceof FileInUse) {
      throw new CommandError(`${file} is in use. Stop every proxy that has it open, and run this again.`);
    }
    throw error;
  }
}

export const storageCommand: Command = {
  summary: 'checks the storage, copies it, or puts a copy in its place',
  usage: STORAGE_USAGE,
  async run(args) {
    const text = { type: 'string' } as const;
    const { values, positionals } = readArguments(args, { to: text, from: text, config: text }, true);
    const what = positionals.join(' ');
    const { to, from, config } = values;
    if (!['check', 'backup', 'restore'].includes(what))
      throw new UsageError('Say what to do: storage check, storage backup or storage restore.');
    if ((what === 'backup') !== (to !== undefined))
      throw new UsageError('backup, and it alone, takes --to FILE.');
    if ((what === 'restore') !== (from !== undefined))
      throw new UsageError('restore, and it alone, takes --from FILE.');
    const options = config === undefined ? loadDemo() : await loadConfig(config);
    try {
      if (to !== undefined) await backup(options, to);
      else if (from !== undefined) await restore(options, from);
      else await check(options);
    } catch (error) {
      // What SQLite and the system say of a file names no secret.
      if (error instanceof Error && ('errcode' in error || 'syscall' in error))
        throw new CommandError(error.message);
      throw error;
    }
  },
};
