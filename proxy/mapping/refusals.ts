import type { IdentifierKind } from '@instrument-panel/client/identifiers';
import { Refusal, retryLater } from '../refusal.ts';

/** None of these names a person or says what a record holds: kinds of identifiers at most. */
const NOT_LINKED = {
  narrowed: 'No patient of this token is linked to this key.',
  mayNotLink: "No patient is linked to this key. A token with the action 'patients' can link one.",
  nameOnly:
    'No patient is linked to this key. Send birthday, email or phone beside the name: a name alone links nobody.',
  nobody:
    'No patient is linked to this key, and none of the professional agrees in name and a further identifier. Register the patient with POST /patients/register.',
  toUnlink: 'No patient is linked to this key.',
} as const;

export const notLinked = (reason: keyof typeof NOT_LINKED) =>
  new Refusal(404, 'NOT_LINKED', NOT_LINKED[reason]);

export const ambiguous = () =>
  new Refusal(
    409,
    'AMBIGUOUS',
    'More than one patient of the professional agrees with these identifiers. Send a further one (birthday, email, phone), or correct the records so that they differ.',
  );

export const identifiersDisagree = (kinds: readonly IdentifierKind[]) =>
  new Refusal(
    409,
    'IDENTIFIERS_DISAGREE',
    `The ${kinds.join(' and ')} sent and the service's record disagree. Correct whichever is wrong; if the key was linked to the wrong patient, remove the link with DELETE /patients/link.`,
  );

export const patientGone = () =>
  new Refusal(
    410,
    'PATIENT_GONE',
    'The patient linked to this key no longer exists for this professional. Remove the link with DELETE /patients/link, then link or register again.',
  );

export const patientHasOtherKey = () =>
  new Refusal(
    409,
    'PATIENT_HAS_OTHER_KEY',
    'The patient who agrees is linked to another key of this system. If both keys are one person, remove the other link with DELETE /patients/link; if they are two, register this one with identifiers of their own.',
  );

export const registrationInProgress = () =>
  retryLater(
    409,
    'REGISTRATION_IN_PROGRESS',
    'A registration for this key is under way, or its outcome is not known yet. Ask POST /patients/resolve in a moment.',
    5,
  );

export const mappingOff = () =>
  new Refusal(
    501,
    'MAPPING_OFF',
    'This proxy keeps no mapping of patients. Its operator turns it on with the option mapping.key.',
  );

export const mappingUnavailable = () =>
  retryLater(503, 'MAPPING_UNAVAILABLE', 'The mapping cannot be used at the moment. Try again shortly.', 5);
