import type { InstrumentQuestion } from '@instrument-panel/client/contract';
import { html } from 'hono/html';
import type { GivenAnswer } from '../library/score.ts';
import { CLINIC_TIME_ZONE } from '../seed/clinic.ts';
import { type AnswerMessages, answerMessages } from '../words/index.ts';
import type { AnswerRequest } from './answers.ts';
import type { Markup } from './document.ts';
import { renderHelpLines } from './help.ts';
import { layout, notice, type PageContext } from './layout.ts';

/** Renders, after an answer that raised a risk signal, who can be called now: before anything else of the page. */
function supportBlock({ language, clinic }: PageContext): Markup {
  const words = answerMessages[language];
  return html`<section class="support" aria-labelledby="support-title">
<h2 id="support-title">${words.supportTitle}</h2>
<p>${words.support} ${words.supportWait}</p>
${renderHelpLines(clinic, words) || html`<p>${words.help}</p>`}
</section>`;
}

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
  const days = new Intl.DateTimeFormat(words.lang, { dateStyle: 'long', timeZone: CLINIC_TIME_ZONE });
  const toDay = (at: string) => days.format(new Date(at));
  const next = 'nextAnswerAt' in request ? request.nextAnswerAt : null;
  const later = next === null ? [] : [words.nextOn({ date: toDay(next) })];
  const between = request.kind === 'answered' && request.hasRisk ? supportBlock(context) : '';
  if (justSent && (request.kind === 'answered' || request.kind === 'nothing-due')) {
    const said = [words.thanks, ...later, words.thanksNote];
    return notice(context, words.thanksTitle, said, { between });
  }
  switch (request.kind) {
    case 'answered': {
      const answered = words.answered({ date: toDay(request.completedFillAt) });
      return notice(context, words.answeredTitle, [answered, ...later], { between });
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

type OpenRequest = Extract<AnswerRequest, { kind: 'open' }>;

/** Name of the radio buttons of a question in the form. */
const fieldName = (questionId: number): string => `q${questionId}`;
const radioId = (questionId: number, index: number): string => `${fieldName(questionId)}-${index}`;
const errorId = (questionId: number): string => `${fieldName(questionId)}-error`;

function questionFieldset(
  { language, clinic }: PageContext,
  { instrument, draft, riskOptions }: OpenRequest,
  question: InstrumentQuestion,
  position: number,
  refused: RefusedSheet | null,
): Markup {
  const words = answerMessages[language];
  const total = instrument.questions?.length ?? 0;
  const problem = refused?.fields.get(question.id);
  const chosen = (refused?.given ?? draft).filter((answer) => answer.questionId === question.id);
  // Of two different answers neither is taken for the patient's choice.
  const kept = chosen.length === 1 ? chosen[0]?.value : undefined;
  const isRisk = ({ id }: { readonly id: number }) => riskOptions.has(id);
  const options = question.questionOptions ?? [];
  const labels = options.map(
    (option, index) => html`<label class="option" for="${radioId(question.id, index)}">
<input type="radio" id="${radioId(question.id, index)}" name="${fieldName(question.id)}" value="${option.value}"${
      option.value === kept ? html` checked` : ''
    }${isRisk(option) ? html` data-help` : ''}>
<span>${option.value}</span>
</label>`,
  );
  // Shown by the stylesheet while such an option is chosen.
  const help = html`<div class="with-help" aria-live="polite"><div>
<p>${words.support}</p>
${renderHelpLines(clinic, words) || html`<p><a href="#help">${words.helpLink}</a></p>`}
</div></div>`;
  const invalid =
    problem === undefined ? '' : html` aria-invalid="true" aria-describedby="${errorId(question.id)}"`;
  return html`<fieldset class="question" role="radiogroup" aria-required="true"${invalid}>
<legend><span class="progress">${words.progress({ position, total })}</span> <span class="topic">${question.title}</span></legend>
${
  problem === undefined
    ? ''
    : html`<p class="problem" id="${errorId(question.id)}"><strong>${words.errorPrefix}</strong> ${problem}</p>`
}
<div class="options">${labels}</div>
${options.some(isRisk) ? help : ''}
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
<h2>${words.errorTitle}</h2>
${links.length === 0 ? '' : html`<ul>${links}</ul>`}
${strangers === 0 ? '' : html`<p>${words.unknownQuestions}</p>`}
</div>`;
}

/** Renders what the script shows in the language of the page. */
const templates = (words: AnswerMessages, address: string): Markup => html`
<template id="unsaved"><p><span>${words.unsaved}</span> <button type="button">${words.retry}</button></p></template>
<template id="outdated"><p><span>${words.outdated}</span> <a href="${address}">${words.reopen}</a></p></template>
<template id="done"><p>${words.errorsDone}</p></template>`;

/** Renders the foot of the form: how far the patient is, what is saved, and the button that sends. */
function formFoot(words: AnswerMessages, total: number): Markup {
  const [before, after] = words.answeredSoFar({ count: '\0', total }).split('\0');
  return html`<div class="bar">
<p class="so-far" aria-hidden="true"><span>${before}<span class="count"></span>${after}</span>
<span class="saved">${words.saved}</span></p>
<div class="save-problem" id="save-problem" role="alert"></div>
</div>
<div class="send">
<p id="send-note">${words.sendNote}</p>
<button type="submit" aria-describedby="send-note">${words.send}</button>
<noscript><button type="submit" name="save" class="quiet">${words.saveNow}</button></noscript>
</div>`;
}

/** Renders the questions of an instrument as a form. With `refused`, its errors come first. */
export function questionnairePage(
  context: PageContext,
  request: OpenRequest,
  refused: RefusedSheet | null = null,
): Markup {
  const words = answerMessages[context.language];
  const { instrument, draft } = request;
  const { title, shortTitle } = instrument;
  const questions = instrument.questions ?? [];
  const address = `${context.path}?lang=${words.lang}`;
  const scale = words.scale({ title, shortTitle: shortTitle ?? '' });
  const main = html`${refused === null ? '' : errorSummary(questions, words, refused.fields)}
<h1>${words.title}</h1>
<p class="from">${words.requestedBy({ professional: request.professionalName })}
${request.hideTitle ? '' : html`<small>${scale}</small>`}</p>
${draft.length === 0 || refused ? '' : html`<p class="resumed">${words.resumed}</p>`}
<p class="lead">${instrument.patientInstruction}</p>
<p class="hint">${words.questionCount({ count: questions.length })} ${words.savedAsYouGo}</p>
<form class="sheet" method="post" action="${address}" autocomplete="off" novalidate>
<input type="hidden" name="submission" value="${request.submissionId}">
${questions.map((question, index) => questionFieldset(context, request, question, index + 1, refused))}
${formFoot(words, questions.length)}
</form>
${templates(words, address)}
<script type="module" src="${context.assets}/answer.js"></script>`;
  return layout(context, refused === null ? words.title : `${words.errorPrefix} ${words.title}`, main);
}
