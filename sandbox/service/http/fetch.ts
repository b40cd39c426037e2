import { randomUUID } from 'node:crypto';
import { createControlPages, isControlPage } from '../../control/index.ts';
import { createLinkPages } from '../../pages/link-pages.ts';
import { createPatientPages } from '../../pages/patient-pages.ts';
import { createAnswerService } from '../answering.ts';
import { noSuchAddress, ServiceError } from '../errors.ts';
import { createFaultList } from '../faults/fault.ts';
import { isDropped, isDroppedBefore, withFaults } from '../faults/with-faults.ts';
import { ANSWER_PATH } from '../records/application.ts';
import { LINK_PATH } from '../records/professional.ts';
import type { ServiceContext } from '../service.ts';
import { answerControl, createControlRoutes } from './control-routes.ts';
import { dispatch } from './dispatch.ts';
import { errorReply, internalErrorReply, jsonReply } from './json.ts';
import { createRequestLog, describeRequest, isInterface } from './request-log.ts';

type Report = (error: unknown, traceId: string) => void;
type Handler = (request: Request, pathname: string, address: string) => Promise<Response>;

/** The control pages call the service from this machine. */
const LOOPBACK = '127.0.0.1';

/** Converts errors of a handler into replies, and schedules what follows from a request. */
const withErrors =
  (service: ServiceContext, report: Report, handler: Handler): Handler =>
  async (...asked) => {
    try {
      const response = await handler(...asked).catch((error: unknown) => {
        if (error instanceof ServiceError) return errorReply(error);
        throw error;
      });
      service.armTimer();
      return response;
    } catch (error) {
      const traceId = randomUUID();
      report(error, traceId);
      return internalErrorReply('The sandbox failed. Report the traceId.', traceId);
    }
  };

/**
 * Creates the handler of everything that the sandbox serves: the service's interface with its faults, the links of
 * patients and professionals, `/healthz`, the control pages and the addresses under `/sandbox`. An unexpected error
 * is answered with 500 `INTERNAL` and a traceId, and passed to `report` with the same traceId.
 */
export function createServiceFetch(
  service: ServiceContext,
  report: Report,
  faults = createFaultList(),
): (request: Request, address: string) => Promise<Response> {
  const log = createRequestLog();
  const { language, clinic } = service;
  const patientPages = createPatientPages(createAnswerService(service), ANSWER_PATH, language, clinic);
  const linkPages = createLinkPages(service);
  const controlRoutes = createControlRoutes(service, faults, log);
  const controlPages = createControlPages(
    { service, faults, log },
    (own) => {
      const pages = createPatientPages(createAnswerService(own), ANSWER_PATH, language, clinic);
      const serveOwn = withErrors(own, report, (request, pathname) =>
        isInterface(pathname) ? dispatch(own, request, LOOPBACK) : pages(request),
      );
      return (request) => serveOwn(request, new URL(request.url).pathname, LOOPBACK);
    },
    (error) => report(error, randomUUID()),
  );
  const serve = withErrors(service, report, async (request, pathname, address) => {
    if (isControlPage(pathname)) return controlPages(request);
    const control = controlRoutes.get(pathname);
    if (control) return answerControl(control, request);
    if (isInterface(pathname)) {
      const response = await dispatch(service, request, address);
      // Readers tell ages by the service's clock, which a demonstration moves.
      response.headers.set('date', new Date(service.clock.now()).toUTCString());
      return response;
    }
    if (pathname.startsWith(`${ANSWER_PATH}/`)) return patientPages(request);
    if (pathname.startsWith(`${LINK_PATH}/`)) return linkPages(request);
    if (pathname === '/healthz') return jsonReply(200, { status: 'ok' });
    throw noSuchAddress();
  });

  const answer = async (request: Request, address: string): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const target = describeRequest(request.method, pathname);
    if (!target) return serve(request, pathname, address);
    const startedAt = performance.now();
    const at = new Date().toISOString();
    const happened: string[] = [];
    const response = isInterface(pathname)
      ? await withFaults(
          faults,
          target,
          request,
          (kind) => happened.push(kind),
          () => serve(request, pathname, address),
        )
      : await serve(request, pathname, address);
    log.add({
      at,
      method: request.method,
      route: target.route,
      endpoint: target.endpoint?.id ?? null,
      status: isDroppedBefore(response) ? null : response.status,
      ms: Math.round(performance.now() - startedAt),
      faults: happened,
    });
    return response;
  };

  return async (request, address) => {
    if (request.method !== 'HEAD') return answer(request, address);
    const { url, headers, signal } = request;
    const response = await answer(new Request(url, { headers, signal }), address);
    return isDropped(response) ? response : new Response(null, response);
  };
}
