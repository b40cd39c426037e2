import type { HandlerOf } from '../http/handler.ts';
import { type ApplicationRow, applicationJson } from '../records/application.ts';
import { requireInstrument } from '../records/instrument.ts';
import {
  amongThose,
  type Condition,
  dateConditions,
  type Listing,
  ofProfessional,
  readListing,
} from '../records/listing.ts';
import { requirePatient } from '../records/patient.ts';

const COLUMNS = {
  created_at: 'createdAt',
  next_answer_at: 'nextAnswerAt',
  started_at: 'startedAt',
  updated_at: 'updatedAt',
} as const;

interface Ordering {
  readonly orderBy?: keyof typeof COLUMNS | undefined;
  readonly orderDirection?: 'ASC' | 'DESC' | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

const listing = (conditions: readonly Condition[], query: Ordering): Listing => ({
  table: 'application',
  conditions,
  orderBy: COLUMNS[query.orderBy ?? 'created_at'],
  direction: query.orderDirection ?? 'DESC',
  limit: query.limit,
  offset: query.offset,
});

export const listApplications: HandlerOf<'listApplications'> = ({ service, path, query, language }) => {
  const conditions = [ofProfessional(path.professionalId)];
  const rows = readListing<ApplicationRow>(service.store, listing(conditions, query));
  return { body: rows.map((row) => applicationJson(service, row, language)) };
};

export const listPatientApplications: HandlerOf<'listPatientApplications'> = ({
  service,
  path,
  query,
  language,
}) => {
  requirePatient(service.store, path.professionalId, path.patientId);
  const conditions: Condition[] = [amongThose(path.professionalId), ['patientId = ?', path.patientId]];
  const rows = readListing<ApplicationRow>(service.store, listing(conditions, query));
  return { body: rows.map((row) => applicationJson(service, row, language)) };
};

export const listInstrumentApplications: HandlerOf<'listInstrumentApplications'> = ({
  service,
  path,
  query,
  language,
}) => {
  const dates = dateConditions(query);
  const instrument = requireInstrument(path.formId);
  requirePatient(service.store, path.professionalId, path.patientId);
  const cycles = query.recurrenceCycle && [...new Set(query.recurrenceCycle)];
  const conditions: Condition[] = [
    amongThose(path.professionalId),
    ['patientId = ?', path.patientId],
    ['formTemplateId = ?', instrument.id],
    ...dates,
    // A set as JSON keeps the statement's text the same for every number of cycles.
    ...(cycles
      ? [['recurrenceCycle IN (SELECT value FROM json_each(?))', JSON.stringify(cycles)] as const]
      : []),
  ];
  const rows = readListing<ApplicationRow>(service.store, {
    ...listing(conditions, query),
    statuses: query.status,
  });
  return { body: rows.map((row) => applicationJson(service, row, language)) };
};
