import { sharedMonths } from '@instrument-panel/shared/words/compiled/languages';
import { expect, it } from 'vitest';
import { isFrameOf, profileFor, toSiteRules } from './choose.ts';
import { EXAMPLE } from './example.fixture.ts';

const TOP = 'https://ehr.clinic.example/patients/7';

it('gives a page that matches its rules, and any other none', () => {
  expect(profileFor([EXAMPLE], TOP)).toBe(EXAMPLE);
  expect(toSiteRules(EXAMPLE, TOP)).toEqual({
    profileId: 'clinic',
    settleMs: 300,
    pages: EXAMPLE.pages,
    top: TOP,
    attributes: ['class', 'style', 'hidden', 'open', 'id'],
    months: sharedMonths.source,
  });
  expect(toSiteRules({ ...EXAMPLE, language: 'fr' }, TOP).months).toContain('février');
  expect(toSiteRules({ ...EXAMPLE, settle: 0 }, TOP).settleMs).toBe(0);
  expect(profileFor([EXAMPLE], 'https://ehr.clinic.example:8443/patients/7')).toBeNull();
  expect(profileFor([], TOP)).toBeNull();
});

it.each([
  ['https://ehr.clinic.example/frame', true],
  ['https://banner.clinic.example/x', true],
  ['https://banner.clinic.example:81/x', false],
  ['https://ads.example/ehr.clinic.example', false],
  ['about:blank', false],
  ['data:text/html,x', false],
])('takes %s as a frame of the site: %s', (frame, expected) => {
  expect(isFrameOf({ ...EXAMPLE, frames: ['https://banner.clinic.example/*'] }, frame, TOP)).toBe(expected);
});
