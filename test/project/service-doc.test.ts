import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withContract } from '../../scripts/service-doc.ts';
import { ENDPOINTS } from '../conformance/endpoints.ts';

const page = readFileSync(new URL('../../docs/service.md', import.meta.url), 'utf8');

describe('docs/service.md', () => {
  it('says what the contract says', () => {
    expect(withContract(page), 'Run npm run docs, and commit docs/service.md.').toBe(page);
  });

  it('lists every endpoint', () => {
    expect(page.match(/^\| `\w+`: .* \| `(GET|POST|PUT|DELETE) /gm)).toHaveLength(ENDPOINTS.length);
  });

  it('refuses a part that nothing generates', () => {
    expect(() => withContract('<!-- generated: moon phases -->\n<!-- /generated -->')).toThrow('moon phases');
    expect(() => withContract('<!-- generated: fields, Moon -->\n<!-- /generated -->')).toThrow('Moon');
    expect(() => withContract('<!-- generated: endpoints, Moon -->\n<!-- /generated -->')).toThrow('Moon');
  });
});
