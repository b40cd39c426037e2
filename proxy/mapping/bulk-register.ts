/** Registers at the service the people of a list whom it lacks. @module */
import { updatePatient } from '@instrument-panel/client/contract';
import type { IdentifierKind, PatientRecord } from '@instrument-panel/client/identifiers';
import { type Audit, toOutcome } from '../audit/audit.ts';
import type { Call } from '../exchange.ts';
import type { Service } from '../forward/service.ts';
import { Refusal } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import type { LinkKey, MappingStore } from '../storage/storage.ts';
import { isTurnOver, nextTurn } from '../turns.ts';
import { type LinkedBy, type Links, toOwnCall } from './bulk-link.ts';
import { type ClinicPatient, createSearch, type ListedPerson, PHONE_DIGITS_MIN } from './bulk-match.ts';
import type { EhrRow } from './link-file.ts';
import type { Reported } from './link-report.ts';
import type { Doubt, RegisterNeed } from './link-words.ts';
import { type Registered, registerWithoutSearch } from './linking.ts';
import { createPatients, toLinkName } from './mapping-call.ts';
import { isSlowedDown, retryWhileSlowedDown, type Waiting } from './slow-down.ts';

/** A registration that can be made. */
export interface NewPatient {
  readonly row: EhrRow;
  readonly professionalId: string;
  readonly key: LinkKey;
  /** Whom a person has told them apart from: UUIDs of patients, and names of the links of other rows. */
  readonly apartFrom?: readonly string[];
}

/** Somebody who is like a patient or another row, and may be registered if a person says that they are somebody else. */
export interface OtherPatient extends NewPatient {
  readonly apartFrom: readonly string[];
  /** The rows that they are like. */
  readonly alike: readonly EhrRow[];
}

/** Who of a list can be registered, and why the others who are missing cannot. */
export interface RegisterPlan {
  readonly ready: ReadonlyMap<Reported, NewPatient>;
  /** Who can be registered by a person's decision alone. */
  readonly others: ReadonlyMap<Reported, OtherPatient>;
  readonly left: ReadonlyMap<Reported, Doubt>;
}

const BIRTHDAY_MIN = '1900-01-01';
const isAddress = (email: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim());

/** What the row lacks: what makes a link certain, and what the service takes a birthday by. */
function findNeeds(
  { person, professionalId }: EhrRow,
  professionalIds: readonly string[],
  today: string,
): RegisterNeed[] {
  const { name, surname, birthday, email, phone = '' } = person;
  const lacks: Readonly<Record<RegisterNeed, boolean>> = {
    name: !name?.trim(),
    surname: !surname?.trim(),
    birthday: birthday === undefined || birthday > today || birthday < BIRTHDAY_MIN,
    phone: phone.replace(/\D/g, '').length < PHONE_DIGITS_MIN,
    email: Boolean(email?.trim()) && !isAddress(email ?? ''),
    // Whose patient a new one is, nothing else tells.
    professional: professionalId === null && professionalIds.length !== 1,
  };
  return (Object.keys(lacks) as RegisterNeed[]).filter((one) => lacks[one]);
}

export const toPatientRecord = ({ person }: ListedPerson): PatientRecord => ({
  patientId: null,
  name: [person.name, person.surname].filter(Boolean).join(' '),
  birthday: person.birthday ?? null,
  email: person.email ?? null,
  phone: person.phone ?? null,
});

/** Finds the other rows that a row may be one person with: by the search that finds patients. */
async function findAlike(
  all: readonly Reported[],
  wanted: readonly Reported[],
): Promise<ReadonlyMap<EhrRow, readonly EhrRow[]>> {
  const rows = new Map<ClinicPatient, EhrRow>(
    all.map(({ row }) => [{ patientId: null, records: [toPatientRecord(row)], professionalIds: [] }, row]),
  );
  const { find } = createSearch([...rows.keys()]);
  const alike = new Map<EhrRow, readonly EhrRow[]>();
  for (const { row } of wanted) {
    if (isTurnOver()) await nextTurn();
    const others = find(row.person).flatMap(({ patient }) => rows.get(patient) ?? []);
    alike.set(
      row,
      others.filter((other) => other !== row),
    );
  }
  return alike;
}

/** Doubts about who a row is. Any other is about its key, or about a link. */
const WHO_DOUBTS: ReadonlySet<Doubt['kind']> = new Set<Doubt['kind']>([
  ...(['several', 'different', 'lacking', 'nearTwin', 'likeName', 'swappedBirthday', 'samePatient'] as const),
]);

/** Whether nothing but a likeness to patients makes a row doubtful. */
const isDoubtfulWho = ({ group, judgement }: Reported): boolean =>
  group === 'doubtful' &&
  judgement.opposed.length === 0 &&
  judgement.reasons.every(({ kind }) => WHO_DOUBTS.has(kind));

