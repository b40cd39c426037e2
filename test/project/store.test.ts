import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createManifest, UNPACKED_KEY } from '../../extension/manifest.ts';
import { manifestMessages } from '../../extension/words/compiled/manifest/all.js';

const text = (name: string): string => readFileSync(`extension/store/${name}`, 'utf8');

/** The text under a heading of a listing. */
const under = (listing: string, heading: string): string =>
  listing
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`))
    ?.slice(heading.length)
    .trim() ?? '';

describe('the texts for the stores', () => {
  it('give a reason for every permission that a browser asks for, and for no other', () => {
    const asked = createManifest({ browser: 'chrome', mode: 'production', profiles: [] });
    const rows = [...text('permissions.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual([...asked.permissions].sort());
    for (const host of asked.optional_host_permissions ?? []) expect(text('permissions.md')).toContain(host);
  });

  it.each(Object.entries(manifestMessages))(
    'in %s say what the manifest says, within the stores’ lengths',
    (language, words) => {
      const listing = text(`listing.${language}.md`);
      expect(under(listing, 'Summary')).toBe(words.description);
      // Chrome Web Store: 132 characters of summary; Edge: 250 to 10,000 characters of description.
      expect(under(listing, 'Summary').length).toBeLessThanOrEqual(132);
      expect(under(listing, 'Description').length).toBeGreaterThanOrEqual(250);
      expect(under(listing, 'Description').length).toBeLessThanOrEqual(10_000);
    },
  );

  it('tell of each kind of data that Firefox is told of', () => {
    expect(createManifest({ browser: 'firefox', mode: 'production', profiles: [] })).toHaveProperty(
      'browser_specific_settings.gecko.data_collection_permissions.required',
      ['healthInfo', 'personallyIdentifyingInfo', 'authenticationInfo'],
    );
    for (const kind of ['Health information', 'Personally identifiable', 'Authentication information']) {
      expect(text('privacy.md')).toMatch(new RegExp(`^\\| ${kind}[^|]*\\| handled`, 'm'));
    }
  });
});

it('every unpacked build has the id that the demo’s proxy lists', () => {
  // A Chromium id: the first 128 bits of the key's SHA-256, each half byte a letter from a to p.
  const digest = createHash('sha256').update(Buffer.from(UNPACKED_KEY, 'base64')).digest('hex').slice(0, 32);
  const id = [...digest].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
  expect(readFileSync('proxy/demo.config.ts', 'utf8')).toContain(id);
});
