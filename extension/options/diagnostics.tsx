import { useState } from 'preact/hooks';
import type { IntentOutput } from '../intents/requests.ts';
import { Button } from '../surface/controls.tsx';
import { useSpeech } from '../surface/page.tsx';
import { Read } from '../surface/request-views.tsx';
import { optionsMessages } from '../words/compiled/options/all.js';
import type { OptionsMessages } from '../words/compiled/options/en.js';
import type { OptionsProps } from './store.ts';

const MINUTE_MS = 60_000;

export function diagnosticsText(
  read: IntentOutput<'diagnostics.read'>,
  { diagnostics: words, lang }: OptionsMessages,
): string {
  const minutes = (read.runningFor / MINUTE_MS).toLocaleString(lang, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  });
  const block = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [`${title}: ${words.nothing}`] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
  const counts = (all: Readonly<Record<string, number>>): string[] =>
    Object.entries(all).map(([code, count]) => `${code}: ${count}`);
  const is = (name: string, holds: boolean): string => (holds ? name : `not ${name}`);
  return [
    `${words.version}: ${read.version}`,
    `${words.browser}: ${read.browser}`,
    `${words.language}: ${read.language}`,
    `${words.running}: ${words.minutes({ minutes })}`,
    `${words.open}: ${words.openValue({ tabs: read.tabs, frames: read.frames })}`,
    ...block(
      words.profiles,
      read.profiles.map(
        ({ id, version, source, isGranted, isEnabled }) =>
          `${id} ${version} (${source}): ${is('granted', isGranted)}, ${is('enabled', isEnabled)}`,
      ),
    ),
    ...block(
      words.proxies,
      read.proxies.map(({ origin, signIn }) => `${origin}: ${signIn}`),
    ),
    ...block(words.registered, read.registered),
    ...block(words.refused, counts(read.refused)),
    ...block(words.failures, counts(read.failures)),
  ].join('\n');
}

/** The diagnostics, to be read and copied for support. They contain nothing about any patient. */
export function DiagnosticsSection({ store }: OptionsProps) {
  const { words, own: all } = useSpeech(optionsMessages);
  const own = all.diagnostics;
  const [said, setSaid] = useState('');
  const copy = (text: string): Promise<void> =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(own.copied),
      () => setSaid(own.notCopied),
    );
  return (
    <div class="stack">
      <p class="quiet">{own.intro}</p>
      <Read of={store.diagnostics}>
        {(read) => (
          <>
            <pre class="card wrapped">{diagnosticsText(read, all)}</pre>
            <div class="row">
              <Button class="primary" act={() => copy(diagnosticsText(read, all))} label={own.copy} />
              <Button act={() => store.diagnostics.load()} label={words.refresh} />
              <span role="status">{said}</span>
            </div>
          </>
        )}
      </Read>
    </div>
  );
}
