import * as z from 'zod/mini';
import { getPatient } from '../endpoints/patients.ts';
import { DateTime } from '../field.ts';
import { required, uuid } from '../param.ts';
import { proxyEndpoint } from './endpoint.ts';

const { action, access, patient } = getPatient;

/** Says who else has read a patient's data lately, as the audit trail has it; for roles to which the partner says it. */
export const listViewers = proxyEndpoint('listViewers', {
  path: '/seen-by',
  summary: 'Say who else has seen a patient lately',
  caller: 'token',
  permission: { action, access, patient },
  query: { patientId: required(uuid), professionalId: uuid },
  response: z.object({
    /** Each person once, the latest first; null where this is not said, or not to this role. */
    viewers: z.nullable(
      z.array(
        z.object({
          /** As the partner names the person; null for one whom the partner does not name. */
          name: z.nullable(z.string()),
          /** When they last read something of this patient alone. */
          at: DateTime,
        }),
      ),
    ),
    /** The time of the proxy, from which ages are counted. */
    now: DateTime,
  }),
});
