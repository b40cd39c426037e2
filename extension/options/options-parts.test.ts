import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import { describe, expect, it } from 'vitest';
import { ChartPage } from '../profile/profile.ts';
import type { ExplainedPage } from '../site/explain.ts';
import { optionsMessages } from '../words/compiled/options/all.js';
import { diagnosticsText } from './diagnostics.tsx';
import { readJson } from './store.ts';
import { listPages, sourceLines, toVerdict } from './test-result.tsx';

const page = ChartPage.parse({
  type: 'chart',
  element: '#chart',
  patient: [
    { kind: 'key', from: 'url', part: 'query', name: 'mrn', of: 'top' },
    { kind: 'key', system: 'lab', from: 'attribute', select: '#chart', attribute: 'data-lab' },
    { kind: 'phone', from: 'after', label: 'Phone', optional: true },
  ],
});
const found = { select: '#chart', state: 'found', count: 1 } as const;
const source = {
  kind: 'key',
  from: 'url',
  isOptional: false,
  length: null,
  textLength: null,
  value: null,
  text: null,
} as const;
const explained: ExplainedPage = {
  page: 0,
  type: 'chart',
  isAddress: true,
  element: found,
  isThis: true,
  header: null,
  sources: [
    { ...source, state: 'found', value: '482137', text: '?mrn=482137' },
    { ...source, from: 'attribute', state: 'missing' },
    { ...source, kind: 'phone', from: 'after', isOptional: true, state: 'missing' },
  ],
  places: [],
  rows: null,
};

describe('what a profile finds', () => {
  it('is told source by source with where it looked, in the order of the profile', () => {
    expect(
      sourceLines(page, explained).map(({ where, system, found: { state } }) => [where, system, state]),
    ).toEqual([
      ['top query mrn', '', 'found'],
      ['#chart [data-lab]', 'lab', 'missing'],
      ['Phone', '', 'missing'],
    ]);
  });

  it.each([
    ['this', {}],
    ['address', { isThis: false, isAddress: false }],
    ['element', { isThis: false, element: { ...found, state: 'hidden' } }],
    ['later', { isThis: false }],
  ] as const)('says %s of a frame for the page %j', (verdict, more) => {
    expect(toVerdict({ ...explained, ...more })).toBe(verdict);
  });

  it('shows what a frame is first', () => {
    const other = { ...explained, isThis: false };
    const frame = {
      origin: '',
      isTop: true,
      pages: [other, { ...other, page: 1 }, { ...explained, page: 2 }],
    };
    expect(listPages(frame).map(({ page: index }) => index)).toEqual([2, 0, 1]);
  });
});

describe('the diagnostics', () => {
  it('name every count by its code, and say where there is nothing', () => {
    const text = diagnosticsText(
      {
        version: '0.4.0',
        browser: 'chromium',
        language: 'en-GB',
        profiles: [{ id: 'demo', version: 3, source: 'package', isGranted: true, isEnabled: false }],
        proxies: [],
        registered: ['site-demo'],
        tabs: 1,
        frames: 3,
        refused: { 'other-frame': 1 },
        failures: {},
        runningFor: 90_000,
      },
      selectMessages(optionsMessages, 'en'),
    );
    expect(text.split('\n')).toEqual([
      'Version: 0.4.0',
      'Browser: chromium',
      'Language: en-GB',
      'Uptime: 1.5 min',
      'Watched: 1 tab, 3 frames',
      'Profiles:',
      '  demo 3 (package): granted, not enabled',
      'Proxies: none',
      'Registered scripts:',
      '  site-demo',
      'Refused messages:',
      '  other-frame: 1',
      'Failures: none',
    ]);
  });
});

describe('pasted JSON', () => {
  it('is read, or says where it breaks off', () => {
    expect(readJson('{"id":"a"}')).toEqual({ ok: true, value: { id: 'a' } });
    expect(readJson(' eyJhIjoxfQ.eyJpZCI6ImEifQ.c2ln\n')).toEqual({
      ok: true,
      value: 'eyJhIjoxfQ.eyJpZCI6ImEifQ.c2ln',
    });
    expect(readJson('{"id":')).toMatchObject({ ok: false, why: expect.stringMatching(/JSON/) });
  });
});
