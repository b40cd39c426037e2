import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { migrate } from './migrations.ts';

const START = Date.parse('2026-03-01T09:00:00Z');

/** A database of the first version, with an application that is active and one that is finished. */
function firstVersion(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  migrate(database, 1);
  database.exec(`
    INSERT INTO professional VALUES ('p', 'Ana', 'Lima', 'ana@clinic.example', NULL, NULL, 'ACTIVE', 0, 0);
    INSERT INTO patient VALUES ('b', 'Bia', NULL, NULL, NULL, NULL, NULL, NULL, 'ACTIVE', 0, 0);`);
  for (const [token, status] of [
    ['one', 'IN_PROGRESS'],
    ['two', 'FINISHED'],
  ] as const) {
    database
      .prepare(
        `INSERT INTO application (professionalId, patientId, formTemplateId, partner, recurrenceCycle, status,
           startedAt, notifyEmail, notifyWhatsApp, openToAnswer, allowPatientAnnotation, hideFormTemplateTitle,
           showFormGraphToPatient, answerToken, createdAt, updatedAt)
         VALUES ('p', 'b', 'form', 'demo', 'WEEKLY', ?, ?, 1, 0, 0, 0, 0, 0, ?, ?, ?)`,
      )
      .run(status, START, token, START, START);
  }
  return database;
}

it('a database of the first version keeps its rows; what is active expires three years after it began', () => {
  const database = firstVersion();
  migrate(database);
  const rows = database.prepare('SELECT answerToken, expiresAt, whatsAppSends FROM application').all();
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { answerToken: 'one', expiresAt: Date.parse('2029-03-01T09:00:00Z'), whatsAppSends: 0 },
    { answerToken: 'two', expiresAt: null, whatsAppSends: 0 },
  ]);
  expect({ ...database.prepare('SELECT name, hasAiAnalysis FROM professional').get() }).toEqual({
    name: 'Ana',
    hasAiAnalysis: 1,
  });
});

it('a database that is up to date is left as it is, and one of a later version is refused', () => {
  const database = firstVersion();
  migrate(database);
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  migrate(database);
  expect(Number(database.prepare('PRAGMA user_version').get()?.user_version)).toBe(version);
  database.exec(`PRAGMA user_version = ${version + 1}`);
  expect(() => migrate(database)).toThrow('Update the package');
});
