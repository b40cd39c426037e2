import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import { describe, expect, it } from 'vitest';
import type { TabContext, Unclear } from '../context/context.ts';
import type { SiteStatus, TabStatus } from '../intents/protocol.ts';
import type { Gap } from '../site/facts.ts';
import { pagesMessages } from '../words/compiled/pages/all.js';
import { findReasons, type ReasonName } from './problem.ts';

const site: SiteStatus = {
  profileId: 'demo',
  name: 'Demo',
  version: 1,
  source: 'package',
  proxy: 'https://panel.example',
  isEnabled: true,
  isGranted: true,
  asks: [],
  signIn: 'signed-in',
  news: { answers: 0, risks: 0 },
};
const frame = (type: 'chart' | 'list' | 'none', mounts = false) => ({
  frameId: 0,
  origin: 'https://ehr.example',
  mounts,
  facts: { version: 1, type, page: 0, found: [], gaps: [], place: mounts ? 0 : null },
});
const status = (more: Partial<TabStatus>): TabStatus => ({
  tabId: 7,
  origin: 'https://ehr.example',
  site,
  context: { state: 'none' },
  frames: [frame('none')],
  isPointing: false,
  hasDraft: false,
  language: 'auto',
  faultyProfiles: 0,
  ...more,
});
const known: TabContext = {
  state: 'known',
  epoch: '00000000-0000-4000-8000-00000000000a',
  identity: { keys: [{ system: '', value: '1' }] },
};
const unclear = (...reasons: Unclear[]): TabContext => ({ state: 'unclear', reasons });
const gap = (why: Gap['why']): Unclear => ({
  why: 'gap',
  frameId: 0,
  gap: why === 'place' ? { why } : { why, source: 0 },
});

const CASES: readonly (readonly [string, Partial<TabStatus>, readonly ReasonName[]])[] = [
  ['no tab', { tabId: null }, ['no-page']],
  ['a page of the browser', { site: null, origin: null }, ['no-page']],
  ['a site without a profile', { site: null }, ['no-profile']],
  ['a profile with faults', { site: null, faultyProfiles: 1 }, ['no-profile', 'faulty-profiles']],
  ['a site not let onto', { site: { ...site, isGranted: false, isEnabled: false } }, ['not-granted']],
  ['a site switched off', { site: { ...site, isEnabled: false } }, ['switched-off']],
  ['a page that was open before', { frames: [] }, ['not-running']],
  [
    'nobody signed in',
    { site: { ...site, signIn: 'signed-out' }, context: known, frames: [frame('chart', true)] },
    ['signed-out'],
  ],
  [
    'signing in',
    { site: { ...site, signIn: 'signing-in' }, context: known, frames: [frame('chart', true)] },
    ['signing-in'],
  ],
  [
    'a sign-in that ended',
    { site: { ...site, signIn: 'ended' }, context: known, frames: [frame('chart', true)] },
    ['sign-in-ended'],
  ],
  [
    'a sign-in that was interrupted',
    { site: { ...site, signIn: 'interrupted' }, context: known, frames: [frame('chart', true)] },
    ['sign-in-interrupted'],
  ],
  [
    'no sign-in to be had',
    { site: { ...site, signIn: 'unavailable' }, context: known, frames: [frame('chart', true)] },
    ['sign-in-unavailable'],
  ],
  ['no patient', {}, ['no-patient-page']],
  ['a list', { frames: [frame('list')] }, ['list-page']],
  [
    'a list before sign-in',
    { site: { ...site, signIn: 'signed-out' }, frames: [frame('list')] },
    ['signed-out'],
  ],
  ['a change under way', { context: { state: 'settling' } }, ['settling']],
  ['a source that found nothing', { context: unclear(gap('missing')) }, ['gap-missing']],
  ['a source that reads otherwise', { context: unclear(gap('unreadable')) }, ['gap-unreadable']],
  ['an invalid selector', { context: unclear(gap('selector')) }, ['gap-selector']],
  ['two sources that disagree', { context: unclear(gap('disagree')) }, ['gap-disagree']],
  ['no place', { context: unclear(gap('place')) }, ['gap-place']],
  [
    'frames that disagree',
    { context: unclear({ why: 'disagree', kind: 'key', frameIds: [0, 1] }) },
    ['frames-disagree'],
  ],
  ['a key in the address alone', { context: unclear({ why: 'address-only' }) }, ['address-only']],
  ['no key', { context: unclear({ why: 'no-key' }) }, ['no-key']],
  [
    'several reasons, each once',
    { context: unclear(gap('missing'), gap('missing'), { why: 'no-key' }) },
    ['gap-missing', 'no-key'],
  ],
  ['a patient without a place', { context: known, frames: [frame('chart')] }, ['no-place']],
  [
    'a patient whose panel stands badly at every place',
    {
      context: known,
      frames: [
        {
          ...frame('chart', true),
          places: { at: null, refused: [{ place: 0, fault: { why: 'narrow', measure: 14 } }] },
        },
      ],
    },
    ['bad-place'],
  ],
  ['a patient with a panel', { context: known, frames: [frame('chart', true)] }, []],
];

describe('why nothing is shown', () => {
  it.each(CASES)('is said of %s', (_, more, reasons) => {
    expect(findReasons(status(more))).toEqual(reasons);
  });

  it.each(['en', 'pt-BR'])('has a title and something to do about it for every reason, in %s', (lang) => {
    const { reasons } = selectMessages(pagesMessages, lang);
    const said = new Set(CASES.flatMap(([, , names]) => names));
    expect(Object.keys(reasons).toSorted()).toEqual([...said].toSorted());
    for (const { title, advice } of Object.values(reasons)) {
      expect(title).not.toBe('');
      expect(advice).toMatch(/\.$/);
    }
  });
});
