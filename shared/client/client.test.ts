import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createApplication,
  getInstrument,
  getPatient,
  inactivatePatient,
  listTags,
} from '../contract/index.ts';
import { type ClientOptions, createClient } from './client.ts';

const professionalId = '0b7e9a40-5c1d-4d7e-8a55-2c6a4f9b3e22';
const patientId = '3f8a1b52-8f0e-4c5b-9d5c-0f2a6f1e7a11';
const formId = '9d1c2f60-3c1b-4f0a-8e57-51c3f1f0aa10';
const params = { professionalId, patientId };
const apply = { params: { professionalId, formId }, body: { patientId, recurrenceCycle: 'NOW' } } as const;
const TAGS = [{ id: 1, name: 'mood' }];

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
type Handler = (seen: Seen, response: ServerResponse, count: number) => void;

const servers: Server[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A service that answers as told, and a client of it that waits without waiting. */
async function service(handler: Handler, options: Partial<ClientOptions> = {}) {
  const seen: Seen[] = [];
  const waits: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
    seen.push(one);
    handler(one, response, seen.length);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    auth: { key: 'k', secret: 's' },
    random: () => 1,
    sleep: async (ms) => void waits.push(ms),
    ...options,
  });
  return { client, seen, waits };
}

const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};
const fault = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error) => error,
  );

