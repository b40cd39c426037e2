import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { type StubService, startStubService } from '../../proxy/fixtures/stub-service.ts';
import { FORM, PATIENT, PROFESSIONAL } from '../../proxy/fixtures/world.ts';

/** Asks a server of an example. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** What stands around an example: the service, the EHR whose page it is part of, and its environment. */
export interface Clinic {
  readonly service: StubService;
  /** Origin. */
  readonly ehr: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Listens on a free port of this machine. */
export async function listenOn(listener: RequestListener): Promise<{ url: string; close: () => void }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

export async function startClinic(): Promise<Clinic> {
  const service = await startStubService();
  const ehr = await listenOn((request, response) => {
    const known = request.headers.cookie === 'staff=abc';
    response
      .writeHead(known ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify({ sub: 'staff-7', professionalId: PROFESSIONAL }));
  });
  return {
    service,
    ehr: ehr.url,
    environment: {
      SERVICE_URL: service.url,
      SERVICE_KEY: 'example-key',
      SERVICE_SECRET: 'example-secret',
      EHR_ORIGIN: ehr.url,
      TOKEN_KEY: randomBytes(32).toString('base64'),
      STORAGE_FILE: ':memory:',
    },
    async close() {
      ehr.close();
      await service.close();
    },
  };
}

const PATIENTS = `/panel/third-party/api/v1/professionals/${PROFESSIONAL}/patients`;
const json = { 'content-type': 'application/json' };

/**
 * What each of the examples does, whatever it is put into.
 *
 * @param clinic gives what `beforeAll` of the file has started
 */
export function describeDropIn(title: string, start: () => Promise<Ask>, clinic: () => Clinic): void {
  describe(`the example for ${title}`, () => {
    let ask: Ask;
    let token: string;
    let service: StubService;
    let ehr: string;
    const bearer = () => ({ authorization: `Bearer ${token}` });
    beforeAll(async () => {
      ask = await start();
      ({ service, ehr } = clinic());
    });

    test('gives a session to who is signed in to the EHR, and to nobody else', async () => {
      const session = (cookie: string, origin = ehr) =>
        ask('/panel/session', { method: 'POST', headers: { ...json, origin, cookie }, body: '{}' });
      expect((await session('staff=none')).status).toBe(401);
      expect((await session('staff=abc', 'https://evil.example')).status).toBe(403);
      const reply = await session('staff=abc');
      expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, ehr]);
      token = ((await reply.json()) as { token: string }).token;
    });

    test('forwards a read and a write with the partner’s credentials, and nothing is lost on the way', async () => {
      service.answer = () => ({ body: [{ serviceId: PATIENT, name: 'Ana' }] });
      const read = await ask(PATIENTS, { headers: bearer() });
      expect([read.status, await read.json()]).toEqual([200, [{ serviceId: PATIENT, name: 'Ana' }]]);
      expect(service.requests.at(-1)?.rawHeaders).toEqual(expect.arrayContaining(['example-key']));

      service.answer = () => ({ body: { id: 7, patientId: PATIENT } });
      const body = { patientId: PATIENT, recurrenceCycle: 'NOW', startedAt: '2026-03-01T09:00:00Z' };
      const write = await ask(
        `/panel/third-party/api/v1/professionals/${PROFESSIONAL}/forms/${FORM}/applications`,
        { method: 'POST', headers: { ...bearer(), ...json }, body: JSON.stringify(body) },
      );
      expect([write.status, await write.json()]).toEqual([200, { id: 7, patientId: PATIENT }]);
      expect(JSON.parse(service.requests.at(-1)?.body ?? '')).toEqual(body);
    });

    test('answers at length what a caller can read that takes compressed answers', async () => {
      const library = Array.from({ length: 50 }, (_, id) => ({ id: FORM, title: `Questionnaire ${id}` }));
      service.answer = () => ({ body: library });
      const headers = { ...bearer(), 'accept-encoding': 'gzip' };
      const reply = await ask('/panel/third-party/api/v1/forms/library', { headers });
      expect([reply.status, await reply.json()]).toEqual([200, library]);
    });

    test('refuses what is not in the contract, without a word to the service', async () => {
      const before = service.requests.length;
      for (const path of [
        '/panel/third-party/api/v1/secrets',
        '/panel/admin',
        '/panel/third-party/api/v1/..%2fsecrets',
      ]) {
        const reply = await ask(path, { headers: bearer() });
        expect([400, 404]).toContain(reply.status);
        expect(await reply.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) });
      }
      expect((await ask(PATIENTS)).status).toBe(401);
      expect(service.requests.slice(before).map(({ method, url }) => `${method} ${url}`)).toEqual([]);
    });
  });
}
