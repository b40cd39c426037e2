import type { ExploreColors } from '@instrument-panel/shared/chart/explore';
import { h } from '@instrument-panel/shared/ui/dom';

const TOKENS: Readonly<Record<keyof ExploreColors, string>> = {
  ink: '--_ink',
  quiet: '--_quiet',
  surface: '--_surface',
  axis: '--_quiet',
  line: '--_accent',
  risk: '--_risk',
};

/**
 * Reads the panel's colours for a canvas: a canvas takes no custom properties, but the `color` of a hidden element
 * that has them is worked out by the browser, in either scheme and in forced colours.
 */
export function colorReader(parent: Element): () => ExploreColors {
  const samples = Object.entries(TOKENS).map(([name, token]) => {
    const sample = h('span', { class: 'ink', 'aria-hidden': 'true' });
    sample.style.color = `var(${token})`;
    parent.append(sample);
    return [name, sample] as const;
  });
  return () =>
    Object.fromEntries(
      samples.map(([name, sample]) => [name, getComputedStyle(sample).color]),
    ) as unknown as ExploreColors;
}
