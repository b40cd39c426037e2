import type { EhrMessages } from '../words/index.ts';

type Kind = 'medication' | 'session' | 'admission' | 'course';
type Row = readonly [
  kind: Kind,
  label: keyof EhrMessages['treatments'],
  fromDaysAgo: number,
  /** Absent for what took place on one day. */
  toDaysAgo?: number | 'ongoing',
];

/** What the records system knows of treatment, by full name: the service has no such records. */
const TREATMENTS: Readonly<Record<string, readonly Row[]>> = {
  'Marina Azevedo Prado': [
    ['medication', 'sertraline50', 200, 162],
    ['course', 'therapy12', 186, 103],
    ['medication', 'sertraline100', 161, 'ongoing'],
    ['session', 'review', 95],
    ['session', 'booster', 32],
  ],
  'Rodrigo Fontoura': [
    ['medication', 'escitalopram10', 149, 40],
    ['course', 'therapy12', 137, 54],
    ['medication', 'escitalopram20', 39, 'ongoing'],
    ['session', 'review', 11],
  ],
  'Antônio Carlos Meireles': [
    ['medication', 'venlafaxine75', 187, 76],
    ['course', 'activation8', 144, 88],
    ['medication', 'venlafaxine150', 75, 'ongoing'],
    ['session', 'family', 20],
  ],
  'Débora Sampaio': [
    ['medication', 'fluoxetine20', 121, 80],
    ['medication', 'fluoxetine40', 79, 'ongoing'],
    ['admission', 'dayHospital', 52, 39],
    ['session', 'review', 18],
  ],
};

/** Days until the next visit, by full name. */
const NEXT_VISITS: Readonly<Record<string, number>> = {
  'Marina Azevedo Prado': 7,
  'Rodrigo Fontoura': 5,
  'Antônio Carlos Meireles': 14,
  'Débora Sampaio': 3,
};

const DAY_MS = 86_400_000;

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the day of a patient's next visit, `YYYY-MM-DD`; null if none is known. */
export const toNextVisit = (patient: string, today: string): string | null =>
  patient in NEXT_VISITS ? addDays(today, NEXT_VISITS[patient] ?? 0) : null;

/** Returns the treatment of a patient as `<instrument-overview>` takes it, oldest first. `today` is `YYYY-MM-DD`. */
export function toTreatments(patient: string, today: string, words: EhrMessages['treatments']) {
  const dayAgo = (days: number) => addDays(today, -days);
  return (TREATMENTS[patient] ?? []).map(([kind, label, from, to]) => ({
    at: dayAgo(from),
    until: typeof to === 'number' ? dayAgo(to) : null,
    ...(to === 'ongoing' && { ongoing: true }),
    kind,
    label: words[label],
  }));
}
