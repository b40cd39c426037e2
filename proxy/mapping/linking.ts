import { randomUUID } from 'node:crypto';
import { createPatient, type Endpoint, updatePatient } from '@instrument-panel/client/contract';
import {
  compareIdentifiers,
  IDENTIFIER_KINDS,
  type IdentifierKind,
  type Identifiers,
  searchPatients,
} from '@instrument-panel/client/identifiers';
import type {
  PatientIdentity,
  PatientLink,
  RegisteredIdentity,
  RegisteredLink,
  ResolvedIdentity,
} from '@instrument-panel/client/proxy';
import { type Learn, toOutcome } from '../audit/audit.ts';
import type { AuditIds } from '../audit/entry.ts';
import { json, type ProxyResponse } from '../exchange.ts';
import { isAmong } from '../forward/access.ts';
import { Refusal, refuse } from '../refusal.ts';
import { toRouteName } from '../routes.ts';
import type { LinkKey, LinkOrigin } from '../storage/storage.ts';
import { type MappingCall, type RegisterCall, toAbout, toAuditedAction, toLinkName } from './mapping-call.ts';

/** Why no patient is given for a key. None names a person or says what a record holds. */
const NOT_LINKED = {
  onlyFind: "No patient is linked to this key, and none was to be linked (link: 'no').",
  narrowed: 'No patient of this token is linked to this key.',
  mayNotLink: "No patient is linked to this key. A token with the action 'patients' can link one.",
  nameOnly:
    'No patient is linked to this key. Send birthday, email or phone beside the name: a name alone links nobody.',
  nobody:
    'No patient is linked to this key, and none of the professional agrees in name and a further identifier. Register the patient with POST /patients/register.',
  toUnlink: 'No patient is linked to this key.',
} as const;

const notLinked = (reason: keyof typeof NOT_LINKED) => new Refusal(404, 'NOT_LINKED', NOT_LINKED[reason]);

const identifiersDisagree = (kinds: readonly IdentifierKind[]) =>
  new Refusal(
    409,
    'IDENTIFIERS_DISAGREE',
    `The ${kinds.join(' and ')} sent and the service's record disagree. Correct whichever is wrong; if the key was linked to the wrong patient, remove the link with DELETE /patients/link.`,
  );

const keysDisagree = () =>
  new Refusal(
    409,
    'IDENTIFIERS_DISAGREE',
    'The keys sent are linked to different patients. Correct whichever is wrong, or remove the links of the wrong key with DELETE /patients/link.',
  );

const linked = (
  patientId: string,
  agreed: readonly IdentifierKind[],
  origin: LinkOrigin | null,
): PatientLink => ({
  status: 'linked',
  patientId,
  agreed: [...agreed],
  ...(origin ? { origin } : {}),
});

/** What may be linked. `replace`: also in place of another key of the patient. */
type Linking = NonNullable<ResolvedIdentity['link']>;

/** An identity with its `link`, where it has one. */
const toLinking = (call: MappingCall, { link = 'yes' }: { link?: Linking | undefined }): Linking =>
  // A search concerns patients beyond those of a narrowed token, which already knows whom it is about.
  call.narrowing || !call.mayLink ? 'no' : link;

/** The identifiers of a person that were sent, without those that were sent as null. */
const toIdentifiers = ({ name, surname, birthday, email, phone }: PatientIdentity): Identifiers => ({
  name,
  surname: surname ?? undefined,
  birthday: birthday ?? undefined,
  email: email ?? undefined,
  phone: phone ?? undefined,
});

/** A further identifier beside the name. */
const hasFurther = ({ birthday, email, phone }: Identifiers): boolean =>
  birthday !== undefined || email !== undefined || phone !== undefined;

const readLinks = ({ store }: Pick<MappingCall, 'store'>, keys: readonly LinkKey[], patientId: string) =>
  store.linksOf(keys.map((key) => [key, patientId]));

const hasOtherKey = async (call: MappingCall, keys: readonly LinkKey[], patientId: string) =>
  (await readLinks(call, keys, patientId)).some((hash) => hash !== null);

/**
 * The patient whom any of the keys is linked to, compared at every use; null without a link. Keys that have no link yet are
 * linked where that is allowed. Throws 404, 410 or 409 (a `Refusal`).
 */
