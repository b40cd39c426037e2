/**
 * What a partner's own pages know before any element of the kit is there: who is signed in, whose charts they may
 * open, and the latest answers that its list of patients shows anyway. In an EHR this comes from its own server.
 *
 * @module
 */

/** `serviceId` of the professional who is signed in. */
export const professionalId = '9d1b7a60-4c7b-4b62-8b6a-5c1f7a3e2b01';

/** The instrument whose course is shown: PHQ-9. */
export const formId = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f01';

/** Ranges as published (Kroenke, Spitzer, Williams 2001), in the service's own shape. */
const scoreRanges = [
  { title: 'Minimal', color: '#17858b', minScore: 0, maxScore: 4, formSubScaleId: null },
  { title: 'Mild', color: '#8a7a0c', minScore: 5, maxScore: 9, formSubScaleId: null },
  { title: 'Moderate', color: '#c8641a', minScore: 10, maxScore: 14, formSubScaleId: null },
  { title: 'Moderately severe', color: '#d8404d', minScore: 15, maxScore: 19, formSubScaleId: null },
  { title: 'Severe', color: '#9a56d0', minScore: 20, maxScore: 27, formSubScaleId: null },
];

/**
 * @param {string} patientId
 * @param {readonly number[]} scores one every 14 days from 1 June 2026
 */
const answersOf = (patientId, scores) => ({
  instrument: {
    id: formId,
    title: 'Patient Health Questionnaire-9',
    shortTitle: 'PHQ-9',
    config: { globalScoreConfig: { scoreDirection: 'HIGHER_WORSE' } },
    scoreRanges,
  },
  submissions: scores.map((score, index) => {
    const completedFillAt = new Date(Date.UTC(2026, 5, 1 + index * 14, 12)).toISOString();
    return {
      id: index + 1,
      formApplicationId: 7,
      formTemplateId: formId,
      patientId,
      status: /** @type {const} */ ('ANSWERED'),
      startedAt: completedFillAt,
      completedFillAt,
      score,
      globalClassification: scoreRanges.find(
        ({ minScore, maxScore }) => minScore <= score && score <= maxScore,
      ),
      hasHighRisk: false,
      riskFlagCount: 0,
    };
  }),
});

const patient = (
  /** @type {string} */ id,
  /** @type {string} */ name,
  /** @type {readonly number[]} */ scores,
) => ({
  id,
  name,
  latest: answersOf(id, scores),
});

/** Patients by their `serviceId`, with what `<instrument-sparkline>` takes as `data`. */
export const patients = [
  patient('3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01', 'Ana Lima', [19, 17, 18, 14, 11, 14]),
  patient('3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a02', 'Bruno Reis', [16, 12, 8]),
];

/** @type {import('@instrument-panel/widget').KitOptions['fetchToken']} */
const fetchToken = async ({ scope, signal }) => {
  const reply = await fetch('/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // A list of patients is read with one token for all of them.
    body: JSON.stringify({
      patients: scope.patientId ? [scope.patientId] : undefined,
      actions: scope.actions,
    }),
    signal,
  });
  // The cause says whether the user has to sign in.
  if (!reply.ok)
    throw new Error(`No session: ${reply.status}`, { cause: await reply.json().catch(() => null) });
  return reply.json();
};

/** Where the elements read, for `configure`: here the proxy answers under the page's own origin. */
export const kitOptions = () => ({ baseUrl: location.origin, fetchToken });
