import type { StaffId } from './clinic.ts';
import { createRandom } from './random.ts';
import type { Trajectory } from './trajectory.ts';

/** A patient of the roster, with the applications that they answer. */
export interface PatientProfile {
  readonly name: string;
  readonly surname: string;
  readonly gender: 'FEMALE' | 'MALE' | 'NON_BINARY';
  readonly bornIn: number;
  readonly education: 'HIGH_SCHOOL' | 'HIGHER' | 'POSTGRADUATE';
  readonly country: 'BR' | 'GB' | 'US';
  readonly courses: readonly Trajectory[];
  readonly professional: StaffId;
  /** Another professional whose patient they are too. */
  readonly alsoOf?: StaffId;
  /** True if the relation was ended, so that nothing new can be applied. */
  readonly inactive?: true;
}

type Person = Omit<
  PatientProfile,
  'name' | 'surname' | 'professional' | 'courses' | 'country' | 'education'
> &
  Partial<Pick<PatientProfile, 'country' | 'education'>>;

/** Creates the patients of one professional. Default: a patient is from Brazil and has a degree. */
export const createProfileBuilder =
  (professional: StaffId) =>
  (name: string, surname: string, person: Person, courses: readonly Trajectory[]): PatientProfile => ({
    country: 'BR',
    education: 'HIGHER',
    name,
    surname,
    professional,
    courses,
    ...person,
  });

/** A patient's record, as the service takes it. */
interface PatientRecord {
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly cellphone: string;
  /** RFC 3339. */
  readonly birthday: string;
  readonly gender: string;
  readonly education: string;
}

/** 7700 900 and 555-01 are kept for fiction; Brazil keeps no such numbers, so those are merely unlikely ones. */
const CELLPHONES: Readonly<Record<PatientProfile['country'], (number: string) => string>> = {
  BR: (number) => `+551190000${number.padStart(4, '0')}`,
  GB: (number) => `+447700900${number.padStart(3, '0')}`,
  US: (number) => `+12025550${number.padStart(3, '1')}`,
};

const MAIL_DOMAINS = ['example.com', 'example.org', 'example.net'] as const;

/** Returns the first word in plain letters: `João Pedro` gives `joao`. */
function plain(words: string): string {
  const letters = words
    .replace(/<[^>]*>/g, '')
    .normalize('NFD')
    .replace(/[^\p{ASCII}]/gu, '');
  return /[a-z]+/i.exec(letters)?.[0].toLowerCase() ?? 'patient';
}

/** Creates the record of a patient. `index` is their place in the roster, from 0; it makes e-mail and number unique. */
export function createPatientRecord(story: PatientProfile, index: number, seedNumber: number): PatientRecord {
  const chance = createRandom(seedNumber, 'person', index);
  const domain = MAIL_DOMAINS[chance.whole(0, MAIL_DOMAINS.length - 1)] ?? MAIL_DOMAINS[0];
  const birthday = new Date(Date.UTC(story.bornIn, chance.whole(0, 11), chance.whole(1, 28), 12));
  return {
    name: story.name,
    surname: story.surname,
    email: `${plain(story.name)}.${plain(story.surname)}.${index + 1}@${domain}`,
    cellphone: CELLPHONES[story.country](String(100 + index)),
    birthday: birthday.toISOString(),
    gender: story.gender,
    education: story.education,
  };
}
