import type { Unclear } from '../context/context.ts';
import { type Problem, plainProblem, type TabStatus } from '../intents/protocol.ts';
import { AskError } from '../intents/requests.ts';
import type { PagesMessages } from '../words/index.ts';
import { PROBLEM_CODES } from '../words/problems.ts';

/** Kinds of problems for the person who uses a page of the extension; each has a sentence that says what to do. */
export const SURFACE_PROBLEMS = [
  ...PROBLEM_CODES,
  'refused',
  'state',
  'unknown-outcome',
  'ambiguous',
  'gone',
  'other-key',
  'registering',
  'mapping-off',
  'not-in-plan',
] as const;
type SurfaceProblem = (typeof SURFACE_PROBLEMS)[number];

/** Why nothing of a patient is shown. */
export type ReasonName = keyof PagesMessages['reasons'];

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

/** Converts a problem to its kind, which has a sentence. An unknown outcome weighs more than its cause. */
export function toProblemKind({ code, status, isOutcomeUnknown }: Problem): SurfaceProblem {
  if (isOutcomeUnknown) return 'unknown-outcome';
  const own = SURFACE_PROBLEMS.find((one) => one === code);
  return own ?? BY_CODE[code] ?? BY_STATUS[status ?? 0] ?? 'service';
}

const ofUnclear = (unclear: Unclear): ReasonName => {
  if (unclear.why === 'gap') return `gap-${unclear.gap.why}`;
  return unclear.why === 'disagree' ? 'frames-disagree' : 'no-key';
};

/**
 * Why nothing of a patient is shown in a tab, the most pressing first, each once; empty where a patient is
 * recognised and a panel stands on the page. Every state of `TabContext` and every `Gap` gives a reason.
 */
export function findReasons(look: TabStatus): readonly ReasonName[] {
  const { site, context, frames, origin, tabId, faultyProfiles } = look;
  const faulty: ReasonName[] = faultyProfiles > 0 ? ['faulty-profiles'] : [];
  if (tabId === null) return ['no-page', ...faulty];
  if (!site) return [origin === null ? 'no-page' : 'no-profile', ...faulty];
  if (!site.isGranted) return ['not-granted'];
  if (!site.isEnabled) return ['switched-off'];
  if (frames.length === 0 && context.state === 'none') return ['not-running'];
  const reasons: ReasonName[] = [];
  if (site.signIn === 'signed-out') reasons.push('signed-out');
  if (site.signIn === 'signing-in') reasons.push('signing-in');
  if (site.signIn === 'ended') reasons.push('sign-in-ended');
  if (site.signIn === 'interrupted') reasons.push('sign-in-interrupted');
  if (site.signIn === 'unavailable') reasons.push('sign-in-unavailable');
  if (context.state === 'none') {
    const isList = frames.some(({ facts }) => facts.type === 'list');
    reasons.push(isList ? 'list-page' : 'no-patient-page');
  } else if (context.state === 'settling') reasons.push('settling');
  else if (context.state === 'unclear') reasons.push(...context.reasons.map(ofUnclear));
  else if (!frames.some(({ mounts }) => mounts)) reasons.push('no-place');
  return [...new Set(reasons)];
}
