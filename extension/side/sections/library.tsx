import type { Instrument } from '@instrument-panel/client/contract';
import { choicesOf, findChoices, topicsOf } from '@instrument-panel/shared/ui/apply/library';
import { toggled } from '@instrument-panel/shared/ui/apply/state';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../../surface/pieces/field.tsx';
import { Read } from '../../surface/pieces/read.tsx';
import { useSpeech } from '../../surface/speech.ts';
import { sideWords } from '../../words/side/index.ts';
import type { ProfessionalStore } from '../store/professional-store.ts';
import type { SideStore } from '../store/side-store.ts';
import { InstrumentDetails } from './instrument-details.tsx';

interface LibraryProps {
  readonly store: SideStore;
  readonly professional: ProfessionalStore;
}

/** The library: instruments by text and topic, and what is to be known of each. */
export function LibrarySection({ store, professional }: LibraryProps) {
  const { words } = useSpeech();
  return (
    <Read of={professional.library} at={({ at }) => at}>
      {({ items, unreadable }) => (
        <div class="stack">
          {unreadable > 0 && <p class="quiet">{words.unreadable(unreadable)}</p>}
          <Browse store={store} items={items} />
        </div>
      )}
    </Read>
  );
}

function Browse({ store, items }: { readonly store: SideStore; readonly items: readonly Instrument[] }) {
  const { words } = useSpeech();
  const own = sideWords(words.lang).library;
  const [query, setQuery] = useState('');
  const [topics, setTopics] = useState<ReadonlySet<number>>(new Set());
  const [opened, setOpened] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const left = useRef<string | null>(null);
  // Whoever comes back goes on where they were.
  useEffect(() => {
    if (opened !== null) left.current = opened;
    else list.current?.querySelector<HTMLElement>(`[data-details="${left.current}"]`)?.focus();
  }, [opened]);
  const instrument = items.find(({ id }) => id.toLowerCase() === opened);
  if (instrument) {
    return <InstrumentDetails store={store} instrument={instrument} back={() => setOpened(null)} />;
  }
  const choices = choicesOf(items);
  const found = findChoices(choices, query, topics, words.lang);
  return (
    <>
      <Field label={own.search} hint={own.searchHint}>
        {(tied) => (
          <input
            {...tied}
            type="search"
            value={query}
            autoComplete="off"
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset class="topics">
        <legend>{own.topics}</legend>
        <div class="row">
          {topicsOf(choices, words.lang).map(({ id, name, count }) => (
            <button
              key={id}
              type="button"
              class="topic"
              aria-pressed={topics.has(id)}
              onClick={() => setTopics(toggled(topics, id))}
            >
              {name} ({count})
            </button>
          ))}
        </div>
      </fieldset>
      <p role="status" class="quiet">
        {found.length === 0 ? own.none : own.found(found.length)}
      </p>
      <ul ref={list} class="cards">
        {found.map((choice) => (
          <li key={choice.id} class="card">
            <h2>{choice.name}</h2>
            {choice.title !== choice.name && <p>{choice.title}</p>}
            {choice.tags.length > 0 && <p class="quiet">{choice.tags.map(({ name }) => name).join(', ')}</p>}
            <div class="row">
              <button type="button" data-details={choice.id} onClick={() => setOpened(choice.id)}>
                {own.details(choice.name)}
              </button>
              {store.patient && (
                <button type="button" onClick={() => store.go('apply', choice.id)}>
                  {own.applyThis(choice.name)}
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
