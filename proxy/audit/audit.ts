import { randomUUID } from 'node:crypto';
import { type Decoded, type Endpoint, INVALID, PATH_PARAMS } from '@instrument-panel/client/contract';
import type { TokenClaims } from '@instrument-panel/client/proxy';
import type { ProxyResponse } from '../exchange.ts';
import { jtiHash, logError } from '../log.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import { type AuditStore, GENESIS, type Storage } from '../storage/storage.ts';
import {
  type AuditActor,
  type AuditEntry,
  type AuditIds,
  type AuditOutcome,
  chainRows,
  linkHash,
  type NewEntry,
} from './entry.ts';

/** The trail cannot be extended; the message is for the operator. */
class AuditError extends Error {
  override readonly name = 'AuditError';
  readonly code: 'AUDIT_KEY_MISMATCH' | 'AUDIT_CONTENDED';

  constructor(code: AuditError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Resolves when the entry is on disk. */
type Append = (entry: NewEntry) => Promise<void>;

/** Entries that share one step of the storage, so that the chain does not wait for the disk once for each. */
const BATCH_MAX_COUNT = 64;
/** How often another proxy may be first before the storage counts as unusable. */
const APPEND_ATTEMPTS_MAX = 100;

interface Waiting {
  readonly entry: NewEntry;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Throws if the last row was not written with this key: rows under two keys could never be verified. */
async function requireSameKey(store: AuditStore, key: Uint8Array | null): Promise<void> {
  const head = await store.head();
  if (head.sequence === 0) return;
  const [before = { place: 0, ...GENESIS }, last] =
    head.sequence === 1 ? [undefined, (await store.read(1, 1))[0]] : await store.read(head.sequence - 1, 2);
  if (!last || linkHash(before.hash, last.text, key) === last.hash) return;
  throw new AuditError(
    'AUDIT_KEY_MISMATCH',
    'The last row of the audit trail does not hold under the option audit.key. Give the key (or none) that it was begun with; if that is the right one, the row was changed: verify the trail, keep the storage as evidence, and begin a new one.',
  );
}

/** Makes the function that extends the chain by batches; a batch is chained again if another process wrote first. */
function createAppender(storage: () => Promise<Storage>, key: Uint8Array | null): Append {
  let waiting: Waiting[] = [];
  let isRunning = false;
  let checked: AuditStore | undefined;

  async function openStore(): Promise<AuditStore> {
    const { audit } = await storage();
    if (checked !== audit) await requireSameKey(audit, key);
    checked = audit;
    return audit;
  }

  async function appendAll(entries: readonly NewEntry[]): Promise<void> {
    const store = await openStore();
    for (let tries = 0; tries < APPEND_ATTEMPTS_MAX; tries += 1) {
      const head = await store.head();
      if (await store.append(head, chainRows(head, entries, key))) return;
    }
    throw new AuditError('AUDIT_CONTENDED', 'Other proxies extend the audit trail without a pause.');
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX_COUNT);
      waiting = waiting.slice(BATCH_MAX_COUNT);
      try {
        await appendAll(batch.map(({ entry }) => entry));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  }

  return (entry) =>
    new Promise((resolve, reject) => {
      waiting.push({ entry, resolve, reject });
      if (!isRunning) void run();
    });
}

export interface AuditedAction {
  readonly route: string;
  readonly who: AuditActor;
  /** The token's jti; the trail holds its hash only. */
  readonly jti: string;
  readonly ids: AuditIds;
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

/** Makes the audit trail of writes, in the proxy's storage. There is no switch to turn it off. */
export function createAudit(settings: Pick<Settings, 'storage' | 'audit' | 'clock' | 'log'>) {
  const append = createAppender(settings.storage, settings.audit.key);

  function toEntry({ route, who, jti, ids }: AuditedAction, attempt: string): NewEntry {
    return { at: new Date(settings.clock()).toISOString(), attempt, route, who, jti: jtiHash(jti), ids };
  }

  const toDoneEntry = (action: AuditedAction): NewEntry => ({
    ...toEntry(action, randomUUID()),
    outcome: { kind: 'done', status: 200 },
  });

  /** The storage's own words can hold anything, those of a known error of ours only what we wrote. */
  function report(error: unknown, hint: string): void {
    const code = (error as { code?: unknown } | null)?.code;
    const name = typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : 'storage failed';
    logError(settings, 'audit-unavailable', `${hint} (${name})`);
  }

  async function appendOrRefuse(entry: NewEntry): Promise<void> {
    try {
      await append(entry);
    } catch (error) {
      report(error, `'${entry.route}' was refused: the audit trail cannot be written.`);
      throw refuse('AUDIT_UNAVAILABLE');
    }
  }

  return {
    /**
     * Writes down the intent, does it, and writes down the outcome. Fails closed: without the intent nothing is done
     * (503 `AUDIT_UNAVAILABLE`). If the outcome cannot be written the answer stays as it is, since a refusal would
     * invite a second write: the intent without an outcome reads as unknown, and the log says so.
     */
    async record<Done extends Pick<ProxyResponse, 'status'>>(
      action: AuditedAction,
      act: (learn: Learn) => Promise<Done>,
    ): Promise<Done> {
      const attempt = randomUUID();
      await appendOrRefuse(toEntry(action, attempt));
      let learned: Pick<AuditEntry, 'ids' | 'agreed'> = { ids: action.ids };
      const finish = (outcome: AuditOutcome): Promise<void> =>
        append({ ...toEntry(action, attempt), ...learned, outcome }).catch((error: unknown) =>
          report(error, `A write has an intent and no outcome in the audit trail, attempt ${attempt}.`),
        );
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

    /** Writes down what has taken effect and must not wait (a token revoked); a failure is only logged. */
    noteDone: (action: AuditedAction): Promise<void> =>
      append(toDoneEntry(action)).catch((error: unknown) =>
        report(error, `'${action.route}' was done and is not in the audit trail.`),
      ),
  };
}

function asUuid(value: unknown): string | undefined {
  const uuid = typeof value === 'string' ? PATH_PARAMS.patientId.decode(value) : INVALID;
  return uuid === INVALID ? undefined : uuid;
}
const asInteger = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;

type Field = Exclude<keyof AuditIds, 'link'>;

function pick(fields: Readonly<Partial<Record<Field, unknown>>>): AuditIds {
  const picked = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(picked) as AuditIds;
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
