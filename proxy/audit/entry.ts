import { createHash, createHmac } from 'node:crypto';
import type { Role } from '@instrument-panel/client/contract';
import type { Head, NewRow } from '../storage/storage.ts';

/** The ids that the trail may hold; it has no field for a name, a score or a text. */
export interface AuditIds {
  readonly professionalId?: string;
  readonly patientId?: string;
  /** The patients to whom a token was narrowed. */
  readonly patientIds?: readonly string[];
  readonly formId?: string;
  readonly applicationId?: number;
  readonly applicationIds?: readonly number[];
  readonly submissionId?: number;
  /** First 16 hexadecimal digits of the link's keyed hash: names an EHR key without holding it. */
  readonly link?: string;
  /** The person whose tokens were revoked, in the partner's own word; `*` for everybody. */
  readonly sub?: string;
  /** Up to when the revoked tokens were minted, ISO 8601. */
  readonly before?: string;
}

/** Who acted, by the token: its `sub` is the partner's own word for a person. */
export interface AuditActor {
  readonly sub: string;
  readonly role: Role;
  /** UUID of the professional whom the token acts as; null for `operations` without one. */
  readonly professionalId: string | null;
}

/** Actors of actions without a token: the operator, by the proxy's own functions and commands, and the proxy by itself. */
export const OPERATOR: AuditActor = { sub: '(operator)', role: 'operations', professionalId: null };
export const PROXY_ITSELF: AuditActor = { sub: '(proxy)', role: 'operations', professionalId: null };

/**
 * How a write ended. `done` and `refused` are certain; `unknown` means that it may have happened: the answer was
 * lost, unreadable or too late.
 */
export interface AuditOutcome {
  readonly kind: 'done' | 'refused' | 'unknown';
  /** HTTP status of the proxy's answer. */
  readonly status: number;
}

/**
 * One row of the trail. A write has two, which share `attempt`: the intent, stored before the service is called,
 * and the outcome, stored before the answer leaves. An intent without an outcome is a write whose outcome is
 * unknown, such as after a crash. A deed of the proxy itself (a token granted) has one row, with its outcome.
 */
export interface AuditEntry {
  readonly sequence: number;
  /** ISO 8601. */
  readonly at: string;
  /** UUID. */
  readonly attempt: string;
  /** Method and template, never the path that was asked for. */
  readonly route: string;
  readonly who: AuditActor;
  /** First 16 hexadecimal digits of the SHA-256 of the token's jti, as in the log. */
  readonly jti: string;
  readonly ids: AuditIds;
  /** Kinds of the identifiers by which a patient was recognised, never their values. */
  readonly agreed?: readonly string[];
  /** Absent on an intent. */
  readonly outcome?: AuditOutcome;
}

/** The text that a row's hash is taken over: fields in one order, so that two proxies write the same. */
export function canonicalText(entry: AuditEntry): string {
  const { sequence, at, attempt, route, who, jti, ids, agreed, outcome } = entry;
  const { professionalId, patientId, patientIds, formId } = ids;
  const { applicationId, applicationIds, submissionId, link, sub, before } = ids;
  return JSON.stringify({
    sequence,
    at,
    attempt,
    route,
    who: { sub: who.sub, role: who.role, professionalId: who.professionalId },
    jti,
    ids: {
      professionalId,
      patientId,
      patientIds,
      formId,
      applicationId,
      applicationIds,
      submissionId,
      link,
      sub,
      before,
    },
    agreed,
    outcome: outcome && { kind: outcome.kind, status: outcome.status },
  });
}

/** The hash of a row: SHA-256 over the previous hash, a line feed and the text; HMAC-SHA256 if there is a key. */
export function linkHash(previous: string, text: string, key: Uint8Array | null): string {
  const digest = key ? createHmac('sha256', key) : createHash('sha256');
  return digest.update(`${previous}\n${text}`, 'utf8').digest('hex');
}

/** An entry that has no place in the chain yet. */
export type NewEntry = Omit<AuditEntry, 'sequence'>;

/** The patients whom an entry names, each once. */
const toPatientIds = ({ patientId, patientIds = [] }: AuditIds): readonly string[] =>
  patientId === undefined ? patientIds : [...new Set([patientId, ...patientIds])];

/** Chains entries to a head. */
export function chainRows(head: Head, entries: readonly NewEntry[], key: Uint8Array | null): NewRow[] {
  let { sequence, hash } = head;
  return entries.map((entry) => {
    sequence += 1;
    const text = canonicalText({ ...entry, sequence });
    hash = linkHash(hash, text, key);
    return {
      place: sequence,
      text,
      hash,
      at: Date.parse(entry.at),
      patientIds: toPatientIds(entry.ids),
    };
  });
}

/** Reads the text of a row; null if it is none. */
export function parseEntry(text: string): AuditEntry | null {
  try {
    const entry: unknown = JSON.parse(text);
    return typeof entry === 'object' && entry !== null && 'sequence' in entry ? (entry as AuditEntry) : null;
  } catch {
    return null;
  }
}

/** The patients whom the text of a row names. */
export const readPatientIds = (text: string): readonly string[] => toPatientIds(parseEntry(text)?.ids ?? {});
