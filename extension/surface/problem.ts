import { PROBLEM_BY_CODE, toProblemKind } from '@instrument-panel/client';
import type { Unclear } from '../context/context.ts';
import { type Problem, plainProblem, type TabStatus } from '../intents/protocol.ts';
import { AskError } from '../intents/requests.ts';
import type { PagesMessages } from '../words/compiled/pages/en.js';
import { PROBLEM_CODES } from '../words/problems.ts';

/** Kinds of problems for the person who uses a page of the extension; each has a sentence that says what to do. */
const SURFACE_PROBLEMS = [
  ...PROBLEM_CODES,
  'refused',
  'state',
  'unknown-outcome',
  'ambiguous',
  'gone',
  'other-key',
  'not-new',
  'registering',
  'mapping-off',
  'not-in-plan',
] as const;
/** Codes of a registration that only these pages meet. */
const BY_CODE: Readonly<Record<string, string>> = {
  ...PROBLEM_BY_CODE,
  PATIENT_NOT_NEW: 'not-new',
  LINKED_MEANWHILE: 'state',
};
type SurfaceProblem = (typeof SURFACE_PROBLEMS)[number];

export type ReasonName = keyof PagesMessages['reasons'];

export const toRequestProblem = (error: unknown): Problem =>
  error instanceof AskError ? error.problem : plainProblem('service');

/** Converts a problem to its kind, which has a sentence. An unknown outcome weighs more than its cause. */
export function toSurfaceProblem(problem: Problem): SurfaceProblem {
  if (problem.isOutcomeUnknown) return 'unknown-outcome';
  const own = SURFACE_PROBLEMS.find((one) => one === problem.code);
  return own ?? toProblemKind(problem, SURFACE_PROBLEMS, BY_CODE);
}

const ofUnclear = (unclear: Unclear): ReasonName => {
  if (unclear.why === 'gap') return `gap-${unclear.gap.why}`;
  return unclear.why === 'disagree' ? 'frames-disagree' : unclear.why;
};

/** Why a tab shows nothing of a patient, most pressing first; every `TabContext` and `Gap` gives a reason. */
export function findReasons(status: TabStatus): readonly ReasonName[] {
  const { site, context, frames, origin, tabId, faultyProfiles } = status;
  const faulty: ReasonName[] = faultyProfiles > 0 ? ['faulty-profiles'] : [];
  if (tabId === null) return ['no-page', ...faulty];
  if (!site) return [origin === null ? 'no-page' : 'no-profile', ...faulty];
  if (!site.isGranted) return ['not-granted'];
  if (!site.isEnabled) return ['switched-off'];
  if (frames.length === 0 && context.state === 'none') return ['not-running'];
  const reasons: ReasonName[] = [];
  const { signIn } = site;
  if (signIn === 'signed-out' || signIn === 'signing-in') reasons.push(signIn);
  else if (signIn !== 'signed-in') reasons.push(`sign-in-${signIn}`);
  if (context.state === 'none') {
    const isList = frames.some(({ facts }) => facts.type === 'list');
    if (!isList) reasons.push('no-patient-page');
    else if (signIn === 'signed-in') reasons.push('list-page');
  } else if (context.state === 'settling') reasons.push('settling');
  else if (context.state === 'unclear') reasons.push(...context.reasons.map(ofUnclear));
  else {
    const shown = frames.find(({ mounts }) => mounts);
    if (!shown) reasons.push('no-place');
    else if (shown.places?.at === null) reasons.push('bad-place');
  }
  return [...new Set(reasons)];
}
