import type { Instrument } from '@instrument-panel/client/contract';
import type { Coding } from 'fhir/r4.js';

interface Verified {
  readonly shortTitle: string;
  readonly questions: number;
  readonly highest: number;
  readonly total: Coding;
}

const loinc = (code: string, display: string): Coding => ({ system: 'http://loinc.org', code, display });

/** The codes that were verified; an instrument that is not here gets none rather than a guessed one. */
const VERIFIED: readonly Verified[] = [
  {
    shortTitle: 'PHQ-9',
    questions: 9,
    highest: 27,
    total: loinc('44261-6', 'Patient Health Questionnaire 9 item (PHQ-9) total score [Reported]'),
  },
  {
    shortTitle: 'GAD-7',
    questions: 7,
    highest: 21,
    total: loinc('70274-6', 'Generalized anxiety disorder 7 item (GAD-7) total score [Reported.PHQ]'),
  },
];

/**
 * The LOINC code of an instrument's total score, or null. A name alone is not enough, since a partner may call an
 * instrument of their own so: the number of questions and the highest score have to be the published ones too.
 */
export function totalScoreCode(instrument: Instrument | null): Coding | null {
  if (instrument?.instrumentType !== 'STANDARDIZED_SCALE') return null;
  const highest = Math.max(...(instrument.scoreRanges ?? []).map(({ maxScore }) => maxScore));
  const found = VERIFIED.find(
    (one) =>
      one.shortTitle === instrument.shortTitle &&
      one.questions === instrument.questions?.length &&
      one.highest === highest,
  );
  return found?.total ?? null;
}
