import type {
  Application,
  ApplicationStatus,
  InstrumentReference,
  RecurrenceCycle,
} from '@instrument-panel/client/contract';
import type * as z from 'zod/mini';
import type { InstrumentDefinition } from '../../library/define.ts';
import { findInstrument } from '../../library/index.ts';
import type { SandboxLanguage } from '../../words/index.ts';
import { iso, isoOrNull } from '../clock.ts';
import type { Store } from '../database.ts';
import { notFound } from '../errors.ts';
import type { ServiceContext } from '../service.ts';
import { type ApplicationTrigger, applicationMachine } from '../states/machines.ts';

/** @throws ServiceError 404 if the library has no such instrument. */
export function requireInstrument(id: string): InstrumentDefinition {
  const instrument = findInstrument(id);
  if (!instrument) throw notFound('instrument');
  return instrument;
}

/** The instrument as applications and submissions name it; null for one that has left the library. */
export function instrumentReference(
  id: string,
  language: SandboxLanguage,
): z.infer<typeof InstrumentReference> | null {
  const instrument = findInstrument(id);
  if (!instrument) return null;
  return { templateId: instrument.id, title: instrument.title[language], shortTitle: instrument.shortTitle };
}

export interface ApplicationRow {
  readonly id: number;
  /** The author: the professional who gave the instrument. */
  readonly professionalId: string;
  readonly patientId: string;
  readonly formTemplateId: string;
  /** The partner that created it. */
  readonly partner: string;
  readonly recurrenceCycle: RecurrenceCycle;
  readonly status: ApplicationStatus;
  /** Dates of the cycle count from here. */
  readonly startedAt: number;
  /** When the next request is sent; null if none will be. */
  readonly nextAnswerAt: number | null;
  /** When it is closed as idle, unless the patient answers before; null if it is not watched. */
  readonly idleAt: number | null;
  readonly canceledAt: number | null;
  /** When it is closed as expired; null if it is closed. */
  readonly expiresAt: number | null;
  /** WhatsApp messages sent since the cycle began. */
  readonly whatsAppSends: number;
  readonly notifyEmail: number;
  readonly notifyWhatsApp: number;
  readonly openToAnswer: number;
  readonly allowPatientAnnotation: number;
  readonly hideFormTemplateTitle: number;
  readonly showFormGraphToPatient: number;
  readonly answerToken: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const applicationById = (store: Store, id: number): ApplicationRow | undefined =>
  store.one('SELECT * FROM application WHERE id = ?', id);

export const applicationByToken = (store: Store, answerToken: string): ApplicationRow | undefined =>
  store.one('SELECT * FROM application WHERE answerToken = ?', answerToken);

/** @throws ServiceError 404 if the professional has no such application. */
export function requireApplication(store: Store, professionalId: string, id: number): ApplicationRow {
  const row = applicationById(store, id);
  if (row?.professionalId !== professionalId) throw notFound('application');
  return row;
}

/**
 * Takes an application to the state that follows `trigger`, with what else changes.
 * @throws ServiceError 422 if its state has no such transition.
 */
export function moveApplication(
  store: Store,
  row: ApplicationRow,
  trigger: ApplicationTrigger,
  at: number,
  changes: Partial<ApplicationRow> = {},
): ApplicationRow {
  const moved = { ...changes, status: applicationMachine.next(row.status, trigger), updatedAt: at };
  store.update('application', { id: row.id }, moved);
  return { ...row, ...moved };
}

/** Path under which the patients' links lie. */
export const ANSWER_PATH = '/answer';

/** Converts the path of a link into its address; those of patients may have an origin of their own. */
export const toLink = ({ publicUrl, patientUrl }: ServiceContext, path: string): string =>
  `${path.startsWith(`${ANSWER_PATH}/`) ? (patientUrl ?? publicUrl) : publicUrl}${path}`;

export const urlToAnswer = (service: ServiceContext, answerToken: string): string =>
  toLink(service, `${ANSWER_PATH}/${answerToken}`);

/** The fields that an application carries everywhere, inside a submission too. */
export function applicationSummaryJson(row: ApplicationRow) {
  return {
    id: row.id,
    patientId: row.patientId,
    authorId: row.professionalId,
    formTemplateId: row.formTemplateId,
    recurrenceCycle: row.recurrenceCycle,
    status: row.status,
    startedAt: iso(row.startedAt),
    nextAnswerAt: isoOrNull(row.nextAnswerAt),
    notifyEmail: row.notifyEmail === 1,
    notifyWhatsApp: row.notifyWhatsApp === 1,
    openToAnswer: row.openToAnswer === 1,
    allowPatientAnnotation: row.allowPatientAnnotation === 1,
    hideFormTemplateTitle: row.hideFormTemplateTitle === 1,
    showFormGraphToPatient: row.showFormGraphToPatient === 1,
    answerToken: row.answerToken,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

function lastSubmission(store: Store, applicationId: number): Application['lastSubmission'] {
  const last = store.one<{ id: number; score: number | null; completedFillAt: number }>(
    `SELECT id, score, completedFillAt FROM submission
     WHERE formApplicationId = ? AND completedFillAt IS NOT NULL
     ORDER BY completedFillAt DESC, id DESC LIMIT 1`,
    applicationId,
  );
  return last ? { ...last, completedFillAt: iso(last.completedFillAt) } : null;
}

/** The application as lists carry it: without its submissions. */
export function applicationJson(
  service: ServiceContext,
  row: ApplicationRow,
  language: SandboxLanguage,
): Application {
  const total = service.store.one<{ total: number }>(
    'SELECT count(*) AS total FROM submission WHERE formApplicationId = ?',
    row.id,
  );
  return {
    ...applicationSummaryJson(row),
    formTemplate: instrumentReference(row.formTemplateId, language),
    urlToAnswer: urlToAnswer(service, row.answerToken),
    lastSubmission: lastSubmission(service.store, row.id),
    totalSubmissions: total?.total ?? 0,
  };
}
