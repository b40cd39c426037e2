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
import { createControlRoutes } from './control-routes.ts';
import { dispatch } from './dispatch.ts';
import { errorReply, jsonReply } from './json.ts';
import { createRequestLog, isInterface, isLogged, toRequestTarget, toRouteTemplate } from './request-log.ts';

/** Answers a request that came from an IP address. */
type ServiceFetch = (request: Request, address: string) => Promise<Response>;
type Report = (error: unknown, traceId: string) => void;
type Handler = (request: Request, pathname: string, address: string) => Promise<Response>;

/** The control pages call the service from this machine. */
const LOOPBACK = '127.0.0.1';

/** Creates the routes of everything that is served. */
function createRoutes(service: ServiceContext): Handler {
  const { language } = service;
  const patientPages = createPatientPages(createAnswerService(service), { prefix: ANSWER_PATH, language });
  const linkPages = createLinkPages(createLinkService(service), { prefix: LINK_PATH, language });
  return async (request, pathname, address) => {
    if (isInterface(pathname)) return dispatch(service, request, address);
    if (pathname.startsWith(`${ANSWER_PATH}/`)) return patientPages(request);
    if (pathname.startsWith(`${LINK_PATH}/`)) return linkPages(request);
    if (pathname === '/healthz') return jsonReply(200, { status: 'ok' });
    throw new ServiceError(404, 'NOT_FOUND', 'There is no such address.');
  };
}

/** Converts errors of a handler into replies, and schedules what follows from a request. */
const withErrors =
  (service: ServiceContext, report: Report, handler: Handler): Handler =>
  async (request, pathname, address) => {
    try {
      const response = await handler(request, pathname, address);
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

/**
 * Creates the handler of everything that the sandbox serves: the service's interface with its faults, the links of
 * patients and professionals, `/healthz`, the control pages and the addresses under `/sandbox`. An unexpected error
 * is answered with 500 `INTERNAL` and a traceId, and passed to `report` with the same traceId.
 */
export function createServiceFetch(service: ServiceContext, report: Report): ServiceFetch {
  const faults = createFaultList();
  const log = createRequestLog();
  const routes = createRoutes(service);
  const controlRoutes = createControlRoutes(service, faults, log);
  const controlPages = createControlPages({
    service,
    faults,
    log,
    ask: (request) => serve(request, new URL(request.url).pathname, LOOPBACK),
    report: (error) => report(error, randomUUID()),
  });
  const serve = withErrors(service, report, async (request, pathname, address) => {
    if (isControlPage(pathname)) return controlPages(request);
    return (await controlRoutes(request, pathname)) ?? routes(request, pathname, address);
  });

  return async (request, address) => {
    const { pathname } = new URL(request.url);
    if (!isLogged(pathname)) return serve(request, pathname, address);
    const startedAt = performance.now();
    const at = new Date().toISOString();
    const target = toRequestTarget(request.method, pathname);
    const happened: FaultKind[] = [];
    const note = (kind: FaultKind) => happened.push(kind);
    const response = isInterface(pathname)
      ? await withFaults(faults, target, request, note, () => serve(request, pathname, address))
      : await serve(request, pathname, address);
    log.add({
      at,
      method: request.method,
      route: toRouteTemplate(pathname, target),
      endpoint: target.endpoint?.id ?? null,
      status: isDroppedBefore(response) ? null : response.status,
      ms: Math.round(performance.now() - startedAt),
      faults: happened,
    });
    return response;
  };
}
