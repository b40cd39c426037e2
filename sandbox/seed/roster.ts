import { dass21 } from '../library/instruments/dass-21.ts';
import { demoRhythm } from '../library/instruments/demo-rhythm.ts';
import { gad7 } from '../library/instruments/gad-7.ts';
import { k10 } from '../library/instruments/k10.ts';
import { pcl5 } from '../library/instruments/pcl-5.ts';
import { phq2 } from '../library/instruments/phq-2.ts';
import { phq9 } from '../library/instruments/phq-9.ts';
import { phq15 } from '../library/instruments/phq-15.ts';
import { who5 } from '../library/instruments/who-5.ts';
import type { StaffId } from './clinic.ts';
import type { SeedPatient, SeedRecord } from './patient.ts';
import { createRandom } from './random.ts';
import { planTrajectory, trajectory } from './trajectory.ts';

interface PatientDetails {
  /** Default: `HIGHER`, a degree. */
  readonly education?: 'HIGH_SCHOOL' | 'POSTGRADUATE';
  /** Default: `BR`. */
  readonly country?: 'GB' | 'US';
  /** Another professional whose patient they are too. */
  readonly alsoOf?: StaffId;
  /** True if the relation was ended, so that nothing new can be applied. */
  readonly inactive?: true;
}

/** Returns a function that creates the profiles of one professional's patients. */
const patientsOf =
  (professional: StaffId) =>
  (
    name: string,
    surname: string,
    gender: 'FEMALE' | 'MALE' | 'NON_BINARY',
    bornIn: number,
    details: PatientDetails,
    courses: readonly Parameters<typeof trajectory>[],
  ) => ({
    name,
    surname,
    gender,
    bornIn,
    professional,
    courses: courses.map((course) => trajectory(...course)),
    ...details,
  });

const ofAna = patientsOf('clinic-ana-souza');

const ofBruno = patientsOf('clinic-bruno-carvalho');

