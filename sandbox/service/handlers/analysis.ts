import { iso, isoOrNull } from '../clock.ts';
import { ServiceError } from '../errors.ts';
import type { HandlerOf } from '../http/handler.ts';
import { repeatableIdentifiers } from '../identifiers.ts';
import { requireInstrument } from '../records/instrument.ts';
import { requirePatient } from '../records/patient.ts';
import { findProfessional } from '../records/professional.ts';

/** Simulated: an analysis is there from this many answers on, and a new one after as many again. */
const ANSWERS_PER_ANALYSIS = 3;

/**
 * What would be known of the longitudinal analysis; nothing is generated. Which analysis there is follows from the
 * answers alone: the last one was made with the newest answer whose number is a multiple of three.
 */
export const getLongitudinalAnalysisStatus: HandlerOf<'getLongitudinalAnalysisStatus'> = ({
  service,
  path,
}) => {
  const { store } = service;
  const { professionalId, patientId } = path;
  if (findProfessional(store, professionalId)?.hasAiAnalysis !== 1) {
    throw new ServiceError(
      403,
      'PLAN_WITHOUT_AI_ANALYSIS',
      "The professional's plan does not include AI analysis.",
    );
  }
  const instrument = requireInstrument(path.formId);
  requirePatient(store, professionalId, patientId);
  const answered = store.all<{ readonly id: number; readonly completedFillAt: number }>(
    `SELECT id, completedFillAt FROM submission
     WHERE professionalId = ? AND patientId = ? AND formTemplateId = ? AND completedFillAt IS NOT NULL
     ORDER BY completedFillAt, id`,
    professionalId,
    patientId,
    instrument.id,
  );
  const analysed = answered.length - (answered.length % ANSWERS_PER_ANALYSIS);
  const source = answered[analysed - 1];
  const latestSubmissionAt = isoOrNull(answered.at(-1)?.completedFillAt ?? null);
  if (!source) {
    return {
      body: {
        hasAnalysis: false,
        isStale: false,
        analysisId: null,
        analysisGeneratedAt: null,
        latestSubmissionAt,
      },
    };
  }
  return {
    body: {
      hasAnalysis: true,
      isStale: answered.length > analysed,
      analysisId: repeatableIdentifiers(`analysis ${professionalId} ${source.id}`).uuid(),
      analysisGeneratedAt: iso(source.completedFillAt),
      latestSubmissionAt,
    },
  };
};
