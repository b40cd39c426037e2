import { h } from '../dom.ts';
import type { ApplyAttempt } from './attempt.ts';
import { createLinkBlock } from './link.ts';
import { sayProblem } from './problem.ts';
import { sayPatientName } from './state.ts';
import type { StepContext, StepView } from './step.ts';

/** Nothing is known of the patient yet. */
export function createLoadingStep({ words }: StepContext): StepView {
  const lines = ['', '', ''].map(() => h('span', { class: 'bone' }));
  const said = h('slot', { name: 'loading' }, h('p', { class: 'quiet' }, words.loading), ...lines);
  return { element: h('div', { part: 'loading' }, said), heading: null, update() {} };
}

/** Nothing can be applied here now: why, and what to do. */
export function createFailedStep({ words, retry }: StepContext): StepView {
  const sentence = h('p', { role: 'alert' });
  const button = h('button', { part: 'retry', type: 'button' }, words.retry);
  button.addEventListener('click', retry);
  const said = h('slot', { name: 'error' }, h('p', {}, h('b', {}, words.errorTitle)), sentence);
  return {
    element: h('div', { part: 'message', class: 'message' }, said, button),
    heading: null,
    update({ failure }) {
      sentence.textContent = sayProblem(words, failure);
    },
  };
}

/** Shows the outcome for each instrument, while it is applied and after. */
export function createResultStep(context: StepContext): StepView {
  const { words, format, flow, level, announce } = context;
  const heading = h('div', {
    id: 'heading',
    part: 'heading',
    role: 'heading',
    'aria-level': String(level),
    tabindex: '-1',
  });
  const list = h('ul', { class: 'results', part: 'results' });
  const button = (part: string, text: string, act: () => void) => {
    const made = h('button', { part, type: 'button' }, text);
    made.addEventListener('click', () => {
      // The button may be gone when it is done.
      heading.focus();
      act();
    });
    return made;
  };
  const check = button('check', words.checkAgain, () => flow.check());
  const again = button('again', words.tryAgain, () => flow.again());
  const another = button('another', words.another, () => flow.another());

  function item(attempt: ApplyAttempt, patient: string): HTMLElement {
    const { standing, name, application, failure } = attempt;
    const line = h(
      'li',
      { part: 'result', 'data-standing': standing },
      h('p', { class: 'standing' }, words.standings[standing]({ name, patient })),
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

  const shown = new Map<string, { readonly attempt: ApplyAttempt; readonly line: HTMLElement }>();
  const buttons = h('p', { class: 'buttons' }, check, again, another);
  let step = '';
  return {
    element: h('div', { part: 'result-step' }, heading, list, buttons),
    heading,
    update(state) {
      const { attempts, patient } = state;
      const isDone = state.step === 'applied';
      heading.textContent = isDone ? words.resultTitle : words.applyingTitle;
      const lines = attempts.map((attempt) => {
        const before = shown.get(attempt.key);
        // A line that says the same stays, with whoever is in its field.
        const line =
          before?.attempt === attempt ? before.line : item(attempt, sayPatientName(words, patient));
        shown.set(attempt.key, { attempt, line });
        return line;
      });
      if (lines.length !== list.children.length || lines.some((line, at) => list.children[at] !== line)) {
        list.replaceChildren(...lines);
      }
      const has = (...standings: string[]) => attempts.some(({ standing }) => standings.includes(standing));
      check.hidden = !isDone || !has('unknown');
      again.hidden = !isDone || !has('refused', 'not-created');
      buttons.hidden = !isDone;
      const moving = attempts.find(({ standing }) => standing === 'checking');
      if (isDone && step !== 'applied') {
        const created = attempts.filter(({ standing }) => standing === 'created').length;
        const rest = attempts
          .filter(({ standing }) => standing !== 'created')
          .map(({ standing, name }) =>
            words.standings[standing]({ name, patient: sayPatientName(words, patient) }),
          );
        const all = attempts.length;
        announce([words.summary({ created, all, isWhole: created === all }), ...rest].join(' '));
      } else if (moving) announce(words.standings.checking({ name: moving.name }));
      step = state.step;
    },
  };
}
