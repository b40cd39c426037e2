import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Clinic, ORIGIN, openClinic } from '../clinic.fixture.ts';
import { FAULT_KINDS } from '../faults/fault.ts';

let clinic: Clinic;
beforeEach(async () => {
  clinic = await openClinic();
});
afterEach(() => clinic.sandbox.close());

const send = (method: string, path: string, body: string | null, type = 'application/json') =>
  clinic.sandbox.fetch(
    new Request(`${ORIGIN}/sandbox/${path}`, { method, headers: { 'Content-Type': type }, body }),
  );

const anything = fc.oneof(
  fc.json(),
  fc.string(),
  fc
    .record(
      { key: fc.constantFrom('demo-key', 'x', 7), url: fc.webUrl(), secret: fc.string() },
      { requiredKeys: [] },
    )
    .map((one) => JSON.stringify(one)),
  fc
    .array(
      fc.record(
        {
          kind: fc.constantFrom(...FAULT_KINDS, 'flood'),
          ms: fc.oneof(fc.constantFrom(0, -1), fc.double()),
          times: fc.oneof(fc.integer(), fc.string()),
          field: fc.string(),
          match: fc.record(
            { method: fc.constantFrom('GET', 'get'), path: fc.string(), endpoint: fc.string() },
            { requiredKeys: [] },
          ),
        },
        { requiredKeys: [] },
      ),
    )
    .map((all) => JSON.stringify(all)),
);

it('takes a body or answers 400, whatever is sent, and the interface goes on', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('webhooks', 'faults'), anything, async (path, body) => {
      const reply = await send('POST', path, body);
      expect([200, 201, 400]).toContain(reply.status);
      const answer = (await reply.json()) as { code?: string; message?: string };
      if (reply.status === 400) expect(answer).toMatchObject({ code: 'VALIDATION_ERROR' });
      await send('DELETE', path, null);
      expect((await clinic.call('GET', '/forms/tags')).status).toBe(200);
    }),
    { numRuns: 150 },
  );
});

it.each(['webhooks', 'faults'])(
  '%s refuses another media type with 415, and more than 64 KB with 413',
  async (path) => {
    expect((await send('POST', path, '[]', 'text/plain')).status).toBe(415);
    expect((await send('POST', path, `["${'x'.repeat(65_536)}"]`)).status).toBe(413);
  },
);

it.each([
  ['PUT', 'webhooks', 'GET, POST, DELETE'],
  ['PUT', 'faults', 'GET, POST, DELETE'],
  ['POST', 'deliveries', 'GET'],
  ['POST', 'requests', 'GET'],
])('%s %s is 405, with what the address takes', async (method, path, allow) => {
  const reply = await send(method, path, '{}');
  expect([reply.status, reply.headers.get('Allow')]).toEqual([405, allow]);
});
