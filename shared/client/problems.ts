/** Kinds of problem, by what a person can do about them: by code, by name of the error's class, and by status. */
const KINDS: Readonly<Record<string, string>> = {
  NETWORK: 'network',
  NetworkError: 'network',
  TIMEOUT: 'network',
  TimeoutError: 'network',
  CONTRACT: 'unreadable',
  ContractError: 'unreadable',
  TokenError: 'signed-out',
  400: 'refused',
  401: 'signed-out',
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
 * Returns the kind of problem of a failure: by its code, its class or its status, whichever first gives a known kind;
 * else `service`.
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
  const { name, code, status } = error as Readonly<Record<string, unknown>>;
  const kinds = [byCode[String(code)], ...[name, code, status].map((key) => KINDS[String(key)])];
  for (const kind of kinds) {
    const found = known.find((one) => one === kind);
    if (found) return found;
  }
  return 'service';
}
