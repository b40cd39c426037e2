import { dass21 } from '../library/instruments/dass-21.ts';
import { demoRhythm } from '../library/instruments/demo-rhythm.ts';
import { gad7 } from '../library/instruments/gad-7.ts';
import { k10 } from '../library/instruments/k10.ts';
import { pcl5 } from '../library/instruments/pcl-5.ts';
import { phq2 } from '../library/instruments/phq-2.ts';
import { phq9 } from '../library/instruments/phq-9.ts';
import { phq15 } from '../library/instruments/phq-15.ts';
import { who5 } from '../library/instruments/who-5.ts';
import { course } from './course.ts';
import { type PatientStory, patientOf } from './story.ts';

const patient = patientOf('clinic-bruno-carvalho');

export const patientsOfBruno: readonly PatientStory[] = [
  patient('Carlos Eduardo', 'Dias', { gender: 'MALE', bornIn: 1982 }, [
    course(phq9, 'WEEKLY', 40, 'relapsing', 'answered'),
  ]),
  patient('Ana Beatriz', 'Cardoso', { gender: 'FEMALE', bornIn: 1994 }, [
    course(gad7, 'BIWEEKLY', 18, 'worsening', 'due'),
  ]),
  patient('Pedro Henrique', 'Araújo', { gender: 'MALE', bornIn: 1986 }, [
    course(dass21, 'MONTHLY', 8, 'worsening', 'answered'),
    course(who5, 'MONTHLY', 8, 'worsening', 'due'),
  ]),
  patient('Isabela', 'Correia', { gender: 'FEMALE', bornIn: 1997 }, [
    course(k10, 'BIWEEKLY', 14, 'improving', 'answered'),
  ]),
  // Two applications of one instrument, a pause between them: one longitudinal series.
  patient('Mateus', 'Cavalcanti', { gender: 'MALE', bornIn: 1979 }, [
    course(phq9, 'MONTHLY', 18, 'improving', 'finished', { endedDaysAgo: 120 }),
    course(phq9, 'WEEKLY', 6, 'worsening', 'due'),
  ]),
  patient('Natália', 'Freitas', { gender: 'FEMALE', bornIn: 1983 }, [
    course(phq15, 'MONTHLY', 10, 'worsening', 'due'),
  ]),
  patient('Leonardo', 'Batista', { gender: 'MALE', bornIn: 1990 }, [
    course(gad7, 'WEEKLY', 26, 'flat', 'answered'),
  ]),
  patient('Gabriela', 'Monteiro', { gender: 'FEMALE', bornIn: 2002, education: 'HIGH_SCHOOL' }, [
    course(who5, 'DAILY', 30, 'improving', 'finished'),
  ]),
  patient('Olivia', 'Johnson', { gender: 'FEMALE', bornIn: 1981, country: 'US', education: 'POSTGRADUATE' }, [
    course(phq9, 'WEEKLY', 30, 'improving', 'answered'),
    course(gad7, 'WEEKLY', 30, 'improving', 'answered'),
    course(who5, 'MONTHLY', 7, 'improving', 'answered'),
  ]),
  patient('Miguel Ángel', 'Herrera', { gender: 'MALE', bornIn: 1970 }, [
    course(pcl5, 'MONTHLY', 14, 'worsening', 'answered'),
  ]),
  patient('Renata', 'Duarte', { gender: 'FEMALE', bornIn: 1977 }, [
    course(phq2, 'MONTHLY', 12, 'flat', 'answered'),
  ]),
  patient('Felipe', 'Machado', { gender: 'MALE', bornIn: 2004, education: 'HIGH_SCHOOL' }, [
    course(phq2, 'NOW', 1, 'flat', 'due'),
  ]),
  patient('Luana', 'Peixoto', { gender: 'NON_BINARY', bornIn: 1998 }, [
    course(phq9, 'ONCE', 1, 'flat', 'planned'),
  ]),
  patient('Otávio', 'Brandão', { gender: 'MALE', bornIn: 1968, education: 'HIGH_SCHOOL' }, [
    course(phq9, 'WEEKLY', 10, 'flat', 'idle', { missing: true }),
  ]),
  patient('Cecília', 'Vasconcelos', { gender: 'FEMALE', bornIn: 1961 }, [
    course(k10, 'MONTHLY', 24, 'improving', 'due'),
  ]),
  patient('Samuel', 'Okonkwo', { gender: 'MALE', bornIn: 1992 }, [
    course(gad7, 'MONTHLY', 6, 'relapsing', 'answered'),
  ]),
  patient('Yasmin', 'Haddad', { gender: 'FEMALE', bornIn: 1988, education: 'POSTGRADUATE' }, [
    course(demoRhythm, 'BIWEEKLY', 10, 'relapsing', 'due'),
    course(phq9, 'BIWEEKLY', 10, 'improving', 'answered'),
  ]),
  patient('Henrique', 'Sales', { gender: 'MALE', bornIn: 1974, inactive: true }, [
    course(phq9, 'BIWEEKLY', 12, 'improving', 'finished'),
  ]),
];
