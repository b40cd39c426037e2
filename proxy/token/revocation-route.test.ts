import { decodeJwt } from 'jose';
import { afterEach, expect, it } from 'vitest';
import { readAudit } from '../audit/verify.ts';
import { eachStorage, runSql } from '../fixtures/storages.ts';
import { PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from '../fixtures/world.ts';
import { jtiHash } from '../log.ts';
import { toSessionId } from './revocations.ts';
import type { NewTokenClaims } from './token.ts';

const open: World[] = [];
afterEach(async () => {
  for (const { close } of open.splice(0)) await close();
});

const OPERATIONS: Partial<NewTokenClaims> = { sub: 'hr-system', role: 'operations', pro: undefined };

async function revoke(world: World, body: unknown, claims: Partial<NewTokenClaims> = {}) {
  const response = await fetch(`${world.url}/revocations`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenFor({ ...OPERATIONS, ...claims })}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  return [response.status, ((await response.json()) as { code?: string }).code];
}
async function isTaken(world: World, token: string): Promise<boolean> {
  world.service.answer = () => ({ body: [] });
  return (await world.ask(`/professionals/${PROFESSIONAL}/patients`, token)).status === 200;
}

eachStorage('POST /revocations', ({ fresh, again }) => {
  const start = async (): Promise<World> => {
    const world = await startWorld({ storage: fresh() });
    open.push(world);
    return world;
  };

  it('revokes a token, all of a person, of a session, or of everybody, for operations, with a row of who did it', async () => {
    const world = await start();
    const session = 'the-session-of-a-page';
    const [own, second] = [await tokenFor(), await tokenFor()];
    const other = await tokenFor({ sub: 'staff-8', sid: toSessionId(session) });
    const last = await tokenFor({ sub: 'staff-9' });
    const taken = () => Promise.all([own, second, other, last].map((token) => isTaken(world, token)));
    expect(await taken()).toEqual([true, true, true, true]);
    const { jti = '' } = decodeJwt(own);
    expect(await revoke(world, { jti })).toEqual([200, undefined]);
    expect(await taken()).toEqual([false, true, true, true]);
    expect(await revoke(world, { sub: 'staff-7' })).toEqual([200, undefined]);
    expect(await taken()).toEqual([false, false, true, true]);
    expect(await revoke(world, { session })).toEqual([200, undefined]);
    expect(await taken()).toEqual([false, false, false, true]);
    expect(await revoke(world, { everybody: true, before: '2026-01-01T00:00:00Z' })).toEqual([
      200,
      undefined,
    ]);
    expect(await taken()).toEqual([false, false, false, true]);
    expect(await revoke(world, { everybody: true })).toEqual([200, undefined]);
    expect(await taken()).toEqual([false, false, false, false]);
    const rows = (await readAudit(await again(), 1, 1_000)).map(({ entry }) => entry);
    const revoked = rows.filter((entry) => entry?.route === 'revoke');
    const by = {
      who: { sub: 'hr-system', role: 'operations' },
      from: '127.0.0.1',
      outcome: { kind: 'done' },
    };
    expect(revoked).toMatchObject([
      { ...by, jti: jtiHash(jti) },
      { ...by, ids: { sub: 'staff-7' } },
      { ...by, jti: jtiHash(toSessionId(session)) },
      { ...by, ids: { sub: '*', before: '2026-01-01T00:00:00.000Z' } },
      { ...by, ids: { sub: '*' } },
    ]);
  });

  it('refuses everybody but operations that may do so, and what does not say which', async () => {
    const world = await start();
    const victim = await tokenFor({ sub: 'staff-8' });
    const all = { everybody: true };
    const wrong: readonly (readonly [unknown, Partial<NewTokenClaims>, number])[] = [
      [all, { role: 'professional', pro: PROFESSIONAL }, 403],
      [all, { role: 'patient', pro: PROFESSIONAL, pat: [PATIENT] }, 403],
      [all, { ops: ['read', 'apply', 'patients', 'erase', 'recommend'] }, 403],
      [all, { pat: [PATIENT] }, 403],
      [{}, {}, 400],
      [{ everybody: false }, {}, 400],
      [{ everybody: true, sub: 'staff-8' }, {}, 400],
      [{ sub: '' }, {}, 400],
      [{ sub: 'staff-8', before: '2999-01-01T00:00:00Z' }, {}, 400],
      [{ sub: 'staff-8', before: 'yesterday' }, {}, 400],
      [{ jti: 'j'.repeat(16), before: '2026-01-01T00:00:00Z' }, {}, 400],
      [{ sub: 'staff-8', untill: 1 }, {}, 400],
    ];
    for (const [body, claims, status] of wrong) expect((await revoke(world, body, claims))[0]).toBe(status);
    expect(await isTaken(world, victim)).toBe(true);
    const rows = (await readAudit(await again(), 1, 1_000)).map(({ entry }) => entry?.route);
    expect(rows).not.toContain('revoke');
  });

  it('asks to be asked again where the other proxies cannot be told', async () => {
    const world = await start();
    const storage = await again();
    if (storage.kind !== 'redis') await runSql(storage, 'ALTER TABLE revoked_tokens RENAME TO away');
    else await storage.redis.set(storage.key('revoked-tokens'), 'of another type');
    expect(await revoke(world, { sub: 'staff-8' })).toEqual([503, 'STORAGE_UNAVAILABLE']);
  });
});
