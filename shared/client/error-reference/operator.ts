import type { ErrorEntries } from './entry.ts';

const unknownRequest = 'The request for a token breaks a rule of OAuth 2.0 (RFC 6749).';

/** The proxy's codes that no element meets: at its start, at webhooks, at sign-in, at health checks. */
export const OPERATOR_ERRORS = {
  // At start.
  PROXY_OPTION_INVALID: [
    ['operation'],
    'An option is missing, misspelt, weak or does not fit another one. The message names it.',
    'Change the option as the message says; `instrument-panel proxy --check` tries a configuration without starting it.',
  ],
  USAGE: [
    ['operation'],
    'The command line has a word or an option that the command does not take.',
    'Ask `instrument-panel COMMAND --help` for what it takes.',
  ],
  CANNOT_RUN: [
    ['operation'],
    'The command cannot do what it was asked, such as load the configuration.',
    'Do what the message says.',
  ],
  PORT_TAKEN: [
    ['operation'],
    'Another program listens at the port.',
    'End that program, or give another port (--port).',
  ],
  CANNOT_LISTEN: [
    ['operation'],
    'The system does not let the proxy listen at this address.',
    'Check --host and --port: the address must be of this machine, and ports below 1024 need rights.',
  ],
  STORAGE_NOT_DURABLE: [
    ['operation'],
    'The database may lose what it has confirmed, so the audit trail could lose rows.',
    'Change the settings of the database that the message names.',
  ],
  STORAGE_NEWER: [
    ['operation'],
    'The storage was written by a newer release.',
    'Run that release, or restore a backup from before the upgrade.',
  ],
  STORAGE_BEHIND: [
    ['operation'],
    'The database has lost rows that were confirmed, as after a failover to a replica that lagged.',
    'Restore the lost rows, or begin with an empty storage, as the message says.',
  ],
  AUDIT_KEY_MISMATCH: [
    ['operation'],
    'The audit trail was begun with another audit.key, or without one.',
    'Give the key that it was begun with, or begin with an empty storage.',
  ],
  AUDIT_HEAD_LOST: [
    ['operation'],
    'The audit trail ends earlier than this proxy wrote it.',
    'Restore the storage from a backup that is not older, or find out who changed it.',
  ],
  AUDIT_CONTENDED: [
    ['operation'],
    'Other proxies extend the same trail without a pause.',
    'Share the storage among fewer proxies.',
  ],
  REPLAY_TOO_OLD: [
    ['operation'],
    'The event from which to replay is not held any more (30 days).',
    'Replay from the oldest one, which the message names.',
  ],
  REPLAY_NOT_YET: [
    ['operation'],
    'There is no such event yet.',
    'Replay from the last one, which the message names.',
  ],
  // At webhooks.
  SIGNATURE_INVALID: [
    ['proxy'],
    'A delivery is not signed with a secret of webhooks.secrets.',
    'Compare the secret with that of the service; nothing in front may change the body.',
  ],
  SIGNATURE_UNTIMELY: [
    ['proxy'],
    'The signature of a delivery is more than 300 seconds away from the clock of the proxy.',
    'Set the clock of the server (NTP).',
  ],
  NOT_STORED: [
    ['proxy'],
    'An event could not be stored. The service has to deliver it again.',
    'Check the storage of the proxy.',
  ],
  // At sign-in of the extension; the same in lower case as `error`.
  INVALID_REQUEST: [['proxy'], unknownRequest, 'Correct the parameter that the message names.'],
  INVALID_CLIENT: [
    ['proxy'],
    'The client_id is not among authorize.clients.',
    'Add the client, or correct its id in the extension.',
  ],
  INVALID_GRANT: [
    ['proxy'],
    'The code was used, is over a minute old, or was given to another client or address.',
    'Begin the sign-in again; exchange each code once and at once.',
  ],
  UNSUPPORTED_GRANT_TYPE: [
    ['proxy'],
    'Only grant_type=authorization_code is served.',
    'Ask with grant_type=authorization_code.',
  ],
  UNSUPPORTED_RESPONSE_TYPE: [
    ['proxy'],
    'Only response_type=code is served.',
    'Ask with response_type=code and PKCE (S256).',
  ],
  INVALID_SCOPE: [
    ['proxy'],
    'The scope has a word that is no action, or goes beyond what the person may do.',
    'Ask for less, or have the session hook grant more.',
  ],
  ACCESS_DENIED: [
    ['proxy'],
    'The person did not allow it, or their role gets no token in a browser.',
    'Ask again, or grant another role than operations.',
  ],
  LOGIN_REQUIRED: [
    ['proxy'],
    'Nobody is signed in, and prompt=none forbids to ask.',
    'Ask without prompt=none.',
  ],
  INTERACTION_REQUIRED: [
    ['proxy'],
    'The person has to be asked first, and prompt=none forbids it.',
    'Ask without prompt=none.',
  ],
  TEMPORARILY_UNAVAILABLE: [['proxy'], 'Nobody can sign in at the moment.', 'Try again; check the storage.'],
  SERVER_ERROR: [['proxy'], 'The sign-in failed at the proxy.', "Look at the proxy's log."],
  // At sign-in through an identity provider: in the log and the trail, beside a page for the person.
  SUPERSEDED: [
    ['proxy'],
    'Another sign-in was begun in the same browser since.',
    'Go on in the other tab, or begin again.',
  ],
  UNAVAILABLE: [
    ['proxy'],
    'The identity provider cannot be reached.',
    'Check its address and the way there; `instrument-panel doctor` tries it.',
  ],
  TOO_OLD: [
    ['proxy'],
    'The sign-in took too long, was used before, or ended in another browser than it began in.',
    'Begin again. If it happens each time, the cookie of the proxy does not arrive, and the line sign-in-refused says so: check publicUrl, https, and for a page in a frame the option session.cookie.',
  ],
  ADDRESS: [
    ['proxy'],
    'The address to return to after the sign-in is none of the origins.',
    'Add its origin to the option origins, or correct return_to.',
  ],
  NO_ACCESS: [
    ['proxy'],
    'The person is signed in, but the option session.grant (of a launch session.professional) gives them no access.',
    'Have it return a grant for people of this kind; in JSON session.grant names the claim that they have to have.',
  ],
  NO_PATIENT: [
    ['proxy'],
    'The EHR launched without a patient, or with an id that is none of FHIR.',
    "Have the app launched from a patient's record, with the scope launch (standalone: launch/patient). The line sign-in-refused of the proxy's log says which of the two it is.",
  ],
  UNKNOWN_PATIENT: [
    ['proxy'],
    'The function session.patient knows no patient of the service for the patient of the launch.',
    'Add the patient to the mapping that it looks into. It alone gets the id of the EHR: no log of the proxy has it.',
  ],
  UNKNOWN_LAUNCH: [
    ['proxy'],
    'The launch names an EHR that is not configured, or breaks the form of a launch.',
    "The line sign-in-refused of the proxy's log has the `iss` that came. Add it to session.issuers; a slash at its end makes no difference.",
  ],
  SIGN_IN_FAILED: [
    ['proxy'],
    'The identity provider refused the sign-in, or what it answered is not to be believed.',
    "The line sign-in-failed or sign-in-refused of the proxy's log says what, at which address, and what to do. error invalid_client or unauthorized_client: clientId and clientSecret of the option session are not those that are registered, or the secret has expired. error invalid_grant or invalid_request: mostly the redirect address that is registered is not publicUrl + /sign-in/callback (of an EHR /launch/callback). claim aud or iss: clientId or issuer is another one. claim exp, nbf or iat: compare the clocks. claim nonce: the provider has to return it.",
  ],
  SMART_CONFIGURATION_INVALID: [
    ['operation'],
    'What the EHR publishes at .well-known/smart-configuration cannot be used; the log and `instrument-panel doctor` name the field.',
    'Check the `iss` in the options, and have the EHR publish the field as docs/guide/sign-in.md says.',
  ],
  // At health checks.
  NOT_READY: [
    ['proxy'],
    'The proxy is not ready to serve: it starts, closes, or cannot use its storage.',
    'The message names what is not ready.',
  ],
} as const satisfies ErrorEntries;
