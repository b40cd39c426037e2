import { useState } from 'preact/hooks';
import { Read } from '../../surface/pieces/read.tsx';
import { useSpeech } from '../../surface/speech.ts';
import { optionsWords } from '../../words/options/index.ts';
import { diagnosticsText } from '../diagnostics-text.ts';
import type { OptionsStore } from '../store.ts';

/** What support may ask for, to be read and copied; nothing of any patient is in it. */
export function DiagnosticsSection({ store }: { readonly store: OptionsStore }) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang).diagnostics;
  const [said, setSaid] = useState('');
  return (
    <div class="stack">
      <p class="quiet">{own.intro}</p>
      <Read of={store.diagnostics}>
        {(read) => {
          const text = diagnosticsText(read, own);
          const copy = async (): Promise<void> => {
            try {
              await navigator.clipboard.writeText(text);
              setSaid(own.copied);
            } catch {
              setSaid(own.notCopied);
            }
          };
          return (
            <>
              <pre class="card wrapped">{text}</pre>
              <div class="row">
                <button type="button" class="primary" onClick={() => void copy()}>
                  {own.copy}
                </button>
                <button type="button" onClick={() => void store.diagnostics.load()}>
                  {words.refresh}
                </button>
                <span role="status">{said}</span>
              </div>
            </>
          );
        }}
      </Read>
    </div>
  );
}
