import type { Profile } from '../../extension/profile/profile.ts';
import type { Surface } from './extension-surfaces-fixture.ts';

/** A profile of the demo EHR. */
export const PROFILE: Profile = {
  settle: 300,
  id: 'demo',
  name: 'Clínica Demo',
  version: 3,
  proxy: 'https://panel.ehr.example',
  match: ['https://ehr.example/*'],
  frames: ['https://frames.example/*'],
  pages: [
    {
      type: 'chart',
      element: '#chart',
      patient: [
        { kind: 'key', from: 'url', part: 'path', pattern: '/patients/(\\d+)' },
        { kind: 'name', from: 'text', select: '#name' },
        { kind: 'phone', from: 'after', label: 'Phone', optional: true },
      ],
      places: [{ select: '#side', at: 'first' }],
    },
  ],
};
/** What is wrong with a profile of the user's own. */
export const FAULTS = [
  { field: 'pages[0].patient[1].select', fault: { code: 'type', given: null, accepted: 'string' } },
] as const;
const listed = { from: null, unused: null, faults: [], isGranted: true, isEnabled: true } as const;

/** Answers what the options page asks. */
export function answerOptions({ answers }: Surface): void {
  answers['profiles.list'] = {
    profiles: [
      { ...listed, source: 'package', id: 'demo', profile: PROFILE },
      {
        ...listed,
        source: 'proxy',
        from: 'https://panel.ehr.example',
        id: 'old',
        profile: { ...PROFILE, id: 'old', name: 'Old site', version: 1 },
        unused: 'older',
        isGranted: false,
        isEnabled: false,
      },
      { ...listed, source: 'own', id: 'broken', profile: null, unused: 'faults', faults: FAULTS },
    ],
    proxies: [
      {
        proxy: 'https://panel.ehr.example',
        name: 'Clínica Demo',
        signIn: 'signed-in',
        who: 'Dr. Bia Reis',
        until: Date.UTC(2026, 10, 21, 18),
        failure: null,
      },
      {
        proxy: 'https://other.example',
        name: null,
        signIn: 'unavailable',
        who: null,
        until: null,
        failure: 'it does not answer',
      },
    ],
  };
  answers['profiles.draft'] = null;
  answers['diagnostics.read'] = {
    version: '0.4.0',
    browser: 'chromium',
    language: 'en-GB',
    profiles: [{ id: 'demo', version: 3, source: 'package', isGranted: true, isEnabled: true }],
    proxies: [{ origin: 'https://panel.ehr.example', signIn: 'signed-in' }],
    registered: ['site-demo'],
    tabs: 2,
    frames: 3,
    refused: { 'other-frame': 1 },
    failures: { NETWORK: 2 },
    runningFor: 90_000,
  };
}
