import { ContractError, NetworkError, ServiceError, TimeoutError } from '../../shared/client/errors.ts';
import { UnknownOutcomeError } from '../../shared/client/refusals.ts';
import { APPLY_PROBLEMS } from '../../shared/locale/apply/index.ts';
import { SURFACE_PROBLEMS, type SurfaceProblem } from '../../shared/locale/extension/surface/index.ts';
import { ApplyError } from '../../shared/ui/apply/index.ts';
import type { Problem } from '../intents/port.ts';

/** Why the background did not do what a page of the extension asked. */
export class AskError extends Error {
  override readonly name = 'AskError';
  readonly problem: Problem;

  constructor(intent: string, problem: Problem) {
    super(`${intent}: ${problem.code}`);
    this.problem = problem;
  }
}

/** A problem that the page finds itself. */
export const problem = (code: string, isOutcomeUnknown = false): Problem => ({
  code,
  status: null,
  traceId: null,
  isOutcomeUnknown,
});

/** The problem of whatever was thrown. */
export const problemOf = (error: unknown): Problem =>
  error instanceof AskError ? error.problem : problem('service');

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
export function kindOf({ code, status, isOutcomeUnknown }: Problem): SurfaceProblem {
  if (isOutcomeUnknown) return 'unknown-outcome';
  const own = SURFACE_PROBLEMS.find((one) => one === code);
  return own ?? BY_CODE[code] ?? BY_STATUS[status ?? 0] ?? 'service';
}

/** The error that the apply flow knows: it looks up what may have been done, and says what the rest means. */
export function applyErrorOf(intent: string, error: unknown): unknown {
  if (!(error instanceof AskError)) return error;
  const { code, status, traceId, isOutcomeUnknown } = error.problem;
  const facts = { endpoint: intent, status: status ?? 0, code, traceId: traceId ?? undefined };
  if (isOutcomeUnknown) return new UnknownOutcomeError('the answer to a write is lost', facts);
  // Told apart from what was refused by the service: nothing was sent.
  if (code === 'changed' || code === 'disagrees' || code === 'not-linked') {
    return refused('mismatch', facts);
  }
  if (code === 'unconfirmed') return refused('mismatch', facts);
  if (status !== null && status > 0) return new ServiceError(code, facts);
  const kind = kindOf(error.problem);
  if (kind === 'unreadable') return new ContractError(code, { ...facts, field: '' });
  if (code === 'TIMEOUT') return new TimeoutError(code, facts);
  if (kind === 'network' || kind === 'lost') return new NetworkError(code, facts);
  return refused(APPLY_PROBLEMS.find((one) => one === kind) ?? 'service', facts);
}

/** A status that stands for the problem, so that a write is known not to have been carried out. */
const STATUS = { 'signed-out': 401, forbidden: 403, 'not-found': 404, busy: 429 } as const;

function refused(
  code: (typeof APPLY_PROBLEMS)[number],
  facts: { readonly endpoint: string; readonly code: string },
): Error {
  const status = code in STATUS ? STATUS[code as keyof typeof STATUS] : undefined;
  if (status !== undefined) return new ServiceError(facts.code, { ...facts, status });
  return new ApplyError(code, `${facts.endpoint}: ${facts.code}`);
}
