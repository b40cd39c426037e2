import { createHash } from 'node:crypto';

/**
 * The number on a patient's record, such as `4821-0937`. The EHR has no store of its own, so it follows from the
 * service's UUID. People read it to tell records apart; addresses and calls carry the UUID.
 */
export function recordNumber(patientId: string): string {
  const digest = createHash('sha256').update(patientId.toLowerCase()).digest().readUInt32BE(0);
  const digits = String(digest % 100_000_000).padStart(8, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}
