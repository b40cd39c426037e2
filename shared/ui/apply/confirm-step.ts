import type { Application } from '@instrument-panel/client/contract';
import { sayListed } from '@instrument-panel/client/contract';
import { createButton } from '../button.ts';
import { h } from '../dom.ts';
import { createPreviewItems } from './choose-step.ts';
import type { InstrumentChoice } from './library.ts';
import { type ApplyState, needsConfirmation, sayBirthday, sayPatientName } from './state.ts';
import { createStepHeading, type StepContext, type StepView } from './step.ts';

function sayInUse({ words, format, flow }: StepContext, one: Application): string {
  const now = flow.now();
  const day = (date: string | null | undefined) => (date ? format.day(Date.parse(date)) : null);
  const since = one.startedAt ?? one.createdAt;
  return words.activeSince({
    cycle: sayListed(words.cycles, one.recurrenceCycle).toLowerCase(),
    state: sayListed(words.states, one.status) || null,
    since: day(since),
    // With a start in the future it is not "active since" that date yet.
    isAhead: Date.parse(since ?? '') > now,
    next: day(one.nextAnswerAt),
  });
}

/** Warns that the patient has an instrument in use already, and lets the user apply it all the same. */
function createWarning(context: StepContext, { id, name }: InstrumentChoice, state: ApplyState) {
  const { words, flow } = context;
  const { items = [], unreadable = 0 } = state.found.get(id) ?? {};
  const box = h('input', { type: 'checkbox', id: `again-${id}` });
  box.checked = state.again.has(id);
  box.addEventListener('change', () => flow.toggleAgain(id));
  const said = items.map((one) => sayInUse(context, one));
  if (unreadable > 0) said.push(words.unreadableApplications({ count: unreadable }));
  const warning = h(
    'div',
    { part: 'in-use', class: 'warning' },
    ...said.map((sentence) => h('p', {}, sentence)),
    h('label', {}, box, h('span', {}, words.applyAgain({ name }))),
  );
  if (state.faults.has('again') && !box.checked) {
    box.ariaInvalid = 'true';
    box.setAttribute('aria-describedby', `fault-${id}`);
    warning.append(h('p', { id: `fault-${id}`, part: 'fault', class: 'fault' }, words.faults.again));
  }
  return warning;
}

/** Instruments that the button names; more are counted there, and named above. */
const NAMED_LIMIT = 4;

/** Asks for confirmation: patient, instruments and dates, with what the patient has in use already. */
export function createConfirmStep(context: StepContext): StepView {
  const { words, format, flow } = context;
  const heading = createStepHeading(context, words.confirmTitle);
  const facts = h('dl', { part: 'facts' });
  const apply = createButton('', () => flow.apply(), { part: 'button', class: 'primary' });
  const back = createButton(words.back, () => flow.back(), { part: 'back' });
  const fact = (label: string, ...said: (Node | string)[]) => [h('dt', {}, label), h('dd', {}, ...said)];
  return {
    element: h('div', { part: 'confirm' }, heading, facts, h('p', { class: 'buttons' }, apply, back)),
    heading,
    update(state) {
      const { patient, chosen, schedule } = state;
      if (!patient) return;
      const name = sayPatientName(words, patient);
      const instruments = chosen.map((one) => {
        const line = h('li', {}, h('b', {}, one.name), one.name === one.title ? '' : ` · ${one.title}`);
        if (needsConfirmation(state.found.get(one.id))) line.append(createWarning(context, one, state));
        return line;
      });
      const dates = createPreviewItems(context);
      const focused = facts.querySelector(':focus')?.id;
      facts.replaceChildren(
        ...fact(words.patient, h('b', {}, name), `, ${sayBirthday(context, patient)}`),
        ...fact(words.instrument, h('ul', {}, ...instruments)),
        ...fact(words.recurrence, words.cycles[schedule.cycle]),
        ...(dates.length > 0 ? fact(words.requests, h('ol', { class: 'dates' }, ...dates)) : []),
      );
      const names = chosen.map((one) => one.name);
      const what =
        names.length > NAMED_LIMIT ? words.instruments({ count: names.length }) : format.list(names);
      const { dates: [first] = [], isAtOnce, goesOn } = flow.preview() ?? {};
      const starts = first !== undefined && !isAtOnce ? format.day(first) : null;
      apply.textContent = words.apply({ what, patient: name, starts, goesOn: goesOn ?? false });
      const wrong = facts.querySelector<HTMLElement>('[aria-invalid]');
      const boxes = [...facts.querySelectorAll<HTMLElement>('input')];
      (wrong ?? boxes.find(({ id }) => id === focused))?.focus();
    },
  };
}
