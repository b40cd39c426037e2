import {
  BASE_PATH,
  createRouter,
  decodePath,
  decodeQuery,
  ENDPOINTS,
  type Endpoint,
  type FieldProblem,
} from '@instrument-panel/client/contract';
import { preferredLanguage } from '../../words/index.ts';
import { authenticate } from '../credentials.ts';
import { ServiceError, validationError } from '../errors.ts';
import { HANDLERS } from '../handlers/index.ts';
import { requireLink } from '../records/professional.ts';
import type { ServiceContext } from '../service.ts';
import type { EndpointCall, EndpointId, FileReply } from './handler.ts';
import { checkBody, errorReply, fileReply, jsonReply, readJsonBody } from './json.ts';

type AnyHandler = (
  call: EndpointCall<unknown>,
) => { readonly body: unknown; readonly status?: number } | { readonly file: FileReply };

const route = createRouter(ENDPOINTS);

function refuse(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw validationError(problems.map((problem) => problem.message).join(' '));
}

function findEndpoint(method: string, path: string) {
  const match = route(method, path);
  if (match.kind === 'endpoint') return match;
  if (match.kind === 'none') throw new ServiceError(404, 'NOT_FOUND', 'There is no such address.');
  const allow = match.allowed.join(', ');
  return {
    kind: 'method' as const,
    allow,
    error: new ServiceError(405, 'METHOD_NOT_ALLOWED', `This address takes ${allow}.`),
  };
}

/** Returns the handler of an endpoint. The table of handlers is typed by endpoint; here any may be called. */
const handlerOf = (endpoint: Endpoint): AnyHandler => HANDLERS[endpoint.id as EndpointId] as AnyHandler;

/**
 * Answers a request under {@link BASE_PATH}, in the order: credentials, route, link of the professional, path
 * and query, body, handler. So 401 comes before 400, and the 404 of the link before the 400 of the body.
 * @throws every error that is not a refusal; the caller makes a 500 of it.
 */
export async function dispatch(
  service: ServiceContext,
  request: Request,
  address: string,
): Promise<Response> {
  try {
    const partner = authenticate(request.headers, address);
    const url = new URL(request.url);
    const match = findEndpoint(request.method, url.pathname.slice(BASE_PATH.length));
    if (match.kind === 'method') return errorReply(match.error, { Allow: match.allow });
    const { endpoint, raw } = match;

    if (endpoint.path.startsWith('/professionals/{professionalId}')) {
      const { values, problems } = decodePath({ professionalId: raw.professionalId ?? '' });
      refuse(problems);
      requireLink(service.store, partner, String(values.professionalId));
    }
    const path = decodePath(raw);
    const query = decodeQuery(endpoint.query, url.searchParams);
    refuse([...path.problems, ...query.problems]);
    const body = endpoint.body === null ? null : checkBody(endpoint.body, await readJsonBody(request));

    const handler = handlerOf(endpoint);
    service.runDue();
    const reply = handler({
      service,
      partner,
      language: preferredLanguage(request.headers.get('Accept-Language'), service.language),
      path: path.values as never,
      query: query.values as never,
      body: body as never,
    });
    if ('file' in reply) return fileReply(reply.file);
    return jsonReply(reply.status ?? endpoint.success[0] ?? 200, reply.body);
  } catch (error) {
    if (error instanceof ServiceError) return errorReply(error);
    throw error;
  }
}
