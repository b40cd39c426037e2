import type { CHOSEN_ERROR_CODES, SERVICE_ERROR_CODES } from '../contract/errors.ts';
import type { ErrorEntry } from './entry.ts';

type ServiceCode = (typeof SERVICE_ERROR_CODES)[number] | (typeof CHOSEN_ERROR_CODES)[number];

/** The codes of the service. Those that this project chose are sent by the sandbox, and may be others at the service. */
export const SERVICE_ERRORS = {
  VALIDATION_ERROR: [
    ['service', 'proxy', 'client'],
    'A parameter, an identifier or the body breaks a rule of the endpoint. The client says so before it sends anything.',
    'Correct the field that the message names. Identifiers are UUIDs, dates are ISO 8601.',
  ],
  INVALID_API_KEY: [
    ['service'],
    'The service does not know this key and secret. A page never sees this: the proxy answers UPSTREAM_REFUSED.',
    'Compare credentials.key and credentials.secret with those that the service issued, without spaces or line breaks, and check that they are for this address (live or sandbox).',
  ],
  API_CREDENTIAL_INACTIVE: [
    ['service'],
    'The key is right, but the partner account has been deactivated.',
    'Ask the service to activate it.',
  ],
  API_CREDENTIAL_EXPIRED: [
    ['service'],
    'The key has expired.',
    'Have the service issue new credentials, and give them to the proxy as credentials.',
  ],
  IP_NOT_ALLOWED: [
    ['service'],
    'The address from which the request came is not on the list of the partner account.',
    'Give the service the address by which your server reaches the internet.',
  ],
  PROFESSIONAL_CLAIM_REQUIRED: [
    ['service'],
    'The professional has an account of their own at the service, which is not linked to the partner.',
    'Connect the professional (connectProfessional) and have them confirm it.',
  ],
  INTEGRATION_NOT_FOUND: [
    ['service', 'proxy'],
    'The professional has no active link with the partner, or is not the one that the token is for.',
    'Check that professional-id is the serviceId of the signed-in professional and the `pro` of the grant; connect them with connectProfessional if they never were.',
  ],
  PROFESSIONAL_EMAIL_ALREADY_EXIST: [
    ['service'],
    'Another professional has this e-mail address.',
    'Look the professional up in the list of professionals, and connect that one.',
  ],
  INTERNAL: [
    ['service', 'proxy'],
    'The service or the proxy failed in a way that was not foreseen.',
    'For a read, try again. For a write, look up whether it was done. Give the traceId to support: to the operator of the proxy if its log has it, else to the service.',
  ],
  FORBIDDEN: [
    ['service', 'proxy'],
    'The role or the actions of the token do not allow this, or the service does not permit it to this professional.',
    'Read the message, and have the session hook give the role and the actions that the page needs (read, apply, patients, …).',
  ],
  PLAN_WITHOUT_AI_ANALYSIS: [
    ['service'],
    "The professional's plan has no AI analysis.",
    'Do not offer it to this professional, or have the plan changed.',
  ],
  NOT_FOUND: [
    ['service', 'proxy'],
    'There is no such record or address, or it is not for this token: the two cannot be told apart.',
    'Check that the ids are of this environment (live or sandbox), that the patient is one of the token, and that baseUrl ends before /third-party.',
  ],
  METHOD_NOT_ALLOWED: [
    ['service', 'proxy'],
    'The address exists, but not for this method.',
    'Use a method that the header Allow names.',
  ],
  PATIENT_CELLPHONE_ALREADY_EXIST: [
    ['service'],
    'Another patient of the professional has this phone number.',
    'Search the patients of the professional before registering; correct the number if they are two people.',
  ],
  PAYLOAD_TOO_LARGE: [
    ['service', 'proxy'],
    'The body is larger than is taken.',
    'Send less at once. At the proxy, limits.bodyBytes is the limit.',
  ],
  UNSUPPORTED_MEDIA_TYPE: [
    ['service', 'proxy'],
    'The body is not sent as JSON, or is compressed.',
    'Send Content-Type: application/json, without Content-Encoding.',
  ],
  CONFLICT: [
    ['service', 'proxy'],
    'The service refuses what conflicts with an existing record, such as an e-mail address that somebody has.',
    'Look the record up, and use or change that one.',
  ],
  INVALID_STATE: [
    ['service', 'proxy'],
    'The record is not in a state in which this can be done, such as an application that was canceled.',
    'Read the record again, and offer only what its status allows.',
  ],
  TOO_MANY_REQUESTS: [
    ['service', 'proxy'],
    'The service asks to slow down.',
    'Wait as long as Retry-After says. The client does so for reads by itself.',
  ],
  NOT_IMPLEMENTED: [
    ['service', 'proxy'],
    'The service does not offer this.',
    'Do without it, or ask the service when it comes.',
  ],
  SERVICE_UNAVAILABLE: [
    ['service', 'proxy'],
    'The service says that it is not available for the moment.',
    'Wait as long as Retry-After says, then try again.',
  ],
} as const satisfies Readonly<Record<ServiceCode, ErrorEntry>>;
