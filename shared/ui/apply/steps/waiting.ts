import { h } from '../../h.ts';
import { sayProblem } from '../problem.ts';
import type { StepContext, StepView } from '../view.ts';

/** Nothing is known of the patient yet. */
export function loadingStep({ words }: StepContext): StepView {
  const lines = ['', '', ''].map(() => h('span', { class: 'bone' }));
  const said = h('slot', { name: 'loading' }, h('p', { class: 'quiet' }, words.loading), ...lines);
  return { element: h('div', { part: 'loading' }, said), heading: null, update() {} };
}

/** Nothing can be applied here now: why, and what to do. */
export function failedStep({ words, retry }: StepContext): StepView {
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
