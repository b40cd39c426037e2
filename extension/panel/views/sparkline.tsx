import { sparklinePaths } from '@instrument-panel/shared/chart/sparkline';
import type { ScoreView } from '@instrument-panel/shared/score/view';

const PATHS = ['line', 'gap', 'last', 'flags'] as const;

/** The course in the size of a word. What it shows is said in words beside it and in the table. */
export function Sparkline({ view }: { readonly view: ScoreView }) {
  const paths = sparklinePaths(view);
  return (
    <svg class="sparkline" viewBox="0 0 100 24" aria-hidden="true">
      {PATHS.map((name) => paths[name] && <path key={name} class={name} d={paths[name]} />)}
    </svg>
  );
}
