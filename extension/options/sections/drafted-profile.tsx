import { useEffect } from 'preact/hooks';
import { useAction } from '../../surface/act.ts';
import { ProblemNotice } from '../../surface/pieces/problem-notice.tsx';
import { useSpeech } from '../../surface/speech.ts';
import { optionsWords } from '../../words/options/index.ts';
import type { OptionsStore } from '../store.ts';

/** The profile that was drafted by pointing, where there is one: to be completed below, or discarded. */
export function DraftedProfile({ store }: { readonly store: OptionsStore }) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang).sites;
  const { isBusy, problem, run } = useAction();
  const { draft, pasted } = store;
  useEffect(() => draft.want(), [draft]);
  const state = draft.state.value;
  if (state.status !== 'ready' || state.value === null) return null;
  const text = JSON.stringify(state.value, null, 2);
  return (
    <section class="card" aria-label={own.draft}>
      <h2>{own.draft}</h2>
      <p class="quiet">{own.draftHint}</p>
      <pre class="wrapped">{text}</pre>
      {problem && <ProblemNotice problem={problem} />}
      <div class="row">
        <button
          type="button"
          class="primary"
          onClick={() => {
            pasted.value = text;
            document.querySelector<HTMLElement>('#add-profile textarea')?.focus();
          }}
        >
          {own.takeDraft}
        </button>
        <button
          type="button"
          disabled={isBusy}
          onClick={() =>
            run(
              () => store.client.act('profiles.discard', {}),
              () => store.refresh(),
            )
          }
        >
          {own.discard}
        </button>
      </div>
    </section>
  );
}
