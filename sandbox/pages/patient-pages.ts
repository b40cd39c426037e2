import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { methodNotAllowed, ServiceError } from '../service/errors.ts';
import { errorReply, jsonReply, mediaTypeOf } from '../service/http/json.ts';
import { ANSWER_LANGUAGES, type AnswerLanguage } from '../words/index.ts';
import {
  type AnswerRefusal,
  type AnswerRequest,
  type AnswerService,
  type GivenSheet,
  readFormSheet,
  readJsonSheet,
} from './answers.ts';
import { PAGE_HEADERS, SCRIPT_HEADERS } from './document.ts';
import type { Clinic } from './help.ts';
import { createPages, replyPage, type Visit } from './layout.ts';
import { failurePage, questionnairePage, statePage } from './questionnaire.ts';
import { stripTypes } from './strip-types.ts';

/** Compiled in the published package, as this file is. */
const SCRIPT_FILE = new URL(`assets/answer${extname(import.meta.url)}`, import.meta.url);
const readScript = (): string => stripTypes(readFileSync(SCRIPT_FILE, 'utf8'));

/** HTTP status of a page that tells why nothing can be answered. */
const STATE_STATUS = { answered: 200, 'nothing-due': 200, closed: 410, unknown: 404 } as const;
const METHODS = ['GET', 'HEAD', 'POST', 'PATCH'];

const showState = (visit: Visit, state: Exclude<AnswerRequest, { kind: 'open' }>, status?: number) =>
  replyPage(statePage(visit, state, visit.query.has('sent')), status ?? STATE_STATUS[state.kind]);

/** Redirects to the page of a visit; `query` is appended to its address. */
const redirect = ({ path, language }: Visit, query: string): Response =>
  new Response(null, {
    status: 303,
    headers: { ...PAGE_HEADERS, Location: `${path}?lang=${language}${query}` },
  });

/**
 * The patient's page behind `urlToAnswer`: a handler for `GET`, `POST` and `PATCH {prefix}/{answerToken}`. How it
 * answers is chosen by this project (sandbox/docs/behaviour.md#the-patients-page).
 *
 * `GET` gives HTML that works without its script. `POST` takes the page's own form and answers in HTML (303 to the
 * thanks, 400 with an error summary), or JSON `{"answers":[{"questionId":1,"value":"…"}]}` and answers 200
 * `{"status":"ANSWERED","submissionId":…}` or an ErrorResponse: 400, 404, 409, 413, 415 or 422. `PATCH` saves the
 * answers of such a JSON without sending them, and answers 200 `{"status":"SAVED"}` or the same errors.
 * The address itself is the right to answer, so there is no cookie and no session.
 */
export function createPatientPages(
  service: AnswerService,
  prefix: string,
  fallback: AnswerLanguage,
  clinic: Clinic = {},
) {
  function show(visit: Visit): Promise<Response> {
    const { token, language, request } = visit;
    const state = service.look(token, language);
    if (state.kind !== 'open') return showState(visit, state);
    // A browser that loads ahead, or a program that asks for headers only, is no patient opening the page.
    const seen = request.method === 'GET' && !request.headers.get('Sec-Purpose')?.includes('prefetch');
    if (seen) service.opened(token);
    return replyPage(questionnairePage(visit, state), 200, SCRIPT_HEADERS);
  }

  function refuseForm(visit: Visit, { answers }: GivenSheet, { status, fields }: AnswerRefusal) {
    const state = service.look(visit.token, visit.language);
    if (state.kind !== 'open') return showState(visit, state, status);
    return fields.size > 0
      ? replyPage(questionnairePage(visit, state, { given: answers, fields }), status, SCRIPT_HEADERS)
      : replyPage(failurePage(visit, status), status);
  }

  async function takeForm(visit: Visit): Promise<Response> {
    const { token, language } = visit;
    const sheet = await readFormSheet(visit.request);
    if (sheet.isDraft) {
      const refusal = service.save(token, sheet, language);
      return refusal ? refuseForm(visit, sheet, refusal) : redirect(visit, '');
    }
    const result = service.answer(token, sheet.answers, language);
    return result.kind === 'answered' ? redirect(visit, '&sent') : refuseForm(visit, sheet, result);
  }

  async function takeJson({ request, token, language }: Visit): Promise<Response> {
    const result = service.answer(token, (await readJsonSheet(request)).answers, language);
    return result.kind === 'answered'
      ? jsonReply(200, { status: 'ANSWERED', submissionId: result.submissionId })
      : jsonReply(result.status, result.error);
  }

  async function saveJson({ request, token, language }: Visit): Promise<Response> {
    const refusal = service.save(token, await readJsonSheet(request), language);
    return refusal ? jsonReply(refusal.status, refusal.error) : jsonReply(200, { status: 'SAVED' });
  }

  async function handle(visit: Visit): Promise<Response> {
    const { request } = visit;
    if (request.method === 'GET' || request.method === 'HEAD') return show(visit);
    if (request.method === 'PATCH') return saveJson(visit);
    if (request.method !== 'POST') {
      throw methodNotAllowed(METHODS, 'Use GET to read the page, PATCH to save and POST to answer.');
    }
    return mediaTypeOf(request) === 'application/x-www-form-urlencoded' ? takeForm(visit) : takeJson(visit);
  }

  const options = { prefix, file: 'answer.css', readScript, languages: ANSWER_LANGUAGES, fallback, clinic };
  return createPages(options, (visit) =>
    handle(visit).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
      if (!visit.request.headers.get('Accept')?.includes('text/html')) return errorReply(error);
      const { status, allow } = error;
      return replyPage(failurePage(visit, status), status, allow === undefined ? {} : { Allow: allow });
    }),
  );
}
