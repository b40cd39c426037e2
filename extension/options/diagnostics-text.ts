import type { Diagnostics } from '../intents/outputs.ts';
import type { OptionsWords } from '../words/options/index.ts';

const MINUTE = 60_000;

/** The diagnostics as lines of text, as they are shown and copied. */
export function diagnosticsText(read: Diagnostics, words: OptionsWords['diagnostics']): string {
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
    `${words.running}: ${words.minutes((read.runningFor / MINUTE).toFixed(1))}`,
    `${words.open}: ${words.openValue(read.tabs, read.frames)}`,
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
