import type { ViewContext } from './context.ts';

/** `Ana Lima, born 4 Mar 1990`: whom the service's record names, to compare with the page. */
export function Who({ store, speech }: ViewContext) {
  const { person } = store.known.value ?? {};
  if (!person) return null;
  const name = person.name || speech.apply.unnamed;
  const text =
    person.birthday === null
      ? `${name}, ${speech.apply.bornUnknown}`
      : speech.chart.born(name, speech.birthday(person.birthday));
  return (
    <span class="who" dir="auto">
      {text}
    </span>
  );
}

/** Title, patient, and what can be done from anywhere in the panel. */
export function Head(context: ViewContext) {
  const { store, speech, intents } = context;
  const { chart } = speech;
  const isOpen = store.isOpen.value;
  const isShown = store.known.value !== null;
  return (
    <header class="head">
      <div class="name">
        <h2 id="title" tabIndex={-1}>
          {chart.title}
        </h2>
        <Who {...context} />
      </div>
      <div class="buttons">
        {isShown && isOpen && !store.isApplying.value && store.canApply.value && (
          <button type="button" class="primary" onClick={intents.apply}>
            {chart.apply}
          </button>
        )}
        {isShown && isOpen && (
          <button type="button" class="quiet" onClick={() => intents.side('history')}>
            {chart.side}
          </button>
        )}
      </div>
      <button
        type="button"
        class="icon"
        aria-expanded={isOpen}
        aria-label={isOpen ? chart.close : chart.open}
        title={isOpen ? chart.close : chart.open}
        onClick={intents.toggle}
      >
        <i class="caret" aria-hidden="true" />
      </button>
    </header>
  );
}
