import {
  BASE_PATH,
  createRouter,
  decodePath,
  decodeQuery,
  ENDPOINTS,
  type FieldProblem,
} from '@instrument-panel/client/contract';
import { preferredLanguage } from '../../words/index.ts';
import { authenticate } from '../credentials.ts';
import { methodNotAllowed, noSuchAddress, validationError } from '../errors.ts';
import { applicationHandlers } from '../handlers/applications.ts';
import { instrumentHandlers } from '../handlers/instruments.ts';
import { patientHandlers } from '../handlers/patients.ts';
import { professionalHandlers } from '../handlers/professionals.ts';
import { submissionHandlers } from '../handlers/submissions.ts';
import { requireLink } from '../records/professional.ts';
import type { ServiceContext } from '../service.ts';
import type { Awaitable, EndpointCall, FileReply, Handlers } from './handler.ts';
import { checkBody, fileReply, jsonReply, readJsonBody } from './json.ts';

const HANDLERS: Handlers = {
  ...applicationHandlers,
  ...instrumentHandlers,
  ...patientHandlers,
  ...professionalHandlers,
  ...submissionHandlers,
};

/** Any handler of the table, which is typed by endpoint. */
type AnyHandler = (
  call: EndpointCall<unknown>,
) => Awaitable<{ readonly body: unknown; readonly status?: number } | { readonly file: FileReply }>;

const route = createRouter(ENDPOINTS);

/** @throws ServiceError 400 that names every problem, if there is one. */
export function throwIfInvalid(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw validationError(problems.map(({ message }) => message).join(' '));
}

/**
 * Answers a request under {@link BASE_PATH}, in the order: credentials, route, link of the professional, path
 * and query, body, handler. So 401 comes before 400, and the 404 of the link before the 400 of the body.
 * @throws ServiceError that says why it is refused.
 */
export async function dispatch(
  service: ServiceContext,
  request: Request,
  address: string,
): Promise<Response> {
  const partner = authenticate(request.headers, address);
  const url = new URL(request.url);
  const match = route(request.method, url.pathname.slice(BASE_PATH.length));
  if (match.kind === 'none') throw noSuchAddress();
  if (match.kind === 'method') throw methodNotAllowed(match.allowed);
  const { endpoint, raw } = match;

  if (endpoint.path.startsWith('/professionals/{professionalId}')) {
    const { values, problems } = decodePath({ professionalId: raw.professionalId ?? '' });
    throwIfInvalid(problems);
    requireLink(service.store, partner, String(values.professionalId));
  }
  const path = decodePath(raw);
  const query = decodeQuery(endpoint.query, url.searchParams);
  throwIfInvalid([...path.problems, ...query.problems]);
  const body = endpoint.body === null ? null : checkBody(endpoint.body, await readJsonBody(request));

  service.runDue();
  const reply = await (HANDLERS[endpoint.id as keyof Handlers] as AnyHandler)({
    service,
    partner,
    language: preferredLanguage(request.headers.get('Accept-Language'), service.language),
    path: path.values as never,
    query: query.values as never,
    body: body as never,
  });
  if ('file' in reply) return fileReply(reply.file);
  return jsonReply(reply.status ?? endpoint.success[0] ?? 200, reply.body);
}
