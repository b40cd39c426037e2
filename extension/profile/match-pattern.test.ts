import { expect, it } from 'vitest';
import { matchesPattern, matchPatternFault, toBrowserPattern } from './patterns.ts';

/** As MDN's table of match patterns, but that a pattern without a port means the scheme's own. */
it.each([
  ['https://ehr.example/*', 'https://ehr.example/', true],
  ['https://ehr.example/*', 'https://ehr.example/a/b?c=d#e', true],
  ['https://ehr.example/*', 'https://EHR.example:443/a', true],
  ['https://ehr.example/*', 'http://ehr.example/a', false],
  ['https://ehr.example/*', 'https://ehr.example:8443/a', false],
  ['https://ehr.example/*', 'https://ehr.example.evil.example/a', false],
  ['https://ehr.example/*', 'https://evil.example/https://ehr.example/a', false],
  ['https://ehr.example/*', 'https://ehr.example@evil.example/', false],
  ['https://ehr.example:8443/*', 'https://ehr.example:8443/a', true],
  ['https://ehr.example:8443/*', 'https://ehr.example/a', false],
  ['https://ehr.example:443/*', 'https://ehr.example/a', true],
  ['https://ehr.example:*/*', 'https://ehr.example:9/a', true],
  ['https://*.ehr.example/*', 'https://a.b.ehr.example/', true],
  ['https://*.ehr.example/*', 'https://ehr.example/', true],
  ['https://*.ehr.example/*', 'https://notehr.example/', false],
  ['https://ehr.example/app/*', 'https://ehr.example/app/1', true],
  ['https://ehr.example/app/*', 'https://ehr.example/application', false],
  ['https://ehr.example/a.b?x=*', 'https://ehr.example/a.b?x=1', true],
  ['https://ehr.example/a.b?x=*', 'https://ehr.example/aXb?x=1', false],
  ['https://bücher.example/*', 'https://xn--bcher-kva.example/', true],
  ['http://localhost:4300/*', 'http://localhost:4300/patients', true],
  ['http://[::1]:4300/*', 'http://[::1]:4300/patients', true],
  ['https://ehr.example/*', 'about:blank', false],
  ['https://ehr.example/*', 'no address', false],
  ['https://ehr.example/*', 'blob:https://ehr.example/1', false],
])('%s and %s: %s', (pattern, address, expected) => {
  expect(matchesPattern(pattern, address)).toBe(expected);
});

it.each([
  ['<all_urls>', 'matchShape'],
  ['https://ehr.example', 'matchShape'],
  ['ftp://ehr.example/*', 'matchShape'],
  ['https://ehr.*/*', 'matchShape'],
  ['https://a:b@ehr.example/*', 'matchShape'],
  ['https://*/*', 'everySite'],
  ['https://*.com/*', 'topLevel'],
  ['*://ehr.example/*', 'https'],
  ['http://ehr.example/*', 'https'],
  ['http://127.0.0.1.evil.example/*', 'https'],
  ['https://ehr.example:99999/*', 'port'],
])('refuses %s', (pattern, why) => {
  expect(matchPatternFault(pattern)?.check).toBe(why);
});

it('asks the browser for a whole host, without port and path, which Firefox does not know', () => {
  expect(toBrowserPattern('https://*.ehr.example:8443/app/*')).toBe('https://*.ehr.example/*');
  expect(toBrowserPattern('http://localhost:4300/*')).toBe('http://localhost/*');
});

it('keeps a port that is named where the browser knows ports, so that no other server’s pages are entered', () => {
  expect(toBrowserPattern('http://localhost:4300/app/*', true)).toBe('http://localhost:4300/*');
  expect(toBrowserPattern('https://*.ehr.example:*/*', true)).toBe('https://*.ehr.example/*');
  expect(toBrowserPattern('https://ehr.example/*', true)).toBe('https://ehr.example/*');
});
