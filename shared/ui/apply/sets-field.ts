import {
  type Application,
  isActiveApplication,
  isAnsweredOnce,
  sayListed,
} from '@instrument-panel/client/contract';
import { createButton } from '../button.ts';
import { h, unbroken } from '../dom.ts';
import { type InstrumentSet, type LastTime, sayInstrument } from './sets.ts';
import { type ApplyState, chosenSetOf } from './state.ts';
import type { StepContext } from './step.ts';

const toDate = (format: StepContext['format'], date: string | null | undefined) =>
  date ? format.day(Date.parse(date)) : null;

/**
 * Says what was sent last time, each application with its state. The service names no state that an answer leads to:
 * what asks once and was answered says so, and not that it is in progress.
 */
function createLastFacts(
  { words, format }: StepContext,
  last: LastTime,
  library: ApplyState['library'],
): HTMLElement[] {
  const fact = (one: Application) => {
    const isOnce = isAnsweredOnce(one);
    const isStated = !isOnce || !isActiveApplication(one);
    return {
      name: sayInstrument(one, library),
      cycle: sayListed(words.cycles, one.recurrenceCycle).toLowerCase(),
      state: (isStated && sayListed(words.states, one.status)) || null,
      answered: toDate(format, one.lastSubmission?.completedFillAt),
      isOnce,
    };
  };
  const date = (one: Application) => toDate(format, one.createdAt);
  return [
    ...last.applications.map((one) => words.lastFact(fact(one))),
    ...last.canceled.map((one) => words.notRepeated({ ...fact(one), date: date(one) })),
  ].map((sentence) => h('li', { class: 'detail' }, ...unbroken(sentence)));
}

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
        ? unbroken(words.repeat({ what, cycle: words.cycles[cycle ?? 'NOW'].toLowerCase() }))
        : [h('b', {}, name), ' ', ...unbroken(what)];
    const active = choices.filter(({ id }) => inUse.has(id)).map((one) => one.name);
    const badge =
      active.length > 0 &&
      h('span', { class: 'badge' }, ...unbroken(words.activeOnes({ names: format.list(active) })));
    const toggle = (): void => {
      flow.toggleSet(set);
      // All that is chosen: the set may have taken another one's place, or stand beside what was chosen by hand.
      const names = flow.state.chosen.map((one) => one.name);
      announce(names.length > 0 ? `${words.chosen}: ${format.list(names)}` : '');
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
      const chosen = chosenSetOf(state);
      for (const { set, button } of buttons) button.ariaPressed = String(set === chosen);
    },
  };
}
