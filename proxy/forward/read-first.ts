import { type Endpoint, getApplication, getSubmission } from '@instrument-panel/client/contract';
import { notFound } from '../refusal.ts';
import { isAmong } from './access.ts';
import type { Ask, Service } from './service.ts';

/** What is read to learn whose application or submission it is. */
const READ_BY: Readonly<Record<'application' | 'submission', Endpoint>> = {
  application: getApplication,
  submission: getSubmission,
};

/**
 * Reads the application or submission that a write is about, and throws the `Refusal` (404) of a missing one
 * unless it belongs to one of the patients.
 */
export async function readFirst(
  service: Service,
  ask: Ask,
  at: 'application' | 'submission',
  patients: ReadonlySet<string>,
): Promise<void> {
  const reply = await service({ ...ask, endpoint: READ_BY[at], query: {}, body: undefined });
  const record = reply.kind === 'json' ? reply.value : null;
  if (!isAmong(patients, (record as { patientId?: unknown } | null)?.patientId)) throw notFound();
}
