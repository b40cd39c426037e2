import * as z from 'zod/mini';
import type { Service } from '../service.ts';
import { unlinkPatient } from '../unlinking.ts';
import { checkBody, readJson } from './body.ts';
import type { ControlRoute } from './control-route.ts';
import { jsonReply } from './reply.ts';

const Unlink = z.object({ professionalId: z.guid(), patientId: z.guid() });

/** `POST /sandbox/unlink {"professionalId","patientId"}`: nothing of the interface itself unlinks a patient. */
export const unlinkRoute = (service: Service): ControlRoute => ({
  POST: async (request) => {
    const body = checkBody(Unlink, await readJson(request)) as z.infer<typeof Unlink>;
    service.runDue();
    unlinkPatient(service, body.professionalId.toLowerCase(), body.patientId.toLowerCase());
    return jsonReply(200, {});
  },
});
