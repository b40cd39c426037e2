import { afterEach, expect, it } from 'vitest';
import { getPatient } from '../../shared/client/contract/index.ts';
import { listViewers } from '../../shared/client/contract/proxy-api/index.ts';
import { readAudit } from '../audit/verify.ts';
import { sample } from '../fixtures/sample.ts';
import { eachStorage, runSql } from '../fixtures/storages.ts';
import {
  OTHER_PATIENT,
  OTHER_PROFESSIONAL,
  PATIENT,
  PROFESSIONAL,
  proxyOptions,
  startWorld,
  tokenFor,
  type World,
} from '../fixtures/world.ts';
import type { ProxyOptions } from '../options.ts';
import { createProxy } from '../proxy.ts';
import type { NewTokenClaims } from '../token/token.ts';

const open: World[] = [];
afterEach(async () => {
  for (const { close } of open.splice(0)) await close();
});

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-05-20T08:00:00Z');
const NAMES: Readonly<Record<string, string>> = {
  'staff-8': ' Dr. NAME-CANARY Eight ',
  'staff-9': 'Nurse Nine',
};
const SEEN_BY: NonNullable<ProxyOptions['seenBy']> = {
  roles: ['professional'],
  nameOf: async (sub) => NAMES[sub] ?? null,
};

it.each([
  [{ ...SEEN_BY, roles: [] }, 'seenBy.roles'],
  [{ ...SEEN_BY, roles: ['nurse'] }, 'seenBy.roles'],
  [{ roles: ['professional'] }, 'seenBy.nameOf'],
  [{ ...SEEN_BY, hours: 0 }, 'seenBy.hours'],
  [{ ...SEEN_BY, days: 2 }, 'seenBy.days'],
])('an option that is wrong is refused: %o', (seenBy, option) => {
  const options = proxyOptions('http://127.0.0.1:9', { seenBy: seenBy as typeof SEEN_BY });
  expect(() => createProxy(options)).toThrow(expect.objectContaining({ option }));
});

