import { useState } from 'preact/hooks';
import type { Diagnostics } from '../intents/outputs.ts';
import { useSpeech } from '../surface/page.tsx';
import { Read } from '../surface/request-views.tsx';
import { type OptionsMessages, optionsWords } from '../words/index.ts';
import type { OptionsStore } from './store.ts';

const MINUTE_MS = 60_000;

/** The diagnostics as lines of text, as they are shown and copied. */
export function diagnosticsText(read: Diagnostics, { diagnostics: words, lang }: OptionsMessages): string {
  const tenths = new Intl.NumberFormat(lang, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  });
  const counts = (all: Readonly<Record<string, number>>): string[] =>
    Object.entries(all).map(([code, count]) => `  ${code}: ${count}`);
  const block = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [`${title}: ${words.nothing}`] : [`${title}:`, ...lines];
  const marks = (parts: Readonly<Record<string, boolean>>): string =>
    Object.entries(parts)
      .map(([name, is]) => (is ? name : `not ${name}`))
      .join(', ');
  return [
    `${words.version}: ${read.version}`,
    `${words.browser}: ${read.browser}`,
    `${words.language}: ${read.language}`,
    `${words.running}: ${words.minutes({ minutes: tenths.format(read.runningFor / MINUTE_MS) })}`,
    `${words.open}: ${words.openValue({ tabs: read.tabs, frames: read.frames })}`,
    ...block(
      words.profiles,
      read.profiles.map(
        ({ id, version, source, isGranted, isEnabled }) =>
          `  ${id} ${version} (${source}): ${marks({ granted: isGranted, enabled: isEnabled })}`,
      ),
    ),
    ...block(
      words.proxies,
      read.proxies.map(({ origin, signIn }) => `  ${origin}: ${signIn}`),
    ),
    ...block(
      words.registered,
      read.registered.map((id) => `  ${id}`),
    ),
    ...block(words.refused, counts(read.refused)),
    ...block(words.failures, counts(read.failures)),
  ].join('\n');
}

/** The diagnostics, to be read and copied for support. They contain nothing about any patient. */
export function DiagnosticsSection({ store }: { readonly store: OptionsStore }) {
  const { words } = useSpeech();
  const all = optionsWords(words.lang);
  const own = all.diagnostics;
  const [said, setSaid] = useState('');
  return (
    <div class="stack">
      <p class="quiet">{own.intro}</p>
      <Read of={store.diagnostics}>
        {(read) => {
          const text = diagnosticsText(read, all);
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
