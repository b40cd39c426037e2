import { ServiceError, toProblemKind, UnknownOutcomeError } from '@instrument-panel/client';
import { ApplyError } from '@instrument-panel/shared/ui/apply/problem';
import { APPLY_PROBLEMS } from '@instrument-panel/shared/words/apply';
import type { Problem } from '../intents/protocol.ts';
import type { ChartMessages } from '../words/compiled/chart/en.js';

/** After these the panel must be cleared: the user may not see the patient, or it may be another patient. */
export const BLANKING_KINDS = [
  'signed-out',
  'not-linked',
  'disagrees',
  'unconfirmed',
  'changed',
  'forbidden',
  'not-found',
  'mismatch',
] as const;
const OTHER_KINDS = ['unreadable', 'offline', 'network', 'busy', 'service'] as const;
const PROBLEM_KINDS = [...BLANKING_KINDS, ...OTHER_KINDS];

/** Why a panel shows nothing, or nothing current. */
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** Codes that say more here than their status. The side panel says why a patient cannot be linked. */
const BY_CODE: Readonly<Record<string, ProblemKind>> = {
  AMBIGUOUS: 'not-linked',
  PATIENT_HAS_OTHER_KEY: 'not-linked',
  lost: 'network',
  stale: 'changed',
};

const NONE: Problem = { code: 'service', status: null, traceId: null, isOutcomeUnknown: false };

/** The problem that an error carries, in itself or as `problem`. */
export function readProblem(error: unknown): Problem {
  if (typeof error !== 'object' || error === null) return NONE;
  const carried: unknown = 'problem' in error ? error.problem : error;
  if (typeof carried !== 'object' || carried === null || !('code' in carried)) return NONE;
  const { code, status, traceId, isOutcomeUnknown }: Partial<Record<keyof Problem, unknown>> = carried;
  return {
    code: String(code),
    status: typeof status === 'number' ? status : null,
    traceId: typeof traceId === 'string' ? traceId : null,
    isOutcomeUnknown: isOutcomeUnknown === true,
  };
}

export const classifyProblem = (problem: Problem): ProblemKind =>
  PROBLEM_KINDS.find((one) => one === problem.code) ?? toProblemKind(problem, PROBLEM_KINDS, BY_CODE);

export const sayProblemKind = ({ problems }: ChartMessages, problemKind: ProblemKind): string =>
  `${problems[problemKind].title}. ${problems[problemKind].advice}`;

/** The error that the apply flow knows: what may have been done is looked up, the rest says that nothing was. */
export function toApplyError(intent: string, error: unknown): Error {
  const { code, status, traceId, isOutcomeUnknown } = readProblem(error);
  const facts = { endpoint: intent, status: status ?? 0, code, traceId: traceId ?? undefined };
  if (isOutcomeUnknown) return new UnknownOutcomeError('the answer to a write is lost', facts);
  if (status !== null && status > 0) return new ServiceError(code, facts);
  const problemKind = classifyProblem({ code, status, traceId, isOutcomeUnknown });
  const said = code === 'stale' || code === 'changed' || problemKind === 'not-linked' ? 'left' : problemKind;
  const known = APPLY_PROBLEMS.find((one) => one === said) ?? 'service';
  // A status says that nothing was sent: without one it would be looked up.
  return Object.assign(new ApplyError(known, code), { endpoint: intent, status: 0, retryable: false });
}
