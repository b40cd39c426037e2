import type { Clinic } from '../pages/help.ts';

/** A professional of the demonstration clinic, who signs in to the demo EHR too. */
interface StaffMember {
  /** The partner's identifier of the professional. */
  readonly externalId: string;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
}

/** The clinic as its patients' pages show it. */
export const DEMO_CLINIC = { name: 'Clínica Aurora', country: 'BR' } as const satisfies Clinic;

/** Time zone of the clinic (IANA), in which its pages say dates. */
export const CLINIC_TIME_ZONE = 'America/Sao_Paulo';

/** The two professionals of the clinic. */
export const DEMO_STAFF = [
  { externalId: 'clinic-ana-souza', name: 'Ana', surname: 'Souza', email: 'ana.souza@clinic.example' },
  {
    externalId: 'clinic-bruno-carvalho',
    name: 'Bruno',
    surname: 'Carvalho',
    email: 'bruno.carvalho@clinic.example',
  },
] as const satisfies readonly StaffMember[];

/** A professional, by the partner's identifier. */
export type StaffId = (typeof DEMO_STAFF)[number]['externalId'];

/** The partner that the clinic belongs to; its secret is public by design (sandbox/service/credentials.ts). */
export const DEMO_CREDENTIALS = { key: 'demo-key', secret: 'demo-secret' } as const;

/** Patients of Ana Souza whom the guided tour shows, by full name: one flagged in the latest PHQ-9, one with a long course. */
export const TOUR_PEOPLE = { flagged: 'Rodrigo Fontoura', course: 'Marina Azevedo Prado' } as const;
