import { ServiceError } from '../service/errors.ts';
import { errorReply, jsonReply } from '../service/http/json.ts';
import { matchSandboxLanguage, preferredLanguage, type SandboxLanguage } from '../words/index.ts';
import { type AnswerRequest, type AnswerService, readFormAnswers, readJsonAnswers } from './answers.ts';
import type { Markup } from './document.ts';
import { PAGE_HEADERS, STYLESHEET_HEADERS } from './headers.ts';
import type { PageContext } from './layout.ts';
import { failurePage, questionnairePage, statePage } from './questionnaire.ts';
import { STYLESHEET } from './stylesheet.ts';

/** Options of the pages. */
interface PatientPagesOptions {
  /**
   * Path under which the links lie, without a slash at its end: `{prefix}/{answerToken}`.
   * @default '/answer'
   */
  readonly prefix?: string;
  /** Language if neither `?lang=` nor Accept-Language names one of ours. Default: `en`. */
  readonly language?: SandboxLanguage;
  /** IANA time zone of the dates. Default: `America/Sao_Paulo`, that of the demonstration clinic. */
  readonly timeZone?: string;
}

/** HTTP status of a page that tells why nothing can be answered. */
const STATE_STATUS = { answered: 200, 'nothing-due': 200, closed: 410, unknown: 404 } as const;

interface Visit {
  readonly request: Request;
  readonly answerToken: string;
  readonly context: PageContext;
  readonly query: URLSearchParams;
}

async function page(markup: Markup, status: number): Promise<Response> {
  return new Response(String(await markup), { status, headers: PAGE_HEADERS });
}

const mediaType = (request: Request): string =>
  (request.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** Makes the reply to a refused request: a page for a browser, otherwise an ErrorResponse. */
async function toFailureReply(
  error: ServiceError,
  request: Request,
  context: PageContext,
): Promise<Response> {
  const allow: Record<string, string> = error.status === 405 ? { Allow: 'GET, HEAD, POST' } : {};
  const wantsPage = request.headers.get('Accept')?.includes('text/html') ?? false;
  if (!wantsPage) return errorReply(error, allow);
  const response = await page(failurePage(context, error.status), error.status);
  for (const [name, value] of Object.entries(allow)) response.headers.set(name, value);
  return response;
}

/**
 * The patient's page behind `urlToAnswer`: a handler for `GET` and `POST {prefix}/{answerToken}`.
 *
 * `GET` gives HTML that needs no script. `POST` takes the page's own form and answers in HTML (303 to the
 * thanks, 400 with an error summary), or JSON `{"answers":[{"questionId":1,"value":"…"}]}` and answers 200
 * `{"status":"ANSWERED","submissionId":…}` or an ErrorResponse: 400, 404, 409, 413, 415 or 422.
 * The address itself is the right to answer, so there is no cookie and no session.
 *
 * @example
 * const pages = createPatientPages(service.answers, { prefix: '/answer' });
 * const response = await pages(new Request('http://localhost:4100/answer/TOKEN'));
 */
export function createPatientPages(
  service: AnswerService,
  options: PatientPagesOptions = {},
): (request: Request) => Promise<Response> {
  const { prefix = '/answer', language: fallback = 'en', timeZone = 'America/Sao_Paulo' } = options;
  const stylesheet = `${prefix}/assets/answer.css`;

  const showState = (visit: Visit, state: Exclude<AnswerRequest, { kind: 'open' }>, status?: number) =>
    page(
      statePage(visit.context, state, timeZone, visit.query.has('sent')),
      status ?? STATE_STATUS[state.kind],
    );

  function show(visit: Visit): Promise<Response> {
    const { context, answerToken, request } = visit;
    const state = service.look(answerToken, context.language);
    if (state.kind !== 'open') return showState(visit, state);
    // A browser that loads ahead, or a program that asks for headers only, is no patient opening the page.
    const seen = request.method === 'GET' && !request.headers.get('Sec-Purpose')?.includes('prefetch');
    if (seen) service.opened(answerToken);
    return page(questionnairePage(context, state), 200);
  }

  async function takeForm(visit: Visit): Promise<Response> {
    const { context, answerToken, request } = visit;
    const given = await readFormAnswers(request);
    const result = service.answer(answerToken, given, context.language);
    if (result.kind === 'answered') {
      const thanks = `${context.path}?lang=${context.language}&sent`;
      return new Response(null, { status: 303, headers: { ...PAGE_HEADERS, Location: thanks } });
    }
    const state = service.look(answerToken, context.language);
    if (state.kind !== 'open') return showState(visit, state, result.status);
    return result.fields.size > 0
      ? page(questionnairePage(context, state, { given, fields: result.fields }), result.status)
      : page(failurePage(context, result.status), result.status);
  }

  async function takeJson(visit: Visit): Promise<Response> {
    const given = await readJsonAnswers(visit.request);
    const result = service.answer(visit.answerToken, given, visit.context.language);
    return result.kind === 'answered'
      ? jsonReply(200, { status: 'ANSWERED', submissionId: result.submissionId })
      : jsonReply(result.status, result.error);
  }

  async function handle(visit: Visit): Promise<Response> {
    const { method } = visit.request;
    if (method === 'GET' || method === 'HEAD') return show(visit);
    if (method !== 'POST') {
      throw new ServiceError(405, 'METHOD_NOT_ALLOWED', 'Use GET to read the page and POST to answer.');
    }
    return mediaType(visit.request) === 'application/x-www-form-urlencoded'
      ? takeForm(visit)
      : takeJson(visit);
  }

  return async function patientPages(request) {
    const url = new URL(request.url);
    if (url.pathname === stylesheet) return new Response(STYLESHEET, { headers: STYLESHEET_HEADERS });
    const language =
      matchSandboxLanguage(url.searchParams.get('lang') ?? '') ??
      preferredLanguage(request.headers.get('Accept-Language'), fallback);
    const answerToken = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length + 1) : '';
    const context: PageContext = { language, stylesheet, path: `${prefix}/${answerToken}` };
    try {
      return await handle({ request, answerToken, context, query: url.searchParams });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return toFailureReply(error, request, context);
    }
  };
}