/** The test patients, with names and courses that tests rely on: who they are, and how they do. All are invented. */
export const ROSTER = [
  ofAna('Maria Clara', 'Souza', 'FEMALE', 1991, {}, [
    [phq9, 'WEEKLY', 52, 'improving', 'answered'],
    [gad7, 'BIWEEKLY', 26, 'improving', 'due'],
  ]),
  // One letter from the patient above: a search by name alone confuses the two.
  ofAna('Maria Clara', 'Sousa', 'FEMALE', 1989, {}, [[phq9, 'WEEKLY', 26, 'worsening', 'due']]),
  ofAna('João Pedro', 'Almeida', 'MALE', 1984, { alsoOf: 'clinic-bruno-carvalho' }, [
    [phq9, 'BIWEEKLY', 26, 'relapsing', 'answered'],
    [who5, 'MONTHLY', 12, 'relapsing', 'answered'],
  ]),
  ofAna('Beatriz', 'Lima', 'FEMALE', 1998, { education: 'HIGH_SCHOOL' }, [
    [gad7, 'WEEKLY', 20, 'improving', 'finished'],
  ]),
  ofAna('Rafael', 'Teixeira', 'MALE', 1976, {}, [[phq9, 'MONTHLY', 24, 'flat', 'due']]),
  // A low total that must not hide the item on self-harm.
  ofAna('Camila', 'Rocha', 'FEMALE', 1995, {}, [
    [phq9, 'WEEKLY', 14, 'low', 'answered', { last: { total: 4, riskLevel: 3 } }],
  ]),
  ofAna('Lucas', 'Martins', 'MALE', 2001, { education: 'HIGH_SCHOOL' }, [
    [phq9, 'BIWEEKLY', 10, 'low', 'answered', { last: { total: 3, riskLevel: 1 } }],
  ]),
  ofAna('Fernanda', 'Oliveira', 'FEMALE', 1987, {}, [[dass21, 'MONTHLY', 12, 'improving', 'answered']]),
  ofAna('Thiago', 'Barbosa', 'MALE', 1980, {}, [[pcl5, 'MONTHLY', 9, 'improving', 'due']]),
  ofAna('Patrícia', 'Gomes', 'FEMALE', 1969, {}, [[phq15, 'BIWEEKLY', 12, 'flat', 'finished']]),
  ofAna('Gustavo', 'Ferreira', 'MALE', 1973, {}, [[k10, 'MONTHLY', 18, 'relapsing', 'answered']]),
  ofAna('Larissa', 'Mendes', 'FEMALE', 1999, {}, [
    [who5, 'WEEKLY', 16, 'improving', 'due'],
    [phq2, 'NOW', 1, 'flat', 'answered'],
  ]),
  ofAna('André', 'Nunes', 'MALE', 1990, {}, [[phq9, 'WEEKLY', 2, 'flat', 'answered']]),
  ofAna('Juliana', 'Castro', 'FEMALE', 1993, { education: 'POSTGRADUATE' }, [
    [gad7, 'MONTHLY', 1, 'worsening', 'answered'],
  ]),
  ofAna('Marcelo', 'Pinto', 'MALE', 1965, { education: 'HIGH_SCHOOL' }, [
    [phq9, 'WEEKLY', 24, 'flat', 'answered', { missing: true }],
  ]),
  ofAna('Aline', 'Moreira', 'FEMALE', 1996, {}, [
    [gad7, 'WEEKLY', 20, 'worsening', 'late', { missing: true }],
  ]),
  ofAna('Daniel', 'Azevedo', 'MALE', 1988, {}, [[phq9, 'WEEKLY', 12, 'worsening', 'idle']]),
  ofAna('Sofia', 'Ribeiro', 'FEMALE', 2003, { education: 'HIGH_SCHOOL' }, [
    [phq9, 'BIWEEKLY', 16, 'relapsing', 'reopened'],
  ]),
  // A name and a surname that hold HTML: both are text, everywhere. Late in the alphabet, out of a demonstration's sight.
  ofAna('Zuleica <b>"Zu"</b>', 'Nogueira & Filhos <img src=x onerror=alert(1)>', 'FEMALE', 1992, {}, [
    [phq9, 'MONTHLY', 8, 'improving', 'answered'],
  ]),
  ofAna('Emily', 'Clarke', 'FEMALE', 1985, { country: 'GB', education: 'POSTGRADUATE' }, [
    [pcl5, 'BIWEEKLY', 20, 'relapsing', 'answered', { last: { riskLevel: 3 } }],
    [phq9, 'BIWEEKLY', 20, 'relapsing', 'due'],
  ]),
  ofAna('Hiroshi', 'Tanaka', 'MALE', 1978, {}, [[demoRhythm, 'WEEKLY', 12, 'flat', 'answered']]),
  // Nothing was applied yet.
  ofAna('Vitória', 'Campos', 'FEMALE', 2000, { education: 'HIGH_SCHOOL' }, []),
  ofBruno('Carlos Eduardo', 'Dias', 'MALE', 1982, {}, [[phq9, 'WEEKLY', 40, 'relapsing', 'answered']]),
  ofBruno('Ana Beatriz', 'Cardoso', 'FEMALE', 1994, {}, [[gad7, 'BIWEEKLY', 18, 'worsening', 'due']]),
  ofBruno('Pedro Henrique', 'Araújo', 'MALE', 1986, {}, [
    [dass21, 'MONTHLY', 8, 'worsening', 'answered'],
    [who5, 'MONTHLY', 8, 'worsening', 'due'],
  ]),
  ofBruno('Isabela', 'Correia', 'FEMALE', 1997, {}, [[k10, 'BIWEEKLY', 14, 'improving', 'answered']]),
  // Two applications of one instrument, a pause between them: one longitudinal series.
  ofBruno('Mateus', 'Cavalcanti', 'MALE', 1979, {}, [
    [phq9, 'MONTHLY', 18, 'improving', 'finished', { endedDaysAgo: 120 }],
    [phq9, 'WEEKLY', 6, 'worsening', 'due'],
  ]),
  ofBruno('Natália', 'Freitas', 'FEMALE', 1983, {}, [[phq15, 'MONTHLY', 10, 'worsening', 'due']]),
  ofBruno('Leonardo', 'Batista', 'MALE', 1990, {}, [[gad7, 'WEEKLY', 26, 'flat', 'answered']]),
  ofBruno('Gabriela', 'Monteiro', 'FEMALE', 2002, { education: 'HIGH_SCHOOL' }, [
    [who5, 'DAILY', 30, 'improving', 'finished'],
  ]),
  ofBruno('Olivia', 'Johnson', 'FEMALE', 1981, { country: 'US', education: 'POSTGRADUATE' }, [
    [phq9, 'WEEKLY', 30, 'improving', 'answered'],
    [gad7, 'WEEKLY', 30, 'improving', 'answered'],
    [who5, 'MONTHLY', 7, 'improving', 'answered'],
  ]),
  ofBruno('Miguel Ángel', 'Herrera', 'MALE', 1970, {}, [[pcl5, 'MONTHLY', 14, 'worsening', 'answered']]),
  ofBruno('Renata', 'Duarte', 'FEMALE', 1977, {}, [[phq2, 'MONTHLY', 12, 'flat', 'answered']]),
  ofBruno('Felipe', 'Machado', 'MALE', 2004, { education: 'HIGH_SCHOOL' }, [[phq2, 'NOW', 1, 'flat', 'due']]),
  ofBruno('Luana', 'Peixoto', 'NON_BINARY', 1998, {}, [[phq9, 'ONCE', 1, 'flat', 'planned']]),
  ofBruno('Otávio', 'Brandão', 'MALE', 1968, { education: 'HIGH_SCHOOL' }, [
    [phq9, 'WEEKLY', 10, 'flat', 'idle', { missing: true }],
  ]),
  ofBruno('Cecília', 'Vasconcelos', 'FEMALE', 1961, {}, [[k10, 'MONTHLY', 24, 'improving', 'due']]),
  ofBruno('Samuel', 'Okonkwo', 'MALE', 1992, {}, [[gad7, 'MONTHLY', 6, 'relapsing', 'answered']]),
  ofBruno('Yasmin', 'Haddad', 'FEMALE', 1988, { education: 'POSTGRADUATE' }, [
    [demoRhythm, 'BIWEEKLY', 10, 'relapsing', 'due'],
    [phq9, 'BIWEEKLY', 10, 'improving', 'answered'],
  ]),
  ofBruno('Henrique', 'Sales', 'MALE', 1974, { inactive: true }, [
    [phq9, 'BIWEEKLY', 12, 'improving', 'finished'],
  ]),
];

