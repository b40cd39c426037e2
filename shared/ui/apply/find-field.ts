import { h } from '../dom.ts';
import { findChoices, type InstrumentChoice, topicsOf } from './library.ts';
import { createListbox } from './listbox.ts';
import type { ApplyState } from './state.ts';
import type { StepContext } from './view.ts';

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

/** Finds instruments of the library by text and topic, and shows what is chosen. */
export function createFindField({ words, flow, announce }: StepContext) {
  const search = h('input', {
    id: 'search',
    part: 'search',
    type: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'search-hint fault-instrument',
    'aria-controls': 'list',
  });
  const topics = h('div', { part: 'topics', class: 'topics', role: 'group', 'aria-label': words.tags });
  const count = h('p', { class: 'detail', part: 'count' });
  const none = h('p', { class: 'detail' }, words.noneFound);
  const list = createListbox(words.library, (id) => flow.toggleChoice(id));
  const chosen = h('ul', { class: 'chips', part: 'chosen', 'aria-label': words.chosen });
  const unreadable = h('p', { class: 'warning', part: 'notice' });
  const fault = createFaultLine('instrument');
  const element = h(
    'fieldset',
    { part: 'instruments' },
    h('legend', {}, words.instrument),
    h('label', { for: 'search' }, words.find),
    search,
    h('p', { id: 'search-hint', class: 'detail' }, words.findHint),
    topics,
    count,
    list.element,
    none,
    unreadable,
    h('p', { class: 'label' }, words.chosen),
    chosen,
    fault.element,
  );

  search.addEventListener('input', () => flow.search(search.value));
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.focus();
  });

  let library: readonly InstrumentChoice[] | null = null;
  let said = '';

  function showTopics(state: ApplyState): void {
    if (library !== state.library) {
      const made = topicsOf(state.library, words.formats).map(({ id, name }) => {
        const button = h('button', { type: 'button', part: 'topic', 'data-topic': String(id) }, name);
        button.addEventListener('click', () => flow.toggleTopic(id));
        return button;
      });
      topics.replaceChildren(...made);
      topics.hidden = made.length === 0;
      library = state.library;
    }
    for (const button of topics.querySelectorAll('button')) {
      button.ariaPressed = String(state.topics.has(Number(button.dataset.topic)));
    }
  }

  function showChosen({ chosen: now }: ApplyState): void {
    const key = now.map(({ id }) => id).join();
    if (chosen.dataset.key === key) return;
    const at = [...chosen.querySelectorAll('button')].findIndex((button) => button.matches(':focus'));
    chosen.dataset.key = key;
    chosen.replaceChildren(
      ...(now.length === 0 ? [h('li', { class: 'detail' }, words.noneChosen)] : []),
      ...now.map(({ id, name }) => {
        const mark = h('span', { 'aria-hidden': 'true' }, '×');
        const label = { type: 'button', part: 'remove', 'aria-label': words.remove({ name }) };
        const button = h('button', label, name, ' ', mark);
        button.addEventListener('click', () => flow.toggleChoice(id));
        return h('li', {}, button);
      }),
    );
    // The next one takes the focus of the one that was removed; after the last it is the search.
    if (at >= 0) {
      const left = [...chosen.querySelectorAll('button')];
      (left[at] ?? left.at(-1) ?? search).focus();
    }
  }

  return {
    element,
    focus: () => search.focus(),
    update(state: ApplyState): void {
      if (search.value !== state.query) search.value = state.query;
      showTopics(state);
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
      if (said !== '' && said !== key)
        announce(found.length > 0 ? words.found({ count: found.length }) : words.noneFound);
      said = key;
      showChosen(state);
      const lost = [
        state.unreadable > 0 ? words.unreadableInstruments({ count: state.unreadable }) : '',
        state.unreadableApplications > 0
          ? words.unreadableApplications({ count: state.unreadableApplications })
          : '',
      ].filter(Boolean);
      unreadable.textContent = lost.join(' ');
      unreadable.hidden = lost.length === 0;
      const isWrong = state.faults.has('instrument');
      search.ariaInvalid = isWrong ? 'true' : null;
      fault.show(isWrong ? words.faults.instrument : '');
    },
  };
}
