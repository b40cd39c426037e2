import { dass21 } from '../library/instruments/dass-21.ts';
import { demoRhythm } from '../library/instruments/demo-rhythm.ts';
import { gad7 } from '../library/instruments/gad-7.ts';
import { k10 } from '../library/instruments/k10.ts';
import { pcl5 } from '../library/instruments/pcl-5.ts';
import { phq2 } from '../library/instruments/phq-2.ts';
import { phq9 } from '../library/instruments/phq-9.ts';
import { phq15 } from '../library/instruments/phq-15.ts';
import { who5 } from '../library/instruments/who-5.ts';
import { createProfileBuilder, type PatientProfile } from './patients.ts';
import { trajectory } from './trajectory.ts';

const ofAna = createProfileBuilder('clinic-ana-souza');

const patientsOfAna: readonly PatientProfile[] = [
  ofAna('Maria Clara', 'Souza', { gender: 'FEMALE', bornIn: 1991 }, [
    trajectory(phq9, 'WEEKLY', 52, 'improving', 'answered'),
    trajectory(gad7, 'BIWEEKLY', 26, 'improving', 'due'),
  ]),
  // One letter from the patient above: a search by name alone confuses the two.
  ofAna('Maria Clara', 'Sousa', { gender: 'FEMALE', bornIn: 1989 }, [
    trajectory(phq9, 'WEEKLY', 26, 'worsening', 'due'),
  ]),
  ofAna('João Pedro', 'Almeida', { gender: 'MALE', bornIn: 1984, alsoOf: 'clinic-bruno-carvalho' }, [
    trajectory(phq9, 'BIWEEKLY', 26, 'relapsing', 'answered'),
    trajectory(who5, 'MONTHLY', 12, 'relapsing', 'answered'),
  ]),
  ofAna('Beatriz', 'Lima', { gender: 'FEMALE', bornIn: 1998, education: 'HIGH_SCHOOL' }, [
    trajectory(gad7, 'WEEKLY', 20, 'improving', 'finished'),
  ]),
  ofAna('Rafael', 'Teixeira', { gender: 'MALE', bornIn: 1976 }, [
    trajectory(phq9, 'MONTHLY', 24, 'flat', 'due'),
  ]),
  // A low total that must not hide the item on self-harm.
  ofAna('Camila', 'Rocha', { gender: 'FEMALE', bornIn: 1995 }, [
    trajectory(phq9, 'WEEKLY', 14, 'low', 'answered', { last: { total: 4, riskLevel: 3 } }),
  ]),
  ofAna('Lucas', 'Martins', { gender: 'MALE', bornIn: 2001, education: 'HIGH_SCHOOL' }, [
    trajectory(phq9, 'BIWEEKLY', 10, 'low', 'answered', { last: { total: 3, riskLevel: 1 } }),
  ]),
  ofAna('Fernanda', 'Oliveira', { gender: 'FEMALE', bornIn: 1987 }, [
    trajectory(dass21, 'MONTHLY', 12, 'improving', 'answered'),
  ]),
  ofAna('Thiago', 'Barbosa', { gender: 'MALE', bornIn: 1980 }, [
    trajectory(pcl5, 'MONTHLY', 9, 'improving', 'due'),
  ]),
  ofAna('Patrícia', 'Gomes', { gender: 'FEMALE', bornIn: 1969 }, [
    trajectory(phq15, 'BIWEEKLY', 12, 'flat', 'finished'),
  ]),
  ofAna('Gustavo', 'Ferreira', { gender: 'MALE', bornIn: 1973 }, [
    trajectory(k10, 'MONTHLY', 18, 'relapsing', 'answered'),
  ]),
  ofAna('Larissa', 'Mendes', { gender: 'FEMALE', bornIn: 1999 }, [
    trajectory(who5, 'WEEKLY', 16, 'improving', 'due'),
    trajectory(phq2, 'NOW', 1, 'flat', 'answered'),
  ]),
  ofAna('André', 'Nunes', { gender: 'MALE', bornIn: 1990 }, [
    trajectory(phq9, 'WEEKLY', 2, 'flat', 'answered'),
  ]),
  ofAna('Juliana', 'Castro', { gender: 'FEMALE', bornIn: 1993, education: 'POSTGRADUATE' }, [
    trajectory(gad7, 'MONTHLY', 1, 'worsening', 'answered'),
  ]),
  ofAna('Marcelo', 'Pinto', { gender: 'MALE', bornIn: 1965, education: 'HIGH_SCHOOL' }, [
    trajectory(phq9, 'WEEKLY', 24, 'flat', 'answered', { missing: true }),
  ]),
  ofAna('Aline', 'Moreira', { gender: 'FEMALE', bornIn: 1996 }, [
    trajectory(gad7, 'WEEKLY', 20, 'worsening', 'late', { missing: true }),
  ]),
  ofAna('Daniel', 'Azevedo', { gender: 'MALE', bornIn: 1988 }, [
    trajectory(phq9, 'WEEKLY', 12, 'worsening', 'idle'),
  ]),
  ofAna('Sofia', 'Ribeiro', { gender: 'FEMALE', bornIn: 2003, education: 'HIGH_SCHOOL' }, [
    trajectory(phq9, 'BIWEEKLY', 16, 'relapsing', 'reopened'),
  ]),
  // A name and a surname that hold HTML: both are text, everywhere. Late in the alphabet, out of a demonstration's sight.
  ofAna(
    'Zuleica <b>"Zu"</b>',
    'Nogueira & Filhos <img src=x onerror=alert(1)>',
    { gender: 'FEMALE', bornIn: 1992 },
    [trajectory(phq9, 'MONTHLY', 8, 'improving', 'answered')],
  ),
  ofAna('Emily', 'Clarke', { gender: 'FEMALE', bornIn: 1985, country: 'GB', education: 'POSTGRADUATE' }, [
    trajectory(pcl5, 'BIWEEKLY', 20, 'relapsing', 'answered', { last: { riskLevel: 3 } }),
    trajectory(phq9, 'BIWEEKLY', 20, 'relapsing', 'due'),
  ]),
  ofAna('Hiroshi', 'Tanaka', { gender: 'MALE', bornIn: 1978 }, [
    trajectory(demoRhythm, 'WEEKLY', 12, 'flat', 'answered'),
  ]),
  // Nothing was applied yet.
  ofAna('Vitória', 'Campos', { gender: 'FEMALE', bornIn: 2000, education: 'HIGH_SCHOOL' }, []),
];

