import { dass21 } from '../library/instruments/dass-21.ts';
import { gad7 } from '../library/instruments/gad-7.ts';
import { k10 } from '../library/instruments/k10.ts';
import { pcl5 } from '../library/instruments/pcl-5.ts';
import { phq2 } from '../library/instruments/phq-2.ts';
import { phq9 } from '../library/instruments/phq-9.ts';
import { phq15 } from '../library/instruments/phq-15.ts';
import { who5 } from '../library/instruments/who-5.ts';
import type { StaffId } from './clinic.ts';
import {
  atHour,
  type CoursePlan,
  type CourseShape,
  createSeverity,
  planCourse,
  toLocalDay,
  workdayBefore,
} from './course.ts';
import type { SeedPatient, SeedRecord } from './patient.ts';
import { createRandom } from './random.ts';

type Row = readonly [
  instrument: CoursePlan['instrument'],
  cycle: CoursePlan['cycle'],
  requests: number,
  state: CoursePlan['state'],
  details?: Pick<CoursePlan, 'flags' | 'missed'>,
];

const W = 'WEEKLY';
const B = 'BIWEEKLY';
const M = 'MONTHLY';

/** Rows of people: first names, surnames, gender, year of birth, course, and the instruments they answer. */
type Person = readonly [string, string, 'F' | 'M' | 'N', number, CourseShape, ...Row[]];

