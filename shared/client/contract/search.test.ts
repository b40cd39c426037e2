import { expect, test } from 'vitest';
import { type Found, type Identifiers, type PatientRecord, searchPatients } from './identifiers.ts';

const [A, B] = ['aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb'];
const person = (patientId: string | null, more: Partial<PatientRecord> = {}): PatientRecord => ({
  patientId,
  name: 'Ana Lima',
  birthday: null,
  email: null,
  phone: null,
  ...more,
});
const January = { birthday: '1990-01-02T00:00:00Z' };
const February = { birthday: '1990-02-01T00:00:00Z' };
const email = 'ana@clinic.example';
const ASKED: Identifiers = { name: 'Ana Lima', birthday: '1990-01-02' };

test.each<[string, Identifiers, readonly PatientRecord[], Found]>([
  [
    'the one of two of a name by the birthday',
    ASKED,
    [person(B, February), person(A, January)],
    { kind: 'one', patientId: A, agreed: ['name', 'birthday'] },
  ],
  [
    'the one of two of a name and an e-mail by the birthday',
    { ...ASKED, email },
    [person(A, { ...January, email }), person(B, { ...February, email })],
    { kind: 'one', patientId: A, agreed: ['name', 'birthday', 'email'] },
  ],
  [
    'nobody by the name alone, though only one has it',
    { name: 'Ana Lima' },
    [person(A, January)],
    { kind: 'none' },
  ],
  ['nobody where the record holds the name only', ASKED, [person(A)], { kind: 'none' }],
  ['nobody of another birthday', ASKED, [person(A, February)], { kind: 'none' }],
  ['nobody among none', ASKED, [], { kind: 'none' }],
  [
    'that it is not known which, of two who agree',
    ASKED,
    [person(A, January), person(B, January)],
    { kind: 'many' },
  ],
  [
    'that it is not known which, of two who agree in different ways',
    { ...ASKED, email },
    [person(A, January), person(B, { email })],
    { kind: 'many' },
  ],
  [
    'that it is not known which, where the record has no id',
    ASKED,
    [person(null, January)],
    { kind: 'many' },
  ],
  [
    'a contradiction where the e-mail agrees and the birthday does not',
    { ...ASKED, email },
    [person(A, { ...February, email })],
    { kind: 'contradicted', kinds: ['birthday'] },
  ],
  [
    'nobody of another name, though all else agrees',
    { ...ASKED, name: 'Eva Lima', email },
    [person(A, { ...January, email })],
    { kind: 'none' },
  ],
])('a search finds %s', (_, asked, records, found) => {
  expect(searchPatients(asked, records)).toEqual(found);
});