const ofBruno = createProfileBuilder('clinic-bruno-carvalho');

const patientsOfBruno: readonly PatientProfile[] = [
  ofBruno('Carlos Eduardo', 'Dias', { gender: 'MALE', bornIn: 1982 }, [
    trajectory(phq9, 'WEEKLY', 40, 'relapsing', 'answered'),
  ]),
  ofBruno('Ana Beatriz', 'Cardoso', { gender: 'FEMALE', bornIn: 1994 }, [
    trajectory(gad7, 'BIWEEKLY', 18, 'worsening', 'due'),
  ]),
  ofBruno('Pedro Henrique', 'Araújo', { gender: 'MALE', bornIn: 1986 }, [
    trajectory(dass21, 'MONTHLY', 8, 'worsening', 'answered'),
    trajectory(who5, 'MONTHLY', 8, 'worsening', 'due'),
  ]),
  ofBruno('Isabela', 'Correia', { gender: 'FEMALE', bornIn: 1997 }, [
    trajectory(k10, 'BIWEEKLY', 14, 'improving', 'answered'),
  ]),
  // Two applications of one instrument, a pause between them: one longitudinal series.
  ofBruno('Mateus', 'Cavalcanti', { gender: 'MALE', bornIn: 1979 }, [
    trajectory(phq9, 'MONTHLY', 18, 'improving', 'finished', { endedDaysAgo: 120 }),
    trajectory(phq9, 'WEEKLY', 6, 'worsening', 'due'),
  ]),
  ofBruno('Natália', 'Freitas', { gender: 'FEMALE', bornIn: 1983 }, [
    trajectory(phq15, 'MONTHLY', 10, 'worsening', 'due'),
  ]),
  ofBruno('Leonardo', 'Batista', { gender: 'MALE', bornIn: 1990 }, [
    trajectory(gad7, 'WEEKLY', 26, 'flat', 'answered'),
  ]),
  ofBruno('Gabriela', 'Monteiro', { gender: 'FEMALE', bornIn: 2002, education: 'HIGH_SCHOOL' }, [
    trajectory(who5, 'DAILY', 30, 'improving', 'finished'),
  ]),
  ofBruno('Olivia', 'Johnson', { gender: 'FEMALE', bornIn: 1981, country: 'US', education: 'POSTGRADUATE' }, [
    trajectory(phq9, 'WEEKLY', 30, 'improving', 'answered'),
    trajectory(gad7, 'WEEKLY', 30, 'improving', 'answered'),
    trajectory(who5, 'MONTHLY', 7, 'improving', 'answered'),
  ]),
  ofBruno('Miguel Ángel', 'Herrera', { gender: 'MALE', bornIn: 1970 }, [
    trajectory(pcl5, 'MONTHLY', 14, 'worsening', 'answered'),
  ]),
  ofBruno('Renata', 'Duarte', { gender: 'FEMALE', bornIn: 1977 }, [
    trajectory(phq2, 'MONTHLY', 12, 'flat', 'answered'),
  ]),
  ofBruno('Felipe', 'Machado', { gender: 'MALE', bornIn: 2004, education: 'HIGH_SCHOOL' }, [
    trajectory(phq2, 'NOW', 1, 'flat', 'due'),
  ]),
  ofBruno('Luana', 'Peixoto', { gender: 'NON_BINARY', bornIn: 1998 }, [
    trajectory(phq9, 'ONCE', 1, 'flat', 'planned'),
  ]),
  ofBruno('Otávio', 'Brandão', { gender: 'MALE', bornIn: 1968, education: 'HIGH_SCHOOL' }, [
    trajectory(phq9, 'WEEKLY', 10, 'flat', 'idle', { missing: true }),
  ]),
  ofBruno('Cecília', 'Vasconcelos', { gender: 'FEMALE', bornIn: 1961 }, [
    trajectory(k10, 'MONTHLY', 24, 'improving', 'due'),
  ]),
  ofBruno('Samuel', 'Okonkwo', { gender: 'MALE', bornIn: 1992 }, [
    trajectory(gad7, 'MONTHLY', 6, 'relapsing', 'answered'),
  ]),
  ofBruno('Yasmin', 'Haddad', { gender: 'FEMALE', bornIn: 1988, education: 'POSTGRADUATE' }, [
    trajectory(demoRhythm, 'BIWEEKLY', 10, 'relapsing', 'due'),
    trajectory(phq9, 'BIWEEKLY', 10, 'improving', 'answered'),
  ]),
  ofBruno('Henrique', 'Sales', { gender: 'MALE', bornIn: 1974, inactive: true }, [
    trajectory(phq9, 'BIWEEKLY', 12, 'improving', 'finished'),
  ]),
];

/** The 40 patients of the clinic: who they are, and how they do. All are invented. */
export const ROSTER: readonly PatientProfile[] = [...patientsOfAna, ...patientsOfBruno];