async function findLinked(
  call: MappingCall,
  person: Identifiers,
  linking: Linking,
  page?: string,
): Promise<PatientLink | null> {
  const found = await call.store.findAll(call.keys);
  const [patientId = null, ...others] = new Set(found.filter((one) => one !== null));
  if (patientId === null) return null;
  // Neither patient is named: which of the keys is wrong is not known.
  if (others.length > 0) throw keysDisagree();
  if (call.narrowing && !isAmong(call.narrowing, patientId)) throw notLinked('narrowed');
  // Whether what was sent agrees tells of the patient too, so a refusal names them as well.
  call.call.about = { ...toAbout(call), patientId };
  const { agreed, contradicted } = compareIdentifiers(person, await call.patients.one(patientId));
  call.call.shown = [];
  if (contradicted.length > 0) throw identifiersDisagree(contradicted);
  const missing = call.keys.filter((_, at) => found[at] === null);
  if (linking !== 'replace' && (await hasOtherKey(call, missing, patientId)))
    throw refuse('PATIENT_HAS_OTHER_KEY');
  // A key of another system is new to this patient: it takes what a first link takes.
  const isCertain = linking !== 'no' && agreed.includes('name') && agreed.length > 1;
  if (missing.length > 0 && isCertain) await link(call, missing, { patientId, agreed, linking, page });
  return linked(patientId, agreed, await call.store.origin(call.key));
}

interface NewLink {
  readonly patientId: string;
  readonly agreed: readonly IdentifierKind[];
  readonly linking: Linking;
  readonly page: string | undefined;
}

/**
 * Links keys and writes it down: the row names the keys that are replaced before they are, and the storage replaces no
 * others. Throws a `Refusal`: 409 if the patient has another key of a system.
 */
async function link(
  call: RegisterCall,
  keys: readonly LinkKey[],
  { patientId, agreed, linking, page }: NewLink,
): Promise<LinkOrigin> {
  const origin = { at: new Date(call.clock()).toISOString(), by: call.who.sub, ...(page ? { page } : {}) };
  const present = linking === 'replace' ? await readLinks(call, keys, patientId) : [];
  const replaceable = present.filter((hash) => hash !== null);
  const toReplaced = (hashes: readonly string[]): readonly string[] =>
    keys.flatMap(({ hash }, at) => {
      const old = present[at];
      return old && hashes.includes(old) ? [`${toLinkName(old)}:${toLinkName(hash)}`] : [];
    });
  const action = toAuditedAction({ ...call, key: keys[0] ?? call.key }, patientId);
  const ids = {
    ...action.ids,
    ...(page === undefined ? {} : { page }),
    ...(replaceable.length > 0 ? { replaced: toReplaced(replaceable) } : {}),
  };
  await call.audit.record({ ...action, ids }, async (learn) => {
    learn({ agreed });
    const result = await call.store.link(keys, patientId, origin, replaceable);
    if (result.kind === 'patient-taken') throw refuse('PATIENT_HAS_OTHER_KEY');
    if (result.kind === 'exists') throw refuse('LINKED_MEANWHILE');
    // Another request may have removed one meanwhile, which its own row says.
    if (replaceable.length > 0) learn({ agreed, ids: { replaced: toReplaced(result.replaced) } });
    return { status: 200 };
  });
  return origin;
}

/** Links all keys of a call, none of which had a link; if another request was first, its link counts. */
async function linkFirst(call: MappingCall, person: Identifiers, wanted: NewLink): Promise<PatientLink> {
  try {
    const origin = await link(call, call.keys, wanted);
    return linked(wanted.patientId, wanted.agreed, origin);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'LINKED_MEANWHILE')) throw error;
    const present = await findLinked(call, person, 'no');
    if (present === null) throw notLinked('nobody');
    return present;
  }
}

/** The only patient recognised, but for those of `apartFrom`; null for none. Throws a `Refusal`: 409 for several. */
async function recognise(call: MappingCall, person: Identifiers, apartFrom: readonly string[] = []) {
  const all = await call.patients.all();
  const searched = all.filter(({ patientId }) => patientId === null || !apartFrom.includes(patientId));
  const found = searchPatients(person, searched);
  if (found.kind === 'many') throw refuse('AMBIGUOUS');
  if (found.kind === 'contradicted') throw identifiersDisagree(found.kinds);
  return found.kind === 'one' ? found : null;
}

