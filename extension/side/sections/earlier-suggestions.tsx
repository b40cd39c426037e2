import { useState } from 'preact/hooks';
import { Field } from '../../surface/pieces/field.tsx';
import { Read } from '../../surface/pieces/read.tsx';
import { instant, useSpeech } from '../../surface/speech.ts';
import { sideWords } from '../../words/side/index.ts';
import type { ProfessionalStore } from '../store/professional-store.ts';

/** The suggestions given earlier, a page at a time; read when they are first opened. */
export function EarlierSuggestions({ professional }: { readonly professional: ProfessionalStore }) {
  const { words, moment } = useSpeech();
  const own = sideWords(words.lang).recommend;
  const [isOpen, setOpen] = useState(false);
  const { page, search } = professional;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{own.earlier}</summary>
      {isOpen && (
        <div class="stack">
          <Field label={own.searchEarlier}>
            {(tied) => (
              <input
                {...tied}
                type="search"
                value={search.value}
                onChange={(event) => professional.turn(1, event.currentTarget.value)}
              />
            )}
          </Field>
          <Read of={professional.earlier}>
            {({ items, total_pages: pages }) => (
              <>
                {items.length === 0 && <p role="status">{own.noEarlier}</p>}
                <ul class="cards">
                  {items.map((item) => {
                    const at = instant(item.created_at);
                    return (
                      <li key={item.id} class="card">
                        <div class="between">
                          <strong>{at === null ? own.result : moment(at)}</strong>
                          <span class="badge" data-kind="warning">
                            {own.aiLabel}
                          </span>
                        </div>
                        {item.case_text && (
                          <p class="quiet">
                            {own.caseText}: {item.case_text}
                          </p>
                        )}
                        {item.recommendation_text && <p class="preline">{item.recommendation_text}</p>}
                      </li>
                    );
                  })}
                </ul>
                {pages > 1 && (
                  <div class="row">
                    <button
                      type="button"
                      disabled={page.value <= 1}
                      onClick={() => professional.turn(page.value - 1)}
                    >
                      {own.previous}
                    </button>
                    <span>{own.page(page.value, pages)}</span>
                    <button
                      type="button"
                      disabled={page.value >= pages}
                      onClick={() => professional.turn(page.value + 1)}
                    >
                      {own.next}
                    </button>
                  </div>
                )}
              </>
            )}
          </Read>
        </div>
      )}
    </details>
  );
}
