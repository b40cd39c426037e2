import type { InstrumentQuestion } from '@instrument-panel/client/contract';
import { html } from 'hono/html';
import type { GivenAnswer } from '../library/score.ts';
import { type AnswerMessages, answerMessages } from '../words/index.ts';
import { type AnswerRequest, fieldName } from './answers.ts';
import type { Markup } from './document.ts';
import { layout, notice, type PageContext } from './layout.ts';

/** Time zone of the dates: that of the demonstration clinic. */
const TIME_ZONE = 'America/Sao_Paulo';

/**
 * Renders the state of a link that cannot be answered now. `justSent` is true right after sending: the
 * patient is thanked then, and does not read that the questionnaire "was already answered".
 */
export function statePage(
  context: PageContext,
  request: Exclude<AnswerRequest, { kind: 'open' }>,
  justSent: boolean,
): Markup {
  const words = answerMessages[context.language];
  const days = new Intl.DateTimeFormat(words.lang, { dateStyle: 'long', timeZone: TIME_ZONE });
  const toDay = (at: string) => days.format(new Date(at));
  const next = 'nextAnswerAt' in request ? request.nextAnswerAt : null;
  const later = next === null ? [] : [words.nextOn({ date: toDay(next) })];
  if (justSent && (request.kind === 'answered' || request.kind === 'nothing-due')) {
    return notice(context, words.thanksTitle, [words.thanks, ...later, words.thanksNote]);
  }
  switch (request.kind) {
    case 'answered': {
      const answered = words.answered({ date: toDay(request.completedFillAt) });
      return notice(context, words.answeredTitle, [answered, ...later]);
    }
    case 'nothing-due': {
      const date = next === null ? [words.noNext] : later;
      return notice(context, words.nothingDueTitle, [words.nothingDue, ...date]);
    }
    default:
      return notice(context, words[`${request.kind}Title`], [words[request.kind]]);
  }
}

const FAILURES: Readonly<Record<number, 'method' | 'tooLarge' | 'mediaType'>> = {
  405: 'method',
  413: 'tooLarge',
  415: 'mediaType',
};

export function failurePage(context: PageContext, status: number): Markup {
  const words = answerMessages[context.language];
  const failure = FAILURES[status] ?? 'refused';
  return notice(context, words[`${failure}Title`], [words[failure]]);
}

/** Refused answers: they are shown again as they were chosen, with a sentence at each wrong question. */
interface RefusedSheet {
  readonly given: readonly GivenAnswer[];
  readonly fields: ReadonlyMap<number, string>;
}

const radioId = (questionId: number, index: number): string => `${fieldName(questionId)}-${index}`;
const errorId = (questionId: number): string => `${fieldName(questionId)}-error`;

function questionFieldset(
  question: InstrumentQuestion,
  position: number,
  total: number,
  words: AnswerMessages,
  refused: RefusedSheet | null,
): Markup {
  const problem = refused?.fields.get(question.id);
  const chosen = refused?.given.filter((answer) => answer.questionId === question.id) ?? [];
  // Of two different answers neither is taken for the patient's choice.
  const kept = chosen.length === 1 ? chosen[0]?.value : undefined;
  const options = (question.questionOptions ?? []).map(
    (option, index) => html`<label class="option" for="${radioId(question.id, index)}">
<input type="radio" id="${radioId(question.id, index)}" name="${fieldName(question.id)}" value="${option.value}"${
      option.value === kept ? html` checked` : ''
    }>
<span>${option.value}</span>
</label>`,
  );
  const invalid =
    problem === undefined ? '' : html` aria-invalid="true" aria-describedby="${errorId(question.id)}"`;
  return html`<fieldset class="question" role="radiogroup" aria-required="true"${invalid}>
<legend><span class="progress">${words.progress({ position, total })}</span> <span class="topic">${question.title}</span></legend>
${
  problem === undefined
    ? ''
    : html`<p class="problem" id="${errorId(question.id)}"><strong>${words.errorPrefix}</strong> ${problem}</p>`
}
<div class="options">${options}</div>
</fieldset>`;
}

function errorSummary(
  questions: readonly InstrumentQuestion[],
  words: AnswerMessages,
  fields: ReadonlyMap<number, string>,
): Markup {
  const links = questions.flatMap((question, index) => {
    const problem = fields.get(question.id);
    return problem === undefined
      ? []
      : html`<li><a href="#${radioId(question.id, 0)}">${words.errorLink({ position: index + 1, problem })}</a></li>`;
  });
  const strangers = fields.size - links.length;
  return html`<div class="errors" id="errors" role="alert" tabindex="-1" autofocus>
<h2>${words.errorTitle({ count: fields.size })}</h2>
${links.length === 0 ? '' : html`<ul>${links}</ul>`}
${strangers === 0 ? '' : html`<p>${words.unknownQuestions}</p>`}
</div>`;
}

/** Renders the questions of an instrument as a form. With `refused`, its errors come first. */
export function questionnairePage(
  context: PageContext,
  request: Extract<AnswerRequest, { kind: 'open' }>,
  refused: RefusedSheet | null = null,
): Markup {
  const words = answerMessages[context.language];
  const { instrument } = request;
  const questions = instrument.questions ?? [];
  const heading = request.hideTitle ? words.genericTitle : instrument.title;
  const [before, after] = words.answeredSoFar({ count: '\0', total: questions.length }).split('\0');
  const main = html`${refused === null ? '' : errorSummary(questions, words, refused.fields)}
<h1>${heading}</h1>
<p class="from">${words.requestedBy({ professional: request.professionalName })}</p>
<p class="lead">${instrument.patientInstruction}</p>
<p class="hint">${words.questionCount({ count: questions.length })}</p>
<form method="post" action="${context.path}?lang=${words.lang}" novalidate>
${questions.map((question, index) => questionFieldset(question, index + 1, questions.length, words, refused))}
<p class="so-far" aria-hidden="true">${before}<span class="count"></span>${after}</p>
<div class="send">
<p id="send-note">${words.sendNote}</p>
<button type="submit" aria-describedby="send-note">${words.send}</button>
</div>
</form>`;
  return layout(context, refused === null ? heading : `${words.errorPrefix} ${heading}`, main);
}
