import { randomUUID } from 'node:crypto';
import { type Decoded, type Endpoint, INVALID, PATH_PARAMS } from '@instrument-panel/client/contract';
import type { TokenClaims } from '@instrument-panel/client/proxy';
import type { Call, ProxyResponse } from '../exchange.ts';
import { jtiHash, logError, toTimestamp } from '../log.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import { StorageError } from '../storage/storage.ts';
import { createAppender } from './appender.ts';
import {
  type AuditActor,
  type AuditEntry,
  type AuditIds,
  type AuditOutcome,
  GAP_ROUTE,
  type NewEntry,
  PROXY_ITSELF,
} from './entry.ts';
import { AuditError } from './same-key.ts';

export interface AuditedAction {
  readonly route: string;
  readonly who: AuditActor;
  /** The token's jti; the trail holds its hash only. */
  readonly jti: string;
  readonly ids: AuditIds;
  /** The request by which it is done: its row says from where, and it learns how its row says that it ended. */
  readonly call?: Pick<Call, 'recorded' | 'request'>;
}

/** Adds what was learnt by doing it to the row of its outcome. */
export type Learn = (learned: { readonly ids?: AuditIds; readonly agreed?: readonly string[] }) => void;

export const toActor = ({ sub, role, pro }: Pick<TokenClaims, 'sub' | 'role' | 'pro'>): AuditActor => ({
  sub,
  role,
  professionalId: pro ?? null,
});

/** Codes from 500 on that are certain as well: nothing was sent, or the service said no. */
const SAID_NO: ReadonlySet<string> = new Set([
  'UPSTREAM_REFUSED',
  'UPSTREAM_PAUSED',
  'PROXY_BUSY',
  'AUDIT_UNAVAILABLE',
]);

/** The outcome of a write that failed: below 500 the service, or the proxy before it, said no. */
export function toOutcome(error: unknown): AuditOutcome {
  if (!(error instanceof Refusal)) return { kind: 'unknown', status: 500 };
  const { status, code } = error;
  const saidNo = status < 500 || status === 501 || SAID_NO.has(code);
  return { kind: saidNo ? 'refused' : 'unknown', status };
}

export type Audit = ReturnType<typeof createAudit>;

type AuditSettings = Pick<Settings, 'storage' | 'clock' | 'log'> & {
  /** Default: `0`. */
  readonly trustedProxyHops?: number;
  readonly audit: Pick<Settings['audit'], 'key'> & Partial<Pick<Settings['audit'], 'whenFailing'>>;
};

/** Logs a failure by its code, and by the message of an error of ours: that of a client of the storage can hold anything. */
function report(settings: AuditSettings, error: unknown, hint: string): void {
  const code = (error as { code?: unknown } | null)?.code;
  const name = typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : 'storage failed';
  const isOurs = error instanceof AuditError || error instanceof StorageError;
  const message = isOurs ? ` ${error.message}` : '';
  logError(settings, 'audit-unavailable', `${hint} (${name})${message}`);
}

/** Counts what happens without a row while the trail fails, and makes the rows that say so. */
function createGaps(settings: AuditSettings, now: () => string) {
  const reads = settings.audit.whenFailing === 'serve' ? 'go on without rows' : 'are refused';
  let missed: Record<string, number> = {};
  let told: Record<string, number> = {};
  let failingSince: string | null = null;
  const add = (counts: Record<string, number>, what: string, count: number): void => {
    counts[what] = (counts[what] ?? 0) + count;
  };
  const miss = (what: string, count = 1): void => add(missed, what, count);
  return {
    /** Counts what has no row while the trail fails: the row with which it goes on says how many. */
    miss,
    begin(error: unknown): void {
      if (failingSince !== null) return;
      failingSince = now();
      report(settings, error, `The audit trail cannot be written: reads ${reads}.`);
    },
    toGap(toDoneEntry: (action: AuditedAction) => NewEntry) {
      const [counts, since] = [missed, failingSince ?? now()];
      missed = {};
      const entry = toDoneEntry({ route: GAP_ROUTE, who: PROXY_ITSELF, jti: '', ids: {} });
      return {
        entry: { ...entry, since, counts },
        /** Returns false if there is still something to say: reads may have gone on while the row was being written. */
        settle(isWritten: boolean): boolean {
          for (const [what, count] of Object.entries(counts)) add(isWritten ? told : missed, what, count);
          if (!isWritten || Object.keys(missed).length > 0) return false;
          const hint = `The audit trail is written again. Without a row since ${since}: ${JSON.stringify(told)}.`;
          logError(settings, 'audit-resumed', hint);
          [failingSince, told] = [null, {}];
          return true;
        },
      };
    },
  };
}

function createEntries(now: () => string, trustedProxyHops: number) {
  const toEntry = ({ route, who, jti, ids, call }: AuditedAction, attempt: string): NewEntry => {
    const from = call?.request.address?.(trustedProxyHops) ?? undefined;
    return { at: now(), attempt, route, who, jti: jtiHash(jti), ids, ...(from ? { from } : {}) };
  };
  const toDoneEntry = (action: AuditedAction): NewEntry => ({
    ...toEntry(action, randomUUID()),
    outcome: { kind: 'done', status: 200 },
  });
  return { toEntry, toDoneEntry };
}

