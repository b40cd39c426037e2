import type { Application, ApplicationStatus, RecurrenceInput } from '@instrument-panel/client/contract';
import type * as endpoints from '@instrument-panel/client/endpoints';
import { firstRequest } from '@instrument-panel/client/recurrence';
import type { SandboxLanguage } from '../../words/index.ts';
import { isInCalendar } from '../clock.ts';
import { invalidState, validationError } from '../errors.ts';
import type { EndpointCall, Handlers } from '../http/handler.ts';
import {
  type ApplicationRow,
  applicationById,
  applicationJson,
  moveApplication,
  requireApplication,
  requireInstrument,
} from '../records/application.ts';
import { type Condition, dateConditions, listingStatement, ofProfessional } from '../records/listing.ts';
import { requirePatient } from '../records/patient.ts';
import { createSubmission, findSubmissions, submissionJson } from '../records/submission.ts';
import { EXPIRES_AFTER_MS } from '../recurrence.ts';
import { closeActive, closeApplication, closePending, sendRequest } from '../requests.ts';
import type { ServiceContext } from '../service.ts';

/** The application with its submissions, newest first ("on detail and create/update responses"). */
function detailJson(service: ServiceContext, id: number, language: SandboxLanguage): Application {
  const row = applicationById(service.store, id);
  if (!row) throw new Error('An application that was just written is gone.');
  const submissions = findSubmissions(service.store, id).toReversed();
  return {
    ...applicationJson(service, row, language),
    submissions: submissions.map((submission) => submissionJson(service, submission, language, row)),
  };
}

/**
 * Where the cycle counts from, and when the first request is sent: never before now.
 * @throws ServiceError 400 for a start outside the calendar.
 */
function beginning(body: RecurrenceInput, now: number): { startedAt: number; firstAt: number } {
  const startedAt = body.startedAt === undefined ? now : Date.parse(body.startedAt);
  if (!isInCalendar(startedAt)) throw validationError('startedAt: must be of the years 0000 to 8999.');
  return { startedAt, firstAt: firstRequest(body.recurrenceCycle, startedAt, now) };
}

const flag = (value: boolean | undefined, otherwise: boolean): number => Number(value ?? otherwise);

const COLUMNS = {
  created_at: 'createdAt',
  next_answer_at: 'nextAnswerAt',
  started_at: 'startedAt',
  updated_at: 'updatedAt',
} as const;

type ListCall = EndpointCall<typeof endpoints.listApplications>;

function applicationList(
  { service, query, language }: Pick<ListCall, 'service' | 'query' | 'language'>,
  conditions: readonly Condition[],
  statuses?: readonly ApplicationStatus[],
) {
  const listing = {
    table: 'application',
    conditions,
    statuses,
    orderBy: COLUMNS[query.orderBy ?? 'created_at'],
    direction: query.orderDirection ?? 'DESC',
    limit: query.limit,
    offset: query.offset,
  } as const;
  const rows = service.store.all<ApplicationRow>(...listingStatement(listing));
  return { body: rows.map((row) => applicationJson(service, row, language)) };
}

