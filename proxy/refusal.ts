/** A request that the proxy does not serve. Its answer is an ErrorResponse, in the service's own shape. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly traceId: string | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    { headers = {}, traceId }: { headers?: Record<string, string>; traceId?: string | undefined } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.traceId = traceId;
  }
}

/** The refusals that always say the same, by status and code. None names a person or says what a record holds. */
const REFUSALS = {
  401: {
    NOT_SIGNED_IN: 'Sign in to the page first, then ask again.',
    // Which of the secrets, or what is wrong with a signature, is never said.
    SIGNATURE_INVALID: 'The delivery is not signed with a secret that is known here.',
    SIGNATURE_UNTIMELY:
      'The signature is more than 300 seconds away from the clock here. Compare the clocks, and sign each try again.',
  },
  403: {
    LAUNCH_ENDED: 'The launch of this page has ended. Open the page from its record again.',
    ORIGIN_NOT_ALLOWED: 'Requests from this page are not allowed; ask the operator of the proxy.',
  },
  404: {
    // For what does not exist, and for what exists but is not for this token: one answer, so that the two cannot be
    // told apart (docs/decisions/0006-who-sees-what.md).
    NOT_FOUND: 'There is nothing here for this token.',
    // Likewise for a professional without an active link, and one who is not the token's.
    INTEGRATION_NOT_FOUND: 'This professional has no active link with the partner.',
  },
  409: {
    AMBIGUOUS:
      'More than one patient of the professional agrees with these identifiers. Send a further one (birthday, email, phone), or correct the records so that they differ.',
    PATIENT_HAS_OTHER_KEY:
      'The patient who agrees is linked to another key of this system. If both keys are one person, remove the other link with DELETE /patients/link; if they are two, register this one with apartFrom: a person has to have compared both.',
    PATIENT_NOT_NEW:
      'The service gave the record of a patient from whom this one was told apart, so nothing was linked. Send an e-mail or a phone that is not theirs.',
    REGISTRATION_IN_PROGRESS:
      'A registration for this key is under way, or its outcome is not known yet. Ask POST /patients/resolve in a moment.',
    LINKED_MEANWHILE: 'Another request has linked this key first.',
  },
  410: {
    PATIENT_GONE:
      'The patient linked to this key no longer exists for this professional. Remove the link with DELETE /patients/link, then link or register again.',
  },
  415: {
    UNSUPPORTED_MEDIA_TYPE: 'Send the body as Content-Type: application/json, without Content-Encoding.',
  },
  421: {
    HOST_UNKNOWN:
      'No partner is served at this host. Ask at the address that you were given; a load balancer must pass the header Host on.',
  },
  422: {
    NARROWED_LIST_TOO_LONG:
      'Too many records would have to be searched for these patients. Read the list of one patient instead.',
  },
  // The caller has gone; this status is for the log.
  499: { CALLER_GONE: 'The caller went away.' },
  500: {
    // For a partner who puts the proxy into a server of their own: nothing is left of the body that it has to check.
    BODY_ALREADY_READ:
      'Something in front of the proxy has read the body. Put the proxy before any body parser.',
  },
  501: {
    MAPPING_OFF:
      'This proxy keeps no mapping of patients. Its operator turns it on with the option mapping.key.',
  },
  502: {
    UPSTREAM_REFUSED: 'The service refused the proxy. The operator of the proxy can see why.',
    UPSTREAM_UNREACHABLE: 'The service cannot be reached. Try again in a moment.',
    // An answer that breaks the contract so far that nothing of it may be shown.
    UPSTREAM_UNREADABLE: 'The service sent an answer that cannot be read. Try again in a moment.',
    // An answer over `responseBytes` or `documentBytes`.
    UPSTREAM_TOO_LARGE:
      'The service sent more than the proxy takes. Ask for less, or have its operator raise responseBytes or documentBytes.',
  },
  503: {
    AUDIT_UNAVAILABLE:
      'This was not done, since the audit trail cannot be written at the moment. Try again shortly.',
    EVENTS_UNAVAILABLE: 'Events cannot be read now. Try again in a moment.',
    MAPPING_UNAVAILABLE: 'The mapping cannot be used at the moment. Try again shortly.',
    NOT_STORED: 'The event could not be stored. Deliver it again.',
    // Refused before anything was asked of the service.
    PROXY_BUSY: 'The proxy is busy. Try again in a moment.',
    SEEN_UNAVAILABLE: 'Until when the list was seen cannot be read or kept at the moment. Try again shortly.',
    SESSION_UNAVAILABLE: 'The sign-in cannot be checked now. Try again in a moment.',
  },
  504: { UPSTREAM_TIMEOUT: 'The service took too long. Try again in a moment.' },
};

type Codes<Messages> = Messages extends unknown ? keyof Messages : never;
type RefusalCode = Codes<(typeof REFUSALS)[keyof typeof REFUSALS]>;

/** `Retry-After` of those that may soon be served. */
const RETRY_AFTER_SECONDS: Readonly<Partial<Record<string, number>>> = {
  AUDIT_UNAVAILABLE: 5,
  EVENTS_UNAVAILABLE: 5,
  MAPPING_UNAVAILABLE: 5,
  NOT_STORED: 5,
  PROXY_BUSY: 1,
  REGISTRATION_IN_PROGRESS: 5,
  SEEN_UNAVAILABLE: 5,
};

const BY_CODE = new Map(
  Object.entries(REFUSALS).flatMap(([status, messages]) =>
    Object.entries(messages).map(([code, message]) => [code, [Number(status), message] as const]),
  ),
);

export function refuse(code: RefusalCode): Refusal {
  const [status, message] = BY_CODE.get(code) ?? [500, code];
  const seconds = RETRY_AFTER_SECONDS[code];
  return seconds === undefined
    ? new Refusal(status, code, message)
    : retryLater(status, code, message, seconds);
}

/** Refuses for now: `Retry-After` says after how many seconds the same request may succeed. */
export const retryLater = (status: number, code: string, message: string, seconds: number) =>
  new Refusal(status, code, message, { headers: { 'retry-after': String(seconds) } });

export const invalid = (message: string) => new Refusal(400, 'VALIDATION_ERROR', message);

export const tooLarge = (limit: number) =>
  new Refusal(413, 'PAYLOAD_TOO_LARGE', `The body must have at most ${limit} bytes.`);

/** `reason` ends up with the caller: it may tell how to ask again, never what is wrong with a signature. */
export const unauthorized = (code: 'TOKEN_MISSING' | 'TOKEN_INVALID' | 'TOKEN_EXPIRED', reason: string) =>
  new Refusal(401, code, reason, { headers: { 'www-authenticate': 'Bearer' } });

export const forbidden = (message: string) => new Refusal(403, 'FORBIDDEN', message);
