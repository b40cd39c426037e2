import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { Role } from '@instrument-panel/client/contract';
import type { Head, NewRow } from '../storage/storage.ts';

/** The ids that the trail may hold; it has no field for a name, a score or an answer. */
export interface AuditIds {
  readonly professionalId?: string;
  readonly patientId?: string;
  /** The patients to whom a token was narrowed, or all whose data an answer held. */
  readonly patientIds?: readonly string[];
  readonly formId?: string;
  readonly applicationId?: number;
  readonly applicationIds?: readonly number[];
  readonly submissionId?: number;
  /** First 16 hexadecimal digits of the link's keyed hash: names an EHR key without holding it. */
  readonly link?: string;
  /** The links that were removed for others, each as `OLD:NEW`, both named as `link`. */
  readonly replaced?: readonly string[];
  /**
   * Those who are like somebody who was registered, and from whom the person who asked told them apart: UUIDs of patients;
   * of rows of one list, their keys named as `link`.
   */
  readonly apartFrom?: readonly string[];
  /** The page that the keys of a link were read from, in the caller's words, which are to hold no patient data. */
  readonly page?: string;
  /** The person whose tokens were revoked, in the partner's own word; `*` for everybody. */
  readonly sub?: string;
  /** Up to when the revoked tokens were minted, ISO 8601. */
  readonly before?: string;
}

/** Who acted, by the token: its `sub` is the partner's own word for a person. */
export interface AuditActor {
  readonly sub: string;
  /** Null for a caller who is not known. */
  readonly role: Role | null;
  /** UUID of the professional whom the token acts as; null for `operations` without one. */
  readonly professionalId: string | null;
}

/** Actors of actions without a token: the operator, by the proxy's own functions and commands, and the proxy by itself. */
export const OPERATOR: AuditActor = { sub: '(operator)', role: 'operations', professionalId: null };
export const PROXY_ITSELF: AuditActor = { sub: '(proxy)', role: 'operations', professionalId: null };
export const UNKNOWN_CALLER: AuditActor = { sub: '(unknown)', role: null, professionalId: null };

/** Route of the row with which the trail goes on after a failure. */
export const GAP_ROUTE = 'trail gap';
/** Route of the row that is written before rows are deleted as too old. */
export const PRUNED_ROUTE = 'trail pruned';
/** Route of the row that closes a segment of the trail with a signature. */
export const SEALED_ROUTE = 'trail sealed';

export const toHeadText = ({ sequence, hash: link }: Head): string => `${sequence}:${link}`;

/**
 * How a write ended. `done` and `refused` are certain; `unknown` means that it may have happened: the answer was
 * lost, unreadable or too late.
 */
export interface AuditOutcome {
  readonly kind: 'done' | 'refused' | 'unknown';
  /** HTTP status of the proxy's answer. */
  readonly status: number;
  /** Why it was refused: the code of the answer. */
  readonly code?: string;
}

/**
 * One row of the trail. A write has two, which share `attempt`: the intent, stored before the service is called,
 * and the outcome, stored before the answer leaves. An intent without an outcome is a write whose outcome is
 * unknown, such as after a crash. Everything else has one row, with its outcome: a token granted, an answer that holds
 * a patient's data, a refusal.
 */
export interface AuditEntry {
  readonly sequence: number;
  /** ISO 8601. */
  readonly at: string;
  /** UUID; of an answer or refusal the id of its request in the log. */
  readonly attempt: string;
  /** Method and template, never the path that was asked for. */
  readonly route: string;
  readonly who: AuditActor;
  /** First 16 hexadecimal digits of the SHA-256 of the token's jti, as in the log. */
  readonly jti: string;
  readonly ids: AuditIds;
  /** The address from which it was asked; of IPv6 the network (/64). Absent if it is not known. */
  readonly from?: string;
  /** How many refusals the row stands for, by code; or what came to pass without a row, while the trail failed. */
  readonly counts?: Readonly<Record<string, number>>;
  /** ISO 8601: from when on it counts. */
  readonly since?: string;
  /** The last row that was deleted as too old, or that a seal is about, as `SEQUENCE:HASH`. */
  readonly upTo?: string;
  /** A signature (JWS) of `upTo` and `at`, and so of all rows up to that one. */
  readonly seal?: string;
  /** Kinds of the identifiers by which a patient was recognised, never their values. */
  readonly agreed?: readonly string[];
  /** Absent on an intent. */
  readonly outcome?: AuditOutcome;
}

/** The text that a row's hash is taken over: fields in one order, so that two proxies write the same. */
function canonicalText(entry: NewEntry, sequence: number): string {
  const { at, attempt, route, who, jti, ids, from, counts, since, upTo, seal, agreed, outcome } = entry;
  const { professionalId, patientId, patientIds, formId } = ids;
  const { applicationId, applicationIds, submissionId, link, replaced, page, sub, before, apartFrom } = ids;
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
      replaced,
      page,
      sub,
      before,
      apartFrom,
    },
    from,
    counts,
    since,
    upTo,
    seal,
    agreed,
    outcome: outcome && { kind: outcome.kind, status: outcome.status, code: outcome.code },
  });
}

/** A key that is made ready once: from its bytes each row would take six times as long. */
const ready = new WeakMap<Uint8Array, KeyObject>();

function hmac(key: Uint8Array, text: string): string {
  const known = ready.get(key) ?? createSecretKey(key);
  ready.set(key, known);
  return createHmac('sha256', known).update(text, 'utf8').digest('hex');
}

/** The hash of a row: SHA-256 over the previous hash, a line feed and the text; HMAC-SHA256 if there is a key. */
export function linkHash(previous: string, text: string, key: Uint8Array | null): string {
  const linked = `${previous}\n${text}`;
  return key ? hmac(key, linked) : hash('sha256', linked, 'hex');
}

/** An entry that has no place in the chain yet. */
export type NewEntry = Omit<AuditEntry, 'sequence'>;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The patients whom an entry names, each once. */
export function toPatientIds({
  patientId = '',
  patientIds = [],
  apartFrom = [],
}: AuditIds): readonly string[] {
  const others = patientIds.length + apartFrom.length;
  const all = others === 0 ? [patientId] : [...new Set([patientId, ...patientIds, ...apartFrom])];
  return all.filter((id) => UUID.test(id));
}

/** Chains entries to a head. */
export function chainRows(head: Head, entries: readonly NewEntry[], key: Uint8Array | null): NewRow[] {
  let { sequence, hash: link } = head;
  return entries.map((entry) => {
    sequence += 1;
    const text = canonicalText(entry, sequence);
    link = linkHash(link, text, key);
    const patientIds = toPatientIds(entry.ids);
    return { place: sequence, text, hash: link, at: Date.parse(entry.at), patientIds };
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
