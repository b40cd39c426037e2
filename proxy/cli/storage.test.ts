import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAudit } from '../audit/audit.ts';
import { openStorage } from '../storage/open.ts';
import { runHere } from './run-here.fixture.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

const ANA = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const EVA = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
/** Who saw whom when: two patients, around the month of May. */
const SEEN = [
  ['2026-04-30T23:59:59.999Z', 'staff\u001b[2J-1', { patientId: ANA }],
  ['2026-05-01T00:00:00Z', 'staff-2', { patientId: ANA }],
  ['2026-05-20T10:00:00Z', 'staff-3', { patientIds: [EVA, ANA] }],
  ['2026-05-21T10:00:00Z', 'staff-3', { patientId: ANA }],
  ['2026-05-22T10:00:00Z', 'staff-4', { patientId: EVA }],
  ['2026-06-01T00:00:00Z', 'staff-5', { patientId: ANA }],
] as const;
let now = 0;
const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-cli-storage-'));
beforeAll(async () => {
  const storage = await openStorage({ file: join(folder, 'proxy.sqlite') });
  for (const submissionId of [11, 12, 13]) {
    await storage.inbox.take({ id: randomUUID(), kind: 'SUBMISSION_ANSWERED', submissionId }, Date.now());
  }
  const audit = createAudit({
    storage: async () => storage,
    audit: { key: null },
    clock: Date.now,
    log: () => {},
  });
  const deed = {
    route: 'POST /x',
    who: { sub: 's', role: 'operations', professionalId: null },
    jti: 'j'.repeat(20),
    ids: {},
  } as const;
  await audit.record(deed, async () => ({ status: 200, headers: {}, body: '{}' }));
  await storage.close();
  const seen = await openStorage({ file: join(folder, 'seen.sqlite') });
  const trail = createAudit({
    storage: async () => seen,
    audit: { key: null },
    clock: () => now,
    log: () => {},
  });
  for (const [at, sub, ids] of SEEN) {
    now = Date.parse(at);
    await trail.note({ ...deed, route: 'GET /x', who: { ...deed.who, sub }, ids });
  }
  await seen.close();
  write('seen', 'seen.sqlite');
  write('proxy', 'proxy.sqlite', "process.stdout.write('onEvent ' + event.sequence + '\\n');");
  write('missing', 'elsewhere.sqlite');
  write('failing', 'proxy.sqlite', `if (event.sequence === 2) throw new RangeError('NAME-CANARY');`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const configured = (name: string): readonly string[] => ['--config', join(folder, `${name}.config.ts`)];

function write(name: string, file: string, onEvent = ''): void {
  writeFileSync(
    join(folder, `${name}.config.ts`),
    `import type { KeyObject } from 'node:crypto';
const key: Uint8Array | KeyObject = crypto.getRandomValues(new Uint8Array(32));
export default {
  upstream: 'https://api.service.example', credentials: { key: 'k', secret: 's' },
  keys: [{ kid: 'a', alg: 'HS256', key, signs: true }], issuer: 'i', audience: 'a',
  origins: ['https://ehr.example'], session: async () => null, storage: { file: ${JSON.stringify(join(folder, file))} },
  webhooks: { secrets: ['0123456789abcdef0123456789abcdef'], onEvent: async (event: { sequence: number }) => { ${onEvent} } },
};`,
  );
}

/** Runs a command line as a process. */
async function runProcess(args: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder });
  let out = '';
  let err = '';
  child.stdout.on('data', (text: Buffer) => {
    out += text;
  });
  child.stderr.on('data', (text: Buffer) => {
    err += text;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, out, err };
}

const run = (...args: readonly string[]) => runHere(args);

describe('instrument-panel events replay', () => {
  test('brings the events from a sequence on to onEvent', async () => {
    const { code, out, err } = await runProcess(['events', 'replay', '--from', '2', ...configured('proxy')]);
    expect([code, out]).toEqual([0, 'onEvent 2\nonEvent 3\n']);
    expect(err).toContain('Brought 2 events, up to sequence 3.');
  });

  test('prints them instead', async () => {
    const { out } = await run('events', 'replay', '--from', '1', '--print', ...configured('proxy'));
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.map(({ sequence, submissionId }) => [sequence, submissionId])).toEqual([
      [1, 11],
      [2, 12],
      [3, 13],
    ]);
  });

  test('says where to go on where onEvent throws, and not what it threw', async () => {
    const { code, err } = await run('events', 'replay', '--from', '1', ...configured('failing'));
    expect([code, err]).toEqual([1, 'onEvent threw RangeError at event 2. Go on with --from 2.\n']);
  });

  test('lists dead letters, replays one and drops the rest', async () => {
    const storage = await openStorage({ file: join(folder, 'proxy.sqlite') });
    for (const event of await storage.inbox.after(0, 10))
      await storage.deadLetters.add({ event, tries: 20, failure: 'RangeError', setAsideAt: 0 });
    await storage.close();
    const config = configured('proxy');
    const listed = (await run('events', 'dead', ...config)).out.trim().split('\n');
    expect(listed.map((line) => JSON.parse(line))).toMatchObject([
      { event: { sequence: 1, submissionId: 11 }, tries: 20, setAsideAt: '1970-01-01T00:00:00.000Z' },
      { event: { sequence: 2 } },
      { event: { sequence: 3 } },
    ]);
    const failed = await run('events', 'dead', '--replay', '2', ...configured('failing'));
    expect([failed.code, failed.err]).toEqual([
      1,
      'onEvent threw RangeError at event 2. Go on with --replay 2.\n',
    ]);
    expect((await run('events', 'dead', '--replay', '2', ...config)).out).toBe('onEvent 2\n');
    expect((await run('events', 'dead', '--replay', '2', ...config)).err).toContain('no dead letter 2');
    expect((await run('events', 'dead', '--drop', 'all', ...config)).err).toBe('Dropped 2 dead letters.\n');
    expect((await run('events', 'dead', ...config)).out).toBe('');
  });

  test.each<[readonly string[], number, RegExp]>([
    [['events', 'dead', '--replay', '1', '--drop', '1'], 2, /not both/],
    [['events', 'dead', '--drop', 'x'], 2, /--drop must be/],
    [['events', 'replay'], 2, /--from must be/],
    [['events', 'replay', '--from', '0'], 2, /--from must be/],
    [['events', '--from', '1'], 2, /events replay/],
    [['audit'], 2, /audit read, audit patient UUID, audit export, audit archived or audit verify/],
    [['audit', 'export', '--as', 'csv'], 2, /--as must be json or balp/],
    [['audit', 'export', '--patient', 'ana'], 2, /UUID/],
    [['audit', 'patient', 'ana'], 2, /UUID/],
    [['audit', 'patient', ANA, '--since', 'May'], 2, /--since must be a day/],
    [['audit', 'verify', '--witness', 'x'], 2, /SEQUENCE:HASH/],
    [['audit', 'read', '--limit', 'all'], 2, /--limit must be/],
  ])('%j is refused with a sentence, whatever is stored', async (args, exit, sentence) => {
    const { code, err } = await runHere(args);
    expect([code, err]).toEqual([exit, expect.stringMatching(sentence)]);
    expect(err).not.toMatch(/^\s+at /m);
  });

  test.each<[readonly string[], string, RegExp]>([
    [['events', 'replay', '--from', '9'], 'proxy', /no event 9\. The last is 3/],
    [['events', 'replay', '--from', '1'], 'missing', /no storage at \S+elsewhere\.sqlite/],
    [['audit', 'verify'], 'missing', /no storage at \S+elsewhere\.sqlite/],
  ])('%j of the storage of %s is refused with a sentence', async (args, name, sentence) => {
    const { code, err } = await run(...args, ...configured(name));
    expect([code, err]).toEqual([1, expect.stringMatching(sentence)]);
    expect(err).not.toMatch(/^\s+at /m);
  });
});

describe('instrument-panel audit', () => {
  const config = configured('proxy');

  test('reads the rows as lines of JSON, verifies them, and names the first that was changed', async () => {
    const { out } = await run('audit', 'read', ...config);
    const rows = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map(({ sequence, entry }) => [sequence, entry.route])).toEqual([
      [1, 'POST /x'],
      [2, 'POST /x'],
    ]);
    const limited = await run('audit', 'read', '--from', '2', '--limit', '1', ...config);
    expect(JSON.parse(limited.out)).toMatchObject({ sequence: 2 });

    const good = await run('audit', 'verify', ...config);
    expect([good.code, good.out]).toEqual([0, `2:${rows[1].hash}\n`]);
    expect((await run('audit', 'verify', '--witness', good.out.trim(), ...config)).code).toBe(0);
    const other = await run('audit', 'verify', '--witness', `2:${'0'.repeat(64)}`, ...config);
    expect([other.code, other.err]).toEqual([
      1,
      'The trail does not hold: row 2 is not the one of the witness.\n',
    ]);
    const later = await run('audit', 'verify', '--witness', `42:${'0'.repeat(64)}`, ...config);
    expect([later.code, later.err]).toEqual([
      1,
      'The trail does not hold: it ends at row 2, before row 42 of the witness: rows after it are missing.\n',
    ]);

    tamper();
    const bad = await run('audit', 'verify', ...config);
    expect([bad.code, bad.out, bad.err]).toEqual([
      1,
      '',
      expect.stringMatching(/does not hold: row 1 is not/),
    ]);
  });
});

