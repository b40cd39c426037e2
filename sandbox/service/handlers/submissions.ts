import { iso, isoOrNull } from '../clock.ts';
import { ServiceError, validationError } from '../errors.ts';
import type { HandlerOf } from '../http/handler.ts';
import { repeatableIdentifiers } from '../identifiers.ts';
import { requireInstrument } from '../records/application.ts';
import {
  amongThose,
  type Condition,
  dateConditions,
  ofProfessional,
  readListing,
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

export const getSubmission: HandlerOf<'getSubmission'> = ({ service, path, language }) => {
  const row = requireSubmission(service.store, path.professionalId, path.submissionId);
  return {
    body: {
      ...submissionJson(service, row, language),
      answers: answersJson(service.store, row, language),
    },
  };
};

/** Newest first: the order is not shown. */
export const listSubmissions: HandlerOf<'listSubmissions'> = ({ service, path, query, language }) => {
  const conditions: Condition[] = [
    query.formApplicationId === undefined
      ? ofProfessional(path.professionalId)
      : amongThose(path.professionalId),
    ...(query.formTemplateId === undefined
      ? []
      : [
          [
            query.formApplicationId === undefined ? 'formTemplateId = ?' : '+formTemplateId = ?',
            query.formTemplateId,
          ] as const,
        ]),
    ...(query.formApplicationId === undefined
      ? []
      : [['formApplicationId = ?', query.formApplicationId] as const]),
    ...dateConditions(query),
  ];
  const rows = readListing<SubmissionRow>(service.store, {
    table: 'submission',
    conditions,
    statuses: query.status,
    orderBy: 'createdAt',
    direction: 'DESC',
    limit: query.limit,
    offset: query.offset,
  });
  return { body: rows.map((row) => submissionJson(service, row, language)) };
};

export const listPatientSubmissions: HandlerOf<'listPatientSubmissions'> = ({
  service,
  path,
  query,
  language,
}) => {
  requirePatient(service.store, path.professionalId, path.patientId);
  const rows = readListing<SubmissionRow>(service.store, {
    table: 'submission',
    conditions: [amongThose(path.professionalId), ['patientId = ?', path.patientId]],
    orderBy: 'createdAt',
    direction: 'DESC',
    limit: query.limit,
    offset: query.offset,
  });
  return { body: rows.map((row) => submissionJson(service, row, language)) };
};

export const cancelSubmission: HandlerOf<'cancelSubmission'> = ({ service, path, language }) => {
  const { store, clock } = service;
  const row = requireSubmission(store, path.professionalId, path.submissionId);
  const moved = store.transaction(() => {
    skipRequest(store, row);
    return moveSubmission(store, row, 'cancel', clock.now());
  });
  return { body: submissionJson(service, moved, language) };
};

/** "Permanently deletes the submission from the patient's history", its answers with it, in any state. */
export const deleteSubmission: HandlerOf<'deleteSubmission'> = ({ service, path }) => {
  const { store } = service;
  const row = requireSubmission(store, path.professionalId, path.submissionId);
  store.transaction(() => {
    skipRequest(store, row);
    store.run('DELETE FROM submission WHERE id = ?', row.id);
  });
  return { body: {} };
};

export const getScoreGraph: HandlerOf<'getScoreGraph'> = ({ service, path, query, language }) => {
  const from = query.startDate === undefined ? Number.NEGATIVE_INFINITY : Date.parse(query.startDate);
  const to = query.endDate === undefined ? Number.POSITIVE_INFINITY : Date.parse(query.endDate);
  if (from > to) throw validationError('startDate must not be later than endDate.');
  const inRange = (at: number) => from <= at && at <= to;
  const instrument = requireInstrument(path.formId);
  requirePatient(service.store, path.professionalId, path.patientId);
  const answered = service.store.all<SubmissionRow>(
    `SELECT * FROM submission
     WHERE professionalId = ? AND patientId = ? AND formTemplateId = ? AND completedFillAt IS NOT NULL
     ORDER BY completedFillAt, id`,
    path.professionalId,
    path.patientId,
    instrument.id,
  );
  const shown = answered.flatMap(({ completedFillAt }) =>
    completedFillAt !== null && inRange(completedFillAt) ? [completedFillAt] : [],
  );
  return {
    body: {
      formTemplateId: instrument.id,
      patientId: path.patientId,
      generatedAt: iso(service.clock.now()),
      series: scoreSeries(instrument, answered, inRange, language),
      summary: {
        firstSubmissionCompletedFillAt: isoOrNull(shown[0] ?? null),
        lastSubmissionCompletedFillAt: isoOrNull(shown.at(-1) ?? null),
        totalAnsweredSubmissions: shown.length,
      },
    },
  };
};

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
