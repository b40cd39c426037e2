/**
 * Colours of ranges: at least 3:1 against white and against #121212 (WCAG 2.2, 1.4.11), and told apart by
 * lightness or hue by people who do not see red and green. Always beside the range's title.
 */
export const COLORS = {
  calm: '#17858b',
  mild: '#8a7a0c',
  moderate: '#c8641a',
  severe: '#d8404d',
  extreme: '#9a56d0',
  neutral: '#5b7fae',
} as const;
