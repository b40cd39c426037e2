import { randomUUID } from 'node:crypto';
import { BASE_PATH, type ErrorResponse } from '../../../shared/contract/index.ts';
import { createPatientPages } from '../../patient/index.ts';
import { createLinkPages } from '../../professional/index.ts';
import { createAnswerService } from '../answering.ts';
import { ServiceError } from '../errors.ts';
import { createLinkService } from '../linking.ts';
import { ANSWER_PATH } from '../records/application.ts';
import { LINK_PATH } from '../records/integration.ts';
import type { Service } from '../service.ts';
import { deliveriesRoute, webhooksRoute } from '../webhooks/routes.ts';
import { clockRoute } from './clock-route.ts';
import { type ControlRoute, controlReply } from './control-route.ts';
import { dispatch } from './dispatch.ts';
import { outboxRoute } from './outbox-route.ts';
import { errorReply, jsonReply } from './reply.ts';

/** Answers a request of the address `address`. */
export type ServiceFetch = (request: Request, address: string) => Promise<Response>;

/**
 * Everything that the service serves: the interface, the patients' links, `/healthz` and the clock. What goes
 * wrong unexpectedly is 500 `INTERNAL` with a traceId, and is told to `report` under the same.
 */
export function createServiceFetch(
  service: Service,
  report: (error: unknown, traceId: string) => void,
): ServiceFetch {
  const patientPages = createPatientPages(createAnswerService(service), {
    prefix: ANSWER_PATH,
    language: service.language,
  });
  const linkPages = createLinkPages(createLinkService(service), {
    prefix: LINK_PATH,
    language: service.language,
  });

  const control: Readonly<Record<string, ControlRoute>> = {
    '/sandbox/webhooks': webhooksRoute(service.store),
    '/sandbox/deliveries': deliveriesRoute(service.store),
  };

  async function route(request: Request, address: string): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === BASE_PATH || pathname.startsWith(`${BASE_PATH}/`)) {
      return dispatch(service, request, address);
    }
    if (pathname.startsWith(`${ANSWER_PATH}/`)) return patientPages(request);
    if (pathname.startsWith(`${LINK_PATH}/`)) return linkPages(request);
    if (pathname === '/healthz') return jsonReply(200, { status: 'ok' });
    if (pathname === '/sandbox/clock') return clockRoute(service, request);
    if (pathname === '/sandbox/outbox') return outboxRoute(service, request);
    const controlled = Object.hasOwn(control, pathname) ? control[pathname] : undefined;
    if (controlled) return controlReply(controlled, request);
    throw new ServiceError(404, 'NOT_FOUND', 'There is no such address.');
  }

  return async (request, address) => {
    try {
      const response = await route(request, address);
      service.armTimer();
      return response;
    } catch (error) {
      if (error instanceof ServiceError) return errorReply(error);
      const traceId = randomUUID();
      report(error, traceId);
      const message = 'The sandbox failed. Report the traceId.';
      return jsonReply(500, { code: 'INTERNAL', message, traceId } satisfies ErrorResponse);
    }
  };
}
