import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { verifyAudit } from '../../proxy/audit/verify.ts';
import { answeredBody, deliver } from '../../proxy/fixtures/delivery.ts';
import { startRedisServer } from '../../proxy/fixtures/redis-server.ts';
import { startStubService } from '../../proxy/fixtures/stub-service.ts';
import { PATIENT } from '../../proxy/fixtures/world.ts';
import { openStorage } from '../../proxy/storage/open.ts';
import type { StorageOptions } from '../../proxy/storage/storage.ts';
import { read } from './chaos.load.ts';
import { times } from './scale.ts';
import { killableProxy } from './webhook-inbox-kill.proxy.ts';

const ROUNDS = times(1, 20);
const DISK_MEGABYTES = 8;

let folder: string;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-full-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

const CANNOT_MOUNT = process.getuid?.() !== 0 || spawnSync('unshare', ['-m', 'true']).status !== 0;

/** A disk of a few megabytes, which only root can make. */
function mountSmallDisk(): string {
  const disk = mkdtempSync(join(folder, 'disk-'));
  const options = ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', disk];
  expect(spawnSync('mount', options, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  closing.push(async () => spawnSync('umount', ['--lazy', disk]));
  return disk;
}

function fillDisk(ballast: string): void {
  const block = Buffer.alloc(4_096, 1);
  try {
    for (;;) appendFileSync(ballast, block);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
}

/**
 * Fills a storage under a proxy that runs, and makes room again: what it acknowledged is kept once, what it refused can be
 * delivered again, nothing is read without a row, and it goes on by itself.
 */
async function expectRecovers(
  storage: StorageOptions,
  fill: () => unknown,
  makeRoom: () => unknown,
  readinessWhenFull: number,
): Promise<void> {
  const service = await startStubService();
  closing.push(service.close);
  service.answer = () => ({ body: { serviceId: PATIENT } });
  const keys = { mappingKey: randomBytes(32), auditKey: randomBytes(32) };
  const behind = { upstream: service.url, ...keys };
  const proxy = killableProxy(folder, 'proxy', storage, { hasHook: false, service: behind });
  closing.push(proxy.kill);
  await proxy.start();
  const url = proxy.url() ?? '';
  const acknowledged = new Set<number>();
  let last = 0;
  const statusOf = async (id: number): Promise<number> => {
    const { status } = await deliver(url, answeredBody(id));
    if (status === 204) acknowledged.add(id);
    return status;
  };
  const readiness = async () => (await fetch(`${url}/readyz`)).status;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let count = 0; count < 5; count += 1) expect(await statusOf(++last)).toBe(204);
    expect((await read(url, 3)).statuses).toEqual({ 200: 3 });
    await fill();
    await expect.poll(() => statusOf(++last)).toBe(503);
    await expect.poll(async () => (await read(url, 1)).statuses).toEqual({ 503: 1 });
    await expect.poll(readiness).toBe(readinessWhenFull);
    await makeRoom();
    await expect.poll(() => statusOf(++last)).toBe(204);
    await expect.poll(async () => (await read(url, 1)).statuses).toEqual({ 200: 1 });
    await expect.poll(readiness).toBe(200);
  }
  await proxy.kill();
  const opened = await openStorage(storage);
  const stored = await opened.inbox.after(0, 10_000);
  expect(new Set(stored.map(({ submissionId }) => submissionId))).toEqual(acknowledged);
  expect(stored).toHaveLength(acknowledged.size);
  expect(await verifyAudit(opened, { key: keys.auditKey })).toMatchObject({ holds: true });
  await opened.close();
}

it.skipIf(CANNOT_MOUNT)(
  'a disk that is full loses nothing that was acknowledged, is said by /readyz, and is used again once there is room (not run without root)',
  async () => {
    const disk = mountSmallDisk();
    const ballast = join(disk, 'ballast');
    await expectRecovers(
      { file: join(disk, 'proxy.sqlite') },
      () => fillDisk(ballast),
      () => rmSync(ballast),
      503,
    );
  },
);

it('a Redis that is full loses nothing that was acknowledged, and is used again once there is room', async () => {
  const server = await startRedisServer();
  closing.push(server.close);
  const redis = new Redis(server.url);
  closing.push(async () => redis.disconnect());
  await expectRecovers(
    { redis: server.url },
    () => redis.config('SET', 'maxmemory', '1'),
    () => redis.config('SET', 'maxmemory', '0'),
    200,
  );
});
