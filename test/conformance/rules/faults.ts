import { expect } from 'vitest';
import { practice } from '../clinic.ts';
import type { Rules } from '../rule.ts';
import { listOf } from '../shape.ts';
import { ErrorBody } from '../wire.ts';
import { Instrument, Tag } from '../wire-library.ts';
import type { World } from '../world.ts';

const match = { method: 'GET', path: '/forms/tags' };

/** Runs `test` while the faults are on. */
async function during(world: World, list: readonly unknown[], test: () => Promise<void>): Promise<void> {
  await world.control.faults(list);
  try {
    await test();
  } finally {
    await world.control.faults([]);
  }
}

const healthy = async ({ ask }: World) => (await ask.get('/forms/tags')).gives(listOf(Tag)).length > 0;

/** Issue 3, point 6: faults on demand. */
export const faults: Rules = (rule) => {
  rule('tells when to come back: 429 with Retry-After', (world) =>
    during(world, [{ kind: 'status-429', retryAfter: 7, match }], async () => {
      const reply = await world.ask.get('/forms/tags');
      reply.refuses(429);
      expect(reply.headers.get('retry-after')).toBe('7');
    }),
  );

  rule('gives an internal error a traceId', (world) =>
    during(world, [{ kind: 'status-500', match }], async () => {
      const reply = await world.ask.get('/forms/tags');
      reply.refuses(500, 'INTERNAL');
      const { traceId } = JSON.parse(reply.text);
      expect(traceId).toEqual(expect.stringMatching(/\S/));
    }),
  );

  rule('happens to matching requests only, and as often as asked', (world) =>
    during(world, [{ kind: 'status-429', times: 2, match }], async () => {
      (await world.ask.get('/forms/library')).gives(listOf(Instrument));
      (await world.ask.get('/forms/tags')).refuses(429);
      (await world.ask.get('/forms/tags')).refuses(429);
      expect(await healthy(world)).toBe(true);
    }),
  );

  rule('comes late, and comes whole', (world) =>
    during(world, [{ kind: 'latency', ms: 60, match }], async () => {
      const begun = performance.now();
      expect(await healthy(world)).toBe(true);
      // A bound from below, which holds on any machine; timers may fire a millisecond early.
      expect(performance.now() - begun).toBeGreaterThanOrEqual(58);
    }),
  );

  for (const kind of ['drop-before', 'drop-middle']) {
    rule.malformedDirect(`loses the connection: ${kind}`, (world) =>
      during(world, [{ kind, match }], async () => {
        await expect(world.ask.get('/forms/tags')).rejects.toThrow(TypeError);
      }),
    );
  }

  rule.malformedDirect('breaks JSON off', (world) =>
    during(world, [{ kind: 'truncated-json', match }], async () => {
      const { status, text } = await world.ask.get('/forms/tags');
      expect(status).toBe(200);
      expect(() => JSON.parse(text)).toThrow(SyntaxError);
    }),
  );

  rule.malformedDirect('breaks the type of one field', async (world) => {
    await during(world, [{ kind: 'wrong-type', field: '[0].id', match }], async () => {
      const [first] = JSON.parse((await world.ask.get('/forms/tags')).text);
      expect(Number.isInteger(first.id)).toBe(false);
    });
    expect(await healthy(world)).toBe(true);
  });

  rule.malformedDirect('shows a value that no list has', async (world) => {
    const { P } = await practice(world.ask);
    await world.ask.post(`${P}/patients`, { name: 'Rui' });
    const path = '/professionals/{professionalId}/patients';
    await during(world, [{ kind: 'unknown-enum', match: { method: 'GET', path } }], async () => {
      expect((await world.ask.get(`${P}/patients`)).text).toContain('SANDBOX_UNKNOWN');
    });
  });

  rule('adds a field that nobody knows, which a reader passes over', (world) =>
    during(world, [{ kind: 'unknown-field', match }], async () => {
      expect((await world.ask.get('/forms/tags')).gives(listOf(Tag)).length).toBeGreaterThan(0);
    }),
  );

  rule('refuses a fault that it does not know, and keeps what was on', async (world) => {
    for (const list of [
      [{ kind: 'fire' }],
      [{}],
      {},
      'x',
      [{ kind: 'latency' }],
      [{ kind: 'latency', ms: -1 }],
    ]) {
      const reply = await fetch(`${world.control.origin}/sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(list),
      });
      expect(reply.status).toBe(400);
      expect(ErrorBody.check(await reply.json(), '$')).toEqual([]);
    }
    expect(await healthy(world)).toBe(true);
  });
};
