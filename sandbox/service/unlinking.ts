import { ACTIVE_APPLICATION_STATUSES } from '@instrument-panel/client/contract';
import type { ApplicationRow } from './records/application.ts';
import { requirePatient } from './records/patient.ts';
import { closeApplication } from './requests.ts';
import type { Service } from './service.ts';

const ACTIVE = ACTIVE_APPLICATION_STATUSES.map((status) => `'${status}'`).join(', ');

/**
 * Unlinks a patient from a professional, as happens outside of the interface: the active applications are closed,
 * and the professional has no such patient any more. What was answered stays in the lists of the professional.
 * @throws ServiceError 404 where the professional has no such patient.
 */
export function unlinkPatient(service: Service, professionalId: string, patientId: string): void {
  const { store, clock } = service;
  requirePatient(store, professionalId, patientId);
  const now = clock.now();
  store.transaction(() => {
    const rows = store.all<ApplicationRow>(
      `SELECT * FROM application WHERE +professionalId = ? AND patientId = ? AND status IN (${ACTIVE})`,
      professionalId,
      patientId,
    );
    for (const row of rows) closeApplication(store, row, 'unlink-patient', now);
    store.run('DELETE FROM relation WHERE professionalId = ? AND patientId = ?', professionalId, patientId);
  });
}