/** The patients of Dra. Ana Souza. All are invented. */
const ANAS: readonly Person[] = [
  // Flagged when treatment began, and not since.
  [
    'Marina',
    'Azevedo Prado',
    'F',
    1988,
    'improving',
    [phq9, W, 30, 'answered', { flags: { 27: 2, 26: 1 } }],
    [gad7, B, 15, 'answered'],
    [who5, M, 7, 'answered'],
  ],
  // Flagged in the latest PHQ-9; later answers to other instruments say nothing of it.
  [
    'Rodrigo',
    'Fontoura',
    'M',
    1979,
    'relapsing',
    [phq9, W, 22, 'answered', { flags: { 0: 2, 1: 1 } }],
    [gad7, B, 11, 'answered'],
    [who5, M, 5, 'answered'],
  ],
  // A low total that must not hide the item on self-harm.
  [
    'Helena',
    'Bittencourt',
    'F',
    1994,
    'mild',
    [phq9, B, 8, 'answered', { flags: { 0: 1 } }],
    [who5, M, 4, 'answered'],
  ],
  [
    'Antônio Carlos',
    'Meireles',
    'M',
    1958,
    'worsening',
    [phq9, B, 14, 'answered', { flags: { 0: 3, 2: 1 } }],
    [k10, M, 7, 'answered'],
  ],
  // The earlier flag was not repeated, and the total stayed high.
  [
    'Débora',
    'Sampaio',
    'F',
    1971,
    'resistant',
    [phq9, W, 18, 'answered', { flags: { 3: 1, 9: 1 } }],
    [gad7, M, 4, 'answered'],
  ],
  ['Tainá', 'Guimarães', 'F', 2002, 'improving', [phq9, W, 6, 'today'], [gad7, W, 6, 'today']],
  ['Caio', 'Vilela', 'M', 1996, 'plateau', [phq9, W, 16, 'answered'], [who5, M, 4, 'answered']],
  ['Luísa', 'Sakamoto', 'F', 1990, 'remitted', [gad7, B, 14, 'answered'], [phq9, M, 7, 'answered']],
  ['Fábio', 'Pacheco', 'M', 1983, 'relapsing', [phq9, B, 16, 'answered'], [who5, M, 8, 'waiting']],
  ['Elaine', 'Cristófaro', 'F', 1967, 'fluctuating', [dass21, M, 10, 'answered'], [phq15, M, 10, 'answered']],
  ['Vinícius', 'Nakamura', 'M', 1999, 'worsening', [gad7, W, 10, 'answered'], [phq9, B, 5, 'answered']],
  ['Rosângela', 'Toledo', 'F', 1962, 'plateau', [phq9, M, 11, 'answered'], [k10, M, 11, 'answered']],
  ['Igor', 'Mascarenhas', 'M', 1992, 'improving', [pcl5, M, 8, 'answered'], [phq9, B, 16, 'answered']],
  ['Bianca', 'Lacerda', 'F', 1997, 'improving', [gad7, W, 9, 'today'], [who5, M, 2, 'answered']],
  // Late, and several in a row without an answer.
  ['Jonas', 'Quintela', 'M', 1986, 'worsening', [phq9, W, 15, 'late', { missed: 2 }], [gad7, B, 7, 'late']],
  [
    'Simone',
    'Furtado',
    'F',
    1975,
    'resistant',
    [phq9, B, 12, 'late', { missed: 1 }],
    [who5, M, 6, 'answered'],
  ],
  ['Alan', 'Rezende', 'M', 2001, 'fluctuating', [gad7, W, 12, 'late'], [phq9, W, 12, 'answered']],
  // Stopped answering, and the service closed the requests.
  ['Priscila', 'Valadares', 'F', 1985, 'plateau', [phq9, W, 7, 'dropped'], [gad7, W, 7, 'dropped']],
  ['Wagner', 'Toscano', 'M', 1970, 'worsening', [phq9, B, 5, 'dropped', { flags: { 1: 1 } }]],
  // Treatment is over.
  ['Cláudia', 'Brandt', 'F', 1964, 'remitted', [phq9, B, 12, 'finished'], [who5, M, 6, 'finished']],
  ['Davi', 'Lins', 'M', 1995, 'remitted', [gad7, W, 14, 'finished']],
  // New: nothing asked for yet, or nothing answered yet.
  ['Letícia', 'Arruda', 'F', 1998, 'mild'],
  ['Murilo', 'Escobar', 'M', 1981, 'plateau', [phq9, W, 1, 'waiting'], [gad7, W, 1, 'waiting']],
  ['Sílvia', 'Kowalski', 'F', 1973, 'plateau', [phq9, W, 1, 'today'], [who5, M, 1, 'planned']],
  ['Heitor', 'Camargo', 'M', 2004, 'mild', [phq2, 'NOW', 1, 'answered'], [phq9, W, 1, 'planned']],
  ['Noemi', 'Albuquerque', 'F', 1956, 'mild', [phq9, M, 9, 'answered'], [k10, M, 9, 'answered']],
  [
    'Evandro',
    'Siqueira',
    'M',
    1977,
    'improving',
    [phq9, W, 12, 'answered', { flags: { 10: 1 } }],
    [dass21, M, 3, 'answered'],
  ],
  ['Raquel', 'Zanetti', 'F', 1989, 'improving', [pcl5, M, 6, 'answered'], [gad7, B, 12, 'waiting']],
  [
    'Otto',
    'Hoffmann',
    'M',
    1969,
    'resistant',
    [phq9, B, 18, 'answered', { flags: { 6: 1, 7: 2 } }],
    [who5, M, 9, 'answered'],
  ],
  ['Jaqueline', 'Bezerra', 'F', 1993, 'fluctuating', [phq9, W, 20, 'waiting'], [gad7, B, 10, 'answered']],
  ['Nelson', 'Takahashi', 'M', 1960, 'well', [who5, M, 12, 'answered'], [phq2, M, 12, 'answered']],
  [
    'Amanda',
    'Coutinho',
    'F',
    2000,
    'improving',
    [gad7, W, 14, 'answered'],
    [phq9, B, 7, 'answered'],
    [who5, M, 3, 'answered'],
  ],
  ['Sérgio', 'Montenegro', 'M', 1974, 'plateau', [phq9, B, 13, 'answered'], [phq2, 'NOW', 1, 'answered']],
  ['Viviane', 'Esteves', 'F', 1982, 'mild', [gad7, M, 10, 'answered'], [phq15, M, 10, 'answered']],
  ['Kauã', 'Ferraz', 'M', 2005, 'worsening', [phq9, W, 8, 'answered'], [gad7, W, 8, 'answered']],
  ['Ivone', 'Saldanha', 'F', 1953, 'well', [phq9, M, 13, 'answered'], [who5, M, 13, 'today']],
  [
    'Thaís',
    'Negrão',
    'N',
    1999,
    'relapsing',
    [phq9, W, 24, 'answered'],
    [gad7, B, 12, 'answered'],
    [dass21, M, 6, 'answered'],
  ],
  ['Edson', 'Gusmão', 'M', 1966, 'improving', [k10, M, 8, 'answered'], [phq9, B, 16, 'today']],
  ['Carolina', 'Meneghel', 'F', 1987, 'remitted', [phq9, B, 20, 'answered'], [gad7, M, 10, 'answered']],
  ['Yuri', 'Dantas', 'M', 1994, 'fluctuating', [gad7, B, 14, 'waiting'], [pcl5, M, 7, 'answered']],
];

