import { describe, expect, test } from 'vitest';
import { APPLY_ATTRIBUTES as APPLY } from './apply/attributes.ts';
import { OVERVIEW_ATTRIBUTES as OVERVIEW } from './overview/attributes.ts';
import { PANEL_ATTRIBUTES as PANEL } from './panel/attributes.ts';
import { sayMisuse } from './say-misuse.ts';
import { SPARKLINE_ATTRIBUTES as SPARKLINE } from './sparkline/attributes.ts';

describe.each([
  ['instrument-panel', PANEL],
  ['instrument-overview', OVERVIEW],
  ['instrument-sparkline', SPARKLINE],
  ['instrument-apply', APPLY],
])('of <%s>', (_, attributes) => {
  test.each(Object.keys(attributes))('%s: what it takes is said, given or not', (name) => {
    for (const given of [null, 'nonsense']) {
      const said = sayMisuse(name, given, attributes);
      expect(said).toMatch(/: it takes (a|an|the|[a-z]+ or) /);
      expect(said).not.toMatch(/undefined|something else/);
    }
  });
});

test('a text of several lines, or with quotes, stays one line of at most 40 characters', () => {
  const said = sayMisuse('density', `"a\n${'b'.repeat(100)}`, PANEL);
  expect(said).toBe(`The attribute density is "\\"a\\n${'b'.repeat(37)}…": it takes comfortable or compact.`);
});