/**
 * `POST /patients/resolve`: the service's patient of EHR keys. Keys that are not linked yet are linked where the token and
 * the caller let it and exactly one patient is recognised; else the `Refusal` says what is missing.
 */
export async function resolve(call: MappingCall, body: ResolvedIdentity): Promise<ProxyResponse> {
  const person = toIdentifiers(body);
  const linking = toLinking(call, body);
  const present = await findLinked(call, person, linking, body.page);
  if (present) return json(200, present);
  if (call.narrowing) throw notLinked('narrowed');
  if (!call.mayLink) throw notLinked('mayNotLink');
  if (!hasFurther(person)) throw notLinked('nameOnly');
  const found = await recognise(call, person);
  if (!found) throw notLinked('nobody');
  const { patientId, agreed } = found;
  if (linking !== 'no')
    return json(200, await linkFirst(call, person, { patientId, agreed, linking, page: body.page }));
  // Who is linked to another number is told so, whether or not this one would be linked.
  throw (await hasOtherKey(call, call.keys, patientId))
    ? refuse('PATIENT_HAS_OTHER_KEY')
    : notLinked('onlyFind');
}

/** `DELETE /patients/link`: removes the link of each key that has one. */
export async function unlink(call: MappingCall): Promise<ProxyResponse> {
  const { store, keys, narrowing } = call;
  const found = await store.findAll(keys);
  const links = keys.flatMap((key, at) => {
    const patientId = found[at] ?? null;
    return patientId === null || (narrowing && !isAmong(narrowing, patientId)) ? [] : [{ key, patientId }];
  });
  if (links.length === 0) throw notLinked('toUnlink');
  for (const { key, patientId } of links)
    await call.audit.record(toAuditedAction({ ...call, key }, patientId), async () => {
      if (!(await store.unlink(key, patientId))) throw notLinked('toUnlink');
      return { status: 200 };
    });
  return json(200, {});
}

async function recogniseAndLink(
  call: MappingCall,
  person: Identifiers,
  { page, apartFrom = [] }: RegisteredIdentity,
) {
  const found = await recognise(call, person, apartFrom);
  // Who was told apart from some is not linked to another whom nobody has seen.
  if (found && apartFrom.length > 0) throw refuse('AMBIGUOUS');
  return found && linkFirst(call, person, { ...found, linking: 'yes', page });
}

/** Longer than the service is waited for, so that a registration whose answer was lost has come to its end. */
const CLAIM_FACTOR = 2;

async function recorded<Written>(
  call: RegisterCall,
  endpoint: Endpoint,
  ids: AuditIds,
  write: (learn: Learn) => Promise<Written>,
): Promise<Written> {
  const own = toAuditedAction(call, undefined, toRouteName(endpoint));
  const action = { ...own, ids: { ...own.ids, ...ids } };
  const act = async (learn: Learn) => ({ status: 200, written: await write(learn) });
  return (await call.audit.record(action, act)).written;
}

const notStored = (person: Identifiers, agreed: readonly IdentifierKind[]): IdentifierKind[] =>
  IDENTIFIER_KINDS.filter((kind) => person[kind] !== undefined && !agreed.includes(kind));

/** Who was registered just now: their id, and what the service has made of the words that were sent. */
type Created = Awaited<ReturnType<RegisterCall['patients']['register']>>;

const toApart = ({ apartFrom = [] }: RegisteredIdentity): AuditIds =>
  apartFrom.length > 0 ? { apartFrom } : {};

const create = (call: RegisterCall, body: RegisteredIdentity): Promise<Created> =>
  recorded(call, createPatient, toApart(body), async (learn) => {
    const registered = await call.patients.register(body);
    learn({ ids: { patientId: registered.patientId } });
    return registered;
  });

/** What to link a new record by. Throws a `Refusal`, 409 for a record of somebody else. */
function toWanted(
  person: Identifiers,
  created: Created,
  { page, apartFrom = [] }: Pick<RegisteredIdentity, 'page' | 'apartFrom'>,
) {
  if (apartFrom.includes(created.patientId)) throw refuse('PATIENT_NOT_NEW');
  // The service may give the record that another professional has under this e-mail: it has to be the same person.
  const { agreed, contradicted } = compareIdentifiers(person, created);
  if (contradicted.length > 0) throw identifiersDisagree(contradicted);
  return { patientId: created.patientId, agreed, linking: 'yes', page } as const;
}