/** A patient of the roster, with the applications that they answer. */
type PatientProfile = (typeof ROSTER)[number];

/** 7700 900 and 555-01 are kept for fiction; Brazil keeps no such numbers, so those are merely unlikely ones. */
const CELLPHONES = {
  BR: (number: string) => `+551190000${number.padStart(4, '0')}`,
  GB: (number: string) => `+447700900${number.padStart(3, '0')}`,
  US: (number: string) => `+12025550${number.padStart(3, '1')}`,
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

/** Creates the record of a patient, as the service takes it. `index`, from 0, makes e-mail and number unique. */
function createPatientRecord(profile: PatientProfile, index: number, seedNumber: number): SeedRecord {
  const { name, surname, bornIn, gender, education = 'HIGHER', country = 'BR' } = profile;
  const chance = createRandom(seedNumber, 'person', index);
  const domain = MAIL_DOMAINS[chance.whole(0, MAIL_DOMAINS.length - 1)] ?? MAIL_DOMAINS[0];
  return {
    name,
    surname,
    email: `${plain(name)}.${plain(surname)}.${index + 1}@${domain}`,
    cellphone: CELLPHONES[country](String(100 + index)),
    birthday: new Date(Date.UTC(bornIn, chance.whole(0, 11), chance.whole(1, 28), 12)).toISOString(),
    gender,
    education,
  };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Creates the test patients; `now` is the instant at which the clock ends, in milliseconds since the epoch.
 *
 * @param most leaves out patients with more requests than this, since each takes time
 */
export const createFixturePatients = (
  seedNumber: number,
  now: number,
  most = Number.POSITIVE_INFINITY,
): readonly SeedPatient[] =>
  ROSTER.flatMap((profile, index) => {
    if (profile.courses.reduce((sum, { requests }) => sum + requests, 0) > most) return [];
    const courses = profile.courses.map((course, at) => ({
      instrument: course.instrument,
      cycle: course.cycle,
      events: planTrajectory(course, now, createRandom(seedNumber, 'course', index, at)),
    }));
    const first = Math.min(now - 20 * DAY_MS, ...courses.flatMap(({ events }) => events.map(({ at }) => at)));
    const { professional, alsoOf, inactive } = profile;
    return {
      professional,
      ...(alsoOf && { alsoOf }),
      ...(inactive && { inactive }),
      record: createPatientRecord(profile, index, seedNumber),
      registeredAt: first - HOUR_MS,
      courses,
    };
  });
