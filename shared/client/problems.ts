/**
 * Kinds of problem, by error code and by HTTP status. Of several kinds, separated by spaces, the first that the surface
 * has a sentence for counts.
 */
const KINDS: Readonly<Record<string, string>> = {
  // Only the proxy knows that signing in helps; any other 401 is the page's to solve.
  NOT_SIGNED_IN: 'signed-out',
  TOKEN_EXPIRED: 'signed-out',
  TOKEN_STOPPED: 'signed-out',
  TOKEN_FETCH: 'token',
  TOKEN_MALFORMED: 'token',
  // Without a code of the proxy or the service, something else answers at this address.
  HTTP_404: 'address',
  NOT_JSON: 'address',
  NETWORK: 'network',
  TIMEOUT: 'network',
  CONTRACT: 'unreadable',
  400: 'refused',
  401: 'token signed-out',
  403: 'forbidden',
  404: 'not-found',
  409: 'refused',
  422: 'state',
  429: 'busy',
};

/** By the codes of the proxy's mapping of patients, and of the service, that say more than their status. */
export const PROBLEM_BY_CODE: Readonly<Record<string, string>> = {
  NOT_LINKED: 'not-linked',
  AMBIGUOUS: 'ambiguous',
  IDENTIFIERS_DISAGREE: 'disagrees',
  PATIENT_GONE: 'gone',
  PATIENT_HAS_OTHER_KEY: 'other-key',
  REGISTRATION_IN_PROGRESS: 'registering',
  MAPPING_OFF: 'mapping-off',
  MAPPING_UNAVAILABLE: 'busy',
  PLAN_WITHOUT_AI_ANALYSIS: 'not-in-plan',
};

/**
 * Returns the kind of problem of a failure: by its code or its status, whichever first gives a known kind; else
 * `service`.
 *
 * @param error an error of the client, or a record of one with its `code` and `status`
 * @param byCode codes that say more to this surface. Default: none
 */
export function toProblemKind<K extends string>(
  error: unknown,
  known: readonly K[],
  byCode: Readonly<Record<string, string>> = {},
): K | 'service' {
  if (typeof error !== 'object' || error === null) return 'service';
  const { code, status } = error as Readonly<Record<string, unknown>>;
  const kinds = [byCode[String(code)], ...[code, status].map((key) => KINDS[String(key)])];
  for (const kind of kinds.join(' ').split(' ')) {
    const found = known.find((one) => one === kind);
    if (found) return found;
  }
  return 'service';
}
