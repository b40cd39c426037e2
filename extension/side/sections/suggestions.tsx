import type { Recommendation } from '@instrument-panel/client/contract';
import { useEffect, useState } from 'preact/hooks';
import { Badge, Button, Field } from '../../surface/controls.tsx';
import { instant, useSpeech } from '../../surface/page.tsx';
import { Read } from '../../surface/request-views.tsx';
import { sideMessages } from '../../words/compiled/side/all.js';
import type { ProfessionalStore, SideStore } from '../side-store.ts';

interface SuggestionProps {
  readonly store: SideStore;
  readonly professional: ProfessionalStore;
  readonly canApply: boolean;
  readonly recommendation: Recommendation;
}

/** The service's suggestion: its text, marked as made by AI, and its instruments, each with a button to apply it. */
export function Suggestion({ store, professional, canApply, recommendation }: SuggestionProps) {
  const { number, own } = useSpeech(sideMessages, (all) => all.recommend);
  const { library } = professional;
  useEffect(() => library.want(), [library]);
  const read = library.state.value;
  const inLibrary = new Set(
    read.status === 'ready' ? read.value.items.map(({ id }) => id.toLowerCase()) : [],
  );
  const { recommendation_text: text, used_instruments: instruments, mode } = recommendation;
  return (
    <section class="card suggestion" aria-label={own.result}>
      <div class="between">
        <h2>{own.result}</h2>
        <Badge kind="warning" text={own.aiLabel} />
      </div>
      <p class="quiet">
        {own.note} {mode && own.mode({ mode })}
      </p>
      {text && <p class="preline">{text}</p>}
      {(instruments ?? []).length === 0 && <p role="status">{own.none}</p>}
      <ul class="cards">
        {(instruments ?? []).map((one) => {
          const name = one.shortTitle?.trim() || one.title?.trim() || one.formattedTitle?.trim() || one.id;
          const isThere = inLibrary.has(one.id.toLowerCase());
          return (
            <li key={one.id} class="card">
              <h3>{name}</h3>
              {one.title && one.title !== name && <p>{one.title}</p>}
              {(one.tags ?? []).length > 0 && <p class="quiet">{(one.tags ?? []).join(', ')}</p>}
              {one.score != null && <p class="quiet">{own.relevance({ score: number(one.score) })}</p>}
              {canApply && isThere && (
                <Button act={() => store.go('apply', one.id)} label={own.apply({ name })} />
              )}
              {read.status === 'ready' && !isThere && <p class="quiet">{own.notInLibrary}</p>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The suggestions given earlier, a page at a time; read when they are first opened. */
export function EarlierSuggestions({ professional }: { readonly professional: ProfessionalStore }) {
  const { moment, own } = useSpeech(sideMessages, (all) => all.recommend);
  const [isOpen, setOpen] = useState(false);
  const { page, search } = professional;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{own.earlier}</summary>
      {isOpen && (
        <div class="stack">
          <Field label={own.searchEarlier}>
            <input
              type="search"
              value={search.value}
              onChange={(event) => professional.turn(1, event.currentTarget.value)}
            />
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
                          <Badge kind="warning" text={own.aiLabel} />
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
                    <Button
                      isBusy={page.value <= 1}
                      act={() => professional.turn(page.value - 1)}
                      label={own.previous}
                    />
                    <span>{own.page({ page: page.value, pages })}</span>
                    <Button
                      isBusy={page.value >= pages}
                      act={() => professional.turn(page.value + 1)}
                      label={own.next}
                    />
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
