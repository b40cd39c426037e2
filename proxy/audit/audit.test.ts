import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Call, ProxyResponse } from '../exchange.ts';
import { eachStorage } from '../fixtures/storages.ts';
import { type LogLine, withFallback } from '../log.ts';
import { Refusal } from '../refusal.ts';
import type { AuditStore, Head, Storage } from '../storage/storage.ts';
import { createAnswerTrail } from './answers.ts';
import { type AuditedAction, createAudit } from './audit.ts';
import { readAudit, verifyAudit } from './verify.ts';

const NOW = Date.parse('2026-03-01T09:00:00Z');
const DEED: AuditedAction = {
  route: 'POST /professionals/{professionalId}/patients/{patientId}/inactivate',
  who: { sub: 'staff-7', role: 'professional', professionalId: '11111111-1111-4111-8111-111111111111' },
  jti: 'JTI-CANARY-0123456789',
  ids: { patientId: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa' },
};
const OK: ProxyResponse = { status: 200, headers: {}, body: '{}' };

const lines: LogLine[] = [];
afterEach(() => void lines.splice(0));

const auditOf = (storage: () => Promise<Storage>, key: Uint8Array | null = null, clock = () => NOW) =>
  createAudit({ storage, audit: { key }, clock, log: (line) => lines.push(line) });
const events = () => lines.map(({ event }) => event);

eachStorage('the audit trail', ({ open, again }) => {
  it('holds the intent before the deed is done, and its outcome before the answer is given', async () => {
    const storage = await open();
    const audit = auditOf(async () => storage);
    const answer = await audit.record(DEED, async (learn) => {
      const rows = await readAudit(storage);
      expect(rows.map(({ entry }) => [entry?.route, entry?.outcome])).toEqual([[DEED.route, undefined]]);
      learn({ ids: { applicationId: 12 } });
      return OK;
    });
    expect(answer).toBe(OK);
    const [intent, outcome] = (await readAudit(storage)).map(({ entry }) => entry);
    expect(intent).toMatchObject({
      sequence: 1,
      at: '2026-03-01T09:00:00.000Z',
      who: DEED.who,
      ids: DEED.ids,
    });
    expect(outcome).toMatchObject({
      sequence: 2,
      attempt: intent?.attempt,
      ids: { ...DEED.ids, applicationId: 12 },
      outcome: { kind: 'done', status: 200 },
    });
    expect(await verifyAudit(storage)).toMatchObject({ holds: true, head: { sequence: 2 } });
  });

  it.each<[string, unknown, { kind: string; status: number }]>([
    ['that the service refused', new Refusal(409, 'CONFLICT', 'x'), { kind: 'refused', status: 409 }],
    [
      'whose credentials it refused',
      new Refusal(502, 'UPSTREAM_REFUSED', 'x'),
      { kind: 'refused', status: 502 },
    ],
    ['that was never sent', new Refusal(503, 'UPSTREAM_PAUSED', 'x'), { kind: 'refused', status: 503 }],
    [
      'whose answer was lost',
      new Refusal(502, 'UPSTREAM_UNREACHABLE', 'x'),
      { kind: 'unknown', status: 502 },
    ],
    [
      'whose answer came too late',
      new Refusal(504, 'UPSTREAM_TIMEOUT', 'x'),
      { kind: 'unknown', status: 504 },
    ],
    ['that failed within the service', new Refusal(500, 'INTERNAL', 'x'), { kind: 'unknown', status: 500 }],
    ['that failed within the proxy', new TypeError('x'), { kind: 'unknown', status: 500 }],
  ])('says of a write %s what is certain', async (_, error, outcome) => {
    const storage = await open();
    const done = auditOf(async () => storage).record(DEED, () => Promise.reject(error));
    await expect(done).rejects.toBe(error);
    expect((await readAudit(storage, 2))[0]?.entry?.outcome).toEqual(outcome);
  });

  it('leaves an intent without an outcome where the proxy dies in between', async () => {
    const storage = await open();
    let isUnderWay = (): void => {};
    const underWay = new Promise<void>((resolve) => {
      isUnderWay = resolve;
    });
    void auditOf(async () => storage).record(DEED, () => {
      isUnderWay();
      return new Promise<never>(() => {});
    });
    await underWay;
    const found = await readAudit(await again());
    expect(found.map(({ entry }) => entry?.outcome)).toEqual([undefined]);
  });

  it('is one chain without forks where two proxies extend it at once', async () => {
    const [one, other] = [await open(), await again()];
    const audits = [auditOf(async () => one), auditOf(async () => other)];
    const deeds = Array.from({ length: 40 }, (_, index) => audits[index % 2]?.record(DEED, async () => OK));
    await Promise.all(deeds);
    const rows = await readAudit(one, 1, 200);
    expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
    expect(new Set(rows.map(({ entry }) => entry?.attempt)).size).toBe(40);
    expect(await verifyAudit(other)).toMatchObject({ holds: true, head: { sequence: 80 } });
  });

  it('is not extended under another key than it was begun with', async () => {
    const storage = await open();
    await auditOf(async () => storage, new Uint8Array(32).fill(1)).note(DEED);
    for (const key of [new Uint8Array(32).fill(2), null]) {
      await expect(auditOf(async () => storage, key).note(DEED)).rejects.toMatchObject({
        code: 'AUDIT_UNAVAILABLE',
      });
    }
    expect(lines[0]?.hint).toContain('AUDIT_KEY_MISMATCH');
    for (const { hint } of lines) expect(hint).toContain('Give the key (or none) that it was begun with;');
    expect(await readAudit(storage)).toHaveLength(1);
  });

  it('is read in pages', async () => {
    const storage = await open();
    const audit = auditOf(async () => storage);
    for (let index = 0; index < 5; index += 1) await audit.note(DEED);
    expect((await readAudit(storage, 2, 2)).map(({ sequence }) => sequence)).toEqual([2, 3]);
    expect(await readAudit(storage, 6, 2)).toEqual([]);
  });
});

const gone = () => Promise.reject(new Error('redis://:PASSWORD-CANARY@host is away'));

it('says in the log that it cannot be written whichever row is the first to fail, and says it once', async () => {
  const audit = auditOf(gone);
  const entry = { at: '', attempt: '', ...DEED };
  for (let count = 0; count < 3; count += 1) await expect(audit.append(entry)).rejects.toThrow();
  expect(lines.map(({ hint }) => hint)).toEqual([
    'The audit trail cannot be written: reads are refused. (storage failed)',
  ]);
});

it('goes on with a log of the partner that throws', async () => {
  const log = () => {
    throw new Error('the log is full');
  };
  const audit = createAudit({
    storage: gone,
    audit: { key: null },
    clock: () => NOW,
    log: withFallback(log, () => {}),
  });
  const entry = { at: '', attempt: '', ...DEED };
  for (let count = 0; count < 2; count += 1) await expect(audit.append(entry)).rejects.toThrow('is away');
});

it('loses no number of refusals whose row cannot be written', async () => {
  const missed: unknown[] = [];
  const audit = {
    append: gone,
    hurry: () => {},
    isFailing: () => false,
    miss: (what: string, count = 1) => void missed.push([what, count]),
  };
  const settings = {
    clock: () => NOW,
    trustedProxyHops: 0,
    audit: {
      key: null,
      whenFailing: 'refuse',
      waitForReads: true,
      keepDays: null,
      seals: null,
      archive: null,
    },
  } as const;
  const answers = createAnswerTrail(settings, audit, { unrecorded: () => {} });
  const call = { id: '', route: '(unknown)', request: { address: () => '127.0.0.1' } } as unknown as Call;
  for (const code of ['TOKEN_INVALID', 'TOKEN_INVALID', 'TOKEN_EXPIRED']) answers.record(call, 401, code);
  answers.flush();
  await expect.poll(() => missed).toEqual([['refused', 3]]);
});

describe('rows that gather', () => {
  afterEach(() => void vi.useRealTimers());

  /** A trail whose next row gathers; gives how many are written. */
  async function gathering() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let written = 0;
    let head: Head = { sequence: 0, hash: '' };
    const store: Pick<AuditStore, 'head' | 'base' | 'append'> = {
      head: async () => head,
      base: async () => head,
      append: async (_, rows) => {
        written += rows.length;
        head = { sequence: written, hash: rows.at(-1)?.hash ?? '' };
        return true;
      },
    };
    const audit = auditOf(async () => ({ audit: store }) as unknown as Storage);
    const first = audit.note(DEED);
    await vi.advanceTimersByTimeAsync(1);
    await first;
    void audit.note(DEED);
    return { audit, written: () => written };
  }

  it('wait for others that may come', async () => {
    const { written } = await gathering();
    await vi.advanceTimersByTimeAsync(10);
    expect(written()).toBe(1);
    await vi.advanceTimersByTimeAsync(20);
    expect(written()).toBe(2);
  });

  it('wait less once nobody is under way who could add one', async () => {
    const { audit, written } = await gathering();
    audit.hurry();
    await vi.advanceTimersByTimeAsync(10);
    expect(written()).toBe(2);
  });
});

