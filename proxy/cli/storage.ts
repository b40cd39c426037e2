import { existsSync } from 'node:fs';
import { checkOptions, DEFAULT_STORAGE, type Settings } from '../options.ts';
import type { Storage } from '../storage/storage.ts';
import { loadConfig, loadDemo } from './config.ts';
import { CommandError } from './errors.ts';

/**
 * Opens the storage of a configuration for as long as the work takes. A file that is not there is refused, since
 * opening would make an empty one, in which there is nothing wrong.
 *
 * @param config the file of the configuration; left out: the demo's
 * @throws CommandError, ProxyOptionError, StorageError
 */
export async function withStorage(
  config: string | undefined,
  work: (storage: Storage, settings: Settings) => Promise<void>,
): Promise<void> {
  const options = config === undefined ? loadDemo() : await loadConfig(config);
  const settings = checkOptions(options);
  const storage = options.storage ?? DEFAULT_STORAGE;
  if ('file' in storage && !existsSync(storage.file)) {
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
