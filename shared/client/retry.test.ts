import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { createApplication, inactivatePatient, listTags } from './contract/index.ts';
import { apply, fault, type Handler, json, params, service, TAGS } from './service.fixture.ts';

describe('a read that fails', () => {
  it.each([429, 500, 502, 503, 504])('at %i is tried again, with a doubling back-off', async (status) => {
    const { client, seen, waits } = await service((_, response, count) =>
      count < 3 ? json(response, status, {}) : json(response, 200, TAGS),
    );
    expect((await client(listTags)).data).toEqual(TAGS);
    expect(seen).toHaveLength(3);
    expect(waits).toEqual([250, 500]);
  });

  it.each([400, 401, 403, 404, 409, 422, 501])('at %i is not tried again', async (status) => {
    const { client, seen } = await service((_, response) => json(response, status, {}));
    expect(await fault(client(listTags))).toMatchObject({ status });
    expect(seen).toHaveLength(1);
  });

  it('gives its last error when the tries are used up', async () => {
    const { client, seen } = await service((_, response) => json(response, 503, {}), { attempts: 2 });
    expect(await fault(client(listTags))).toMatchObject({ name: 'InternalError', status: 503 });
    expect(seen).toHaveLength(2);
  });

  it.each([
    ['seconds', { 'retry-after': '2' }],
    [
      'a date, against the clock of the answer',
      { 'retry-after': 'Wed, 01 Jan 2025 00:00:02 GMT', date: 'Wed, 01 Jan 2025 00:00:00 GMT' },
    ],
  ])('waits what Retry-After asks for in %s', async (_, headers) => {
    const { client, waits } = await service(
      (_, response, count) => (count === 1 ? json(response, 429, {}, headers) : json(response, 200, TAGS)),
      { random: () => 0 },
    );
    await client(listTags);
    expect(waits).toEqual([2_000]);
  });

  it('does not wait longer than the total time-out: it says how long the service asks for', async () => {
    const { client, seen, waits } = await service((_, response) =>
      json(response, 429, {}, { 'retry-after': '3600' }),
    );
    expect(await fault(client(listTags))).toMatchObject({
      name: 'RateLimitedError',
      retryAfterMs: 3_600_000,
    });
    expect([seen.length, waits]).toEqual([1, []]);
  });

  it.each<[string, Handler]>([
    ['dropped connection', (_, response) => response.destroy()],
    [
      'body cut short by the connection',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        response.write('[{"id":1');
        setTimeout(() => response.destroy(), 10);
      },
    ],
    [
      'truncated JSON',
      (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":1'),
    ],
  ])('by a %s is tried again', async (_, break_) => {
    const { client, seen } = await service((one, response, count) =>
      count === 1 ? break_(one, response, count) : json(response, 200, TAGS),
    );
    expect((await client(listTags)).data).toEqual(TAGS);
    expect(seen).toHaveLength(2);
  });

  it('ends with the total time-out', async () => {
    const { client } = await service(() => {}, { timeoutMs: 40 });
    expect(await fault(client(listTags))).toMatchObject({ name: 'TimeoutError', retryable: true, status: 0 });
  });
});

describe('a write', () => {
  it.each<[string, Handler]>([
    ['dropped connection', (_, response) => response.destroy()],
    ...[500, 501, 502, 504, 507, 520, 524].map((status): [string, Handler] => [
      String(status),
      (_, response) => json(response, status, {}),
    ]),
    ['503', (_, response) => json(response, 503, {}, { 'retry-after': '0' })],
    ['truncated answer', (_, response) => response.writeHead(201).end('{"id":')],
    ['silence', () => {}],
  ])('with a %s is not replayed: its outcome is unknown', async (_, handler) => {
    const { client, seen } = await service(handler, { timeoutMs: 300 });
    const error = await fault(client(createApplication, apply));
    expect(error).toMatchObject({ name: 'UnknownOutcomeError', code: 'UNKNOWN_OUTCOME', retryable: false });
    expect((error as Error).message).toMatch(/look it up/);
    expect(seen).toHaveLength(1);
  });

  it.each([409, 429])('at %i is not replayed', async (status) => {
    const { client, seen } = await service((_, response) => json(response, status, {}));
    expect(await fault(client(createApplication, apply))).toMatchObject({ status });
    expect(seen).toHaveLength(1);
  });

  it('that reached nobody was not done', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, auth: { key: 'k', secret: 's' } });
    expect(await fault(client(createApplication, apply))).toMatchObject({ name: 'NetworkError' });
  });

  it('made twice at once is done twice', async () => {
    const { client, seen } = await service((_, response) => json(response, 200, {}));
    await Promise.all([client(inactivatePatient, { params }), client(inactivatePatient, { params })]);
    expect(seen).toHaveLength(2);
  });

  it('that was carried out but answered against the contract says so by its status', async () => {
    const { client } = await service((_, response) => json(response, 201, { id: 1 }));
    expect(await fault(client(createApplication, apply))).toMatchObject({
      name: 'ContractError',
      status: 201,
    });
  });
});
