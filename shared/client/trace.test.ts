import { expect, it } from 'vitest';
import { createClient, listTags, withTraceparent } from './index.ts';

const GIVEN = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

/** Asks once; gives the headers that went out. */
async function ask(readTraceparent: () => string | undefined): Promise<Headers> {
  let sent = new Headers();
  const send: typeof fetch = async (_, init) => {
    sent = new Headers(init?.headers);
    return Response.json([]);
  };
  const auth = { key: 'k', secret: 's' };
  const client = createClient({
    baseUrl: 'https://service.example',
    auth,
    fetch: withTraceparent(readTraceparent, send),
  });
  await client(listTags);
  return sent;
}

it('each request of a client carries the trace of its caller, beside its own headers', async () => {
  const headers = await ask(() => GIVEN);
  expect([headers.get('traceparent'), headers.get('x-api-key')]).toEqual([GIVEN, 'k']);
});

it.each([
  ['there is none', () => undefined],
  [
    'it cannot be read',
    () => {
      throw new Error('no tracer');
    },
  ],
])('a request goes without where %s', async (_, readTraceparent) => {
  expect((await ask(readTraceparent)).get('traceparent')).toBeNull();
});
