import type { HandlerOf } from '../http/handler.ts';
import { answersJson } from '../records/answer.ts';
import {
  amongThose,
  type Condition,
  dateConditions,
  ofProfessional,
  readListing,
} from '../records/listing.ts';
import { requirePatient } from '../records/patient.ts';
import {
  moveSubmission,
  requireSubmission,
  type SubmissionRow,
  submissionJson,
} from '../records/submission.ts';
import { skipRequest } from '../requests.ts';

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
