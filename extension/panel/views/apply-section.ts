import { h } from '@instrument-panel/shared/ui/dom';
import { findSuggestions } from '../course.ts';
import { createButton, type PanelPart, setChildren, type ViewContext } from './view.ts';

/** Shows instruments that one click takes to the confirmation, while nothing of the form is filled in. */
function createSuggestions({ form, store, speech, recent }: ViewContext): PanelPart {
  const { chart } = speech;
  const title = h('b', {}, chart.suggested);
  const element = h('section', { class: 'suggested', 'aria-label': chart.suggested }, title);
  let shown = '';
  return {
    element,
    update() {
      const { apply } = form.state;
      const isFresh = apply?.step === 'choosing' && apply.chosen.length === 0 && apply.query === '';
      const suggestions = isFresh ? findSuggestions(apply, store.state.known?.courses ?? [], recent()) : [];
      element.hidden = suggestions.length === 0;
      const now = JSON.stringify(suggestions);
      if (now === shown) return;
      shown = now;
      const buttons = suggestions.map(({ id, name, from }) => {
        const suggest = (): void => {
          // The suggestions go with the click, and the confirmation is not there yet.
          form.focus();
          form.suggest(id);
        };
        const reason = from === 'patient' ? chart.usedBefore : chart.appliedLately;
        return createButton(chart.suggest({ instrument: name }), suggest, { title: reason });
      });
      element.replaceChildren(title, ...buttons);
    },
  };
}

/** Shows the form for applying once it was asked for, or why nothing can be applied. */
export function createApplySection(context: ViewContext): PanelPart {
  const { store, form, speech, actions } = context;
  const refusal = h('p', { class: 'small' }, speech.chart.cannotApply);
  const suggestions = createSuggestions(context);
  const place = h('div');
  const leave = createButton(speech.chart.leaveForm, actions.leaveForm, { class: 'quiet' });
  const section = h(
    'section',
    { id: 'form', class: 'form', 'aria-label': speech.chart.apply, tabindex: '-1' },
    suggestions.element,
    place,
    h('p', { class: 'buttons' }, leave),
  );
  section.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    // One press leaves the form, the next one the panel.
    event.stopPropagation();
    if (form.state.apply?.step !== 'applying') actions.leaveForm();
  });
  const element = h('div');
  return {
    element,
    update() {
      const isShown = store.canApply && store.state.isApplying;
      if (isShown) setChildren(place, [form.element]);
      suggestions.update();
      setChildren(element, [!store.canApply && refusal, isShown && section]);
      element.hidden = store.canApply && !isShown;
    },
  };
}
