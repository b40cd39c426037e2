import { secretProblem } from '../token/key-ring.ts';

/** How the audit trail is kept. It cannot be turned off. */
export interface AuditOptions {
  /**
   * At least 32 random bytes, kept away from the storage: rows are then chained by HMAC-SHA256, so that who can write the
   * storage cannot write a row that holds. It belongs to one trail: another key begins with an empty storage.
   *
   * @default a chain of SHA-256 without a key
   */
  readonly key?: Uint8Array;
}

/** Options that were checked. */
export interface AuditSettings {
  readonly key: Uint8Array | null;
}

type Need = (option: string, holds: boolean, sentence: string) => void;

/** Checks the option `audit`; `need` throws what names it. */
export function checkAudit(given: AuditOptions | undefined, need: Need): AuditSettings {
  const key = given?.key;
  const problem = key === undefined ? null : secretProblem(key, 'HMAC-SHA256');
  need('audit.key', problem === null, `${problem}. Or leave it out.`);
  return { key: key ?? null };
}
