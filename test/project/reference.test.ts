import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LIMITS } from '../../proxy/limits.ts';
import { KNOWN_OPTIONS } from '../../proxy/settings.ts';
import { PAGES } from '../../scripts/reference/write.ts';
import { ENDPOINTS } from '../conformance/endpoints.ts';

const read = (page: string): string => readFileSync(`docs/reference/${page}.md`, 'utf8');

it.each(Object.entries(PAGES))('%s says what the sources say', (file, page) => {
  expect(readFileSync(file, 'utf8'), `Run npm run docs, and commit ${file}.`).toBe(page());
});

it('every option and every limit of the proxy has its row', () => {
  const page = read('proxy-options');
  for (const name of [...Object.keys(LIMITS), ...Object.keys(KNOWN_OPTIONS)])
    expect(page).toContain(`\n| \`${name}\` |`);
});

it('every endpoint has its heading', () => {
  expect(read('http-api').match(/^`(?:GET|POST|PUT|PATCH|DELETE) \//gm)).toHaveLength(ENDPOINTS.length);
});
