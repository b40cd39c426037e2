import type { SubmissionStatus } from '@instrument-panel/client/contract';
import type * as endpoints from '@instrument-panel/client/endpoints';
import type { InstrumentDefinition } from '../../library/define.ts';
import { iso, isoOrNull } from '../clock.ts';
import type { Store } from '../database.ts';
import { ServiceError } from '../errors.ts';
import type { EndpointCall, Handlers } from '../http/handler.ts';
import { repeatableIdentifiers } from '../identifiers.ts';
import { requireInstrument } from '../records/application.ts';
import {
  type Condition,
  dateConditions,
  listingStatement,
  ofProfessional,
  readDates,
} from '../records/listing.ts';
import { requirePatient } from '../records/patient.ts';
import { findProfessional } from '../records/professional.ts';
import {
  answersJson,
  moveSubmission,
  requireSubmission,
  type SubmissionRow,
  submissionJson,
} from '../records/submission.ts';
import { skipRequest } from '../requests.ts';
import { scoreSeries } from '../score-series.ts';

/** Answers for each simulated analysis. */
const ANSWERS_PER_ANALYSIS = 3;

type ListCall = EndpointCall<typeof endpoints.listPatientSubmissions>;

function submissionList(
  { service, query, language }: Pick<ListCall, 'service' | 'query' | 'language'>,
  conditions: readonly Condition[],
  statuses?: readonly SubmissionStatus[],
) {
  const { limit, offset } = query;
  const order = { table: 'submission', orderBy: 'createdAt', direction: 'DESC' } as const;
  const listing = listingStatement({ ...order, conditions, statuses, limit, offset });
  const rows = service.store.all<SubmissionRow>(...listing);
  return { body: rows.map((row) => submissionJson(service, row, language)) };
}

/**
 * The answered submissions of a patient's course, oldest first.
 * @throws ServiceError 404 if the professional has no such patient.
 */
function requireAnswered(
  store: Store,
  { professionalId, patientId }: { readonly professionalId: string; readonly patientId: string },
  instrument: InstrumentDefinition,
): SubmissionRow[] {
  requirePatient(store, professionalId, patientId);
  return store.all(
    `SELECT * FROM submission
     WHERE professionalId = ? AND patientId = ? AND formTemplateId = ? AND completedFillAt IS NOT NULL
     ORDER BY completedFillAt, id`,
    professionalId,
    patientId,
    instrument.id,
  );
}

export const submissionHandlers = {
  getSubmission: ({ service, path, language }) => {
    const row = requireSubmission(service.store, path.professionalId, path.submissionId);
    const answers = answersJson(service.store, row, language);
    return { body: { ...submissionJson(service, row, language), answers } };
  },

  listSubmissions: (call) => {
    const { path, query } = call;
    const { formApplicationId, formTemplateId } = query;
    const conditions: Condition[] =
      formApplicationId === undefined
        ? [['professionalId = ?', path.professionalId]]
        : [ofProfessional(path.professionalId), ['formApplicationId = ?', formApplicationId]];
    if (formTemplateId !== undefined) {
      conditions.push([
        formApplicationId === undefined ? 'formTemplateId = ?' : '+formTemplateId = ?',
        formTemplateId,
      ]);
    }
    return submissionList(call, [...conditions, ...dateConditions(query)], query.status);
  },

  listPatientSubmissions: (call) => {
    const { professionalId, patientId } = call.path;
    requirePatient(call.service.store, professionalId, patientId);
    return submissionList(call, [ofProfessional(professionalId), ['patientId = ?', patientId]]);
  },

  cancelSubmission: ({ service, path, language }) => {
    const { store, clock } = service;
    const row = requireSubmission(store, path.professionalId, path.submissionId);
    const moved = store.transaction(() => {
      skipRequest(store, row);
      return moveSubmission(store, row, 'cancel', clock.now());
    });
    return { body: submissionJson(service, moved, language) };
  },

  /** "Permanently deletes the submission from the patient's history", its answers with it, in any state. */
  deleteSubmission: ({ service: { store }, path }) => {
    const row = requireSubmission(store, path.professionalId, path.submissionId);
    store.transaction(() => {
      skipRequest(store, row);
      store.run('DELETE FROM submission WHERE id = ?', row.id);
    });
    return { body: {} };
  },

  getScoreGraph: ({ service, path, query, language }) => {
    const { from, to } = readDates(query);
    const instrument = requireInstrument(path.formId);
    const answered = requireAnswered(service.store, path, instrument).filter(
      ({ completedFillAt: at }) => at !== null && (from === null || from <= at) && (to === null || at <= to),
    );
    return {
      body: {
        formTemplateId: instrument.id,
        patientId: path.patientId,
        generatedAt: iso(service.clock.now()),
        series: scoreSeries(instrument, answered, language),
        summary: {
          firstSubmissionCompletedFillAt: isoOrNull(answered[0]?.completedFillAt ?? null),
          lastSubmissionCompletedFillAt: isoOrNull(answered.at(-1)?.completedFillAt ?? null),
          totalAnsweredSubmissions: answered.length,
        },
      },
    };
  },

  /**
   * Simulates the status of the longitudinal analysis; nothing is generated. The analysis follows from the answers:
   * the last one was made with the newest answer whose number is a multiple of three.
   */
  getLongitudinalAnalysisStatus: ({ service: { store }, path }) => {
    const { professionalId } = path;
    if (findProfessional(store, professionalId)?.hasAiAnalysis !== 1) {
      const message = "The professional's plan does not include AI analysis.";
      throw new ServiceError(403, 'PLAN_WITHOUT_AI_ANALYSIS', message);
    }
    const answered = requireAnswered(store, path, requireInstrument(path.formId));
    const analysed = answered.length - (answered.length % ANSWERS_PER_ANALYSIS);
    const source = answered[analysed - 1];
    return {
      body: {
        hasAnalysis: source !== undefined,
        isStale: source !== undefined && answered.length > analysed,
        analysisId: source ? repeatableIdentifiers(`analysis ${professionalId} ${source.id}`).uuid() : null,
        analysisGeneratedAt: isoOrNull(source?.completedFillAt ?? null),
        latestSubmissionAt: isoOrNull(answered.at(-1)?.completedFillAt ?? null),
      },
    };
  },
} satisfies Partial<Handlers>;