describe('a call', () => {
  it('sends both credentials, the language and the path and query of the declaration', async () => {
    const { client, seen } = await service((_, response) => json(response, 200, TAGS), { locale: 'pt-BR' });
    const reply = await client(listTags);
    expect(reply).toMatchObject({ data: TAGS, unreadable: [], status: 200 });
    expect(Math.abs(reply.receivedAt - Date.now())).toBeLessThan(60_000);
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/third-party/api/v1/forms/tags' });
    expect(seen[0]?.headers).toMatchObject({
      'x-api-key': 'k',
      'x-api-secret': 's',
      'accept-language': 'pt-BR',
    });
  });

  it('sends a write with its declared fields only', async () => {
    const { client, seen } = await service((_, response) => json(response, 200, {}));
    const body = { ...apply.body, stray: 'x' };
    await fault(client(createApplication, { ...apply, body }));
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: `/third-party/api/v1/professionals/${professionalId}/forms/${formId}/applications`,
      body: JSON.stringify(apply.body),
    });
    expect(seen[0]?.headers['content-type']).toBe('application/json');
  });

  it.each([
    [
      'a malformed id',
      (c: ReturnType<typeof createClient>) => c(getPatient, { params: { ...params, patientId: 'Maria' } }),
    ],
    [
      'a body that breaks its rule',
      (c: ReturnType<typeof createClient>) =>
        c(createApplication, { ...apply, body: { patientId: 'Maria', recurrenceCycle: 'NOW' } }),
    ],
  ])('refuses %s by the name of the field, before anything is sent', async (_, call) => {
    const { client, seen } = await service((_, response) => json(response, 200, {}));
    const error = await fault(call(client));
    expect(error).toMatchObject({ name: 'ValidationError', status: 400, code: 'VALIDATION_ERROR' });
    expect((error as Error).message).toMatch(/patientId/);
    expect((error as Error).message).not.toMatch(/Maria/);
    expect(seen).toEqual([]);
  });

  it('refuses to hold a secret in a window of a browser', () => {
    vi.stubGlobal('document', {});
    expect(() => createClient({ baseUrl: '', auth: { key: 'k', secret: 'hush' } })).toThrow(
      /createTokenSource/,
    );
  });

  it('leaves out what cannot be read, and says so', async () => {
    const { client } = await service((_, response) => json(response, 200, [...TAGS, { id: 'x', name: 'y' }]));
    expect(await client(listTags)).toMatchObject({ data: TAGS, unreadable: [{ path: '[1].id' }] });
  });

  it('takes an empty answer to a write for the empty object', async () => {
    const { client } = await service((_, response) => response.writeHead(204).end());
    expect(await client(inactivatePatient, { params })).toMatchObject({ data: {}, status: 204 });
  });

  it('goes through the fetch that it is given, without cookies and without storing anything', async () => {
    const fetch = vi.fn(async (_url: unknown, _init?: RequestInit) => Response.json(TAGS));
    const client = createClient({
      baseUrl: 'https://proxy.example/clinic',
      auth: { key: 'k', secret: 's' },
      fetch,
    });
    expect((await client(listTags)).data).toEqual(TAGS);
    expect(fetch.mock.calls).toEqual([
      [
        'https://proxy.example/clinic/third-party/api/v1/forms/tags',
        expect.objectContaining({ redirect: 'error', cache: 'no-store', credentials: 'omit' }),
      ],
    ]);
  });

  it('refuses an answer too large to be one', async () => {
    const body = new Blob([new Uint8Array(64 * 1024 * 1024)]);
    const fetch = async () => new Response(body, { headers: { 'content-type': 'application/json' } });
    const client = createClient({ baseUrl: '', auth: { key: 'k', secret: 's' }, fetch });
    expect(await fault(client(listTags))).toMatchObject({ name: 'ContractError', status: 200 });
  });

  it('follows no redirect with the credentials', async () => {
    const { client, seen } = await service(
      (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
      { attempts: 1 },
    );
    expect(await fault(client(listTags))).toMatchObject({ name: 'NetworkError' });
    expect(seen).toHaveLength(1);
  });

  it('calls a page that is no JSON a broken contract, and asks whether baseUrl is right', async () => {
    const { client, seen } = await service((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Maria</p>'),
    );
    const error = await fault(client(listTags));
    expect(error).toMatchObject({ name: 'ContractError', endpoint: 'listTags' });
    expect((error as Error).message).toMatch(/baseUrl/);
    expect(seen).toHaveLength(1);
  });

  it('reads a document as bytes, and refuses another type in its place', async () => {
    const { client, seen } = await service((_, response, count) =>
      count === 1
        ? response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7')
        : json(response, 200, {}),
    );
    const input = { params: { formId }, query: { format: 'pdf' } };
    const file = await client.file(getInstrument, input);
    expect(Buffer.from(file.bytes).toString()).toBe('%PDF-1.7');
    expect(seen[0]).toMatchObject({ url: `/third-party/api/v1/forms/${formId}?format=pdf` });
    expect(seen[0]?.headers.accept).toBe('application/pdf');
    expect(await fault(client.file(getInstrument, input))).toMatchObject({ name: 'ContractError' });
  });
});

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
    ['502', (_, response) => json(response, 502, {})],
    ['503', (_, response) => json(response, 503, {}, { 'retry-after': '0' })],
    ['504', (_, response) => json(response, 504, {})],
    ['truncated answer', (_, response) => response.writeHead(201).end('{"id":')],
    ['silence', () => {}],
  ])('with a %s is not replayed: its outcome is unknown', async (_, handler) => {
    const { client, seen } = await service(handler, { timeoutMs: 300 });
    const error = await fault(client(createApplication, apply));
    expect(error).toMatchObject({ name: 'UnknownOutcomeError', code: 'UNKNOWN_OUTCOME', retryable: false });
    expect((error as Error).message).toMatch(/look it up/);
    expect(seen).toHaveLength(1);
  });

  it.each([429, 500])('at %i is not replayed', async (status) => {
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

describe('a token', () => {
  const source = (...tokens: string[]) => {
    let held = 0;
    const reasons: string[] = [];
    const get = async (reason: string) => {
      reasons.push(reason);
      if (reason === 'rejected') held++;
      return tokens[held] ?? 'none';
    };
    return { reasons, get };
  };

  it('is sent as Bearer, and replaced once when it is refused, for a write too', async () => {
    const auth = source('old', 'new');
    const { client, seen } = await service(
      ({ headers }, response) => json(response, headers.authorization === 'Bearer new' ? 200 : 401, {}),
      { auth },
    );
    await client(inactivatePatient, { params });
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
    expect(auth.reasons).toEqual(['initial', 'initial', 'rejected']);
  });

  it('that is refused twice is an authentication error', async () => {
    const { client, seen } = await service((_, response) => json(response, 401, {}), {
      auth: source('a', 'b', 'c'),
    });
    expect(await fault(client(listTags))).toMatchObject({ name: 'AuthenticationError' });
    expect(seen).toHaveLength(2);
  });

  it('that another call has renewed meanwhile is used, not given up', async () => {
    const tokens = ['old', 'new'];
    const reasons: string[] = [];
    const auth = {
      get: async (reason: string) => {
        reasons.push(reason);
        return tokens.shift() ?? 'new';
      },
    };
    const { client } = await service(
      ({ headers }, response) => json(response, headers.authorization === 'Bearer new' ? 200 : 401, TAGS),
      { auth },
    );
    await client(listTags);
    expect(reasons).toEqual(['initial', 'initial']);
  });
});

describe('an abort', () => {
  it('before the call sends nothing', async () => {
    const { client, seen } = await service((_, response) => json(response, 200, TAGS));
    expect(await fault(client(listTags, { signal: AbortSignal.abort('gone') }))).toBe('gone');
    expect(seen).toEqual([]);
  });

  it('ends the wait between two tries', async () => {
    const { client, seen } = await service(
      (_, response) => json(response, 429, {}, { 'retry-after': '10' }),
      {
        sleep: undefined,
      },
    );
    const leaving = new AbortController();
    const left = fault(client(listTags, { signal: leaving.signal }));
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    leaving.abort();
    expect(await left).toMatchObject({ name: 'AbortError' });
    expect(seen).toHaveLength(1);
  });

  it('of a write passes as the abort that it is', async () => {
    const { client, seen } = await service(() => {});
    const leaving = new AbortController();
    const left = fault(client(createApplication, { ...apply, signal: leaving.signal }));
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    leaving.abort();
    expect(await left).toMatchObject({ name: 'AbortError' });
  });
});

describe('equal reads at once', () => {
  it('are one request; one who leaves does not take the others along', async () => {
    const { client, seen } = await service(
      (_, response) => void setTimeout(() => json(response, 200, TAGS), 50),
    );
    const leaving = new AbortController();
    const left = fault(client(listTags, { signal: leaving.signal }));
    const stays = client(listTags, { signal: new AbortController().signal });
    leaving.abort();
    expect(await left).toMatchObject({ name: 'AbortError' });
    expect((await stays).data).toEqual(TAGS);
    expect(seen).toHaveLength(1);
  });

  it('are aborted when all have left, and whoever asks after that is answered', async () => {
    const closed: boolean[] = [];
    const { client, seen } = await service((_, response, count) => {
      response.on('close', () => closed.push(response.writableFinished));
      if (count > 1) json(response, 200, TAGS);
    });
    const leaving = new AbortController();
    const both = [1, 2].map(() => fault(client(listTags, { signal: leaving.signal })));
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    leaving.abort();
    await Promise.all(both);
    expect((await client(listTags)).data).toEqual(TAGS);
    await vi.waitFor(() => expect(closed).toContain(false));
  });

  it('of different queries are not one', async () => {
    const { client, seen } = await service((_, response) => json(response, 404, {}));
    await Promise.all(
      ['a', 'b'].map((format) => fault(client(getInstrument, { params: { formId }, query: { format } }))),
    );
    expect(seen).toHaveLength(2);
  });
});
