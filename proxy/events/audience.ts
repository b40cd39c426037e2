import {
  type Endpoint,
  getApplication,
  getProfessional,
  getSubmission,
  uuidInput,
} from '@instrument-panel/client/contract';
import { type EventHint, streamEvents, type TokenClaims } from '@instrument-panel/client/proxy';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import type { Call } from '../exchange.ts';
import { isAmong, type Narrowing } from '../forward/access.ts';
import type { Service } from '../forward/service.ts';
import { Refusal } from '../refusal.ts';
import type { StoredEvent } from '../storage/storage.ts';
import { createGate } from '../waiting.ts';

/** Whose an event is, as far as it had to be asked of the service. */
interface Owner {
  readonly patientId: string;
  readonly formTemplateId?: string | undefined;
}

/** Kept as long as the event is: the same event goes to thousands of readers. */
const asItIs = new WeakMap<StoredEvent, EventHint>();

function toOwnEventHint(event: StoredEvent): EventHint {
  const known = asItIs.get(event) ?? toEventHint(event);
  asItIs.set(event, known);
  return known;
}

const toEventHint = (event: StoredEvent, owner: Partial<Owner> = {}): EventHint => ({
  kind: event.kind,
  submissionId: event.submissionId,
  applicationId: event.applicationId,
  patientId: event.patientId ?? owner.patientId,
  formTemplateId: event.formTemplateId ?? owner.formTemplateId,
  professionalId: event.professionalId,
});

export interface Reader {
  readonly claims: TokenClaims;
  readonly narrowing: Narrowing;
}

/** Gives the data of an event that a reader may have; null for none. Throws if that cannot be found out now. */
export type Audience = (reader: Reader, event: StoredEvent) => Promise<EventHint | null>;

/** Whether the payload itself names a professional or a patient who is not the reader's. */
function namesSomebodyElse(
  { claims, narrowing }: Reader,
  seesAllProfessionals: boolean,
  { professionalId, patientId }: StoredEvent,
): boolean {
  if (!seesAllProfessionals && professionalId !== undefined && professionalId !== claims.pro) return true;
  return narrowing !== null && patientId !== undefined && !isAmong(narrowing, patientId);
}

/** Whether the record's patient is the reader's. Payload and record must name the same, or neither is believed. */
function isForReader(owner: Owner, { patientId }: StoredEvent, narrowing: Narrowing): boolean {
  if (patientId !== undefined && patientId !== owner.patientId) return false;
  return narrowing === null || isAmong(narrowing, owner.patientId);
}

/**
 * Decides who is told of an event (docs/decisions/0006-who-sees-what.md): those of the token's professional
 * and patients. What the signed payload does not say is asked of the service, else withheld.
 */
export function createAudience(findOwner: FindOwner): Audience {
  return async ({ claims, narrowing }, event) => {
    const seesAllProfessionals = streamEvents.permission.access[claims.role] === 'any';
    if (namesSomebodyElse({ claims, narrowing }, seesAllProfessionals, event)) return null;

    const isProfessionalSure = seesAllProfessionals || event.professionalId !== undefined;
    const isPatientSure = narrowing === null || event.patientId !== undefined;
    if (isProfessionalSure && isPatientSure) return toOwnEventHint(event);

    const professionalId = seesAllProfessionals ? event.professionalId : claims.pro;
    if (professionalId === undefined) return null;
    const owner = await findOwner(event, professionalId);
    if (owner === null || !isForReader(owner, event, narrowing)) return null;
    return { ...toEventHint(event, owner), professionalId };
  };
}

/** How many owners are remembered, and how many are asked for at once. */
const REMEMBERED_MAX_COUNT = 10_000;
const PARALLEL_READS_MAX = 8;
/** How long a professional's `externalId` is believed, in milliseconds. */
const EXTERNAL_ID_TTL_MS = 300_000;

/** Asks the service whether an event is this professional's, and whose; null if not. Throws if it is away. */
type FindOwner = (event: StoredEvent, professionalId: string) => Promise<Owner | null>;

const Whose = z.object({
  patientId: uuidInput(),
  formTemplateId: z.optional(z.catch(z.optional(uuidInput()), undefined)),
});
const Named = z.object({ externalId: z.string() });

/** The service says no: there is no such record for this professional. Anything else is no answer. */
const isNo = (error: unknown): boolean => error instanceof Refusal && [400, 403, 404].includes(error.status);

/** Makes the call under which log and metrics list these reads; it has no caller who could disconnect. */
const createCall = (): Call => ({
  request: {
    method: 'GET',
    rawTarget: '/events',
    headers: {},
    raw: new Request('http://proxy/events'),
    readBody: async () => new Uint8Array(),
  },
  rawQuery: '',
  id: crypto.randomUUID(),
  person: '(proxy)',
  route: 'GET /events',
});

/** Asks once for each key, however many wait for the answer; what failed is asked again. */
function remember<Value>(
  known: LRUCache<string, Promise<Value>>,
  key: string,
  ask: () => Promise<Value>,
): Promise<Value> {
  const before = known.get(key);
  if (before) return before;
  const asking = ask();
  known.set(key, asking);
  asking.catch(() => known.delete(key));
  return asking;
}

/** Makes the function that finds owners; each is asked for once, however many readers wait for it. */
export function createOwners(service: Service, upstreamMs: number, clock: () => number): FindOwner {
  const gate = createGate(PARALLEL_READS_MAX);
  const max = REMEMBERED_MAX_COUNT;
  const owners = new LRUCache<string, Promise<Owner | null>>({ max });
  const names = new LRUCache<string, Promise<string | null>>({
    max,
    ttl: EXTERNAL_ID_TTL_MS,
    ttlResolution: 0,
    perf: { now: clock },
  });

  async function read(endpoint: Endpoint, path: Record<string, string | number>): Promise<unknown> {
    const common = { query: {}, acceptLanguage: undefined, narrowed: true };
    try {
      const reply = await gate(() =>
        service({ endpoint, path, ...common, deadline: clock() + upstreamMs, call: createCall() }),
      );
      return reply.kind === 'json' ? reply.value : null;
    } catch (error) {
      if (isNo(error)) return null;
      throw error;
    }
  }

  const readExternalId = (professionalId: string): Promise<string | null> =>
    remember(names, professionalId, async () => {
      const value = await read(getProfessional, { professionalId });
      return Named.safeParse(value).data?.externalId ?? null;
    });

  async function find(event: StoredEvent, professionalId: string): Promise<Owner | null> {
    const { submissionId, applicationId, externalProfessionalId } = event;
    if (externalProfessionalId !== undefined) {
      // Spares a read for each professional who is listening: only the one who is named is asked about.
      const own = await readExternalId(professionalId);
      if (own !== null && own !== externalProfessionalId) return null;
    }
    let record: unknown = null;
    if (submissionId !== undefined) record = await read(getSubmission, { professionalId, submissionId });
    else if (applicationId !== undefined) {
      record = await read(getApplication, { professionalId, applicationId });
    }
    return Whose.safeParse(record).data ?? null;
  }

  return (event, professionalId) =>
    remember(owners, `${event.sequence} ${professionalId}`, () => find(event, professionalId));
}
