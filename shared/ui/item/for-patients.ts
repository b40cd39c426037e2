import type { ItemReading } from './reading.ts';

/**
 * A reading as a patient sees it, whatever the token lets through: without risk, and without what interprets the
 * score unless that is to be shown.
 */
export function forPatients(reading: ItemReading, hasInterpretation: boolean): ItemReading {
  const { submission, instrument } = reading;
  const silent = {
    ...submission,
    hasHighRisk: null,
    riskFlagCount: null,
    answers: submission.answers?.map((answer) => ({ ...answer, riskFlag: null })) ?? null,
  };
  if (hasInterpretation) return { ...reading, submission: silent };
  return {
    ...reading,
    submission: {
      ...silent,
      globalClassification: null,
      subscaleClassifications: null,
      interpretativeAnalysis: null,
      psychometricIndicators: null,
    },
    instrument: instrument && {
      ...instrument,
      scoreRanges: null,
      subScales: instrument.subScales?.map((subscale) => ({ ...subscale, scoreRanges: null })) ?? null,
    },
  };
}
