/** The codes that the extension's background itself gives, each with a sentence wherever it is shown. */
export const PROBLEM_CODES = [
  /** The context went on: nothing is to be shown or said of it. */
  'stale',
  /** The background went away before it answered. */
  'lost',
  'offline',
  /** The user is not signed in to the site's proxy, or no longer. */
  'signed-out',
  /** The EHR's key is of no patient of the service's yet. */
  'not-linked',
  /** The record number does not stand in the element that names the patient: no link is made. */
  'key-apart',
  /** The page and the service's record contradict each other. */
  'disagrees',
  /** The page says nothing beside the key that could be compared with the record: no write. */
  'unconfirmed',
  /** The patient on the page was not the same when it was read again: nothing was sent. */
  'changed',
  /** The input does not fit the intent. */
  'invalid',
  'forbidden',
  'not-found',
  'mismatch',
  'unreadable',
  'network',
  'busy',
  'service',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];
