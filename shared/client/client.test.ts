import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createAuthority, hasOpenssl } from '../../proxy/fixtures/tls.ts';
import { createClient, type SentRequest, type SentResponse } from './client.ts';
import { createApplication, getInstrument, listTags } from './contract/index.ts';
import { mayBeDone } from './errors.ts';
import { apply, fault, formId, json, service, TAGS } from './service.fixture.ts';

const auth = { key: 'k', secret: 's' };
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const authority = hasOpenssl ? createAuthority('nobody trusts it') : null;
afterAll(() => authority?.remove());

describe('a server that is not reached', () => {
  const untrusted = async (): Promise<string> => {
    const server = createTlsServer(authority?.issue() ?? {}, (_, response) => response.end());
    return `https://127.0.0.1:${await listening(server)}`;
  };
  it.each<[string, () => Promise<string>, RegExp, RegExp]>([
    ...(authority
      ? [
          [
            'its certificate is not trusted',
            untrusted,
            /UNABLE_TO|SELF_SIGNED/,
            /NODE_EXTRA_CA_CERTS/,
          ] satisfies [string, () => Promise<string>, RegExp, RegExp],
        ]
      : []),
    [
      'nothing listens',
      async () => `http://127.0.0.1:${await closedPort()}`,
      /ECONNREFUSED/,
      /nothing listens at its port/,
    ],
    ['its name is unknown', async () => 'https://nowhere.invalid', /ENOTFOUND|EAI_AGAIN/, /DNS/],
  ])('says that %s, and a write was not done', async (_, where, code, said) => {
    const client = createClient({ baseUrl: await where(), auth, attempts: 1 });
    const calls = [client(listTags), client(createApplication, apply)];
    for (const error of await Promise.all(calls.map(fault))) {
      expect(error).toMatchObject({ name: 'NetworkError', code: 'NETWORK', retryable: true });
      expect((error as Error).message).toMatch(code);
      expect((error as Error).message).toMatch(said);
      expect(inspect((error as Error).cause)).toMatch(code);
    }
  });

  it('that hangs up leaves the outcome of a write unknown, with the cause', async () => {
    const port = await listening(createServer((socket) => socket.destroy()));
    const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, auth, attempts: 1 });
    const error = await fault(client(createApplication, apply));
    expect(error).toMatchObject({ name: 'UnknownOutcomeError' });
    expect(inspect((error as Error).cause)).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
  });
});

describe('an address that no call can succeed with is refused before the first', () => {
  it.each([
    ['/scores', /whole address/],
    ['scores.clinic.example', /whole address/],
    ['', /whole address/],
    ['https://scores.clinic.example/third-party/api/v1', /ends before/],
  ])('%s', (baseUrl, said) => {
    expect(() => createClient({ baseUrl, auth })).toThrow(said);
  });
});

describe('a call', () => {
  it('that fails has the frame of who made it in its stack', async () => {
    const { client } = await service((_, response) => json(response, 404, {}));
    const findTags = async () => await client(listTags);
    const error = (await fault(findTags())) as Error;
    expect(error.stack).toContain('findTags');
    expect(error.stack?.split('\n')[0]).toContain('listTags');
  });

  it('has its own time, whatever the time of the client', async () => {
    const { client } = await service(() => {});
    const error = await fault(client(listTags, { timeoutMs: 30 }));
    expect(error).toMatchObject({ name: 'TimeoutError' });
    expect((error as Error).message).toContain('30 ms');
  });

  it('gives the answer as it came, and throws as ever where it is no success', async () => {
    const { client } = await service((_, response, count) =>
      count === 1 ? json(response, 200, TAGS, { 'x-served-by': 'two' }) : json(response, 404, {}),
    );
    const { status, headers, body } = await client.raw(listTags);
    expect([status, headers.get('x-served-by'), JSON.parse(await body.text())]).toEqual([200, 'two', TAGS]);
    expect(await fault(client.raw(listTags))).toMatchObject({ name: 'NotFoundError' });
  });

  it('of an endpoint that answers with a document says how to read one', async () => {
    const { client } = await service((_, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7'),
    );
    const error = await fault(client(getInstrument, { params: { formId } }));
    expect((error as Error).message).toContain('client.file');
    const { contentType } = await client.file(getInstrument, { params: { formId } });
    expect(contentType).toBe('application/pdf');
  });
});

describe('the hooks', () => {
  it('see each request and response, retries included, and add headers', async () => {
    const asked: SentRequest[] = [];
    const answered: SentResponse[] = [];
    const { client, seen } = await service(
      (_, response, count) => (count === 1 ? json(response, 503, {}) : json(response, 200, TAGS)),
      {
        onRequest(request) {
          asked.push(request);
          return { 'x-trace': `t${asked.length}` };
        },
        onResponse: (response) => void answered.push(response),
      },
    );
    await client(listTags);
    expect(asked.map(({ endpoint, method }) => [endpoint, method])).toEqual([
      ['listTags', 'GET'],
      ['listTags', 'GET'],
    ]);
    expect(answered.map(({ status }) => status)).toEqual([503, 200]);
    expect(answered.every(({ durationMs }) => durationMs >= 0)).toBe(true);
    expect(seen.map(({ headers }) => headers['x-trace'])).toEqual(['t1', 't2']);
    expect(seen.every(({ headers }) => headers['x-api-key'] === 'k')).toBe(true);
  });

  it('that throw stop no answer, and keep a request from being sent', async () => {
    const thrown = new Error('telemetry is down');
    const fail = () => {
      throw thrown;
    };
    const late = await service((_, response) => json(response, 200, TAGS), { onResponse: fail });
    expect((await late.client(listTags)).data).toEqual(TAGS);
    const early = await service((_, response) => json(response, 200, TAGS), { onRequest: fail });
    const error = await fault(early.client(createApplication, apply));
    expect(error).toMatchObject({ name: 'ServiceError', code: 'ON_REQUEST', thrown });
    expect(mayBeDone(error), 'nothing was sent').toBe(false);
    expect(early.seen).toEqual([]);
  });
});
