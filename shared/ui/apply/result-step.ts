import { createButton } from '../button.ts';
import { h } from '../dom.ts';
import type { ApplyAttempt } from './attempt.ts';
import { createLinkBlock } from './link.ts';
import { sayProblem } from './problem.ts';
import { sayPatientName } from './state.ts';
import { createStepHeading, type StepContext, type StepView } from './step.ts';

export function createLoadingStep({ words }: StepContext): StepView {
  const lines = ['', '', ''].map(() => h('span', { class: 'bone' }));
  const said = h('slot', { name: 'loading' }, h('p', { class: 'quiet' }, words.loading), ...lines);
  return { element: h('div', { part: 'loading' }, said), update() {} };
}

export function createFailedStep({ words, retry }: StepContext): StepView {
  const sentence = h('p', { role: 'alert' });
  const button = createButton(words.retry, retry, { part: 'retry' });
  const said = h('slot', { name: 'error' }, h('p', {}, h('b', {}, words.errorTitle)), sentence);
  return {
    element: h('div', { part: 'message', class: 'message' }, said, button),
    update({ failure }) {
      sentence.textContent = sayProblem(words, failure);
    },
  };
}

/** Shows the outcome for one instrument, with the link of what was applied. */
function createResult(context: StepContext, attempt: ApplyAttempt, patient: string): HTMLElement {
  const { words, format, flow } = context;
  const { standing, name, application, failure } = attempt;
  const isLater = flow.preview()?.isAtOnce === false;
  const line = h(
    'li',
    { part: 'result', 'data-standing': standing },
    h('p', { class: 'standing' }, words.standings[standing]({ name, patient, isLater })),
  );
  const say = (text: string) => line.append(h('p', { class: 'detail' }, text));
  if (standing === 'refused') say(sayProblem(words, failure));
  if (standing === 'not-created' || standing === 'unknown') say(words.advice[standing]);
  if (!application) return line;
  const { id, nextAnswerAt, urlToAnswer } = application;
  if (nextAnswerAt) say(words.nextRequest({ date: format.moment(Date.parse(nextAnswerAt)) }));
  line.append(createLinkBlock(context, name, id, urlToAnswer ?? null));
  return line;
}

/** Shows the outcome for each instrument, while it is applied and after. */
export function createResultStep(context: StepContext): StepView {
  const { words, flow, announce } = context;
  const heading = createStepHeading(context);
  const list = h('ul', { class: 'results', part: 'results' });
  const button = (part: 'check' | 'again' | 'another', text: string) => {
    // The button may be gone when it is done.
    const act = () => {
      heading.focus();
      flow[part]();
    };
    return createButton(text, act, { part });
  };
  const check = button('check', words.checkAgain);
  const again = button('again', words.tryAgain);
  const buttons = h('p', { class: 'buttons' }, check, again, button('another', words.another));
  const shown = new Map<string, { readonly attempt: ApplyAttempt; readonly line: HTMLElement }>();
  let step = '';
  return {
    element: h('div', { part: 'result-step' }, heading, list, buttons),
    heading,
    update(state) {
      const { attempts } = state;
      const patient = sayPatientName(words, state.patient);
      const isDone = state.step === 'applied';
      heading.textContent = isDone ? words.resultTitle : words.applyingTitle;
      const lines = attempts.map((attempt) => {
        const before = shown.get(attempt.key);
        // A line that says the same stays, and keeps the focus in its field.
        const line = before?.attempt === attempt ? before.line : createResult(context, attempt, patient);
        shown.set(attempt.key, { attempt, line });
        return line;
      });
      if (lines.length !== list.children.length || lines.some((line, at) => list.children[at] !== line)) {
        list.replaceChildren(...lines);
      }
      const has = (...standings: string[]) => attempts.some(({ standing }) => standings.includes(standing));
      check.hidden = !has('unknown');
      again.hidden = !has('refused', 'not-created');
      buttons.hidden = !isDone;
      const moving = attempts.find(({ standing }) => standing === 'checking');
      if (isDone && step !== 'applied') {
        const open = attempts.filter(({ standing }) => standing !== 'created');
        const all = attempts.length;
        const isLater = flow.preview()?.isAtOnce === false;
        const summary = words.summary({
          created: all - open.length,
          all,
          isWhole: open.length === 0,
          isLater,
        });
        const rest = open.map(({ standing, name }) => words.standings[standing]({ name, patient, isLater }));
        announce([summary, ...rest].join(' '));
      } else if (moving) announce(words.standings.checking({ name: moving.name }));
      step = state.step;
    },
  };
}
