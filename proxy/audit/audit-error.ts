import { Refusal } from '../refusal.ts';

/** The trail cannot be extended; the message is for the operator. */
export class AuditError extends Error {
  override readonly name = 'AuditError';
  readonly code: 'AUDIT_KEY_MISMATCH' | 'AUDIT_CONTENDED';

  constructor(code: AuditError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** What cannot be written down is not done, nor sent to the service. */
export const auditUnavailable = () =>
  new Refusal(
    503,
    'AUDIT_UNAVAILABLE',
    'This was not done, since the audit trail cannot be written at the moment. Try again shortly.',
    { headers: { 'retry-after': '5' } },
  );
