import { ServiceError } from '../errors.ts';
import { errorReply } from './reply.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** What an address under `/sandbox` does for each method that it takes. */
export type ControlRoute = Readonly<
  Partial<Record<Method, (request: Request) => Response | Promise<Response>>>
>;

/** Answers a request of an address under `/sandbox`: 405 for a method that it does not take. */
export function controlReply(route: ControlRoute, request: Request): Response | Promise<Response> {
  const handler = Object.hasOwn(route, request.method) ? route[request.method as Method] : undefined;
  if (handler) return handler(request);
  const allow = Object.keys(route).join(', ');
  const error = new ServiceError(405, 'METHOD_NOT_ALLOWED', `This address takes ${allow}.`);
  return errorReply(error, { Allow: allow });
}
