import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chainRows } from '../audit/entry.ts';
import { HAS_POSTGRES, postgresProgram, startPostgresServer } from '../fixtures/postgres-server.ts';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { runHere } from './run-here.fixture.ts';

let folder: string;
let file: string;
let config: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-backup-'));
  file = join(folder, 'proxy.sqlite');
  config = configure(`{ file: ${JSON.stringify(file)} }`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function configure(storage: string): string {
  const path = join(folder, `${randomUUID()}.mts`);
  const key = `Buffer.from('${Buffer.from('0123456789abcdefghijklmnopqrstuv').toString('base64')}', 'base64')`;
  writeFileSync(
    path,
    `export default { upstream: 'https://api.service.example', credentials: { key: 'k', secret: 's' },
  keys: [{ kid: 'a', alg: 'HS256', key: ${key}, signs: true }], issuer: 'i', audience: 'a',
  origins: ['https://ehr.example'], session: async () => null, storage: ${storage}, log: () => {} };`,
  );
  return path;
}

const run = (...args: readonly string[]) => runHere(['storage', ...args, '--config', config]);

async function addRows(storage: Storage, count: number): Promise<string> {
  const head = await storage.audit.head();
  const entries = Array.from({ length: count }, () => ({
    at: '2026-03-02T10:00:00.000Z',
    attempt: randomUUID(),
    route: 'POST /x',
    who: { sub: 's', role: 'operations' as const, professionalId: null },
    jti: '0123456789abcdef',
    ids: {},
  }));
  const rows = chainRows(head, entries, null);
  await storage.audit.append(head, rows);
  await storage.inbox.take({ id: randomUUID(), kind: 'A' }, Date.now());
  return `${rows.at(-1)?.place}:${rows.at(-1)?.hash}\n`;
}

async function withFile<Value>(work: (storage: Storage) => Promise<Value>): Promise<Value> {
  const storage = await openStorage({ file });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

describe('instrument-panel storage', () => {
  test('copies the file while a proxy writes to it, verifies the copy, and puts it back', async () => {
    const copy = join(folder, 'copy.sqlite');
    const storage = await openStorage({ file });
    const copied = await addRows(storage, 3);
    const { code, out, err } = await run('backup', '--to', copy);
    expect([code, out]).toEqual([0, copied]);
    expect(err).toMatch(
      /events: 1 to 1; 0 set aside\naudit trail: holds up to row 3\nCopied to .*copy\.sqlite/,
    );
    expect((statSync(copy).mode & 0o777).toString(8)).toBe('600');
    await addRows(storage, 2);

    const tooEarly = await run('restore', '--from', copy);
    expect([tooEarly.code, tooEarly.err]).toEqual([1, expect.stringMatching(/is in use\. Stop every proxy/)]);
    expect(await storage.audit.head()).toMatchObject({ sequence: 5 });
    await storage.close();

    const restored = await run('restore', '--from', copy);
    expect([restored.code, restored.out]).toEqual([0, copied]);
    expect(restored.err).toContain('instrument-panel revoke --all --config');
    expect(await withFile(({ audit }) => audit.head())).toMatchObject({ sequence: 3 });
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    const kept = readdirSync(folder).find((name) => name.startsWith('proxy.sqlite.before-'));
    const before = await openStorage({ file: join(folder, kept ?? '') });
    expect(await before.audit.head()).toMatchObject({ sequence: 5 });
    await before.close();
  });

  test('copies one moment of a file to which other processes write without a pause', async () => {
    await withFile(async (storage) => {
      let isOver = false;
      const writing = (async () => {
        for (; !isOver; await new Promise(setImmediate)) await addRows(storage, 1);
      })();
      const copies = [1, 2, 3].map((index) => join(folder, `copy-${index}.sqlite`));
      for (const copy of copies) expect((await run('backup', '--to', copy)).code).toBe(0);
      isOver = true;
      await writing;
    });
  });

  test('is restored where the file is gone or is no database any more', async () => {
    const copy = join(folder, 'copy.sqlite');
    const copied = await withFile((storage) => addRows(storage, 1));
    await run('backup', '--to', copy);
    for (const damage of [() => rmSync(file), () => writeFileSync(file, 'no database')]) {
      damage();
      expect(await run('restore', '--from', copy)).toMatchObject({ code: 0, out: copied });
      expect(await withFile(({ audit }) => audit.head())).toMatchObject({ sequence: 1 });
    }
  });

  test('does not restore a copy that is damaged or changed, and leaves all as it was', async () => {
    const copy = join(folder, 'copy.sqlite');
    await withFile((storage) => addRows(storage, 3));
    await run('backup', '--to', copy);
    const present = readFileSync(file);
    const changed = join(folder, 'changed.sqlite');
    writeFileSync(changed, readFileSync(copy));
    const db = new DatabaseSync(changed);
    db.exec("UPDATE audit_row SET text = replace(text, 'POST /x', 'POST /y') WHERE place = 2");
    db.close();
    expect(await run('restore', '--from', changed)).toMatchObject({
      code: 1,
      err: expect.stringContaining('row 2 is not what was written'),
    });
    // As a full disk leaves it: whole to SQLite, and no storage.
    const empty = join(folder, 'empty.sqlite');
    writeFileSync(empty, '');
    expect(await run('restore', '--from', empty)).toMatchObject({
      code: 1,
      err: `${empty} is no copy of a storage (it is no storage of a proxy). Name a file that storage backup wrote.\n`,
    });
    truncateSync(copy, 8_192);
    const cut = await run('restore', '--from', copy);
    expect([cut.code, cut.err]).toEqual([
      1,
      `${copy} is damaged (database disk image is malformed): it was cut off or changed. Restore another copy.\n`,
    ]);
    writeFileSync(copy, 'no database');
    const { code, err } = await run('restore', '--from', copy);
    expect([code, err]).toEqual([
      1,
      `${copy} is no copy of a storage (file is not a database). Name a file that storage backup wrote.\n`,
    ]);
    expect(readFileSync(file)).toEqual(present);
    expect(readdirSync(folder).filter((name) => /restoring|before/.test(name))).toEqual([]);
  });

  test('says which folder is missing or may not be written to, and which file is damaged', async () => {
    await withFile((storage) => addRows(storage, 3));
    const nowhere = join(folder, 'nowhere', 'copy.sqlite');
    expect(await run('backup', '--to', nowhere)).toEqual({
      code: 1,
      out: '',
      err: `There is no folder ${join(folder, 'nowhere')}. Make it, and run this again.\n`,
    });
    const below = join(file, 'copy.sqlite');
    expect(await run('backup', '--to', below)).toMatchObject({
      code: 1,
      err: `There is no folder ${file}. Make it, and run this again.\n`,
    });
    const long = join(folder, 'x'.repeat(300));
    expect(await run('backup', '--to', long)).toMatchObject({
      code: 1,
      err: `${long} cannot be written (ENAMETOOLONG). Name another file, in a folder that this user may write to.\n`,
    });
    const copy = join(folder, 'copy.sqlite');
    await run('backup', '--to', copy);
    truncateSync(file, 8_192);
    const damaged = await run('backup', '--to', join(folder, 'another.sqlite'));
    expect([damaged.code, damaged.err]).toEqual([
      1,
      `${file} is damaged (database disk image is malformed): it was cut off or changed. Restore a copy: instrument-panel storage restore --from FILE.\n`,
    ]);
    expect(readdirSync(folder)).not.toContain('another.sqlite');
  });

  test('overwrites no file with a copy', async () => {
    await withFile((storage) => addRows(storage, 1));
    const taken = join(folder, 'taken');
    writeFileSync(taken, 'kept');
    expect(await run('backup', '--to', taken)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/there already/),
    });
    expect(readFileSync(taken, 'utf8')).toBe('kept');
  });

  test('is checked: the file, its rights, its trail', async () => {
    const head = await withFile((storage) => addRows(storage, 2));
    expect(await run('check')).toEqual({
      code: 0,
      out: head,
      err: 'opened, and a write was kept\nthe file is whole\nevents: 1 to 1; 0 set aside\naudit trail: holds up to row 2\n',
    });
    const other = "Buffer.from('an audit key of this test: 0123456789abcdef')";
    const keyed = configure(`{ file: ${JSON.stringify(file)} }, audit: { key: ${other} }`);
    expect(await runHere(['storage', 'check', '--config', keyed])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/option audit\.key\. Give the key \(or none\) that it was begun with/),
    });
    const db = new DatabaseSync(file);
    db.exec(`UPDATE audit_head SET hash = '${'0'.repeat(64)}'`);
    db.close();
    expect(await run('check')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/row 2 is not the one that/),
    });
  });

  test.each([
    [
      "{ postgres: 'postgres://panel:PASSWORD-CANARY@db.clinic.example/panel?sslmode=verify-full' }",
      "pg_dump --format=custom --schema=instrument_panel --dbname='postgres://panel@db.clinic.example/panel?sslmode=verify-full' --file='it'\\''s'",
      "pg_restore --clean --if-exists --single-transaction --dbname='postgres://panel@db.clinic.example/panel?sslmode=verify-full' 'it'\\''s'",
    ],
    [
      "{ postgres: 'postgres://panel@db.clinic.example/panel?sslmode=verify-full&password=PASSWORD-CANARY' }",
      "--dbname='postgres://panel@db.clinic.example/panel?sslmode=verify-full' --file='it'\\''s'",
      'pg_restore',
    ],
    [
      "{ redis: 'rediss://:PASSWORD-CANARY@redis.clinic.example' }",
      "redis-cli -h redis.clinic.example -p 6379 --tls --askpass --rdb 'it'\\''s'",
      'Stop the Redis',
    ],
    [
      "{ redis: 'redis://panel:PASSWORD-CANARY@[::1]:6380' }",
      "redis-cli -h ::1 -p 6380 --user 'panel' --askpass --rdb 'it'\\''s'",
      'Stop the Redis',
    ],
    [
      "{ redis: 'rediss+sentinel://:PASSWORD-CANARY@s-1.clinic.example,s-2.clinic.example/panel' }",
      'SENTINEL GET-MASTER-ADDR-BY-NAME',
      'SENTINEL GET-MASTER-ADDR-BY-NAME',
    ],
  ])(
    'of %s is copied by a line that is said, without a password, and by nothing here',
    async (storage, copies, restores) => {
      config = configure(storage);
      for (const [what, line] of [
        [['backup', '--to'], copies],
        [['restore', '--from'], restores],
      ] as const) {
        const { code, out, err } = await run(...what, "it's");
        expect([code, out]).toEqual([1, '']);
        expect(err).toContain(line);
        expect(err).not.toContain('CANARY');
      }
    },
  );

  test.skipIf(!HAS_POSTGRES)('of a Postgres is copied and restored by the lines that are said', async () => {
    const server = await startPostgresServer();
    try {
      const options = { postgres: server.url };
      config = configure(JSON.stringify(options));
      const storage = await openStorage(options);
      const head = await addRows(storage, 3);
      await storage.close();
      const env = { ...process.env, PATH: `${dirname(postgresProgram('postgres'))}:${process.env.PATH}` };
      const shell = async (...args: readonly string[]) => {
        const line = (await run(...args)).err.split('\n').find((text) => text.startsWith('pg_')) ?? 'false';
        execFileSync('sh', ['-c', line], { env });
      };
      const copy = join(folder, "it's a copy");
      await shell('backup', '--to', copy);
      await server.run('DROP SCHEMA instrument_panel CASCADE');
      await shell('restore', '--from', copy);
      expect(await run('check')).toMatchObject({ code: 0, out: head });
    } finally {
      await server.close();
    }
  });

  test.each([[[]], [['copy']], [['backup']], [['check', '--to', 'x']], [['restore', '--to', 'x']]])(
    '%j is not understood',
    async (args) => {
      expect((await run(...args)).code).toBe(2);
    },
  );

  test('of which there is none yet is said not to be there, and not made', async () => {
    for (const args of [['check'], ['backup', '--to', join(folder, 'copy')]] as const)
      expect(await run(...args)).toMatchObject({
        code: 1,
        err: expect.stringContaining('There is no storage at'),
      });
    expect(readdirSync(folder)).toHaveLength(1);
  });
});
