import { createButton } from '../button.ts';
import { h } from '../dom.ts';
import { findChoices, type InstrumentChoice, topicsOf } from './library.ts';
import { createListbox } from './listbox.ts';
import { createSetsField } from './sets-field.ts';
import type { ApplyState } from './state.ts';
import type { StepContext } from './step.ts';

/** The line under a field that says what is wrong with it; the field names it in `aria-describedby`. */
export function createFaultLine(field: string) {
  const element = h('p', { id: `fault-${field}`, part: 'fault', class: 'fault' });
  return {
    element,
    show(sentence: string): void {
      element.textContent = sentence;
      element.hidden = sentence === '';
    },
  };
}

const detailOf = ({ name, title, tags }: InstrumentChoice): string =>
  [name === title ? '' : title, tags.map((tag) => tag.name).join(', ')].filter(Boolean).join(' · ');

/** Shows the topics of the library as buttons that narrow the list. */
function createTopics({ words, flow }: StepContext) {
  const element = h('div', { part: 'topics', class: 'topics', role: 'group', 'aria-label': words.tags });
  let library: readonly InstrumentChoice[] | null = null;
  return {
    element,
    update(state: ApplyState): void {
      if (library !== state.library) {
        library = state.library;
        const buttons = topicsOf(library, words.formats).map(({ id, name }) =>
          createButton(name, () => flow.toggleTopic(id), { part: 'topic', 'data-topic': String(id) }),
        );
        element.replaceChildren(...buttons);
        element.hidden = buttons.length === 0;
      }
      for (const button of element.querySelectorAll('button')) {
        button.ariaPressed = String(state.topics.has(Number(button.dataset.topic)));
      }
    },
  };
}

/** Shows the chosen instruments as buttons that remove them. After the last one the focus goes to the search. */
function createChosen({ words, flow }: StepContext, search: HTMLElement) {
  const element = h('ul', { class: 'chips', part: 'chosen', 'aria-label': words.chosen });
  const findButtons = () => [...element.querySelectorAll('button')];
  const createChip = ({ id, name }: InstrumentChoice) => {
    const mark = h('span', { 'aria-hidden': 'true' }, '×');
    const attributes = { part: 'remove', 'aria-label': words.remove({ name }) };
    return h(
      'li',
      {},
      createButton([name, ' ', mark], () => flow.toggleChoice(id), attributes),
    );
  };
  return {
    element,
    update({ chosen }: ApplyState): void {
      const key = chosen.map(({ id }) => id).join();
      if (element.dataset.key === key) return;
      element.dataset.key = key;
      const at = findButtons().findIndex((button) => button.matches(':focus'));
      const none = h('li', { class: 'detail' }, words.noneChosen);
      element.replaceChildren(...(chosen.length === 0 ? [none] : chosen.map(createChip)));
      // The next one takes the focus of the one that was removed.
      if (at >= 0) (findButtons()[at] ?? findButtons().at(-1) ?? search).focus();
    },
  };
}

/** Shows the instruments that match text and topics, and says how many they are. */
function createMatches({ words, flow, announce }: StepContext) {
  const count = h('p', { class: 'detail', part: 'count' });
  const none = h('p', { class: 'detail' }, words.noneFound);
  const list = createListbox(words.library, (id) => flow.toggleChoice(id));
  let said = '';
  return {
    elements: [count, list.element, none],
    focus: () => list.element.focus(),
    update(state: ApplyState): void {
      const found = findChoices(state.library, state.query, state.topics, words.formats);
      list.show(
        found.map((choice) => ({
          id: choice.id,
          name: choice.name,
          detail: detailOf(choice),
          badge: state.inUse.has(choice.id) ? words.inUse : '',
          isSelected: state.chosen.some(({ id }) => id === choice.id),
        })),
      );
      list.element.hidden = found.length === 0;
      none.hidden = found.length > 0;
      count.textContent = words.found({ count: found.length });
      const key = `${state.query}/${[...state.topics]}`;
      if (said !== '' && said !== key) announce(found.length > 0 ? count.textContent : words.noneFound);
      said = key;
    },
  };
}

const sayUnreadable = ({ words }: StepContext, { unreadable, unreadableApplications }: ApplyState): string =>
  [
    unreadable > 0 && words.unreadableInstruments({ count: unreadable }),
    unreadableApplications > 0 && words.unreadableApplications({ count: unreadableApplications }),
  ]
    .filter(Boolean)
    .join(' ');

/** Finds instruments of the library by text and topic, and shows what is chosen. */
export function createFindField(context: StepContext) {
  const { words, flow } = context;
  const search = h('input', {
    id: 'search',
    part: 'search',
    type: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'search-hint fault-instrument',
    'aria-controls': 'list',
  });
  const sets = createSetsField(context);
  const topics = createTopics(context);
  const matches = createMatches(context);
  const chosen = createChosen(context, search);
  const unreadable = h('p', { class: 'warning', part: 'notice' });
  const fault = createFaultLine('instrument');
  search.addEventListener('input', () => flow.search(search.value));
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    matches.focus();
  });
  return {
    element: h(
      'fieldset',
      { part: 'instruments' },
      h('legend', {}, words.instrument),
      sets.element,
      h('label', { for: 'search' }, words.find),
      search,
      h('p', { id: 'search-hint', class: 'detail' }, words.findHint),
      topics.element,
      ...matches.elements,
      unreadable,
      h('p', { class: 'label' }, words.chosen),
      chosen.element,
      fault.element,
    ),
    focus: () => search.focus(),
    update(state: ApplyState): void {
      if (search.value !== state.query) search.value = state.query;
      for (const part of [sets, topics, matches, chosen]) part.update(state);
      unreadable.textContent = sayUnreadable(context, state);
      unreadable.hidden = unreadable.textContent === '';
      const isWrong = state.faults.has('instrument');
      search.ariaInvalid = isWrong ? 'true' : null;
      fault.show(isWrong ? words.faults.instrument : '');
    },
  };
}
