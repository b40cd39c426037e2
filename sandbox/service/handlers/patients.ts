import type { Store } from '../database.ts';
import { conflict } from '../errors.ts';
import type { Handlers } from '../http/handler.ts';
import { type MessageRow, notificationJson } from '../outbox.ts';
import { requireInstrument } from '../records/application.ts';
import { type Condition, dateConditions, listingStatement } from '../records/listing.ts';
import {
  findPatients,
  partnerPatientWithEmail,
  patientJson,
  patientWith,
  requirePatient,
} from '../records/patient.ts';
import type { ServiceContext } from '../service.ts';
import { relationMachine } from '../states/machines.ts';

/** The one code for a duplicate e-mail (docs/service.md#errors), for patients too. */
const emailTaken = () =>
  conflict('PROFESSIONAL_EMAIL_ALREADY_EXIST', 'email: another patient is registered with this address.');

/** @throws ServiceError 409 if another patient of the professional has the e-mail or the cellphone. */
function refuseDuplicates(
  store: Store,
  professionalId: string,
  { email, cellphone }: { email?: string | null | undefined; cellphone?: string | null | undefined },
  except = '',
): void {
  if (email != null && patientWith(store, professionalId, 'email', email, except)) throw emailTaken();
  if (cellphone != null && patientWith(store, professionalId, 'cellphone', cellphone, except)) {
    throw conflict(
      'PATIENT_CELLPHONE_ALREADY_EXIST',
      'cellphone: another patient of this professional is registered with this number.',
    );
  }
}

function changeRelation(
  { store, clock }: ServiceContext,
  { professionalId, patientId }: { readonly professionalId: string; readonly patientId: string },
  trigger: 'inactivate' | 'reactivate',
): { body: Record<string, never> } {
  const { relationStatus } = requirePatient(store, professionalId, patientId);
  const status = relationMachine.next(relationStatus, trigger);
  store.update('relation', { professionalId, patientId }, { status, updatedAt: clock.now() });
  return { body: {} };
}

const DAY_MS = 86_400_000;

export const patientHandlers = {
  /** Registers a patient, or associates the one whom another professional of the partner has under this e-mail. */
  createPatient: ({ service: { store, clock, identifiers }, partner, path: { professionalId }, body }) => {
    refuseDuplicates(store, professionalId, body);
    const shared = body.email == null ? undefined : partnerPatientWithEmail(store, partner, body.email);
    const now = clock.now();
    const begun = { status: 'ACTIVE', createdAt: now, updatedAt: now };
    const patientId = shared?.serviceId ?? identifiers.uuid();
    store.transaction(() => {
      if (!shared) {
        store.insert('patient', {
          serviceId: patientId,
          name: body.name,
          surname: body.surname ?? null,
          email: body.email ?? null,
          cellphone: body.cellphone ?? null,
          ...begun,
        });
      }
      store.insert('relation', { professionalId, patientId, ...begun });
    });
    const registered = patientJson(requirePatient(store, professionalId, patientId));
    return { status: shared ? 200 : 201, body: registered };
  },

  listPatients: ({ service, path }) => ({
    body: findPatients(service.store, path.professionalId).map(patientJson),
  }),

  getPatient: ({ service, path }) => ({
    body: patientJson(requirePatient(service.store, path.professionalId, path.patientId)),
  }),

  /** "Required and always replaced" fields, and optional ones that are never cleared. */
  updatePatient: ({ service: { store, clock }, partner, path: { professionalId, patientId }, body }) => {
    const stored = requirePatient(store, professionalId, patientId);
    refuseDuplicates(store, professionalId, body, patientId);
    if (body.email != null) {
      const holder = partnerPatientWithEmail(store, partner, body.email);
      if (holder && holder.serviceId !== patientId) throw emailTaken();
    }
    const keep = (field: 'email' | 'birthday' | 'gender' | 'education') => body[field] ?? stored[field];
    store.update(
      'patient',
      { serviceId: patientId },
      {
        name: body.name,
        surname: body.surname,
        cellphone: body.cellphone,
        email: keep('email'),
        birthday: keep('birthday'),
        gender: keep('gender'),
        education: keep('education'),
        updatedAt: clock.now(),
      },
    );
    return { body: patientJson(requirePatient(store, professionalId, patientId)) };
  },

  inactivatePatient: ({ service, path }) => changeRelation(service, path, 'inactivate'),

  reactivatePatient: ({ service, path }) => changeRelation(service, path, 'reactivate'),

  /** Lists the messages to a patient about an instrument, newest first; days are UTC, both included. */
  listNotifications: ({ service, path, query }) => {
    const dates = dateConditions(query, 'at', DAY_MS - 1);
    const instrument = requireInstrument(path.formId);
    requirePatient(service.store, path.professionalId, path.patientId);
    const conditions: Condition[] = [
      ['professionalId = ?', path.professionalId],
      ['patientId = ?', path.patientId],
      ['formTemplateId = ?', instrument.id],
      ...dates,
    ];
    const order = { table: 'message', orderBy: 'at', direction: 'DESC' } as const;
    const rows = service.store.all<MessageRow & { readonly patientId: string }>(
      ...listingStatement({ ...order, conditions }),
    );
    return { body: rows.map(notificationJson) };
  },
} satisfies Partial<Handlers>;