/** Makes the audit trail, in the proxy's storage. There is no switch to turn it off. */
export function createAudit(settings: AuditSettings, onFailure: () => void = () => {}) {
  const now = (): string => toTimestamp(settings.clock());
  const { miss, begin, toGap } = createGaps(settings, now);

  const { toEntry, toDoneEntry } = createEntries(now, settings.trustedProxyHops ?? 0);
  const { append, hurry, isFailing, close } = createAppender({
    storage: settings.storage,
    key: settings.audit.key,
    onFailure(error) {
      begin(error);
      onFailure();
    },
    toGap: () => toGap(toDoneEntry),
  });

  async function appendOrRefuse(entry: NewEntry): Promise<void> {
    try {
      await append(entry);
    } catch (error) {
      miss('AUDIT_UNAVAILABLE');
      report(settings, error, `'${entry.route}' was refused: the audit trail cannot be written.`);
      throw refuse('AUDIT_UNAVAILABLE');
    }
  }

  return {
    /**
     * Writes down the intent, does it, and writes down the outcome. Fails closed: without the intent nothing is done
     * (503 `AUDIT_UNAVAILABLE`). If the outcome cannot be written the answer stays as it is, since a refusal would
     * invite a second write: the intent without an outcome reads as unknown, and the log and the count of the gap say so.
     */
    async record<Done extends Pick<ProxyResponse, 'status'>>(
      action: AuditedAction,
      act: (learn: Learn) => Promise<Done>,
    ): Promise<Done> {
      const attempt = randomUUID();
      await appendOrRefuse(toEntry(action, attempt));
      let learned: Pick<AuditEntry, 'ids' | 'agreed'> = { ids: action.ids };
      const finish = (outcome: AuditOutcome): Promise<void> => {
        if (action.call) action.call.recorded = outcome.kind;
        return append({ ...toEntry(action, attempt), ...learned, outcome }).catch((error: unknown) => {
          miss('outcome');
          report(
            settings,
            error,
            `A write has an intent and no outcome in the audit trail, attempt ${attempt}.`,
          );
        });
      };
      try {
        const response = await act(({ ids, agreed }) => {
          learned = { ids: { ...learned.ids, ...ids }, ...(agreed ? { agreed } : {}) };
        });
        await finish({ kind: 'done', status: response.status });
        return response;
      } catch (error) {
        await finish(toOutcome(error));
        throw error;
      }
    },

    /** Writes down, in one row, what is about to take effect (a token granted); if it throws, it must not. */
    note: (action: AuditedAction): Promise<void> => appendOrRefuse(toDoneEntry(action)),

    /** Writes down what has taken effect and must not wait (a token revoked); a failure is logged and counted. */
    noteDone: (action: AuditedAction): Promise<void> =>
      append(toDoneEntry(action)).catch((error: unknown) => {
        miss('outcome');
        report(settings, error, `'${action.route}' was done and is not in the audit trail.`);
      }),

    append,
    hurry,
    isFailing,
    close,
    miss,
  };
}

/** A UUID in lower case, as a path of the contract holds it; undefined for anything else. */
export function asUuid(value: unknown): string | undefined {
  const uuid = typeof value === 'string' ? PATH_PARAMS.patientId.decode(value) : INVALID;
  return uuid === INVALID ? undefined : uuid;
}
const asInteger = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;

type Field = Exclude<keyof AuditIds, 'link' | 'replaced' | 'page' | 'apartFrom'>;

function pick(fields: Readonly<Partial<Record<Field, unknown>>>): AuditIds {
  const picked: Partial<Record<string, unknown>> = {};
  for (const name in fields) {
    const value = fields[name as Field];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

const part = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

export const readRequestIds = (path: Decoded, body: unknown): AuditIds =>
  pick({
    professionalId: asUuid(path.professionalId),
    patientId: asUuid(path.patientId ?? part(body, 'patientId')),
    formId: asUuid(path.formId),
    applicationId: asInteger(path.applicationId),
    submissionId: asInteger(path.submissionId),
  });

/** The field of an answer that is the id of what was written, for the writes that make something. */
const MADE: Readonly<Record<string, readonly [from: string, to: Field]>> = {
  createProfessional: ['serviceId', 'professionalId'],
  createPatient: ['serviceId', 'patientId'],
  createApplication: ['id', 'applicationId'],
};

/** The ids that only the answer names: of what was made, and of the applications that were cancelled. */
export function readReplyIds(endpoint: Endpoint, value: unknown): AuditIds {
  const [from = '', to = 'applicationId'] = MADE[endpoint.id] ?? [];
  const made = part(value, from);
  const canceled = part(value, 'canceledApplicationIds');
  const applicationIds = Array.isArray(canceled) ? canceled.filter(Number.isSafeInteger) : undefined;
  return pick({ [to]: asUuid(made) ?? asInteger(made), applicationIds });
}
