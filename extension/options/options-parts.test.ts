import { describe, expect, it } from 'vitest';
import { optionsWords } from '../../shared/locale/extension/options/index.ts';
import { ChartPage } from '../profile/profile.ts';
import { diagnosticsText } from './diagnostics-text.ts';
import { outcomesOf } from './outcomes.ts';
import { readJson } from './read-json.ts';

const page = ChartPage.parse({
  type: 'chart',
  element: '#chart',
  patient: [
    { kind: 'key', from: 'url', part: 'query', name: 'mrn', of: 'top' },
    { kind: 'key', system: 'lab', from: 'attribute', select: '#chart', attribute: 'data-lab' },
    { kind: 'name', from: 'text', select: '#name' },
    { kind: 'phone', from: 'after', label: 'Phone', optional: true },
  ],
});

describe('what a profile finds', () => {
  it('is told source by source, of its own kind and system, with why where it found nothing', () => {
    const outcomes = outcomesOf(page, {
      version: 1,
      type: 'chart',
      page: 0,
      found: [
        { kind: 'key', system: '', value: '482137' },
        { kind: 'key', system: 'lab', value: 'L-9' },
      ],
      gaps: [{ why: 'missing', source: 2 }, { why: 'place' }],
      place: null,
    });
    expect(outcomes.map(({ where, gap, found }) => [where, gap, found])).toEqual([
      ['top query mrn', null, '482137'],
      ['#chart [data-lab]', null, 'L-9'],
      ['#name', 'missing', null],
      ['Phone', null, null],
    ]);
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
        tabs: 2,
        frames: 3,
        refused: { 'other-frame': 1 },
        failures: {},
        runningFor: 90_000,
      },
      optionsWords('en').diagnostics,
    );
    expect(text.split('\n')).toEqual([
      'Version: 0.4.0',
      'Browser: chromium',
      'Language: en-GB',
      'Running for: 1.5 min',
      'Watched: 2 tabs, 3 frames',
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
    expect(readJson('{"id":')).toMatchObject({ ok: false, why: expect.stringMatching(/JSON/) });
  });
});
