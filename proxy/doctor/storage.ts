import { statSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ProxyOptions } from '../options.ts';
import { openStorage } from '../storage/open.ts';
import { DEFAULT_STORAGE } from '../storage/settings.ts';
import { StorageError } from '../storage/storage.ts';
import { requireStoredKeys } from '../stored-keys.ts';
import { type Finding, findFailed, findOk, findWarning } from './finding.ts';

const HOP = 'storage';
const FREE_WARNING_BYTES = 1_073_741_824;
const GROUP_AND_OTHERS = 0o077;

/** `f_type` of NFS, SMB and CIFS: what SQLite's locks and its shared memory cannot rely on. */
const NETWORK_FILE_SYSTEMS: ReadonlySet<number> = new Set([0x6969, 0x517b, 0xfe534d42, 0xff534d42]);

/** Looks at the folder and the rights of a file, and opens nothing. */
async function lookAtFile(file: string): Promise<Finding[]> {
  const path = resolve(file);
  const folder = dirname(path);
  try {
    await access(folder, constants.W_OK);
  } catch {
    const remedy = `Make the folder ${folder} for the user that the proxy runs as (install -d -m 700 -o USER ${folder}).`;
    return [findFailed(HOP, `${path} is in a folder that cannot be written to.`, remedy)];
  }
  const { type, bavail, bsize } = await statfs(folder);
  if (NETWORK_FILE_SYSTEMS.has(type)) {
    const remedy = 'Put the file on a disk of this machine, or use a storage that is made to be shared.';
    return [findFailed(HOP, `${path} is on a network file system, where SQLite may lose it.`, remedy)];
  }
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats && process.getuid && stats.uid !== process.getuid()) {
    const remedy = `Run this as the user that the proxy runs as: sudo -u '#${stats.uid}' instrument-panel doctor …`;
    return [findWarning(HOP, `${path} belongs to user ${stats.uid}; it was not opened.`, remedy)];
  }
  const findings: Finding[] = [];
  if (bavail * bsize < FREE_WARNING_BYTES) {
    const free = `${Math.floor((bavail * bsize) / 1_048_576)} MB`;
    findings.push(
      findWarning('disk', `${folder} has ${free} left.`, 'Make room: without it writes are refused.'),
    );
  }
  if (!stats) return [...findings, findOk(HOP, `${path} will be made at the start`)];
  if (process.platform !== 'win32' && (stats.mode & GROUP_AND_OTHERS) !== 0)
    findings.push(findWarning('rights', `${path} can be read by others.`, `chmod 600 ${path}*`));
  return findings;
}

/** Tries what the storage promises, by opening it as the proxy does and one write, and whether it was begun with these keys. */
export async function tryStorage({
  storage = DEFAULT_STORAGE,
  audit,
  mapping,
}: ProxyOptions): Promise<Finding[]> {
  const file = 'file' in storage ? storage.file : null;
  if (file === ':memory:') {
    const remedy = "Name a file, or a storage that proxies share: storage: { file: '/var/lib/…' }.";
    return [findFailed(HOP, 'Trail, events and links are in memory, and end with the process.', remedy)];
  }
  const findings = file === null ? [] : await lookAtFile(file);
  if (findings.some(({ hop }) => hop === HOP)) return findings;
  try {
    const opened = await openStorage(storage);
    try {
      await opened.tryWrite();
      await requireStoredKeys(opened, { audit, mapping });
    } finally {
      await opened.close();
    }
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof StorageError)) {
      const remedy = 'Look for a full disk or memory, or a replica that takes no writes.';
      return [...findings, findFailed(HOP, `It does not accept writes: ${message}`, remedy)];
    }
    // The remedy is the last sentence of its message; of a key what follows the first.
    const [, found = message, remedy = ''] =
      /^([^.]* option \w+\.key\b[^.]*\.) (.+)$/s.exec(message) ?? /^(.*[.)]) (.+)$/s.exec(message) ?? [];
    return [...findings, findFailed(HOP, found, remedy)];
  }
  return [...findings, findOk(HOP, 'opened, and a write was kept')];
}