/** Gives the birthday a place in a new record if the contract lets it; tells what the service has not taken. */
async function addBirthday(
  call: RegisterCall,
  { patientId, stored }: Created,
  person: Identifiers,
  agreed: readonly IdentifierKind[],
): Promise<IdentifierKind[]> {
  const missing = notStored(person, agreed);
  const { birthday } = person;
  if (!missing.includes('birthday') || birthday === undefined || !stored) return missing;
  await recorded(call, updatePatient, { patientId }, () =>
    call.patients.setBirthday(patientId, stored, birthday),
  );
  return missing.filter((kind) => kind !== 'birthday');
}

/** Registers the person, links the keys, and adds the birthday. */
async function registerNew(call: MappingCall, body: RegisteredIdentity): Promise<RegisteredLink> {
  const person = toIdentifiers(body);
  const created = await create(call, body);
  const wanted = toWanted(person, created, body);
  const made = await linkFirst(call, person, wanted);
  return { ...made, notStored: await addBirthday(call, created, person, wanted.agreed) };
}

/** Lets one registration at a time be made for the first key of a call. Throws a `Refusal`: 409 for a second. */
async function claimed<Value>(call: RegisterCall, work: () => Promise<Value>): Promise<Value> {
  const { store, key, clock, deadline } = call;
  const claimant = randomUUID();
  const now = clock();
  if (!(await store.claim(key, claimant, now, now + (deadline - now) * CLAIM_FACTOR)))
    throw refuse('REGISTRATION_IN_PROGRESS');
  try {
    const value = await work();
    await store.release(key, claimant);
    return value;
  } catch (error) {
    // What may have happened must not be done again at once: its traces are searched for later.
    if (toOutcome(error).kind !== 'unknown') await store.release(key, claimant);
    throw error;
  }
}

/** What came of registering somebody of a list, once the service has taken it. */
export interface Registered {
  readonly isLinked: boolean;
  /** False if the record was at the service before; null if the service does not say. */
  readonly isNew: boolean | null;
  /** What was stated and is not in the new record. */
  readonly notStored: readonly IdentifierKind[];
  /** Why it was not linked, or the birthday not added; null if nothing failed. */
  readonly failure: unknown;
}

/**
 * Registers a person whom nobody is like, for a key without a link, and links it. It searches nobody: whoever calls has
 * compared the whole list with all patients just now. Throws a `Refusal` if nobody was registered, 409 for a key that was
 * linked meanwhile, and whatever leaves it unknown.
 */
export const registerWithoutSearch = (call: RegisterCall, body: RegisteredIdentity): Promise<Registered> =>
  claimed(call, async () => {
    const found = await call.store.findAll(call.keys);
    if (found.some((patientId) => patientId !== null)) throw refuse('LINKED_MEANWHILE');
    const person = toIdentifiers(body);
    const created = await create(call, body);
    const { isNew } = created;
    let agreed: readonly IdentifierKind[] = [];
    try {
      const wanted = toWanted(person, created, body);
      agreed = wanted.agreed;
      await link(call, call.keys, wanted);
    } catch (failure) {
      if (toOutcome(failure).kind === 'unknown') throw failure;
      return { isLinked: false, isNew, notStored: [], failure };
    }
    return addBirthday(call, created, person, agreed).then(
      (missing) => ({ isLinked: true, isNew, notStored: missing, failure: null }),
      (failure: unknown) => ({ isLinked: true, isNew, notStored: notStored(person, agreed), failure }),
    );
  });

/**
 * `POST /patients/register`: registers a patient for an EHR key that has none, and links it. A patient who is
 * linked or recognised already is not registered again, but for those of `apartFrom`. One registration at a time for each
 * key.
 */
export const register = (call: MappingCall, body: RegisteredIdentity): Promise<ProxyResponse> =>
  claimed(call, async () => {
    const person = toIdentifiers(body);
    if (body.apartFrom?.length) {
      const linkedKeys = await call.store.findAll(call.keys);
      if (linkedKeys.some((patientId) => patientId !== null)) throw refuse('LINKED_MEANWHILE');
    }
    const present =
      (await findLinked(call, person, 'yes', body.page)) ?? (await recogniseAndLink(call, person, body));
    return present
      ? json(200, { ...present, notStored: notStored(person, present.agreed) })
      : json(201, await registerNew(call, body));
  });