export const applicationHandlers = {
  createApplication: ({ service, partner, path, body, language }) => {
    const { store, clock, identifiers } = service;
    const { professionalId } = path;
    const instrument = requireInstrument(path.formId);
    const patient = requirePatient(store, professionalId, body.patientId.toLowerCase());
    if (patient.relationStatus !== 'ACTIVE') {
      const message =
        'The relation with this patient is inactive; reactivate it before applying an instrument.';
      throw invalidState(message);
    }
    const now = clock.now();
    const { startedAt, firstAt } = beginning(body, now);
    const id = store.transaction(() => {
      const created = store.insert('application', {
        professionalId,
        patientId: patient.serviceId,
        formTemplateId: instrument.id,
        partner,
        recurrenceCycle: body.recurrenceCycle,
        status: 'CREATED',
        startedAt,
        nextAnswerAt: firstAt,
        expiresAt: firstAt + EXPIRES_AFTER_MS,
        notifyEmail: flag(body.notifyEmail, true),
        notifyWhatsApp: flag(body.notifyWhatsApp, false),
        openToAnswer: flag(body.openToAnswer, false),
        allowPatientAnnotation: flag(body.allowPatientAnnotation, false),
        hideFormTemplateTitle: flag(body.hideFormTemplateTitle, false),
        showFormGraphToPatient: flag(body.showFormGraphToPatient, false),
        answerToken: identifiers.token(),
        createdAt: now,
        updatedAt: now,
      });
      const application = requireApplication(store, professionalId, created);
      createSubmission(store, application, firstAt, now);
      if (firstAt <= now) sendRequest(store, application, now);
      return created;
    });
    return { body: detailJson(service, id, language) };
  },

  getApplication: ({ service, path, language }) => {
    const row = requireApplication(service.store, path.professionalId, path.applicationId);
    return { body: detailJson(service, row.id, language) };
  },

  /**
   * Starts the cycle again: pending submissions are cancelled, the application is CREATED, and its first request
   * is the next automatic transition.
   */
  updateRecurrence: ({ service, path, body, language }) => {
    const { store, clock } = service;
    const row = requireApplication(store, path.professionalId, path.applicationId);
    // An application outlives the link with its patient; nobody can be asked then.
    requirePatient(store, path.professionalId, row.patientId);
    const now = clock.now();
    const { startedAt, firstAt } = beginning(body, now);
    store.transaction(() => {
      closePending(store, row.id, 'cancel', now);
      const moved = moveApplication(store, row, 'update-recurrence', now, {
        recurrenceCycle: body.recurrenceCycle,
        startedAt,
        nextAnswerAt: firstAt,
        idleAt: null,
        canceledAt: null,
        expiresAt: firstAt + EXPIRES_AFTER_MS,
        whatsAppSends: 0,
      });
      createSubmission(store, moved, firstAt, now);
    });
    return { body: detailJson(service, row.id, language) };
  },

  finishApplication: ({ service, path, language }) => {
    const row = requireApplication(service.store, path.professionalId, path.applicationId);
    const { store, clock } = service;
    store.transaction(() => closeApplication(store, row, 'finish', clock.now()));
    return { body: detailJson(service, row.id, language) };
  },

  cancelInstrumentApplications: ({ service: { store, clock }, path }) => {
    const instrument = requireInstrument(path.formId);
    requirePatient(store, path.professionalId, path.patientId);
    const canceledApplicationIds = closeActive(store, path, instrument.id, 'cancel', clock.now());
    return { body: { canceledApplicationIds, canceledCount: canceledApplicationIds.length } };
  },

  listApplications: (call) => applicationList(call, [['professionalId = ?', call.path.professionalId]]),

  listPatientApplications: (call) => {
    const { professionalId, patientId } = call.path;
    requirePatient(call.service.store, professionalId, patientId);
    return applicationList(call, [ofProfessional(professionalId), ['patientId = ?', patientId]]);
  },

  listInstrumentApplications: (call) => {
    const { path, query, service } = call;
    const dates = dateConditions(query);
    const instrument = requireInstrument(path.formId);
    requirePatient(service.store, path.professionalId, path.patientId);
    const conditions: Condition[] = [
      ofProfessional(path.professionalId),
      ['patientId = ?', path.patientId],
      ['formTemplateId = ?', instrument.id],
      ...dates,
    ];
    if (query.recurrenceCycle) {
      // A set as JSON keeps the statement's text the same for every number of cycles.
      const cycles = JSON.stringify([...new Set(query.recurrenceCycle)]);
      conditions.push(['recurrenceCycle IN (SELECT value FROM json_each(?))', cycles]);
    }
    return applicationList(call, conditions, query.status);
  },
} satisfies Partial<Handlers>;
