import { describe, expect, it } from 'vitest';
import { openReceiver } from './receiver.fixture.ts';
import {
  addressOfNobody,
  answered,
  clinic,
  open,
  reconnect,
  register,
  SECRET,
  settled,
  until,
  verifies,
} from './webhook-clinic.fixture.ts';

describe('a delivery that is not taken', () => {
  it('is tried again with the same id and the same body, until it is', async () => {
    const receiver = await openReceiver(
      (count) => ([500, 302, 'reset', 429, 200] as const)[count - 1] ?? 204,
    );
    await open();
    await register(receiver.url);
    await answered();
    const received = await receiver.arrived(5);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(received.map(({ eventId }) => eventId)).size).toBe(1);
    expect(received.every((one) => verifies(one, SECRET))).toBe(true);
    const [delivery] = await until(settled);
    expect(delivery).toMatchObject({ status: 'DELIVERED', nextTryAt: null, body: received[0]?.body });
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([500, 302, null, 429, 200]);
    expect(delivery?.attempts[2]?.error).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
    expect(delivery?.attempts.every(({ ms }) => ms >= 0)).toBe(true);
  });

  it('goes before the next one', async () => {
    const receiver = await openReceiver((count) => (count < 3 ? 503 : 204));
    await open();
    await register(receiver.url);
    await answered(2);
    const received = await receiver.arrived(4);
    const [first, second] = [received[0]?.envelope.id, received[3]?.envelope.id];
    expect(received.map(({ envelope }) => envelope.id)).toEqual([first, first, first, second]);
    expect(second).not.toBe(first);
  });

  it('is given up after the last try, and the next one follows', async () => {
    const waits: number[] = [];
    const receiver = await openReceiver((count) => (count < 4 ? 500 : 204));
    const wait = (tries: number) => {
      waits.push(tries);
      return 0;
    };
    await open({ webhookRetries: { attempts: 3, wait } });
    await register(receiver.url);
    await answered(2);
    const list = await until(settled);
    expect(list.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ['DELIVERED', 1],
      ['FAILED', 3],
    ]);
    expect(waits).toEqual([1, 2]);
  });

  it('counts no answer in time, and nobody there, as a failure that says so', async () => {
    const receiver = await openReceiver(() => 'silence');
    await open({ webhookRetries: { attempts: 1, timeoutMs: 500 } });
    await register(receiver.url);
    await answered();
    await until(settled);
    await register(await addressOfNobody());
    await answered(1, 'Caio');
    await until(settled);
    // A port that fetch refuses (fetch.spec.whatwg.org, port blocking).
    await register('http://127.0.0.1:6000/');
    await answered(1, 'Davi');
    const attempts = (await until(settled)).map((one) => one.attempts[0]);
    expect(attempts.map((one) => [one?.status, one?.error])).toEqual([
      [null, 'bad port'],
      [null, 'ECONNREFUSED'],
      [null, 'no answer within 500 ms'],
    ]);
  });

  it('waits for its time, and goes at once to an endpoint that is registered meanwhile', async () => {
    const [broken, mended] = [await openReceiver(() => 500), await openReceiver()];
    await open({ webhookRetries: { wait: () => 3_600_000 } });
    await register(broken.url);
    await answered();
    const [waiting] = await until(([one]) => one?.attempts.length === 1);
    expect(Date.parse(waiting?.nextTryAt ?? '') - Date.now()).toBeGreaterThan(3_000_000);
    await register(mended.url);
    expect((await mended.arrived(1))[0]?.body).toBe(broken.received[0]?.body);
    expect(broken.received).toHaveLength(1);
  });

  it('rests while the integration is inactive, and holds up no other professional', async () => {
    let isBroken = true;
    const receiver = await openReceiver((_, { envelope }) =>
      isBroken && envelope.data.externalProfessionalId === 'Ana' ? 500 : 204,
    );
    await open({ webhookRetries: { wait: () => 3_600_000 } });
    await register(receiver.url);
    const { P } = await answered(1, 'Ana');
    await until(([one]) => one?.attempts.length === 1);
    await answered(1, 'Caio');
    await clinic.ok('POST', `/disconnect${P.slice('/professionals'.length)}`);
    isBroken = false;
    const list = await until(([caio]) => caio?.status === 'DELIVERED');
    expect(list.map(({ status, attempts }) => [status, attempts.length])).toEqual([
      ['DELIVERED', 1],
      ['QUEUED', 1],
    ]);
  });

  it('is delivered once the integration is renewed', async () => {
    let isBroken = true;
    const receiver = await openReceiver(() => (isBroken ? 500 : 204));
    await open({ webhookRetries: { attempts: 1_000_000, wait: () => 1 } });
    await register(receiver.url);
    const { P } = await answered();
    await receiver.arrived(2);
    await clinic.ok('POST', `/disconnect${P.slice('/professionals'.length)}`);
    isBroken = false;
    await reconnect();
    expect(await until(settled)).toMatchObject([{ status: 'DELIVERED' }]);
  });
});

it('closes while an endpoint keeps it waiting', async () => {
  const receiver = await openReceiver(() => 'silence');
  await open();
  await register(receiver.url);
  await answered();
  await receiver.arrived(1);
  await clinic.sandbox.close();
  await open();
  expect(receiver.received).toHaveLength(1);
});
