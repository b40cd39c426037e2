import { required, uuid } from '../param.ts';
import { Viewers } from '../seen-by-summaries.ts';
import { ownCall } from './own-call.ts';

/** Reads who else has seen a patient lately: without zod, and nothing of the proxy's side. */
export const getViewers = ownCall('listViewers', '/seen-by', Viewers, {
  patientId: required(uuid),
  professionalId: uuid,
});