/** Finds who of the missing can be registered, and who else if a person says that they are somebody else: who states what it takes, and is like nobody else in the list. */
export async function planRegistrations(
  all: readonly Reported[],
  professionalIds: readonly string[],
  { hasher }: Pick<Links, 'hasher'>,
  clock: () => number,
): Promise<RegisterPlan> {
  const today = new Date(clock()).toISOString().slice(0, 10);
  const wanted = all.filter((reported) => reported.group === 'missing' || isDoubtfulWho(reported));
  const alike = await findAlike(all, wanted);
  const ready = new Map<Reported, NewPatient>();
  const others = new Map<Reported, OtherPatient>();
  const left = new Map<Reported, Doubt>();
  const [only = ''] = professionalIds;
  const toKey = (row: EhrRow, professionalId: string): LinkKey =>
    hasher.keyOf(professionalId, row.system, row.key);
  for (const reported of wanted) {
    const { row, group, judgement } = reported;
    const needs = findNeeds(row, professionalIds, today);
    const rows = alike.get(row) ?? [];
    if (needs.length > 0) {
      left.set(reported, { kind: 'needs', needs });
      continue;
    }
    const professionalId = row.professionalId ?? only;
    const one = { row, professionalId, key: toKey(row, professionalId) };
    if (group === 'missing' && rows.length === 0) {
      ready.set(reported, one);
      continue;
    }
    if (group === 'missing') left.set(reported, { kind: 'alike', lines: rows.map(({ line }) => line) });
    const patientIds = judgement.candidates.flatMap(({ patient }) => patient.patientId ?? []);
    const links = rows.map((other) => toLinkName(toKey(other, professionalId).hash));
    others.set(reported, { ...one, alike: rows, apartFrom: [...patientIds, ...links] });
  }
  return { ready, others, left };
}

/**
 * How a registration ended. `found`: the service had the record, and has added it to the professional; `given`: it gave a
 * record, which is linked, and does not say whether it had it; `unlinked`: it gave a record, which was not linked; of `unknown`
 * it may have been registered and linked.
 */
export interface RegisterResult {
  readonly outcome: 'registered' | 'found' | 'given' | 'unlinked' | 'refused' | 'unknown';
  /** Code of what failed; empty if nothing did. Of one that is linked it is adding the birthday, which may have been done. */
  readonly code: string;
  readonly notStored: readonly IdentifierKind[];
}

const toLinkedOutcome = (isNew: boolean | null): RegisterResult['outcome'] =>
  isNew === null ? 'given' : isNew ? 'registered' : 'found';

/** Whether the patient is linked, whatever else was to be done. */
export const isLinkedResult = ({ outcome }: RegisterResult): boolean =>
  outcome === 'registered' || outcome === 'found' || outcome === 'given';

const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : 'UNKNOWN_OUTCOME');

/** Also of a key that is being registered: what came of that is not known yet, or was never learned. */
const isUnknown = (error: unknown): boolean =>
  toOutcome(error).kind === 'unknown' || codeOf(error) === 'REGISTRATION_IN_PROGRESS';

/** What registering takes beside the list. */
export interface RegisterParts {
  readonly service: Service;
  readonly settings: Pick<Settings, 'clock' | 'limits'>;
  readonly audit: Audit;
  readonly store: MappingStore;
  /** How a service that asks to slow down is waited for. Default: it is not. */
  readonly waiting?: Waiting;
  /** Is told of each how it ended, as soon as it has. */
  readonly onResult?: (row: EhrRow, result: RegisterResult) => void;
}

/** Registers one. Throws what leaves nobody registered, or leaves that unknown. */
function registerOne(
  { service, settings: { clock, limits }, audit, store, waiting }: RegisterParts,
  { row, professionalId, key, apartFrom = [] }: NewPatient,
  { who, source, route, page }: LinkedBy,
  call: Call,
): Promise<Registered> {
  const patiently = <Value>(attempt: () => Promise<Value>): Promise<Value> =>
    waiting ? retryWhileSlowedDown(attempt, waiting) : attempt();
  const toDeadline = (): number => clock() + limits.upstreamMs;
  // The birthday is added to a patient who is linked, whom nobody can register a second time meanwhile.
  const ask: Service = (request) =>
    request.endpoint === updatePatient
      ? patiently(() => service({ ...request, deadline: toDeadline() }))
      : service(request);
  const { name = '', ...person } = row.person;
  const apart = apartFrom.length > 0 ? { apartFrom: [...apartFrom] } : {};
  const identity = { key: row.key, name, ...person, ...apart, ...(page === undefined ? {} : { page }) };
  // Each try claims the key anew: a claim ends, so that waiting must not be part of one.
  return patiently(() => {
    const deadline = toDeadline();
    const patients = createPatients(ask, professionalId, {
      ...{ acceptLanguage: undefined, call, deadline, narrowed: false },
    });
    const parts = { call, route, who, jti: source, professionalId, key, keys: [key] as const };
    return registerWithoutSearch({ ...parts, patients, store, audit, clock, deadline }, identity);
  });
}

/**
 * Registers one after the other, each with its rows in the trail, and tells of each how it ended. Stops where the service asks to
 * slow down for longer than is waited for: the rows after that one have no result. Throws nothing.
 */
export async function registerPatients(
  parts: RegisterParts,
  wanted: Iterable<NewPatient>,
  by: LinkedBy,
  call: Call = toOwnCall(by.route),
): Promise<ReadonlyMap<EhrRow, RegisterResult>> {
  const results = new Map<EhrRow, RegisterResult>();
  for (const one of wanted) {
    let failed: unknown = null;
    const result = await registerOne(parts, one, by, call).then(
      ({ isLinked, isNew, notStored, failure }): RegisterResult => {
        failed = failure;
        return {
          ...{ outcome: isLinked ? toLinkedOutcome(isNew) : 'unlinked', notStored },
          code: failure === null ? '' : codeOf(failure),
        };
      },
      (error: unknown): RegisterResult => {
        failed = error;
        return { outcome: isUnknown(error) ? 'unknown' : 'refused', code: codeOf(error), notStored: [] };
      },
    );
    results.set(one.row, result);
    parts.onResult?.(one.row, result);
    if (isSlowedDown(failed)) break;
  }
  return results;
}