test('instrument-panel audit patient says who saw a patient in May: each row, and how many each person has', async () => {
  const may = ['--since', '2026-05-01', '--until', '2026-05-31', ...configured('seen')];
  const { code, out, err } = await run('audit', 'patient', ANA.toUpperCase(), ...may);
  const rows = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([code, rows.map(({ entry }) => entry.who.sub)]).toEqual([0, ['staff-2', 'staff-3', 'staff-3']]);
  expect(err.split('\n').map((line) => line.trim())).toEqual([
    'Searched: from 2026-05-01T00:00:00.000Z to before 2026-06-01T00:00:00.000Z (UTC).',
    '1  staff-2, operations, done',
    '2  staff-3, operations, done',
    '',
  ]);
  const april = await run('audit', 'patient', ANA, '--until', '2026-04-30', ...configured('seen'));
  expect(april.err.trim().split('\n').at(-1)?.trim()).toBe('1  staff?[2J-1, operations, done');
  expect(april.out).not.toContain('\u001b');
  const nobody = await run('audit', 'patient', EVA, '--until', '2026-04-30', ...configured('seen'));
  expect([nobody.code, nobody.out, nobody.err]).toEqual([
    0,
    '',
    'Searched: from the beginning to before 2026-05-01T00:00:00.000Z (UTC).\nNo rows name this patient in that period.\n',
  ]);
});

