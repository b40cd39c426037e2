/**
 * The closed lists of the service (docs/service.md#states, docs/service.md#risk).
 * They are closed for what is sent; a value outside them that is read stays the text that it is.
 */

/**
 * Says a value of one of these lists.
 *
 * @param words the words of each value
 * @returns the value itself if the list has grown, an empty text if there is no value
 */
export const sayListed = (
  words: Readonly<Record<string, string>>,
  value: string | null | undefined,
): string => (Object.hasOwn(words, value ?? '') ? words[value ?? ''] : value) ?? '';

/** How often the patient is asked (docs/service.md#application). */
export const RECURRENCE_CYCLES = ['NOW', 'ONCE', 'DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY'] as const;
export type RecurrenceCycle = (typeof RECURRENCE_CYCLES)[number];

/** States of an application (docs/service.md#application-status). */
export const APPLICATION_STATUSES = [
  'CREATED',
  'IN_PROGRESS',
  'PAUSED',
  'FINISHED',
  'CANCELED_IDLE',
  'CANCELED_WHATSAPP_LIMIT',
  'CANCELED_STALE',
  'CANCELED_DELETED_PATIENT',
] as const;
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number];

/** States of a submission (docs/service.md#submission-status). */
export const SUBMISSION_STATUSES = [
  'CREATED',
  'IN_PROGRESS',
  'OPENED',
  'STARTED',
  'LATE',
  'CANCELED',
  'CANCELED_LATE',
  'CANCELED_IDLE',
  'ANSWERED',
] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** Asked for, and closed without an answer. */
export const MISSED_SUBMISSION_STATUSES = ['CANCELED', 'CANCELED_LATE', 'CANCELED_IDLE'] as const;

export const INTEGRATION_STATUSES = ['ACTIVE', 'INACTIVE'] as const;

export const LINK_STATUSES = ['ALREADY_LINKED', 'VERIFICATION_LINK_SENT', 'DISCONNECTED'] as const;

/** `riskFlag.flagType` of an answer. */
export const RISK_FLAG_TYPES = ['SUICIDE_SELF_HARM', 'HOMICIDAL_IDEATION', 'NONE'] as const;
/** `riskFlag.severity` of an answer, from the least to the gravest. */
export const RISK_SEVERITIES = ['LOW', 'MODERATE', 'HIGH'] as const;
