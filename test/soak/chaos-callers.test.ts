import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answeredBody, deliver, SECRET } from '../../proxy/fixtures/delivery.ts';
import { type StubService, startStubService } from '../../proxy/fixtures/stub-service.ts';
import { PAGE, PATIENT, PROFESSIONAL, startWorld, tokenFor } from '../../proxy/fixtures/world.ts';
import type { Limits } from '../../proxy/limits.ts';
import { openStorage } from '../../proxy/storage/open.ts';
import { compareReads, type Reads, read, readMemoryMb, startFlood } from './chaos.load.ts';
import { SOAK, times } from './scale.ts';
import { type KillableProxy, killableProxy } from './webhook-inbox-kill.proxy.ts';

const ROUNDS = times(1, 5);
const READS = times(12, 300);
const SLOWER_MAX = 2;

let folder: string;
let service: StubService;
let proxy: KillableProxy;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'instrument-panel-chaos-'));
  service = await startStubService();
  service.answer = () => ({ body: { serviceId: PATIENT } });
});
afterEach(async () => {
  await proxy?.kill();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a proxy in a process of its own, on a file; gives its address. */
async function start(limits: Partial<Limits>, logsToNobody = false): Promise<string> {
  const wide = { subjectBurst: 1_000_000, ...limits };
  const keys = { mappingKey: randomBytes(32), auditKey: randomBytes(32) };
  const storage = { file: join(folder, 'proxy.sqlite') };
  const behind = { upstream: service.url, ...keys };
  proxy = killableProxy(folder, 'proxy', storage, {
    limits: wide,
    hasHook: false,
    service: behind,
    logsToNobody,
  });
  await proxy.start();
  return proxy.url() ?? '';
}

/** Reads by turns without a disturbance and with it. All are answered; the long form compares how long they took. */
async function expectUndisturbed(
  name: string,
  url: string,
  disturb: () => Promise<{ stop: () => Promise<unknown>; meanwhile?: () => Promise<void> }>,
): Promise<void> {
  const [calm, disturbed]: [Reads[], Reads[]] = [[], []];
  await read(url, READS);
  for (let round = 0; round < ROUNDS; round += 1) {
    calm.push(await read(url, READS));
    const { stop, meanwhile } = await disturb();
    const [reads] = await Promise.all([read(url, READS), meanwhile?.()]);
    disturbed.push(reads);
    await stop();
  }
  for (const { statuses } of [...calm, ...disturbed]) expect(statuses).toEqual({ 200: READS });
  const ratio = compareReads(name, calm, disturbed);
  if (SOAK) expect(ratio).toBeLessThanOrEqual(SLOWER_MAX);
}

const patience = SOAK ? 3_600_000 : 120_000;

it(
  'slow recommendations of 13 persons slow no read of others',
  async () => {
    const isSlow = (path: string) => path.includes('recommend');
    service.answer = ({ url }) =>
      isSlow(url) ? { after: 14_000, body: { recommendation_text: 'x' } } : { body: { serviceId: PATIENT } };
    const url = await start({});
    await expectUndisturbed('Slow recommendations', url, async () => {
      const asked = new AbortController();
      const before = service.requests.length;
      const tokens = await Promise.all(
        Array.from({ length: 13 }, (_, person) => tokenFor({ sub: `asker-${person}-${before}` })),
      );
      const path = `/third-party/api/v1/professionals/${PROFESSIONAL}/forms/recommend`;
      const all = tokens.flatMap((token) =>
        Array.from({ length: 5 }, () =>
          fetch(url + path, {
            method: 'POST',
            body: '{"case_text":"low mood"}',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            signal: asked.signal,
          }).catch(() => {}),
        ),
      );
      // A quarter of 64 connections are for recommendations: they are all taken.
      await expect.poll(() => service.requests.length - before).toBeGreaterThanOrEqual(16);
      return {
        async stop() {
          asked.abort();
          await Promise.all(all);
        },
      };
    });
  },
  patience,
);

it(
  '1,000 sockets a second that are half open or withhold a body keep out no read and no delivery, and are closed',
  async () => {
    const most = times(300, 15_000);
    const limits = SOAK
      ? {}
      : { clientConnections: 100, headersMs: 1_000, requestMs: 2_000, deliveriesInFlight: 4, inFlight: 32 };
    const url = await start(limits);
    const pid = proxy.pid() ?? 0;
    const countDescriptors = () => readdirSync(`/proc/${pid}/fd`).length;
    const [descriptors, memory] = [countDescriptors(), readMemoryMb(pid)];
    let delivered = 0;
    await expectUndisturbed('Half-open and withholding sockets', url, async () => {
      const flood = startFlood(url, 1_000, most);
      // Until there are as many as there may be at once.
      await expect.poll(countDescriptors, { timeout: 60_000 }).toBeGreaterThan(descriptors + times(60, 500));
      return {
        async meanwhile() {
          for (let count = 0; count < READS; count += 1) {
            delivered += 1;
            expect((await deliver(url, answeredBody(delivered))).status).toBe(204);
          }
        },
        async stop() {
          await expect
            .poll(countDescriptors, { timeout: 120_000, interval: 100 })
            .toBeLessThan(descriptors + 40);
          const { opened } = await flood.stop();
          expect(opened).toBe(most);
        },
      };
    });
    expect(readMemoryMb(pid) - memory).toBeLessThan(SOAK ? 400 : 200);
    await proxy.kill();
    const { inbox, close } = await openStorage({ file: join(folder, 'proxy.sqlite') });
    expect(await inbox.bounds()).toEqual({ first: 1, last: delivered });
    await close();
  },
  patience,
);

it(
  'a log that nobody reads holds up no read and takes bounded memory',
  async () => {
    const url = await start({}, true);
    const pid = proxy.pid() ?? 0;
    const memory = readMemoryMb(pid);
    await expectUndisturbed('A stalled reader of the log', url, async () => {
      // Each leaves a line of 200 bytes or so; a pipe holds 64 KB.
      const lines = times(600, 12_000);
      for (let count = 0; count < lines; count += 20)
        await Promise.all(
          Array.from({ length: 20 }, async () => {
            const response = await fetch(`${url}/nowhere`);
            await response.arrayBuffer();
            expect(response.status).toBe(404);
          }),
        );
      return { stop: async () => {} };
    });
    expect(readMemoryMb(pid) - memory).toBeLessThan(200);
  },
  patience,
);

it('a clock that jumps refuses no delivery within its five minutes, and a page reads on with a token of then', async () => {
  let jumpedMs = 0;
  const world = await startWorld({
    clock: () => Date.now() + jumpedMs,
    webhooks: { secrets: [SECRET] },
    storage: { file: join(folder, 'clock.sqlite') },
    session: async () => ({
      sub: 'staff-7',
      role: 'professional',
      professionalId: PROFESSIONAL,
      actions: ['read'],
    }),
  });
  try {
    world.service.answer = () => ({ body: { serviceId: PATIENT } });
    const path = `/professionals/${PROFESSIONAL}/patients/${PATIENT}`;
    const getToken = async (): Promise<string> => {
      const headers = { origin: PAGE, 'content-type': 'application/json' };
      const response = await fetch(`${world.url}/session`, { method: 'POST', headers, body: '{}' });
      expect(response.status).toBe(200);
      return ((await response.json()) as { token: string }).token;
    };
    let token = await getToken();
    let renewed = 0;
    const bodies = Array.from({ length: 6 }, (_, index) => answeredBody(index + 1));
    for (const [index, minutes] of [4, -4, 4, -4, 0, 0].entries()) {
      jumpedMs = minutes * 60_000;
      if ((await world.ask(path, token)).status === 401) {
        token = await getToken();
        renewed += 1;
      }
      expect((await world.ask(path, token)).status).toBe(200);
      for (const body of bodies.slice(0, index + 1))
        expect((await deliver(world.url, body)).status).toBe(204);
    }
    expect(renewed).toBeLessThanOrEqual(3);
    // A day ahead a delivery is out of its time: that is said, and it can be delivered again.
    jumpedMs = 86_400_000;
    expect(await (await deliver(world.url, answeredBody(7))).json()).toMatchObject({
      code: 'SIGNATURE_UNTIMELY',
    });
    jumpedMs = 0;
    expect((await deliver(world.url, answeredBody(7))).status).toBe(204);
    expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
  } finally {
    await world.close();
  }
  const { inbox, close } = await openStorage({ file: join(folder, 'clock.sqlite') });
  expect(await inbox.bounds()).toEqual({ first: 1, last: 7 });
  await close();
});
