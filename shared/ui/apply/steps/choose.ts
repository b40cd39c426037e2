import { h } from '../../h.ts';
import type { ApplyState } from '../state.ts';
import type { StepContext, StepView } from '../view.ts';
import { findField } from './find.ts';
import { scheduleField } from './schedule.ts';

/** The form: which instruments, how often, from when. */
export function chooseStep(context: StepContext): StepView {
  const { words, flow } = context;
  const find = findField(context);
  const schedule = scheduleField(context, flow.today());
  const on = h('button', { part: 'button', class: 'primary', type: 'button' });
  on.addEventListener('click', () => flow.review());
  let faults: ApplyState['faults'] = new Set();
  return {
    element: h(
      'div',
      { part: 'form' },
      h('div', { class: 'columns' }, find.element, schedule.element),
      h('p', { class: 'buttons' }, on),
    ),
    heading: null,
    update(state) {
      find.update(state);
      schedule.update(state);
      const isReading = state.step === 'reviewing';
      on.textContent = isReading ? words.reviewing : words.review;
      on.ariaDisabled = isReading ? 'true' : null;
      // New faults, or the same ones once more: the first of them is where to go.
      const isNew = state.faults !== faults && state.faults.size > 0 && state.faults.size >= faults.size;
      faults = state.faults;
      if (isNew) (faults.has('instrument') ? find : schedule).focus();
    },
  };
}
