import type { DatabaseSync } from 'node:sqlite';
import type { MappingStore } from '../storage.ts';

/** The links from EHR keys to patients in a database file. */
export function createSqliteMapping(db: DatabaseSync): MappingStore {
  const select = db.prepare('SELECT patient FROM mapping_link WHERE hash = ?');
  const selectOwned = db.prepare('SELECT 1 FROM mapping_link WHERE owner = ? AND patient = ?');
  const insert = db.prepare(
    'INSERT INTO mapping_link (hash, owner, patient) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const remove = db.prepare('DELETE FROM mapping_link WHERE hash = ? AND patient = ?');
  const claim = db.prepare(
    `INSERT INTO mapping_claim (hash, claimant, until) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET claimant = excluded.claimant, until = excluded.until WHERE until <= ?`,
  );
  const release = db.prepare('DELETE FROM mapping_claim WHERE hash = ? AND claimant = ?');
  const keepSecret = db.prepare('INSERT OR IGNORE INTO mapping_secret (only, fingerprint) VALUES (1, ?)');
  const readSecret = db.prepare('SELECT fingerprint FROM mapping_secret');

  const readPatient = (hash: string): string | null => {
    const row = select.get(hash);
    return row ? String(row.patient) : null;
  };
  return {
    find: async ({ hash }) => readPatient(hash),
    findAll: async (keys) => keys.map(({ hash }) => readPatient(hash)),
    areTaken: async (pairs) =>
      pairs.map(([{ owner }, patientId]) => selectOwned.get(owner, patientId) !== undefined),
    async link({ hash, owner }, patientId) {
      if (insert.run(hash, owner, patientId).changes === 1) return { kind: 'linked' };
      const linked = readPatient(hash);
      return linked === null ? { kind: 'patient-taken' } : { kind: 'exists', patientId: linked };
    },
    unlink: async ({ hash }, patientId) => remove.run(hash, patientId).changes === 1,
    claim: async ({ hash }, claimant, now, until) => claim.run(hash, claimant, until, now).changes === 1,
    release: async ({ hash }, claimant) => void release.run(hash, claimant),
    async fingerprint(own) {
      keepSecret.run(own);
      return String(readSecret.get()?.fingerprint);
    },
  };
}
