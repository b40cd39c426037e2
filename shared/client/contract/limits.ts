/** The limits that more than one room keeps: senders stay below them, and receivers enforce them. */

/** Longest life of a token of the proxy, in seconds. */
export const TOKEN_LIFE_MAX_SECONDS = 900;
/** Most patients that a token can be narrowed to: its header has to fit into a request. */
export const TOKEN_PATIENTS_MAX = 100;
/** Most keys of one `POST /patients/lookup`. */
export const LOOKUP_KEYS_MAX = 500;
/** Most ids of one `GET /caseload/submissions`. */
export const CASELOAD_SUBMISSIONS_MAX = 100;
/** Most parts of one `POST /courses`. */
export const COURSE_PARTS_MAX = 100;
/** Largest webhook delivery, in bytes. */
export const DELIVERY_MAX_BYTES = 65_536;
/** Largest distance between a webhook signature's timestamp and the receiver's clock, either way, in seconds. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;
/** Interval at which the proxy sends a heartbeat on an idle event stream, in milliseconds. */
export const EVENT_HEARTBEAT_MS = 15_000;
