import * as z from 'zod/mini';
import type { Permission } from '../endpoint.ts';
import { createPatient, getPatient, updatePatient } from '../endpoints/patients.ts';
import { Uuid, uuidInput } from '../field.ts';
import { IDENTIFIER_KINDS } from '../identifiers.ts';
import { LOOKUP_KEYS_MAX } from '../limits.ts';
import { proxyEndpoint } from './endpoint.ts';

/**
 * The mapping from an EHR's key of a patient to the service's patient. Bodies are strict: a misspelt identifier that
 * was passed over could link the wrong person. Keys are personal data, so they are in no URL, log or message.
 *
 * @module
 */

const { name, surname, email, cellphone } = createPatient.body.shape;

/** Blanks around a key come from the page that it was read from, and would make it another key. */
const keyText = (max: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(max, `must have at most ${max} characters`),
    z.refine((text) => text !== '', 'must not be empty'),
  );

const systemKey = {
  /** Which of a partner's systems the key belongs to. Default: the only one. */
  system: z.optional(keyText(100)),
  key: keyText(200),
};

const OTHER_KEYS_MAX = 9;

const keyFields = {
  ...systemKey,
  /** UUID; needed for a token of `operations`. Default: the token's own professional. */
  professionalId: z.optional(uuidInput()),
};

const OtherKey = z.strictObject(systemKey);

interface Keyed {
  readonly system?: string | undefined;
  readonly key: string;
  readonly others?: readonly { readonly system?: string | undefined; readonly key: string }[] | undefined;
}

/** All keys of a body, the first one first. */
const allKeys = ({ system, key, others = [] }: Keyed) => [{ system, key }, ...others];

const keysFields = {
  ...keyFields,
  /** Keys of the same patient in other systems. All of them are found and linked together. */
  others: z.optional(
    z.array(OtherKey).check(z.maxLength(OTHER_KEYS_MAX, `must hold at most ${OTHER_KEYS_MAX} keys`)),
  ),
};

const ofDifferentSystems = z.refine<Keyed>(
  (body) => new Set(allKeys(body).map(({ system = '' }) => system)).size === allKeys(body).length,
  'must not name a system twice: a patient has one key in each',
);

const PatientKey = z.strictObject(keysFields).check(ofDifferentSystems);
/** Names a patient by the EHR's keys. */
export type PatientKey = z.infer<typeof PatientKey>;

const identityFields = {
  ...keysFields,
  name,
  surname,
  birthday: z.optional(z.nullable(z.iso.date('must be a day such as 1990-02-28'))),
  email,
  phone: cellphone,
  /** The page that the keys were read from, kept with a link that is made. Without patient data. */
  page: z.optional(keyText(200)),
};
const PatientIdentity = z.strictObject(identityFields).check(ofDifferentSystems);
/** Names a patient by the EHR's keys, with the identifiers that they are recognised by. */
export type PatientIdentity = z.infer<typeof PatientIdentity>;

const ResolvedIdentity = z
  .strictObject({
    ...identityFields,
    /** What may be linked: `no` only finds, `replace` also removes another key of the patient in these systems. @default yes */
    link: z.optional(z.enum(['no', 'yes', 'replace'])),
  })
  .check(ofDifferentSystems);
/** What `resolve` takes. */
export type ResolvedIdentity = z.infer<typeof ResolvedIdentity>;

const APART_FROM_MAX = 20;
const RegisteredIdentity = z
  .strictObject({
    ...identityFields,
    /** Patients who are like this one, and from whom a person who saw both told them apart: they are not searched. */
    apartFrom: z.optional(
      z.array(uuidInput()).check(z.maxLength(APART_FROM_MAX, `must hold at most ${APART_FROM_MAX} patients`)),
    ),
  })
  .check(ofDifferentSystems);
/** What `register` takes. */
export type RegisteredIdentity = z.infer<typeof RegisteredIdentity>;

const { professionalId } = keyFields;
const KeyRow = z.strictObject({
  ...systemKey,
  /** The patient whom the caller recognises in the row: `free` says whether they could be linked to it. */
  patientId: z.optional(uuidInput()),
});
const PatientKeys = z.strictObject({
  professionalId,
  keys: z
    .array(KeyRow)
    .check(z.minLength(1), z.maxLength(LOOKUP_KEYS_MAX, `must hold at most ${LOOKUP_KEYS_MAX} keys`)),
});
/** The keys of a list of patients. */
export type PatientKeys = z.infer<typeof PatientKeys>;

const linkFields = {
  status: z.literal('linked'),
  patientId: Uuid,
  /** The kinds of identifiers that were sent and agree with the service's record now. */
  agreed: z.array(z.enum(IDENTIFIER_KINDS)),
  /** How the first key's link was made; absent where that was not kept. */
  origin: z.optional(z.object({ at: z.iso.datetime(), by: z.string(), page: z.optional(z.string()) })),
};

/** The link of an EHR key. */
export const PatientLink = z.object(linkFields);
export type PatientLink = z.infer<typeof PatientLink>;

/** The link of a patient who was registered, or was known already. */
export const RegisteredLink = z.object({
  ...linkFields,
  /** The kinds that were sent and cannot be compared on the record. A birthday needs surname and phone to be stored. */
  notStored: z.array(z.enum(IDENTIFIER_KINDS)),
});
export type RegisteredLink = z.infer<typeof RegisteredLink>;

/** The patients that keys are linked to. Both lists are in the order of the keys. */
const PatientLookup = z.object({
  /** UUIDs; null for a key that is not linked, or not to a patient of the token. */
  patients: z.array(z.nullable(Uuid)),
  /** True where neither the key nor the patient named beside it is linked yet, and the token may link them. */
  free: z.optional(z.array(z.boolean())),
});

const permissionOf = ({ action, patient, access }: Permission): Permission => ({ action, patient, access });

/** Finds the service's patient of EHR keys; links the keys where exactly one patient is recognised. */
export const resolvePatient = proxyEndpoint('resolvePatient', {
  method: 'POST',
  path: '/patients/resolve',
  summary: 'Find the patient of an EHR key',
  caller: 'token',
  permission: permissionOf(getPatient),
  body: ResolvedIdentity,
  response: PatientLink,
  effect: 'read',
});

/** Finds the patients that the keys of a list are linked to. Creates no link and asks the service nothing. */
export const lookUpPatients = proxyEndpoint('lookUpPatients', {
  method: 'POST',
  path: '/patients/lookup',
  summary: 'Find the patients of a list of EHR keys',
  caller: 'token',
  permission: permissionOf(getPatient),
  body: PatientKeys,
  response: PatientLookup,
  effect: 'read',
});

/**
 * Registers a patient for an EHR key that has none, and links it. E-mail or phone are needed, so that a registration
 * whose answer was lost is found again rather than repeated.
 */
export const registerPatient = proxyEndpoint('registerPatient', {
  method: 'POST',
  path: '/patients/register',
  summary: 'Register a patient for an EHR key',
  caller: 'token',
  permission: permissionOf(createPatient),
  body: RegisteredIdentity.check(
    z.refine(
      (person) => Boolean(person.email || person.phone),
      'needs email or phone: a patient registered with a name only could not be recognised later',
    ),
  ),
  response: RegisteredLink,
  success: [201, 200],
});

/** Removes the links of the keys. The patient stays at the service. */
export const unlinkPatient = proxyEndpoint('unlinkPatient', {
  method: 'DELETE',
  path: '/patients/link',
  summary: 'Remove the link of an EHR key',
  caller: 'token',
  permission: permissionOf(updatePatient),
  body: PatientKey,
  response: z.object({}),
});