test('instrument-panel audit verify says of rows that were printed whether they hold, also of a part', async () => {
  const config = configured('seen');
  const { out } = await run('audit', 'read', ...config);
  const verify = async (name: string, rows: readonly string[]) => {
    writeFileSync(join(folder, name), rows.map((row) => `${row}\n`).join(''));
    return run('audit', 'verify', '--file', join(folder, name), ...config);
  };
  const rows = out.trim().split('\n');
  const last = JSON.parse(rows.at(-1) ?? '') as { sequence: number; hash: string };
  expect(await verify('all.jsonl', rows)).toMatchObject({ code: 0, out: `${last.sequence}:${last.hash}\n` });
  expect((await verify('part.jsonl', rows.slice(2))).code).toBe(0);
  const changed = rows.map((row) => row.replace('staff-4', 'staff-9'));
  expect(await verify('changed.jsonl', changed)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/row 5 is not/),
  });
  const without = rows.toSpliced(3, 1);
  expect(await verify('without.jsonl', without)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/row 4 is missing/),
  });
  expect(await verify('other.jsonl', ['{}'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/Line 1 is not a row/),
  });
  const nothing = join(folder, 'nothing.jsonl');
  const missing = await run('audit', 'verify', '--file', nothing, ...config);
  expect([missing.code, missing.err]).toEqual([1, `${nothing} cannot be read (ENOENT).\n`]);
});

test('instrument-panel audit export prints a part of the trail as JSON or AuditEvents, from the storage or a file of rows', async () => {
  const config = configured('seen');
  const may = ['--since', '2026-05-01', '--until', '2026-05-31', ...config];
  const rowsOf = async (...args: readonly string[]) => {
    const { code, out, err } = await run('audit', 'export', ...args);
    const end = args.includes('--until') ? '2026-06-01T00:00:00\\.000Z' : '\\S+Z';
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^Searched: from .* to before ${end} \\(UTC\\)\\.\n$`)),
    ]);
    return out.split('\n').slice(0, -1);
  };
  const all = await rowsOf(...config);
  expect(all.map((row) => JSON.parse(row).sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await rowsOf('--patient', ANA, ...may)).toEqual(all.slice(1, 4));
  writeFileSync(join(folder, 'rows.jsonl'), all.map((row) => `${row}\n`).join(''));

  const events = (await rowsOf('--as', 'balp', ...may)).map((line) => JSON.parse(line));
  expect(events.map(({ resourceType, id, recorded }) => [resourceType, id, recorded.slice(0, 10)])).toEqual([
    ['AuditEvent', '2', '2026-05-01'],
    ['AuditEvent', '3.1', '2026-05-20'],
    ['AuditEvent', '3.2', '2026-05-20'],
    ['AuditEvent', '4', '2026-05-21'],
    ['AuditEvent', '5', '2026-05-22'],
  ]);
  const ofAna = await rowsOf('--as', 'balp', '--file', join(folder, 'rows.jsonl'), '--patient', ANA, ...may);
  expect(ofAna).toHaveLength(3);
  expect(ofAna.join()).not.toContain(EVA);
});

test('instrument-panel audit export makes no AuditEvent of a row that cannot be read, and says which', async () => {
  writeFileSync(join(folder, 'unreadable.jsonl'), `{"sequence":1,"hash":"0","entry":null}\n`);
  const args = ['--as', 'balp', '--file', join(folder, 'unreadable.jsonl'), ...configured('seen')];
  const { code, out, err } = await run('audit', 'export', ...args);
  expect([code, out, err]).toEqual([1, '', 'Row 1 cannot be read: run instrument-panel audit verify.\n']);
});

/** Changes the first row of the trail, as somebody with the file in hand could. */
function tamper(): void {
  const db = new DatabaseSync(join(folder, 'proxy.sqlite'));
  db.exec("UPDATE audit_row SET text = replace(text, 'POST /x', 'POST /y') WHERE place = 1");
  db.close();
}
