import { randomUUID } from 'node:crypto';
import type { ErrorResponse } from '@instrument-panel/client/contract';
import { createControlPages, isControlPage } from '../../control/index.ts';
import { createLinkPages } from '../../pages/link-pages.ts';
import { createPatientPages } from '../../pages/patient-pages.ts';
import { createAnswerService } from '../answering.ts';
import { ServiceError } from '../errors.ts';
import { createFaultList, type FaultKind } from '../faults/fault.ts';
import { isDroppedBefore, withFaults } from '../faults/with-faults.ts';
import { createLinkService } from '../linking.ts';
import { ANSWER_PATH } from '../records/application.ts';
import { LINK_PATH } from '../records/professional.ts';
import type { ServiceContext } from '../service.ts';
import {
  type ControlRoute,
  clockRoute,
  controlReply,
  deliveriesRoute,
  faultsRoute,
  outboxRoute,
  unlinkRoute,
  webhooksRoute,
} from './control-routes.ts';
import { dispatch } from './dispatch.ts';
import { errorReply, jsonReply } from './json.ts';
import {
  createRequestLog,
  isInterface,
  isLogged,
  requestsRoute,
  toRequestTarget,
  toRouteTemplate,
} from './request-log.ts';

/** Answers a request of the address `address`. */
export type ServiceFetch = (request: Request, address: string) => Promise<Response>;

/** Whence the control pages ask the service: this machine. */
const LOOPBACK = '127.0.0.1';

/**
 * Everything that the service serves: the interface with its faults, the patients' and professionals' links,
 * `/healthz` and what controls the sandbox. What goes wrong unexpectedly is 500 `INTERNAL` with a traceId, and is
 * told to `report` under the same.
 */
export function createServiceFetch(
  service: ServiceContext,
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

  const faults = createFaultList();
  const log = createRequestLog();
  const control: Readonly<Record<string, ControlRoute>> = {
    '/sandbox/outbox': outboxRoute(service),
    '/sandbox/unlink': unlinkRoute(service),
    '/sandbox/webhooks': webhooksRoute(service.store),
    '/sandbox/deliveries': deliveriesRoute(service.store),
    '/sandbox/faults': faultsRoute(faults),
    '/sandbox/requests': requestsRoute(log),
  };

  const pages = createControlPages({
    service,
    faults,
    log,
    ask: (request) => serve(request, new URL(request.url).pathname, LOOPBACK),
    report: (error) => report(error, randomUUID()),
  });

  async function route(request: Request, pathname: string): Promise<Response> {
    if (isControlPage(pathname)) return pages(request);
    if (pathname.startsWith(`${ANSWER_PATH}/`)) return patientPages(request);
    if (pathname.startsWith(`${LINK_PATH}/`)) return linkPages(request);
    if (pathname === '/healthz') return jsonReply(200, { status: 'ok' });
    if (pathname === '/sandbox/clock') return clockRoute(service, request);
    const controlled = Object.hasOwn(control, pathname) ? control[pathname] : undefined;
    if (controlled) return controlReply(controlled, request);
    throw new ServiceError(404, 'NOT_FOUND', 'There is no such address.');
  }

  /** Never rejects: what goes wrong is an answer too. */
  async function answer(serve: () => Promise<Response>): Promise<Response> {
    try {
      const response = await serve();
      service.armTimer();
      return response;
    } catch (error) {
      if (error instanceof ServiceError) return errorReply(error);
      const traceId = randomUUID();
      report(error, traceId);
      const message = 'The sandbox failed. Report the traceId.';
      return jsonReply(500, { code: 'INTERNAL', message, traceId } satisfies ErrorResponse);
    }
  }

  /** What a request asks for, without faults and without a word in the log. */
  const serve = (request: Request, pathname: string, address: string): Promise<Response> =>
    answer(() => (isInterface(pathname) ? dispatch(service, request, address) : route(request, pathname)));

  return async (request, address) => {
    const { pathname } = new URL(request.url);
    if (!isLogged(pathname)) return serve(request, pathname, address);
    const begun = performance.now();
    const at = new Date().toISOString();
    const asked = toRequestTarget(request.method, pathname);
    const happened: FaultKind[] = [];
    const note = (kind: FaultKind) => happened.push(kind);
    const response = isInterface(pathname)
      ? await withFaults(faults, asked, request, note, () => serve(request, pathname, address))
      : await serve(request, pathname, address);
    log.add({
      at,
      method: request.method,
      route: toRouteTemplate(pathname, asked),
      endpoint: asked.endpoint?.id ?? null,
      status: isDroppedBefore(response) ? null : response.status,
      ms: Math.round(performance.now() - begun),
      faults: happened,
    });
    return response;
  };
}
