import { type Problem, plainProblem } from '../intents/protocol.ts';
import { AskError } from '../intents/requests.ts';
import { SURFACE_PROBLEMS, type SurfaceProblem } from '../words/surface/index.ts';

/** The problem of whatever was thrown. */
export const readProblem = (error: unknown): Problem =>
  error instanceof AskError ? error.problem : plainProblem('service');

/** The proxy's own codes, and the service's, that say more than their status. */
const BY_CODE: Readonly<Record<string, SurfaceProblem>> = {
  NOT_LINKED: 'not-linked',
  AMBIGUOUS: 'ambiguous',
  IDENTIFIERS_DISAGREE: 'disagrees',
  PATIENT_GONE: 'gone',
  PATIENT_HAS_OTHER_KEY: 'other-key',
  REGISTRATION_IN_PROGRESS: 'registering',
  MAPPING_OFF: 'mapping-off',
  MAPPING_UNAVAILABLE: 'busy',
  PLAN_WITHOUT_AI_ANALYSIS: 'not-in-plan',
  NETWORK: 'network',
  TIMEOUT: 'network',
  CONTRACT: 'unreadable',
};
const BY_STATUS: Readonly<Record<number, SurfaceProblem>> = {
  400: 'refused',
  401: 'signed-out',
  403: 'forbidden',
  404: 'not-found',
  409: 'refused',
  422: 'state',
  429: 'busy',
};

/** What a problem means for the person: each has a sentence. An unknown outcome weighs more than its cause. */
export function toProblemKind({ code, status, isOutcomeUnknown }: Problem): SurfaceProblem {
  if (isOutcomeUnknown) return 'unknown-outcome';
  const own = SURFACE_PROBLEMS.find((one) => one === code);
  return own ?? BY_CODE[code] ?? BY_STATUS[status ?? 0] ?? 'service';
}
