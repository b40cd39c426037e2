export type { Head } from '../storage/storage.ts';
export {
  type Audit,
  actorOf,
  createAudit,
  type Deed,
  type Learn,
  OPERATOR,
  outcomeOf,
  PROXY_ITSELF,
} from './audit.ts';
export { AuditError } from './audit-error.ts';
export type { AuditActor, AuditEntry, AuditIds, AuditOutcome } from './entry.ts';
export { idsOfReply, idsOfRequest } from './ids.ts';
export type { AuditOptions } from './options.ts';
export { type AuditRow, readAudit } from './read.ts';
export { type AuditFault, type AuditVerdict, type VerifyAuditOptions, verifyAudit } from './verify.ts';
