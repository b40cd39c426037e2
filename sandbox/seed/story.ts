import type { StaffId } from './clinic.ts';
import type { Course } from './course.ts';

/** Who a patient is, and how they do. */
export interface PatientStory {
  readonly name: string;
  readonly surname: string;
  readonly gender: 'FEMALE' | 'MALE' | 'NON_BINARY';
  readonly bornIn: number;
  readonly education: 'HIGH_SCHOOL' | 'HIGHER' | 'POSTGRADUATE';
  readonly country: 'BR' | 'GB' | 'US';
  readonly courses: readonly Course[];
  readonly professional: StaffId;
  /** Another professional whose patient they are too. */
  readonly alsoOf?: StaffId;
  /** True where the relation was ended, so that nothing new can be applied. */
  readonly inactive?: true;
}

type Person = Omit<PatientStory, 'name' | 'surname' | 'professional' | 'courses' | 'country' | 'education'> &
  Partial<Pick<PatientStory, 'country' | 'education'>>;

/** Makes the patients of one professional; a patient is from Brazil and has a degree unless it is said otherwise. */
export const patientOf =
  (professional: StaffId) =>
  (name: string, surname: string, person: Person, courses: readonly Course[]): PatientStory => ({
    country: 'BR',
    education: 'HIGHER',
    name,
    surname,
    professional,
    courses,
    ...person,
  });
