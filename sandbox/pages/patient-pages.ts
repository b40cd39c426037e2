import { methodNotAllowed, ServiceError } from '../service/errors.ts';
import { errorReply, jsonReply, mediaTypeOf } from '../service/http/json.ts';
import type { SandboxLanguage } from '../words/index.ts';
import { type AnswerRequest, type AnswerService, readFormAnswers, readJsonAnswers } from './answers.ts';
import { PAGE_HEADERS } from './document.ts';
import { createPages, replyPage, type Visit } from './layout.ts';
import { failurePage, questionnairePage, statePage } from './questionnaire.ts';

/** HTTP status of a page that tells why nothing can be answered. */
const STATE_STATUS = { answered: 200, 'nothing-due': 200, closed: 410, unknown: 404 } as const;

const showState = (visit: Visit, state: Exclude<AnswerRequest, { kind: 'open' }>, status?: number) =>
  replyPage(statePage(visit, state, visit.query.has('sent')), status ?? STATE_STATUS[state.kind]);

/**
 * The patient's page behind `urlToAnswer`: a handler for `GET` and `POST {prefix}/{answerToken}`.
 *
 * `GET` gives HTML that needs no script. `POST` takes the page's own form and answers in HTML (303 to the
 * thanks, 400 with an error summary), or JSON `{"answers":[{"questionId":1,"value":"…"}]}` and answers 200
 * `{"status":"ANSWERED","submissionId":…}` or an ErrorResponse: 400, 404, 409, 413, 415 or 422.
 * The address itself is the right to answer, so there is no cookie and no session.
 */
export function createPatientPages(service: AnswerService, prefix: string, fallback: SandboxLanguage) {
  function show(visit: Visit): Promise<Response> {
    const { token, language, request } = visit;
    const state = service.look(token, language);
    if (state.kind !== 'open') return showState(visit, state);
    // A browser that loads ahead, or a program that asks for headers only, is no patient opening the page.
    const seen = request.method === 'GET' && !request.headers.get('Sec-Purpose')?.includes('prefetch');
    if (seen) service.opened(token);
    return replyPage(questionnairePage(visit, state), 200);
  }

  async function takeForm(visit: Visit): Promise<Response> {
    const { token, language } = visit;
    const given = await readFormAnswers(visit.request);
    const result = service.answer(token, given, language);
    if (result.kind === 'answered') {
      const thanks = `${visit.path}?lang=${language}&sent`;
      return new Response(null, { status: 303, headers: { ...PAGE_HEADERS, Location: thanks } });
    }
    const { status, fields } = result;
    const state = service.look(token, language);
    if (state.kind !== 'open') return showState(visit, state, status);
    return replyPage(
      fields.size > 0 ? questionnairePage(visit, state, { given, fields }) : failurePage(visit, status),
      status,
    );
  }

  async function takeJson({ request, token, language }: Visit): Promise<Response> {
    const result = service.answer(token, await readJsonAnswers(request), language);
    return result.kind === 'answered'
      ? jsonReply(200, { status: 'ANSWERED', submissionId: result.submissionId })
      : jsonReply(result.status, result.error);
  }

  async function handle(visit: Visit): Promise<Response> {
    const { request } = visit;
    if (request.method === 'GET' || request.method === 'HEAD') return show(visit);
    if (request.method !== 'POST') {
      throw methodNotAllowed(['GET', 'HEAD', 'POST'], 'Use GET to read the page and POST to answer.');
    }
    return mediaTypeOf(request) === 'application/x-www-form-urlencoded' ? takeForm(visit) : takeJson(visit);
  }

  return createPages(prefix, 'answer.css', fallback, (visit) =>
    handle(visit).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      if (!visit.request.headers.get('Accept')?.includes('text/html')) return errorReply(error);
      const { status, allow } = error;
      return replyPage(failurePage(visit, status), status, allow === undefined ? {} : { Allow: allow });
    }),
  );
}
