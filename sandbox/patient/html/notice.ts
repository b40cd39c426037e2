import { html } from 'hono/html';
import { answerMessages, type SandboxLanguage } from '../../words/index.ts';
import type { AnswerRequest } from '../answer-service.ts';
import { layout, type Markup, type PageContext } from './layout.ts';

/** A page that asks nothing: a heading and what there is to say. */
function notice(context: PageContext, title: string, sentences: readonly (string | Markup)[]): Markup {
  return layout(
    context,
    title,
    html`<h1>${title}</h1>
${sentences.map((sentence) => html`<p class="lead">${sentence}</p>`)}`,
  );
}

/** A day in words, in the time zone of the clinic. */
function day(at: string, language: SandboxLanguage, timeZone: string): string {
  return new Intl.DateTimeFormat(answerMessages[language].lang, { dateStyle: 'long', timeZone }).format(
    new Date(at),
  );
}

/**
 * What stands behind a link that cannot be answered now. `justSent` is true on the way back from sending: the
 * patient is thanked then, and not told that the questionnaire "was already answered".
 */
export function statePage(
  context: PageContext,
  request: Exclude<AnswerRequest, { kind: 'open' }>,
  timeZone: string,
  justSent: boolean,
): Markup {
  const words = answerMessages[context.language];
  const date = (at: string) => day(at, context.language, timeZone);
  const next = 'nextAnswerAt' in request ? request.nextAnswerAt : null;
  const later = next === null ? [] : [words.nextOn({ date: date(next) })];
  if (justSent && (request.kind === 'answered' || request.kind === 'nothing-due')) {
    return notice(context, words.thanksTitle, [words.thanks, ...later, words.thanksNote]);
  }
  switch (request.kind) {
    case 'answered':
      return notice(context, words.answeredTitle, [
        words.answered({ date: date(request.completedFillAt) }),
        ...later,
      ]);
    case 'nothing-due':
      return notice(context, words.nothingDueTitle, [
        words.nothingDue,
        ...(next === null ? [words.noNext] : later),
      ]);
    case 'closed':
      return notice(context, words.closedTitle, [words.closed]);
    case 'unknown':
      return notice(context, words.unknownTitle, [words.unknown]);
  }
}

/** A request that the page could not take, by its HTTP status. */
export function failurePage(context: PageContext, status: number): Markup {
  const words = answerMessages[context.language];
  switch (status) {
    case 405:
      return notice(context, words.methodTitle, [words.method]);
    case 413:
      return notice(context, words.tooLargeTitle, [words.tooLarge]);
    case 415:
      return notice(context, words.mediaTypeTitle, [words.mediaType]);
    default:
      return notice(context, words.refusedTitle, [words.refused]);
  }
}
