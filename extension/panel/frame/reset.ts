/** What a page could set on itself to colour or hide our texts: our pieces read them, and inherit none. */
const TOKENS = [
  'ink',
  'quiet',
  'surface',
  'line',
  'axis',
  'accent',
  'better',
  'worse',
  'risk',
  'risk-surface',
  'stale',
  'stale-surface',
  'height',
  'padding',
  'gap',
  'radius',
  'font-size',
  'color-scheme',
];

const tokens = TOKENS.map((name) => `--instrument-${name}:initial!important;`).join('');

/**
 * Keeps the page's styles out of a host, for a shadow root. In one that is ours an important rule on the host beats
 * whatever the page says of it, inline or not (CSS Cascade 5, 6.1: of important declarations the inner context's win).
 */
export const resetOf = (display: 'block' | 'inline-block'): string => `
:host{all:initial!important;${tokens}display:${display}!important;box-sizing:border-box!important;min-inline-size:0!important;max-inline-size:100%!important;isolation:isolate!important}
`;
