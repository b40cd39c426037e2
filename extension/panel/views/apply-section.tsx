import { useLayoutEffect, useRef } from 'preact/hooks';
import { suggestionsOf } from '../store/suggestions.ts';
import type { ViewContext } from './context.ts';

/** Puts an element of ours into the view, as it is. */
export function Held({ element }: { readonly element: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.parentNode !== place.current) place.current?.replaceChildren(element);
  }, [element]);
  return <div ref={place} />;
}

/** Instruments that one click takes to the confirmation. */
function Suggested(context: ViewContext) {
  const { form, store, speech, recent } = context;
  const state = form.state.value;
  const isFresh = state?.step === 'choosing' && state.chosen.length === 0 && state.query === '';
  const suggestions = isFresh ? suggestionsOf(state, store.known.value?.courses ?? [], recent()) : [];
  if (suggestions.length === 0) return null;
  const { chart } = speech;
  return (
    <section class="suggested" aria-label={chart.suggested}>
      <b>{chart.suggested}</b>
      {suggestions.map(({ id, name, from }) => (
        <button
          key={id}
          type="button"
          title={from === 'patient' ? chart.usedBefore : chart.appliedLately}
          onClick={() => {
            // What was suggested is gone with the click, and the confirmation is not there yet.
            form.focus();
            form.suggest(id);
          }}
        >
          {chart.suggest(name)}
        </button>
      ))}
    </section>
  );
}

/** The form for applying, where it was asked for; why there is none, where nothing can be applied. */
export function ApplySection(context: ViewContext) {
  const { store, form, speech, intents } = context;
  if (!store.canApply.value) return <p class="small">{speech.chart.cannotApply}</p>;
  if (!store.isApplying.value) return null;
  return (
    <section
      id="form"
      class="form"
      aria-label={speech.chart.apply}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // One press leaves the form, the next one the panel.
        event.stopPropagation();
        if (form.state.value?.step !== 'applying') intents.leaveForm();
      }}
    >
      <Suggested {...context} />
      <Held element={form.element} />
      <p class="buttons">
        <button type="button" class="quiet" onClick={intents.leaveForm}>
          {speech.chart.leaveForm}
        </button>
      </p>
    </section>
  );
}
