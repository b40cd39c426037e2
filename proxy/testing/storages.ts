import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { type Backing, openBacking, type StorageOptions } from '../store/backing.ts';
import { type RedisServer, startRedisServer } from './redis-server.ts';

/** Gives an empty storage; `again` gives a second proxy's view of the same one (another connection). */
export interface Storages {
  readonly open: () => Promise<Backing>;
  readonly again: () => Promise<Backing>;
  /** An empty storage that nobody has opened yet: the option of a proxy, or of several that share it. */
  readonly fresh: () => StorageOptions;
}

/**
 * Runs one suite on both storages: a database file, and a real Redis. `again` opens what `open` opened last.
 */
export function eachStorage(title: string, suite: (storages: Storages) => void): void {
  describe.each(['sqlite', 'redis'] as const)(`${title} (%s)`, (kind) => {
    let server: RedisServer | undefined;
    let place = '';
    const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-storage-'));
    const opened: Backing[] = [];
    beforeAll(async () => {
      if (kind === 'redis') server = await startRedisServer();
    });
    afterEach(async () => {
      for (const backing of opened.splice(0)) await backing.close();
    });
    afterAll(async () => {
      await server?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const options = (): StorageOptions => (server ? { redis: server.url, prefix: place } : { file: place });
    const fresh = (): StorageOptions => {
      place = kind === 'redis' ? randomUUID() : join(folder, `${randomUUID()}.sqlite`);
      return options();
    };
    const again = async (): Promise<Backing> => {
      const backing = await openBacking(options());
      opened.push(backing);
      return backing;
    };
    suite({
      again,
      fresh,
      async open() {
        fresh();
        return again();
      },
    });
  });
}
