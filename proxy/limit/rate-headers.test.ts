import { afterEach, describe, expect, test } from 'vitest';
import { PAGE, PROFESSIONAL, startWorld, tokenFor, type World } from '../fixtures/world.ts';

let world: World;
afterEach(() => world.close());

const PATH = `/professionals/${PROFESSIONAL}/patients`;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Asks so many times; gives status, what the answer says of the rate, and when to ask again. */
async function ask(times: number, path = PATH) {
  const token = await tokenFor();
  const seen: (string | number | null)[][] = [];
  for (let count = 0; count < times; count += 1) {
    const { status, headers } = await world.ask(path, token, { headers: { origin: PAGE } });
    seen.push([status, headers.get('ratelimit'), headers.get('retry-after')]);
  }
  return seen;
}

describe('what an answer says of the rate', () => {
  test('is nothing before half of it is used; then what is left, and when there is more', async () => {
    // A minute ahead: the token is minted by the real clock, and must not lie in the future of this one.
    const now = Date.now() + 60_000;
    world = await startWorld({ clock: () => now, limits: { subjectBurst: 4, subjectPerMinute: 6 } });
    world.service.answer = () => ({ body: [] });
    expect(await ask(5)).toEqual([
      [200, null, null],
      [200, null, null],
      [200, '"subject";r=1;t=10', null],
      [200, '"subject";r=0;t=10', null],
      [429, '"subject";r=0;t=10', '10'],
    ]);
  });

  test('names the quota, and the seconds in which it fills, and may be read by a page', async () => {
    world = await startWorld({ limits: { subjectBurst: 1, subjectPerMinute: 6 } });
    world.service.answer = () => ({ body: [] });
    const { headers } = await world.ask(PATH, await tokenFor(), { headers: { origin: PAGE } });
    expect(headers.get('ratelimit-policy')).toBe('"subject";q=1;w=10');
    const exposed = headers.get('access-control-expose-headers')?.split(', ');
    expect(exposed).toEqual(expect.arrayContaining(['ratelimit', 'ratelimit-policy', 'x-request-id']));
  });

  test('of an address is of the address, until it is known who asks', async () => {
    world = await startWorld({
      limits: { addressBurst: 1, addressPerMinute: 1 },
      session: async ({ cookie }) =>
        cookie
          ? { sub: 'staff-7', role: 'professional', professionalId: PROFESSIONAL, actions: ['read'] }
          : null,
    });
    const request = (more: Record<string, string>) =>
      fetch(`${world.url}/session`, {
        method: 'POST',
        body: '{}',
        headers: { origin: PAGE, 'content-type': 'application/json', ...more },
      });
    const known = await request({ cookie: 'a=b' });
    expect([known.status, known.headers.get('ratelimit')]).toEqual([200, null]);
    const unknown = await request({});
    expect([unknown.status, unknown.headers.get('ratelimit')]).toEqual([401, '"address";r=0;t=60']);
    const refused = await request({});
    expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([429, '"address";q=1;w=60']);
  });
});

test('every answer names its request, as the lines of the log do', async () => {
  world = await startWorld();
  world.service.answer = () => ({ body: [] });
  const token = await tokenFor();
  const answers = [
    await world.ask(PATH, token),
    await world.ask(PATH, 'no.token'),
    await world.ask('/nowhere', token),
    await fetch(`${world.url}/healthz`),
    await fetch(`${world.url}/nothing`),
  ];
  const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '');
  for (const id of ids) expect(id).toMatch(UUID);
  expect(new Set(ids).size).toBe(answers.length);
  const lines = world.lines.filter(({ event }) => event === 'request');
  expect(lines.map(({ requestId, status }) => [requestId, status])).toEqual(
    answers.map(({ status }, index) => [ids[index], status]),
  );
});
