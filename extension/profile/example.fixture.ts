import type { Profile } from './profile.ts';

/** A profile with one of everything, for tests to change. */
export const EXAMPLE: Profile = {
  id: 'clinic',
  name: 'Clinic',
  version: 3,
  settle: 300,
  proxy: 'https://proxy.clinic.example',
  match: ['https://ehr.clinic.example/*'],
  pages: [
    { type: 'none', element: '#login' },
    {
      type: 'chart',
      element: 'header.patient',
      patient: [
        { kind: 'key', from: 'url', part: 'path', pattern: '^/patients/(\\d+)$' },
        { kind: 'key', from: 'text', select: 'header.patient .mrn' },
        { kind: 'name', from: 'text', select: 'header h1' },
      ],
      places: [{ select: 'header.patient', at: 'after' }],
    },
  ],
};