it('lets nothing be done that it cannot write down, and says so to the operator without a secret', async () => {
  let isDone = false;
  const act = async () => {
    isDone = true;
    return OK;
  };
  const audit = auditOf(gone);
  await expect(audit.record(DEED, act)).rejects.toMatchObject({
    status: 503,
    code: 'AUDIT_UNAVAILABLE',
    headers: { 'retry-after': '5' },
  });
  await expect(audit.note(DEED)).rejects.toMatchObject({ status: 503 });
  expect(isDone).toBe(false);
  // One that the trail fails, and one for each write that was refused.
  expect(events()).toEqual(['audit-unavailable', 'audit-unavailable', 'audit-unavailable']);
  expect(JSON.stringify(lines)).not.toContain('CANARY');
});

eachStorage('a trail that is lost between intent and outcome', ({ open }) => {
  it('keeps the answer of a write that has happened, and names the attempt in the log', async () => {
    const storage = await open();
    let isAway = false;
    const audit = auditOf(() => (isAway ? gone() : Promise.resolve(storage)));
    const answer = await audit.record(DEED, async () => {
      isAway = true;
      return OK;
    });
    expect(answer).toBe(OK);
    const [row] = await readAudit(storage);
    expect(row?.entry?.outcome).toBeUndefined();
    expect(lines[1]?.hint).toContain(row?.entry?.attempt);
    isAway = false;
    await expect.poll(events, { timeout: 10_000 }).toContain('audit-resumed');
    expect((await readAudit(storage, 2))[0]?.entry).toMatchObject({
      route: 'trail gap',
      counts: { outcome: 1 },
    });
  });

  it('counts what goes on without a row while that of the gap is being written, since the same moment', async () => {
    const storage = await open();
    let isAway = true;
    let now = NOW;
    const append: Storage['audit']['append'] = async (after, rows) => {
      if (isAway) return gone();
      // A read is served here, while the row is on its way.
      if (audit.isFailing()) audit.miss('answered');
      return storage.audit.append(after, rows);
    };
    const half = { ...storage, audit: { ...storage.audit, append } } as Storage;
    const audit = auditOf(
      async () => half,
      null,
      () => {
        now += 1_000;
        return now;
      },
    );
    await expect(audit.note(DEED)).rejects.toThrow();
    isAway = false;
    await expect.poll(events, { timeout: 10_000 }).toContain('audit-resumed');
    const [first, second, ...others] = (await readAudit(storage)).map(({ entry }) => entry);
    expect(first).toMatchObject({ route: 'trail gap', counts: { AUDIT_UNAVAILABLE: 1 } });
    expect(second).toMatchObject({ route: 'trail gap', counts: { answered: 1 }, since: first?.since });
    expect(first?.since).toMatch(/^2026-03-01T09:/);
    expect(others).toEqual([]);
    expect(lines.at(-1)?.hint).toContain('{"AUDIT_UNAVAILABLE":1,"answered":1}');
    expect(events().filter((event) => event === 'audit-resumed')).toHaveLength(1);
    isAway = true;
    await expect(audit.append({ at: '', attempt: '', ...DEED })).rejects.toThrow();
    expect(events().at(-1)).toBe('audit-unavailable');
    await audit.close();
  });
});