/** The patients of Dr. Bruno Carvalho. */
const BRUNOS: readonly Person[] = [
  ['Gilberto', 'Paranhos', 'M', 1961, 'improving', [phq9, B, 10, 'answered'], [who5, M, 5, 'answered']],
  ['Mirela', 'Drummond', 'F', 1991, 'plateau', [gad7, W, 12, 'answered'], [phq9, B, 6, 'waiting']],
  ['Ruan', 'Peçanha', 'M', 2003, 'mild', [phq9, W, 5, 'today']],
  [
    'Solange',
    'Ishikawa',
    'F',
    1959,
    'worsening',
    [phq9, B, 9, 'answered', { flags: { 0: 1 } }],
    [k10, M, 4, 'late'],
  ],
  ['Artur', 'Vasques', 'M', 1984, 'remitted', [pcl5, M, 9, 'finished']],
  ['Lorena', 'Figueira', 'F', 1997, 'mild'],
];

/** Of `.example` addresses none can exist (RFC 2606). */
const MAIL_DOMAINS = ['correio.example', 'caixapostal.example', 'mensagem.example'] as const;
/** Area codes of the state of São Paulo. */
const AREA_CODES = ['11', '11', '11', '12', '13', '19'] as const;
const EDUCATION = ['HIGH_SCHOOL', 'HIGHER', 'HIGHER', 'POSTGRADUATE'] as const;
const GENDERS = { F: 'FEMALE', M: 'MALE', N: 'NON_BINARY' } as const;

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^a-z ]/gi, '')
    .toLowerCase();

function createRecord([name, surname, gender, bornIn]: Person, seedNumber: number): SeedRecord {
  const chance = createRandom(seedNumber, 'record', name, surname);
  const pick = <const T>(all: readonly [T, ...T[]]): T => all[chance.whole(0, all.length - 1)] ?? all[0];
  const [first = ''] = plain(name).split(' ');
  const last = plain(surname).split(' ').at(-1) ?? '';
  const user = pick([`${first}.${last}`, `${first}${last}`, `${first[0]}${last}${String(bornIn).slice(2)}`]);
  // Brazil keeps no numbers for fiction; none that begins with 90000 is known to be given out.
  const cellphone = `+55${pick(AREA_CODES)}90000${chance.whole(1000, 9999)}`;
  const birthday = new Date(Date.UTC(bornIn, chance.whole(0, 11), chance.whole(1, 28), 12)).toISOString();
  const education = pick(EDUCATION);
  return {
    name,
    surname,
    email: `${user}@${pick(MAIL_DOMAINS)}`,
    cellphone,
    birthday,
    gender: GENDERS[gender],
    education,
  };
}

const CYCLE_DAYS = { WEEKLY: 7, BIWEEKLY: 14, MONTHLY: 31, NOW: 0 } as const;
/** About how long ago a course ended. */
const SINCE_END_DAYS: Readonly<Partial<Record<CoursePlan['state'], number>>> = { dropped: 75, finished: 55 };
const DAY_MS = 86_400_000;

function createPerson(person: Person, professional: StaffId, seedNumber: number, now: number): SeedPatient {
  const [name, surname, , , shape, ...rows] = person;
  const key = `${seedNumber}/${name} ${surname}`;
  const plans = rows.map(([instrument, cycle, requests, state, details]) => ({
    instrument,
    cycle,
    requests,
    state,
    ...details,
  }));
  const longest = Math.max(
    1,
    ...plans.map(({ cycle, requests, state }) => requests * CYCLE_DAYS[cycle] + (SINCE_END_DAYS[state] ?? 0)),
  );
  const severityAt = createSeverity(shape, now - longest * DAY_MS, now, createRandom(key, 'severity'));
  const courses = plans.map((plan) => ({
    instrument: plan.instrument,
    cycle: plan.cycle,
    events: planCourse(plan, { key, severityAt }, now),
  }));
  const first = Math.min(now, ...courses.flatMap(({ events }) => events.map(({ at }) => at)));
  const hour = createRandom(key, 'registered').between(9, 17);
  const registeredAt = Math.min(first - 600_000, atHour(workdayBefore(toLocalDay(first)), hour));
  return { professional, record: createRecord(person, seedNumber), registeredAt, courses };
}

/** Creates the clinic: the same patients for every number, whose answers and dates follow from it and from `now`. */
export const createClinicPatients = (seedNumber: number, now: number): readonly SeedPatient[] => [
  ...ANAS.map((person) => createPerson(person, 'clinic-ana-souza', seedNumber, now)),
  ...BRUNOS.map((person) => createPerson(person, 'clinic-bruno-carvalho', seedNumber, now)),
];
