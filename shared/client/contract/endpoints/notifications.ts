import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { lenientDate } from '../param.ts';
import { Notification } from '../resources/people.ts';

/** Messages sent to a patient about an instrument; not paginated. */
export const listNotifications = endpoint('listNotifications', {
  path: '/professionals/{professionalId}/forms/{formId}/patients/{patientId}/notifications',
  summary: 'List the notifications sent to a patient',
  query: { startDate: lenientDate, endDate: lenientDate },
  response: z.array(Notification),
  action: 'read',
  patient: { at: 'path' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});
