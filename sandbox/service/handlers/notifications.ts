import { invalid } from '../errors.ts';
import type { HandlerOf } from '../http/handler.ts';
import { type MessageRow, notificationJson } from '../outbox/message.ts';
import { requireInstrument } from '../records/instrument.ts';
import { requirePatient } from '../records/patient.ts';

const DAY = 86_400_000;

/** What the patient was sent about an instrument, newest first; days are UTC, both included. */
export const listNotifications: HandlerOf<'listNotifications'> = ({ service, path, query }) => {
  const from = query.startDate === undefined ? null : Date.parse(query.startDate);
  const before = query.endDate === undefined ? null : Date.parse(query.endDate) + DAY;
  if (from !== null && before !== null && from >= before) {
    throw invalid('startDate must not be later than endDate.');
  }
  const instrument = requireInstrument(path.formId);
  requirePatient(service.store, path.professionalId, path.patientId);
  const rows = service.store.all<MessageRow & { readonly patientId: string }>(
    `SELECT * FROM message
     WHERE professionalId = ? AND patientId = ? AND formTemplateId = ?
       ${from === null ? '' : 'AND at >= ?'} ${before === null ? '' : 'AND at < ?'}
     ORDER BY at DESC, id DESC`,
    path.professionalId,
    path.patientId,
    instrument.id,
    ...(from === null ? [] : [from]),
    ...(before === null ? [] : [before]),
  );
  return { body: rows.map(notificationJson) };
};