eachStorage('GET /seen-by', ({ fresh, again }) => {
  let now = START;
  async function start(more: Partial<ProxyOptions> = { seenBy: SEEN_BY }): Promise<World> {
    now = START;
    const world = await startWorld({ storage: fresh(), clock: () => now, ...more });
    open.push(world);
    const own = [PATIENT, OTHER_PATIENT];
    world.service.answer = ({ url }) => {
      if (url.endsWith('/patients')) return { body: own.map((id) => sample(getPatient.response, id)) };
      const id = own.find((one) => url.includes(one));
      const isOwn = id !== undefined && url.includes(PROFESSIONAL);
      return isOwn
        ? { body: sample(getPatient.response, id) }
        : { status: 404, body: { code: 'NOT_FOUND', message: 'No.' } };
    };
    return world;
  }
  /** Somebody reads something of the service, an hour after what was read before. */
  async function read(world: World, sub: string, path: string, claims: Partial<NewTokenClaims> = {}) {
    now += HOUR_MS;
    const token = await tokenFor({ sub, ...claims }, () => now);
    return (await world.ask(`/professionals/${PROFESSIONAL}${path}`, token)).status;
  }
  async function ask(world: World, claims: Partial<NewTokenClaims> = {}, more = `patientId=${PATIENT}`) {
    const authorization = `Bearer ${await tokenFor(claims, () => now)}`;
    const response = await fetch(`${world.url}/seen-by?${more}`, { headers: { authorization } });
    const body = (await response.json()) as { code?: string; viewers?: unknown };
    if (response.status === 200) expect(listViewers.response.parse(body)).toEqual(body);
    return [response.status, body.code ?? body.viewers];
  }
  const PATH = `/patients/${PATIENT}`;

  it('names who else has read data of this patient alone, the latest first and each once, and keeps no name', async () => {
    const world = await start();
    await read(world, 'staff-9', PATH);
    await read(world, 'staff-8', PATH);
    await read(world, 'staff-8', `/patients/${PATIENT.toUpperCase()}`);
    await read(world, 'staff-5', '/patients');
    await read(world, 'staff-5', `/patients/${OTHER_PATIENT}`);
    await read(world, 'staff-5', PATH, { ops: [] });
    await read(world, 'a-server', PATH, { role: 'operations' });
    await read(world, 'the-patient', PATH, { role: 'patient', pat: [PATIENT] });
    await read(world, 'staff-7', PATH);
    await read(world, 'staff-6', PATH);
    expect(await ask(world)).toEqual([
      200,
      [
        { name: null, at: new Date(START + 10 * HOUR_MS).toISOString() },
        { name: 'Dr. NAME-CANARY Eight', at: new Date(START + 3 * HOUR_MS).toISOString() },
        { name: 'Nurse Nine', at: new Date(START + HOUR_MS).toISOString() },
      ],
    ]);
    now = START + 50 * HOUR_MS;
    expect(await ask(world)).toEqual([
      200,
      [
        { name: null, at: new Date(START + 10 * HOUR_MS).toISOString() },
        { name: 'Dr. NAME-CANARY Eight', at: new Date(START + 3 * HOUR_MS).toISOString() },
      ],
    ]);
    const rows = (await readAudit(await again(), 1, 1_000)).map(({ entry }) => entry);
    expect(rows.at(-1)).toMatchObject({
      route: 'GET /seen-by',
      ids: { patientId: PATIENT },
      outcome: { kind: 'done' },
    });
    expect(JSON.stringify([rows, world.lines])).not.toContain('CANARY');
  });

  it('is off unless the partner turns it on, for the roles that it names: nothing is asked and no row is left', async () => {
    for (const more of [{}, { seenBy: { ...SEEN_BY, roles: ['operations'] as const } }]) {
      const world = await start(more);
      expect(await ask(world)).toEqual([200, null]);
      expect(world.service.requests).toEqual([]);
      expect(await readAudit(await again())).toEqual([]);
    }
  });

  it('says nothing of a patient who is not the token’s, or not of the professional', async () => {
    const world = await start();
    await read(world, 'staff-8', PATH);
    const asked = world.service.requests.length;
    expect(await ask(world, { pat: [OTHER_PATIENT] })).toEqual([404, 'NOT_FOUND']);
    expect(await ask(world, { ops: ['apply'] })).toEqual([403, 'FORBIDDEN']);
    expect(await ask(world, {}, 'patientId=ana')).toEqual([400, 'VALIDATION_ERROR']);
    expect(await ask(world, {}, '')).toEqual([400, 'VALIDATION_ERROR']);
    expect(world.service.requests).toHaveLength(asked);
    expect(await ask(world, { pro: OTHER_PROFESSIONAL })).toEqual([404, 'NOT_FOUND']);
  });

  it('names nobody where the partner’s code fails, and says what failed without its words', async () => {
    const nameOf = (): never => {
      throw new RangeError('NAME-CANARY');
    };
    const world = await start({ seenBy: { ...SEEN_BY, nameOf } });
    await read(world, 'staff-8', PATH);
    expect(await ask(world)).toEqual([200, [{ name: null, at: new Date(now).toISOString() }]]);
    const failed = world.lines.find(({ event }) => event === 'seen-by-failed');
    expect(failed?.hint).toBe('The option seenBy.nameOf threw RangeError.');
  });

  it('does not say that nobody has where the trail cannot be read', async () => {
    const world = await start();
    await read(world, 'staff-8', PATH);
    const storage = await again();
    if (storage.kind !== 'redis')
      await runSql(storage, 'ALTER TABLE audit_patient RENAME TO audit_patient_away');
    else
      for (const key of await storage.redis.keys(storage.key('audit:patient*')))
        await storage.redis.set(key, 'x');
    expect(await ask(world)).toEqual([503, 'STORAGE_UNAVAILABLE']);
  });
});
