import type { Application } from '@instrument-panel/client/contract';
import { h } from '../dom.ts';
import { createPreviewItems } from './choose-step.ts';
import type { InstrumentChoice } from './library.ts';
import { type ApplyState, needsWord, sayBirthday, sayPatientName } from './state.ts';
import type { StepContext, StepView } from './step.ts';

/** An application that is in use, in one sentence. */
function sayInUse({ words, format }: StepContext, one: Application): string {
  const day = (date: string | null | undefined) => (date ? format.day(Date.parse(date)) : null);
  return words.activeSince({
    cycle: words.cycles[one.recurrenceCycle].toLowerCase(),
    since: day(one.startedAt ?? one.createdAt),
    next: day(one.nextAnswerAt),
  });
}

/** Asks for confirmation: patient, instruments and dates, with what the patient has in use already. */
export function createConfirmStep(context: StepContext): StepView {
  const { words, flow, level } = context;
  const heading = h(
    'div',
    { id: 'heading', part: 'heading', role: 'heading', 'aria-level': String(level), tabindex: '-1' },
    words.confirmTitle,
  );
  const facts = h('dl', { part: 'facts' });
  const apply = h('button', { part: 'button', class: 'primary', type: 'button' });
  apply.addEventListener('click', () => flow.apply());
  const back = h('button', { part: 'back', type: 'button' }, words.back);
  back.addEventListener('click', () => flow.back());

  function instrument({ id, name, title }: InstrumentChoice, state: ApplyState): HTMLElement {
    const line = h('li', {}, h('b', {}, name), ...(name === title ? [] : [` · ${title}`]));
    const use = state.found.get(id);
    if (!use || !needsWord(use)) return line;
    const box = h('input', { type: 'checkbox', id: `again-${id}` });
    box.checked = state.again.has(id);
    box.addEventListener('change', () => flow.toggleAgain(id));
    const isWrong = state.faults.has('again') && !box.checked;
    const said = [
      ...use.active.map((one) => sayInUse(context, one)),
      ...(use.unreadable > 0 ? [words.unreadableApplications({ count: use.unreadable })] : []),
    ];
    const warning = h(
      'div',
      { part: 'in-use', class: 'warning' },
      ...said.map((sentence) => h('p', {}, sentence)),
      h('label', {}, box, h('span', {}, words.applyAgain({ name }))),
    );
    if (isWrong) {
      box.ariaInvalid = 'true';
      box.setAttribute('aria-describedby', `fault-${id}`);
      warning.append(h('p', { id: `fault-${id}`, part: 'fault', class: 'fault' }, words.faults.again));
    }
    line.append(warning);
    return line;
  }

  return {
    element: h('div', { part: 'confirm' }, heading, facts, h('p', { class: 'buttons' }, apply, back)),
    heading,
    update(state) {
      const { patient, chosen, schedule } = state;
      if (!patient) return;
      const name = sayPatientName(words, patient);
      const preview = context.previewOf(state);
      const fact = (label: string, ...said: (Node | string)[]) => [h('dt', {}, label), h('dd', {}, ...said)];
      const focused = facts.querySelector(':focus')?.id;
      facts.replaceChildren(
        ...fact(words.patient, h('b', {}, name), `, ${sayBirthday(context, patient)}`),
        ...fact(words.instrument, h('ul', {}, ...chosen.map((choice) => instrument(choice, state)))),
        ...fact(words.recurrence, words.cycles[schedule.cycle]),
        ...(preview
          ? fact(words.requests, h('ol', { class: 'dates' }, ...createPreviewItems(context, preview)))
          : []),
      );
      const [first] = chosen;
      const what = chosen.length === 1 && first ? first.name : words.instruments({ count: chosen.length });
      apply.textContent = words.apply({ what, patient: name });
      const wrong = facts.querySelector<HTMLElement>('[aria-invalid]');
      const boxes = [...facts.querySelectorAll<HTMLElement>('input')];
      (wrong ?? boxes.find(({ id }) => id === focused))?.focus();
    },
  };
}
