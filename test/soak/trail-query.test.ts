import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuditRow, readAuditOf } from '../../proxy/audit/verify.ts';
import {
  HAS_POSTGRES,
  type PostgresServer,
  startPostgresServer,
} from '../../proxy/fixtures/postgres-server.ts';
import { openForTest } from '../../proxy/fixtures/storages.ts';
import type { Storage } from '../../proxy/storage/storage.ts';
import { times } from './scale.ts';

const ROWS = times(20_000, 10_000_000);
const FILLED_AT_ONCE = 1_000_000;
/** As many rows for each patient in a year, whatever the number of rows. */
const PATIENTS = Math.ceil(ROWS / 2_000);
const YEAR_START = Date.parse('2026-01-01T00:00:00Z');
const YEAR_MS = 365 * 86_400_000;
const MAY = [Date.parse('2026-05-01T00:00:00Z'), Date.parse('2026-06-01T00:00:00Z')] as const;
/** The short form is no measurement: it runs beside other tests. */
const LIMIT_MS = times(30_000, 1_000);
const HOUR_MS = 3_600_000;

const toPatient = (number: number): string =>
  `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/** Fills the tables as a year of reads would have: rows of all patients mixed, in the order of their times. */
async function fill(server: PostgresServer): Promise<void> {
  const at = `(${YEAR_START}::bigint + (place * ${YEAR_MS}::numeric / ${ROWS})::bigint)`;
  const patient = `('00000000-0000-4000-8000-' || lpad(to_hex(place * 7919 % ${PATIENTS}), 12, '0'))`;
  const time = `to_char(to_timestamp(${at} / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const entry = `json_build_object('sequence', place, 'at', ${time}, 'attempt', gen_random_uuid(),
    'route', 'GET /professionals/{professionalId}/patients/{patientId}',
    'who', json_build_object('sub', 'staff-' || place % 400, 'role', 'professional', 'professionalId', null),
    'jti', '0123456789abcdef', 'ids', json_build_object('patientId', ${patient}),
    'outcome', json_build_object('kind', 'done', 'status', 200))`;
  for (let from = 1; from <= ROWS; from += FILLED_AT_ONCE) {
    const places = `generate_series(${from}::bigint, ${Math.min(ROWS, from + FILLED_AT_ONCE - 1)}::bigint) AS place`;
    await server.run(`INSERT INTO instrument_panel.audit_row
      SELECT place, (${entry})::text, repeat('0', 64) FROM ${places}`);
    await server.run(`INSERT INTO instrument_panel.audit_patient
      SELECT (${at} / ${HOUR_MS})::integer, ${patient}::uuid, place FROM ${places}`);
  }
  await server.run(`UPDATE instrument_panel.audit_head SET sequence = ${ROWS}, hash = repeat('0', 64)`);
  await server.run('ANALYZE');
  await server.run('CHECKPOINT');
}

describe.skipIf(!HAS_POSTGRES)(`a trail of ${ROWS.toLocaleString('en')} rows in Postgres`, () => {
  let server: PostgresServer;
  let storage: Storage;
  beforeAll(async () => {
    server = await startPostgresServer(['max_wal_size = 8GB']);
    await openForTest({ postgres: server.url }).then(({ close }) => close());
    await fill(server);
    // Opened anew, and the server's own cache is empty.
    await server.kill();
    await server.start();
    storage = await openForTest({ postgres: server.url });
  }, 3_600_000);
  afterAll(async () => {
    await storage.close();
    await server.close();
  });

  test('says within a second who saw a patient in May', async () => {
    const taken: number[] = [];
    for (const number of [0, 1, Math.floor(PATIENTS / 2), PATIENTS - 1]) {
      const startedAt = performance.now();
      const rows: AuditRow[] = [];
      for await (const row of readAuditOf(storage, toPatient(number), ...MAY)) rows.push(row);
      taken.push(Math.round(performance.now() - startedAt));
      expect(rows.length).toBeGreaterThan(150);
      expect(rows.length).toBeLessThan(190);
      expect(rows.every(({ entry }) => entry?.ids.patientId === toPatient(number))).toBe(true);
      expect(rows.every(({ entry }) => entry?.at.startsWith('2026-05-'))).toBe(true);
    }
    console.log(`Who saw a patient in May, of ${ROWS} rows: ${taken.join(', ')} ms`);
    expect(Math.max(...taken)).toBeLessThan(LIMIT_MS);
  });
});
