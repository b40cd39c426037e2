import type { Recommendation } from '@instrument-panel/client/contract';
import { useEffect } from 'preact/hooks';
import { useSpeech } from '../../surface/speech.ts';
import { sideWords } from '../../words/side/index.ts';
import type { ProfessionalStore } from '../store/professional-store.ts';
import type { SideStore } from '../store/side-store.ts';

interface SuggestionProps {
  readonly store: SideStore;
  readonly professional: ProfessionalStore;
  readonly canApply: boolean;
  readonly recommendation: Recommendation;
}

/** What the service suggests: its own words, marked as made by AI, and the instruments, each to be applied from here. */
export function Suggestion({ store, professional, canApply, recommendation }: SuggestionProps) {
  const { words, number } = useSpeech();
  const own = sideWords(words.lang).recommend;
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
        <span class="badge" data-kind="warning">
          {own.aiLabel}
        </span>
      </div>
      <p class="quiet">
        {own.note} {mode && own.mode(mode)}
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
              {one.score != null && <p class="quiet">{own.relevance(number(one.score))}</p>}
              {canApply && isThere && (
                <button type="button" onClick={() => store.go('apply', one.id)}>
                  {own.apply(name)}
                </button>
              )}
              {read.status === 'ready' && !isThere && <p class="quiet">{own.notInLibrary}</p>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
