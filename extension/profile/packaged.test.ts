import { expect, it } from 'vitest';
import { packagedProfiles } from './packaged.ts';
import { parseProfile } from './parse.ts';

it('brings profiles that parse', () => {
  const read = packagedProfiles().map(parseProfile);
  expect(read.length).toBeGreaterThan(0);
  for (const one of read) expect(one).toMatchObject({ ok: true });
});
