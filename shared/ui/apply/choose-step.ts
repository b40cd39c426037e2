import { RECURRENCE_CYCLES } from '@instrument-panel/client/contract';
import { createButton } from '../button.ts';
import { h } from '../dom.ts';
import { createFaultLine, createFindField } from './find-field.ts';
import type { ApplyState } from './state.ts';
import type { StepContext, StepView } from './step.ts';

/** The dates on which the patient is asked, as items of a list; none without a right start. */
export function createPreviewItems({ words, format, flow }: StepContext): HTMLElement[] {
  const { dates = [], isAtOnce, goesOn } = flow.preview() ?? {};
  const items = dates.map((at, index) =>
    h('li', {}, index === 0 && isAtOnce ? words.atOnce : format.moment(at)),
  );
  return goesOn ? [...items, h('li', { class: 'detail' }, words.andSoOn)] : items;
}

function createScheduleField(context: StepContext) {
  const { words, format, flow, announce } = context;
  const radios = RECURRENCE_CYCLES.map((value) => {
    const input = h('input', { type: 'radio', name: 'cycle', value });
    input.addEventListener('change', () => flow.schedule({ cycle: value }));
    return { input, value, label: h('label', { part: 'cycle' }, input, h('span', {}, words.cycles[value])) };
  });
  const start = h('input', {
    id: 'starts-on',
    part: 'start',
    type: 'date',
    min: flow.today(),
    required: '',
    'aria-describedby': 'starts-on-hint fault-startsOn',
  });
  // A year of which not all digits are typed begins with 0, and what is half a date is empty.
  const isOver = ({ schedule: { startsOn } }: ApplyState): boolean =>
    /^[1-9]/.test(startsOn) && flow.preview() === null;
  start.addEventListener('input', () => {
    flow.schedule({ startsOn: start.value });
    announce(isOver(flow.state) ? words.faults.startsOn : '');
  });
  const fault = createFaultLine('startsOn');
  const startRow = h(
    'div',
    { class: 'start' },
    h('label', { for: 'starts-on' }, words.startsOn),
    start,
    h('p', { id: 'starts-on-hint', class: 'detail' }, words.startsOnHint),
    fault.element,
  );
  const visit = createButton('', () => flow.schedule(flow.visit()?.schedule ?? {}), { part: 'next-visit' });
  const dates = h('ol', { class: 'dates' });
  const preview = h(
    'div',
    { part: 'preview', class: 'preview', 'aria-live': 'polite', 'aria-atomic': 'true' },
    h('p', { class: 'label' }, words.preview),
    dates,
  );
  return {
    element: h(
      'fieldset',
      { part: 'recurrence' },
      h('legend', {}, words.recurrence),
      h('div', { class: 'cycles' }, ...radios.map(({ label }) => label)),
      visit,
      startRow,
      preview,
    ),
    focus: () => start.focus(),
    update(state: ApplyState): void {
      const { cycle, startsOn } = state.schedule;
      for (const { input, value } of radios) input.checked = value === cycle;
      startRow.hidden = cycle === 'NOW';
      const next = flow.visit();
      visit.hidden = next === null;
      if (next) visit.textContent = words.nextVisit({ date: format.day(next.at) });
      visit.ariaPressed = String(cycle !== 'NOW' && startsOn === next?.schedule.startsOn);
      // Half a date that is being typed reads as empty, and must not be taken away.
      if (start.value !== startsOn && startsOn !== '') start.value = startsOn;
      const isWrong = state.faults.has('startsOn') || isOver(state);
      start.ariaInvalid = isWrong ? 'true' : null;
      fault.show(isWrong ? words.faults.startsOn : '');
      const items = createPreviewItems(context);
      const key = items.map((item) => item.textContent).join('|');
      // The same dates again are not announced again.
      if (dates.dataset.key !== key) dates.replaceChildren(...items);
      dates.dataset.key = key;
      preview.hidden = items.length === 0;
    },
  };
}

export function createChooseStep(context: StepContext): StepView {
  const { words, flow } = context;
  const find = createFindField(context);
  const schedule = createScheduleField(context);
  const on = createButton('', () => flow.review(), { part: 'button', class: 'primary' });
  const columns = h('div', { class: 'columns' }, find.element, schedule.element);
  let faults: ApplyState['faults'] = new Set();
  return {
    element: h('div', { part: 'form' }, columns, h('p', { class: 'buttons' }, on)),
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
