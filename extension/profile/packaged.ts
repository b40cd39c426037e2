import type { GivenProfile } from './profile.ts';

/** The number that the demonstration's EHR gives a record. */
const RECORD = { kind: 'key', system: 'record', pattern: '(\\d{4}-\\d{4})' } as const;

/** The demonstration's EHR as `npm run demo` starts it; the profiles of its other front ends come from its proxy. */
const DEMO: GivenProfile = {
  id: 'demo-ehr',
  name: 'Clínica Aurora',
  version: 1,
  proxy: 'http://localhost:4200',
  match: ['http://localhost:4300/patients*', 'http://127.0.0.1:4300/patients*'],
  pages: [
    {
      type: 'chart',
      url: { path: '^/patients/[^/]+$' },
      element: 'header.patient',
      header: 'header.patient',
      patient: [
        { ...RECORD, from: 'text', select: 'header.patient .number' },
        { kind: 'name', from: 'text', select: 'header.patient h1' },
        { kind: 'birthday', from: 'text', select: 'header.patient .facts li:nth-of-type(2)', optional: true },
        {
          kind: 'email',
          from: 'text',
          select: 'header.patient .facts li:nth-of-type(3)',
          pattern: '([^\\s·]+@[^\\s·]+)',
          optional: true,
        },
      ],
      places: [{ select: 'header.patient', at: 'after' }],
    },
    {
      type: 'list',
      url: { path: '^/patients$' },
      element: 'table.roster',
      rows: {
        select: 'table.roster tbody tr',
        patient: [
          { ...RECORD, from: 'text', select: '.number' },
          { kind: 'name', from: 'text', select: 'th a' },
          { kind: 'birthday', from: 'text', select: 'td:nth-of-type(2)', optional: true },
        ],
        place: { select: 'th', at: 'last' },
      },
    },
  ],
};

/**
 * The profiles that come with the package: the demonstration's, and those that a managed build brings along. Tests have
 * a demonstration of their own: one that runs beside them at the usual ports would be known first, and keep its sites.
 */
export function packagedProfiles(): readonly unknown[] {
  const text = import.meta.env?.WXT_PROFILES;
  const baked: unknown = text ? JSON.parse(text) : [];
  const demo = import.meta.env?.MODE === 'e2e' ? [] : [DEMO];
  return [...demo, ...(Array.isArray(baked) ? baked : [])];
}
