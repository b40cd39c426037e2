import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseProfile } from '../../extension/profile/parse.ts';
import { matchesPattern } from '../../extension/profile/patterns.ts';
import type { Profile } from '../../extension/profile/profile.ts';
import { frontEndProfiles } from '../front-ends/profiles.ts';

const FOLDER = new URL('../front-ends/profiles/', import.meta.url);
const ehr = 'http://localhost:5300';
const profiles = frontEndProfiles({ ehr, proxy: 'http://localhost:5200' }).map((given): Profile => {
  const read = parseProfile(given);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.profile;
});

describe('the profiles of the demo EHR’s front ends', () => {
  it('are at most 20 lines each', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
    expect(files).toHaveLength(profiles.length);
    for (const name of files) {
      expect(readFileSync(new URL(name, FOLDER), 'utf8').trim().split('\n').length).toBeLessThanOrEqual(20);
    }
  });

  it.each([
    ['/spa', 'demo-ehr-spa'],
    ['/spa/patients/4821-0937', 'demo-ehr-spa'],
    ['/spa-still', 'demo-ehr-spa'],
    ['/spa-position/17', 'demo-ehr-spa'],
    ['/racing/patients/4821-0937', 'demo-ehr-racing'],
    ['/framed', 'demo-ehr-framed'],
    ['/framed-cross', 'demo-ehr-framed-cross'],
    ['/variants', null],
    ['/sign-in', null],
  ])('take %s for %s, under both names of the machine, and for no other', (path, id) => {
    for (const origin of [ehr, 'http://127.0.0.1:5300']) {
      const taken = profiles.filter(({ match }) =>
        match.some((one) => matchesPattern(one, `${origin}${path}`)),
      );
      expect(taken.map((profile) => profile.id)).toEqual(id === null ? [] : [id]);
    }
    for (const foreign of ['http://localhost:5301', 'https://evil.example:5300']) {
      expect(
        profiles.some(({ match }) => match.some((one) => matchesPattern(one, `${foreign}${path}`))),
      ).toBe(false);
    }
  });

  it('name the proxy of the demonstration', () => {
    expect(new Set(profiles.map(({ proxy }) => proxy))).toEqual(new Set(['http://localhost:5200']));
  });
});
