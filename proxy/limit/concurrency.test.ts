import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { answeredBody, deliver, SECRET } from '../fixtures/delivery.ts';
import { startWorld, tokenFor, type World } from '../fixtures/world.ts';
import { createConcurrencyLimiter } from './overload.ts';
import { createPlaces } from './places.ts';

const never = new Promise<Uint8Array>(() => {});
const BUSY = { status: 503, code: 'PROXY_BUSY' };

describe('a limit on requests at once', () => {
  test('has so many places, and gives back one with each that leaves', () => {
    const limiter = createConcurrencyLimiter(createPlaces(2));
    expect([limiter.enter(), limiter.enter(), limiter.enter()]).toEqual([true, true, false]);
    limiter.leave();
    expect([limiter.enter(), limiter.enter()]).toEqual([true, false]);
  });

  test('where it is full takes one in the place of who has kept it waiting for longest', async () => {
    const limiter = createConcurrencyLimiter(createPlaces(2));
    limiter.enter();
    const first = limiter.awaited(never);
    limiter.enter();
    const second = limiter.awaited(never);
    expect(limiter.enter()).toBe(true);
    await expect(first).rejects.toMatchObject(BUSY);
    limiter.leave();
    expect(await Promise.race([second, 'waits'])).toBe('waits');
    expect(limiter.enter()).toBe(true);
    await expect(second).rejects.toMatchObject(BUSY);
    limiter.leave();
    expect(limiter.enter()).toBe(false);
  });

  test('sends nobody away whose body is there', async () => {
    const limiter = createConcurrencyLimiter(createPlaces(1));
    limiter.enter();
    expect(await limiter.awaited(Promise.resolve(new Uint8Array(3)))).toHaveLength(3);
    expect(limiter.enter()).toBe(false);
  });

  test('takes any number of newcomers, however young those are that withhold their bodies', async () => {
    const limiter = createConcurrencyLimiter(createPlaces(2));
    const withheld = Array.from({ length: 50 }, () => [limiter.enter(), limiter.awaited(never)] as const);
    expect(withheld.map(([entered]) => entered)).toEqual(Array(50).fill(true));
    for (const [, body] of withheld.slice(0, 48)) await expect(body).rejects.toMatchObject(BUSY);
    for (const [, body] of withheld.slice(48)) expect(await Promise.race([body, 'waits'])).toBe('waits');
  });
});

describe('connections that never send their bodies', () => {
  let world: World;
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await world.close();
  });

  /** So many requests, each of which withholds its body. */
  function withhold(count: number, ...lines: readonly string[]): void {
    const { hostname, port } = new URL(world.url);
    for (let index = 0; index < count; index += 1) {
      const socket = connect(Number(port), hostname).on('error', () => {});
      sockets.push(socket);
      socket.write([...lines, 'Host: a', 'Content-Length: 99', '', '{'].join('\r\n'));
    }
  }
  const patience = { timeout: 20_000, interval: 100 };
  const tags = async (token: string) => (await world.ask('/forms/tags', token)).status;

  const SIGNED = ['POST /webhooks HTTP/1.1', `X-Service-Signature: t=1,v1=${'0'.repeat(64)}`];
  const withStatus = (wanted: number) => world.lines.filter(({ status }) => status === wanted).length;

  test('as deliveries keep out neither a page nor a delivery', async () => {
    const limits = { inFlight: 2, deliveriesInFlight: 1 };
    world = await startWorld({ webhooks: { secrets: [SECRET] }, limits });
    world.service.answer = () => ({ body: [] });
    withhold(20, ...SIGNED);
    await expect.poll(() => withStatus(503), patience).toBeGreaterThanOrEqual(12);
    expect(await tags(await tokenFor())).toBe(200);
    const status = async () => (await deliver(world.url, answeredBody(1))).status;
    await expect.poll(status, patience).toBe(204);
  });

  test('as deliveries without a signature are refused before a byte is awaited', async () => {
    const limits = { deliveriesInFlight: 1 };
    world = await startWorld({ webhooks: { secrets: [SECRET] }, limits });
    withhold(40, 'POST /webhooks HTTP/1.1');
    await expect.poll(() => withStatus(401), patience).toBe(40);
    expect((await deliver(world.url, answeredBody(1))).status).toBe(204);
  });

  test('as deliveries take none of the places in which a delivery is stored', async () => {
    const limits = { deliveriesInFlight: 2 };
    world = await startWorld({ webhooks: { secrets: [SECRET] }, limits });
    withhold(10, ...SIGNED);
    for (const id of [1, 2, 3]) expect((await deliver(world.url, answeredBody(id))).status).toBe(204);
    expect(withStatus(503)).toBe(0);
  });

  test('as pages keep out neither a page nor a delivery', async () => {
    world = await startWorld({ webhooks: { secrets: [SECRET] }, limits: { inFlight: 2 } });
    world.service.answer = () => ({ body: [] });
    const session = ['POST /session HTTP/1.1', 'Content-Type: application/json'];
    withhold(6, ...session, 'Origin: https://ehr.clinic.example');
    await expect
      .poll(() => world.lines.filter(({ status }) => status === 503).length, patience)
      .toBeGreaterThanOrEqual(4);
    expect((await deliver(world.url, answeredBody(1))).status).toBe(204);
    const token = await tokenFor();
    await expect.poll(() => tags(token), patience).toBe(200);
  });
});
