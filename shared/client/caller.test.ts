import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient } from './client.ts';
import {
  createApplication,
  getInstrument,
  getPatient,
  inactivatePatient,
  listTags,
} from './contract/index.ts';
import { apply, fault, formId, json, params, professionalId, service, TAGS } from './service.fixture.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

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
    expect(() =>
      createClient({ baseUrl: 'https://proxy.example', auth: { key: 'k', secret: 'hush' } }),
    ).toThrow(/createTokenSource/);
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
    const client = createClient({ baseUrl: 'https://proxy.example', auth: { key: 'k', secret: 's' }, fetch });
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

  describe('where fields of an answer cannot be read', () => {
    const tags = [...TAGS, { id: 'PRIVATE', name: 'Mood' }];
    const start = () => service((_, response) => json(response, 200, tags));

    it('notes them, unless told otherwise', async () => {
      const { client } = await start();
      expect(await client(listTags)).toMatchObject({
        data: TAGS,
        unreadable: [{ path: `[${TAGS.length}].id` }],
      });
    });

    it('throws for the client or for one call, and one call can be spared', async () => {
      const { client } = await start();
      const error = await fault(client(listTags, { onUnreadable: 'throw' }));
      expect(error).toMatchObject({ name: 'ContractError', field: `[${TAGS.length}].id`, status: 200 });
      expect(inspect(error)).not.toContain('PRIVATE');
      const { client: strict } = await service((_, response) => json(response, 200, tags), {
        onUnreadable: 'throw',
      });
      expect(await fault(strict(listTags))).toMatchObject({ name: 'ContractError' });
      expect(await strict(listTags, { onUnreadable: 'note' })).toMatchObject({ data: TAGS });
    });

    it('throws only at the caller who asked for it, where equal reads share one answer', async () => {
      const { client, seen } = await start();
      const [kept, thrown] = await Promise.allSettled([
        client(listTags),
        client(listTags, { onUnreadable: 'throw' }),
      ]);
      expect([kept.status, thrown.status]).toEqual(['fulfilled', 'rejected']);
      expect(seen).toHaveLength(1);
    });
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

describe('a page that reads through the proxy', () => {
  const auth = { get: async () => 'token' };
  const answering = (status: number, body: unknown) =>
    vi.fn(async (..._: Parameters<typeof fetch>) => Response.json(body, { status }));
  const page = (fetch: typeof globalThis.fetch) =>
    createClient({ baseUrl: 'https://proxy.example', auth, fetch, sleep: async () => {} });
  const failing = (fetch: typeof globalThis.fetch) =>
    fault(page(fetch)(getInstrument, { params: { formId } }));

  it('sends the token', async () => {
    const fetch = answering(200, { id: formId, title: 'PHQ-9' });
    expect((await page(fetch)(getInstrument, { params: { formId } })).data.title).toBe('PHQ-9');
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(String(url)).toBe(`https://proxy.example/third-party/api/v1/forms/${formId}`);
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer token');
  });

  it.each([
    // A token that was refused is asked for anew, once.
    [401, 'AuthenticationError', false, 2],
    [403, 'ForbiddenError', false, 1],
    [404, 'NotFoundError', false, 1],
    [429, 'RateLimitedError', true, 3],
    [500, 'InternalError', true, 3],
    [501, 'InternalError', false, 1],
    [503, 'InternalError', true, 3],
  ])('%i is a %s, and repeated only where that helps', async (status, name, retryable, tries) => {
    const fetch = answering(status, { code: 'SOMETHING', message: 'about a patient' });
    const error = await failing(fetch);
    expect(error).toMatchObject({ name, status, retryable, endpoint: 'getInstrument' });
    expect(String(error)).not.toContain('patient');
    expect(fetch).toHaveBeenCalledTimes(tries);
  });
});
