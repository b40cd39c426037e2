import { type Application, sayListed } from '@instrument-panel/client/contract';
import { createButton } from '../button.ts';
import { h } from '../dom.ts';
import { type InstrumentSet, isSetChosen, type LastTime, sayInstrument } from './sets.ts';
import type { ApplyState } from './state.ts';
import type { StepContext } from './step.ts';

const toDate = (format: StepContext['format'], date: string | null | undefined) =>
  date ? format.day(Date.parse(date)) : null;

/** Says what was set up last time, each application with its state: one that ended says no more than that. */
function createLastFacts(
  { words, format }: StepContext,
  last: LastTime,
  library: ApplyState['library'],
): HTMLElement[] {
  const fact = (one: Application) => ({
    name: sayInstrument(one, library),
    cycle: sayListed(words.cycles, one.recurrenceCycle).toLowerCase(),
    state: sayListed(words.states, one.status) || null,
    answered: toDate(format, one.lastSubmission?.completedFillAt),
  });
  const date = (one: Application) => toDate(format, one.createdAt);
  return [
    ...last.applications.map((one) => words.lastFact(fact(one))),
    ...last.canceled.map((one) => words.notRepeated({ ...fact(one), date: date(one) })),
  ].map((sentence) => h('li', { class: 'detail' }, sentence));
}

const isPressed = (set: InstrumentSet, { chosen, schedule }: ApplyState): boolean =>
  isSetChosen(set, chosen, schedule.cycle);

/** Offers the batteries of the clinic, and what the patient had last time, as sets that one click chooses. */
export function createSetsField(context: StepContext) {
  const { words, format, flow, announce } = context;
  const element = h('div', { part: 'sets', class: 'sets' });
  let buttons: { readonly set: InstrumentSet; readonly button: HTMLElement }[] = [];
  let shown: readonly unknown[] = [];

  function createSet(set: InstrumentSet, { inUse }: ApplyState): HTMLElement[] {
    const { name, choices, missing, cycle } = set;
    if (missing.length > 0) {
      const sentence = words.setMissing({ name, missing: format.list(missing) });
      return [h('p', { class: 'warning', part: 'notice' }, sentence)];
    }
    const what = format.list(choices.map((one) => one.name));
    const said =
      name === null
        ? [words.repeat({ what, cycle: words.cycles[cycle ?? 'NOW'].toLowerCase() })]
        : [h('b', {}, name), ' ', what];
    const active = choices.filter(({ id }) => inUse.has(id)).map((one) => one.name);
    const badge =
      active.length > 0 && h('span', { class: 'badge' }, words.activeOnes({ names: format.list(active) }));
    const toggle = (): void => {
      flow.toggleSet(set);
      announce(isPressed(set, flow.state) ? `${words.chosen}: ${what}` : '');
    };
    const button = createButton([...said, ...(badge ? [' ', badge] : [])], toggle, { part: 'set' });
    buttons.push({ set, button });
    return [button];
  }

  return {
    element,
    update(state: ApplyState): void {
      const { batteries, last, inUse } = state;
      const parts = [batteries, last, inUse];
      if (parts.some((part, index) => part !== shown[index])) {
        shown = parts;
        buttons = [];
        const label = (text: string) => h('p', { class: 'label' }, text);
        const date = last && format.day(last.at);
        element.replaceChildren(
          ...(batteries.length > 0 ? [label(words.batteries)] : []),
          ...batteries.flatMap((set) => createSet(set, state)),
          ...(last && date
            ? [
                label(words.lastTime({ date, isPartial: last.isPartial })),
                h('ul', {}, ...createLastFacts(context, last, state.library)),
                ...last.sets.flatMap((set) => createSet(set, state)),
              ]
            : []),
        );
        element.hidden = element.children.length === 0;
      }
      for (const { set, button } of buttons) button.ariaPressed = String(isPressed(set, state));
    },
  };
}
