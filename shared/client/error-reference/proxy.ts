import type { ErrorEntries } from './entry.ts';

/** The proxy's own codes that a page can meet. */
export const PROXY_ERRORS = {
  // Tokens and sign-in.
  NOT_SIGNED_IN: [
    ['proxy', 'client'],
    'The session hook found nobody signed in: the cookie did not arrive, or its session has ended.',
    'Sign in, and check that fetchToken sends credentials: "include" and that the cookie reaches the proxy (domain, SameSite, Secure).',
  ],
  TOKEN_MISSING: [
    ['proxy'],
    'The request has no Authorization header.',
    'Send Authorization: Bearer with a token from POST /session; a proxy in front must pass the header on.',
  ],
  TOKEN_INVALID: [
    ['proxy'],
    'The token was not minted for this proxy (other key, issuer or audience), belongs to another origin, was revoked, is no token, or comes from a server whose clock is ahead.',
    'Have fetchToken return what POST /session of this same proxy answered; compare keys, issuer and audience if several proxies share the pages.',
  ],
  TOKEN_EXPIRED: [
    ['proxy'],
    'The token has ended, or the clocks of two proxies differ.',
    'Have fetchToken ask POST /session each time it is called, without a cache; expiresIn is in seconds. Compare the clocks of the servers (NTP).',
  ],
  ORIGIN_NOT_ALLOWED: [
    ['proxy'],
    'The page is not among the origins of the proxy, or the token was minted for another page.',
    "Add the page's origin to the option origins exactly as location.origin gives it: scheme, host and port, no path.",
  ],
  PROTOCOL_NOT_SERVED: [
    ['proxy'],
    'The page, or the extension, and the proxy are of versions that do not work together.',
    'The message says which of the two is older: update that one. What a proxy serves stands in its /.well-known/instrument-panel.json (`protocols`) and in the header instrument-panel-protocol of each answer.',
  ],
  SESSION_UNAVAILABLE: [
    ['proxy'],
    'The session hook, or a function of a ready-made session, threw or was too slow, so that nobody knows who is signed in.',
    "Look at the line session-hook-failed of the proxy's log, and check what the hook asks.",
  ],
  LAUNCH_ENDED: [
    ['proxy'],
    'A record was launched in this browser since, of this patient or another; or the handle is of another browser.',
    'Take the patient from the page (logout()), and have the page opened from its record again.',
  ],
  STORAGE_UNAVAILABLE: [
    ['proxy', 'operation'],
    'The storage of the proxy (file, Postgres or Redis) cannot be used.',
    'Check that it runs, that the address and the password are right, and that its disk is not full; then try again.',
  ],
  // The way to the service.
  UPSTREAM_REFUSED: [
    ['proxy'],
    "The service does not accept the proxy's key and secret, or the address it comes from.",
    "The line upstream-refused-credentials of the proxy's log has the service's own code. Check credentials and the address list of the partner account.",
  ],
  UPSTREAM_UNREACHABLE: [
    ['proxy'],
    'The proxy cannot connect to the service.',
    "The line service-unreachable of the proxy's log says why. Check upstream, DNS, firewall and certificates; `instrument-panel doctor` tries each.",
  ],
  UPSTREAM_UNREADABLE: [
    ['proxy'],
    'What answered in place of the service broke its contract: a web page of something in between, or a field of another kind.',
    'Check that upstream is the origin of the service and that nothing in between answers for it.',
  ],
  UPSTREAM_TOO_LARGE: [
    ['proxy'],
    'The answer of the service is over limits.responseBytes or limits.documentBytes.',
    'Ask for a shorter period or fewer rows, or raise the limit.',
  ],
  UPSTREAM_TIMEOUT: [
    ['proxy'],
    'The service took longer than the proxy waits.',
    'Try a read again; look up a write before you repeat it.',
  ],
  UPSTREAM_PAUSED: [
    ['proxy'],
    'The service failed several times in a row, so the proxy leaves it alone for a while. Nothing was sent.',
    "Wait as long as Retry-After says, and look at the proxy's log for why the service failed.",
  ],
  PROXY_BUSY: [
    ['proxy'],
    'The proxy has no free place for the request. Nothing was sent.',
    'Try again in a second. If it goes on, raise limits.inFlight or run more workers.',
  ],
  RATE_LIMITED: [
    ['proxy'],
    'More requests came from this person or address than the proxy allows.',
    'Wait as long as Retry-After says. If a load balancer stands before the proxy, set trustedProxyHops, since all people seem to have one address otherwise.',
  ],
  TOO_MANY_STREAMS: [
    ['proxy'],
    'More event streams are open than the proxy allows to a person, or at all.',
    'Close other tabs. Elements of one connection share a stream; without one they poll.',
  ],
  CALLER_GONE: [
    ['proxy'],
    'The caller closed the connection before it was answered. Only the log says so.',
    'Nothing, unless a time-out of a load balancer is shorter than the answers take.',
  ],
  // The request.
  NARROWED_LIST_TOO_LONG: [
    ['proxy'],
    'The token is narrowed to patients, and too many records would have to be searched for theirs.',
    'Read the list of one patient (patientId) instead.',
  ],
  BODY_ALREADY_READ: [
    ['proxy'],
    'A body parser in front of the proxy has consumed the body.',
    'Mount the proxy before express.json() and the like, or outside of them.',
  ],
  REQUEST_TIMEOUT: [
    ['proxy'],
    'The request took too long to arrive.',
    'Send it again; check what stands between the caller and the proxy.',
  ],
  HEADERS_TOO_LARGE: [
    ['proxy'],
    'The headers have more than 16384 bytes, mostly cookies.',
    'Serve the proxy at a host or path to which fewer cookies are sent.',
  ],
  HOST_UNKNOWN: [
    ['proxy'],
    'No tenant of the proxy is served at this host.',
    'Ask at a host that a tenant lists in hosts; a load balancer must pass the header Host on.',
  ],
  // What the proxy keeps.
  AUDIT_UNAVAILABLE: [
    ['proxy'],
    'The audit trail cannot be written, so nothing was done.',
    "Look at the line audit-unavailable of the proxy's log; mostly the disk or the database is full. Then try again.",
  ],
  EVENTS_UNAVAILABLE: [
    ['proxy'],
    'The events cannot be read from the storage, or the proxy is closing.',
    'Elements poll meanwhile. Check the storage.',
  ],
  SEEN_UNAVAILABLE: [
    ['proxy'],
    'Until when a list was seen cannot be read from the storage, or kept in it.',
    'Try again; check the storage.',
  ],
  // The mapping of patients.
  MAPPING_OFF: [
    ['proxy'],
    'The proxy keeps no mapping of patients.',
    'Set the option mapping: { key } if the EHR asks by keys of its own; else use the patient ids of the service.',
  ],
  MAPPING_UNAVAILABLE: [['proxy'], 'The mapping cannot be used.', 'Try again; check the storage.'],
  NOT_LINKED: [
    ['proxy'],
    'No patient is linked to this key, or none of this token.',
    'Send a further identifier beside the name, link with a token that has the action patients, or register the patient.',
  ],
  AMBIGUOUS: [
    ['proxy'],
    'More than one patient agrees with the identifiers.',
    'Send a further one (birthday, email, phone), or correct the records so that they differ.',
  ],
  IDENTIFIERS_DISAGREE: [
    ['proxy'],
    "The identifiers sent and the service's record of the linked patient disagree.",
    'Correct whichever is wrong; if the key is linked to the wrong patient, remove the link (DELETE /patients/link).',
  ],
  PATIENT_HAS_OTHER_KEY: [
    ['proxy'],
    'The patient who agrees is linked to another key.',
    'If both keys are one person, remove the other link; if they are two, register this one with `apartFrom`, after a person has compared both.',
  ],
  PATIENT_NOT_NEW: [
    ['proxy'],
    'The service gave the record of a patient in `apartFrom` for the e-mail or phone that was sent, so nothing was linked.',
    'Register with an e-mail or a phone that is not theirs; if both are one person after all, link instead.',
  ],
  PATIENT_GONE: [
    ['proxy'],
    'The linked patient no longer exists for this professional.',
    'Remove the link (DELETE /patients/link), then link or register again.',
  ],
  REGISTRATION_IN_PROGRESS: [
    ['proxy'],
    'A registration for this key is under way, or its outcome is not known yet.',
    'Ask POST /patients/resolve in a moment.',
  ],
  LINKED_MEANWHILE: [['proxy'], 'Another request linked this key first.', 'Ask POST /patients/resolve.'],
} as const satisfies ErrorEntries;
