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

const patient = patientOf('clinic-ana-souza');

export const patientsOfAna: readonly PatientStory[] = [
  patient('Maria Clara', 'Souza', { gender: 'FEMALE', bornIn: 1991 }, [
    course(phq9, 'WEEKLY', 52, 'improving', 'answered'),
    course(gad7, 'BIWEEKLY', 26, 'improving', 'due'),
  ]),
  // One letter from the patient above: whoever searches by name alone takes one for the other.
  patient('Maria Clara', 'Sousa', { gender: 'FEMALE', bornIn: 1989 }, [
    course(phq9, 'WEEKLY', 26, 'worsening', 'due'),
  ]),
  patient('João Pedro', 'Almeida', { gender: 'MALE', bornIn: 1984, alsoOf: 'clinic-bruno-carvalho' }, [
    course(phq9, 'BIWEEKLY', 26, 'relapsing', 'answered'),
    course(who5, 'MONTHLY', 12, 'relapsing', 'answered'),
  ]),
  patient('Beatriz', 'Lima', { gender: 'FEMALE', bornIn: 1998, education: 'HIGH_SCHOOL' }, [
    course(gad7, 'WEEKLY', 20, 'improving', 'finished'),
  ]),
  patient('Rafael', 'Teixeira', { gender: 'MALE', bornIn: 1976 }, [
    course(phq9, 'MONTHLY', 24, 'flat', 'due'),
  ]),
  // A low total that must not hide the item on self-harm.
  patient('Camila', 'Rocha', { gender: 'FEMALE', bornIn: 1995 }, [
    course(phq9, 'WEEKLY', 14, 'low', 'answered', { last: { total: 4, riskLevel: 3 } }),
  ]),
  patient('Lucas', 'Martins', { gender: 'MALE', bornIn: 2001, education: 'HIGH_SCHOOL' }, [
    course(phq9, 'BIWEEKLY', 10, 'low', 'answered', { last: { total: 3, riskLevel: 1 } }),
  ]),
  patient('Fernanda', 'Oliveira', { gender: 'FEMALE', bornIn: 1987 }, [
    course(dass21, 'MONTHLY', 12, 'improving', 'answered'),
  ]),
  patient('Thiago', 'Barbosa', { gender: 'MALE', bornIn: 1980 }, [
    course(pcl5, 'MONTHLY', 9, 'improving', 'due'),
  ]),
  patient('Patrícia', 'Gomes', { gender: 'FEMALE', bornIn: 1969 }, [
    course(phq15, 'BIWEEKLY', 12, 'flat', 'finished'),
  ]),
  patient('Gustavo', 'Ferreira', { gender: 'MALE', bornIn: 1973 }, [
    course(k10, 'MONTHLY', 18, 'relapsing', 'answered'),
  ]),
  patient('Larissa', 'Mendes', { gender: 'FEMALE', bornIn: 1999 }, [
    course(who5, 'WEEKLY', 16, 'improving', 'due'),
    course(phq2, 'NOW', 1, 'flat', 'answered'),
  ]),
  patient('André', 'Nunes', { gender: 'MALE', bornIn: 1990 }, [
    course(phq9, 'WEEKLY', 2, 'flat', 'answered'),
  ]),
  patient('Juliana', 'Castro', { gender: 'FEMALE', bornIn: 1993, education: 'POSTGRADUATE' }, [
    course(gad7, 'MONTHLY', 1, 'worsening', 'answered'),
  ]),
  patient('Marcelo', 'Pinto', { gender: 'MALE', bornIn: 1965, education: 'HIGH_SCHOOL' }, [
    course(phq9, 'WEEKLY', 24, 'flat', 'answered', { missing: true }),
  ]),
  patient('Aline', 'Moreira', { gender: 'FEMALE', bornIn: 1996 }, [
    course(gad7, 'WEEKLY', 20, 'worsening', 'late', { missing: true }),
  ]),
  patient('Daniel', 'Azevedo', { gender: 'MALE', bornIn: 1988 }, [
    course(phq9, 'WEEKLY', 12, 'worsening', 'idle'),
  ]),
  patient('Sofia', 'Ribeiro', { gender: 'FEMALE', bornIn: 2003, education: 'HIGH_SCHOOL' }, [
    course(phq9, 'BIWEEKLY', 16, 'relapsing', 'reopened'),
  ]),
  // A name and a surname that hold HTML: both are text, everywhere. Late in the alphabet, out of a demonstration's sight.
  patient(
    'Zuleica <b>"Zu"</b>',
    'Nogueira & Filhos <img src=x onerror=alert(1)>',
    { gender: 'FEMALE', bornIn: 1992 },
    [course(phq9, 'MONTHLY', 8, 'improving', 'answered')],
  ),
  patient('Emily', 'Clarke', { gender: 'FEMALE', bornIn: 1985, country: 'GB', education: 'POSTGRADUATE' }, [
    course(pcl5, 'BIWEEKLY', 20, 'relapsing', 'answered', { last: { riskLevel: 3 } }),
    course(phq9, 'BIWEEKLY', 20, 'relapsing', 'due'),
  ]),
  patient('Hiroshi', 'Tanaka', { gender: 'MALE', bornIn: 1978 }, [
    course(demoRhythm, 'WEEKLY', 12, 'flat', 'answered'),
  ]),
  // Nothing was applied yet.
  patient('Vitória', 'Campos', { gender: 'FEMALE', bornIn: 2000, education: 'HIGH_SCHOOL' }, []),
];
