import { createClient, createTokenSource, getPatient } from '@instrument-panel/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGE, PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from './fixtures/world.ts';
import { demandServedProtocol } from './protocol.ts';

const PATH = `/third-party/api/v1/professionals/${PROFESSIONAL}/patients/${PATIENT}`;

let world: World;
let token: string;
beforeAll(async () => {
  world = await startWorld();
  world.service.answer = () => ({ body: {} });
  token = await tokenFor();
});
afterAll(() => world.close());

const read = (accept: string) =>
  fetch(world.url + PATH, { headers: { authorization: `Bearer ${token}`, origin: PAGE, accept } });

describe('versions that fit', () => {
  test('the client says the protocol that it speaks, and the proxy the newest that it serves', async () => {
    const accepted: (string | null)[] = [];
    const answered: (string | null)[] = [];
    const auth = createTokenSource(async () => ({ token, expiresIn: 600 }), {});
    const client = createClient({
      baseUrl: world.url,
      auth,
      fetch: async (url, request) => {
        accepted.push(new Headers(request.headers).get('accept'));
        const answer = await fetch(url, request);
        answered.push(answer.headers.get('instrument-panel-protocol'));
        return answer;
      },
    });
    await client.raw(getPatient, { params: { professionalId: PROFESSIONAL, patientId: PATIENT } });
    expect([accepted, answered]).toEqual([['application/json;protocol=1'], ['1']]);
  });

  test('the service gets no word of it', async () => {
    world.service.requests.length = 0;
    await read('application/json;protocol=1');
    expect(JSON.stringify(world.service.requests)).not.toContain('protocol=');
    expect(world.service.requests).toHaveLength(1);
  });

  test('a page may read the header, and a page that names no protocol is served', async () => {
    const answer = await read('*/*');
    expect([answer.status, answer.headers.get('access-control-expose-headers')]).toEqual([
      200,
      expect.stringContaining('instrument-panel-protocol'),
    ]);
  });

  test('a newer page is told that the proxy is the older of the two, and nothing is asked of the service', async () => {
    world.service.requests.length = 0;
    const answer = await read('application/json;protocol=2');
    expect([answer.status, await answer.json()]).toEqual([
      406,
      {
        code: 'PROTOCOL_NOT_SERVED',
        message: 'The page speaks protocol 2, and this proxy serves 1: update @instrument-panel/proxy.',
      },
    ]);
    expect(world.service.requests).toEqual([]);
  });

  test('an older page is told that it is the older one, once a proxy serves its protocol no more', () => {
    expect(() => demandServedProtocol('application/json;protocol=1', { oldest: 2, newest: 3 })).toThrow(
      "The page speaks protocol 1, and this proxy serves 2 to 3: update the page's @instrument-panel/widget, or the extension.",
    );
    expect(() => demandServedProtocol('application/json;protocol=2', { oldest: 2, newest: 3 })).not.toThrow();
  });
});
