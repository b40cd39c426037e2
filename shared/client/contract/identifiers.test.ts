import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  compareIdentifiers,
  comparePhones,
  type Identifiers,
  type PatientRecord,
  searchPatients,
} from './identifiers.ts';

type Verdict = ReturnType<typeof comparePhones>;
const NOTHING = { name: null, birthday: null, email: null, phone: null };

/** The verdict on one kind of identifier. */
function compare(kind: 'name' | 'birthday', given: string, recorded: string): Verdict {
  const compared = compareIdentifiers({ [kind]: given }, { ...NOTHING, [kind]: recorded });
  if (compared.agreed.includes(kind)) return 'agrees';
  return compared.contradicted.includes(kind) ? 'contradicts' : 'unknown';
}

const isRecognised = (given: Identifiers, record: PatientRecord): boolean =>
  searchPatients(given, [record]).kind !== 'none';

describe('two names', () => {
  test.each<[string, string, Verdict]>([
    ['Ana Lima', 'ANA  LIMA', 'agrees'],
    ['João Antônio Conceição', 'Joao Antonio Conceicao', 'agrees'],
    ['Joa\u0303o', 'Jo\u00e3o', 'agrees'],
    ['LIMA, Ana', 'Ana Lima', 'agrees'],
    ["Siobhán O'Brien", 'Siobhan O’Brien', 'agrees'],
    ['Anne-Marie Dupont', 'Anne Marie Dupont', 'agrees'],
    ['Ana Lima', 'Ana Luma', 'contradicts'],
    ['Ana Lima', 'Ana Lima Souza', 'contradicts'],
    ['Ana Lima', 'Ana B. Lima', 'contradicts'],
    // Vowel signs are no accents: these are two names, "Rama" and "Rami".
    ['रामा', 'रामी', 'contradicts'],
    ['が', 'か', 'contradicts'],
    ['---', 'Ana Lima', 'unknown'],
  ])('%s and %s: %s', (one, other, result) => {
    expect(compare('name', one, other)).toBe(result);
    expect(compare('name', other, one)).toBe(result);
  });
});

describe('two phone numbers', () => {
  test.each<[string, string, Verdict]>([
    ['+55 (11) 90000-1234', '+5511900001234', 'agrees'],
    ['(11) 90000-1234', '+5511900001234', 'agrees'],
    ['011 90000-1234', '+5511900001234', 'agrees'],
    ['0055 11 90000 1234', '+5511900001234', 'agrees'],
    ['5511900001234', '11900001234', 'agrees'],
    ['07700 900123', '+44 7700 900123', 'agrees'],
    ['+44 (0)7700 900123', '+447700900123', 'agrees'],
    ['202-555-0100', '+1 202 555 0100', 'agrees'],
    ['+55 11 90000-1234', '+55 11 90000-1235', 'contradicts'],
    // The same number in two countries, and in two towns.
    ['+44 7700 900123', '+49 7700 900123', 'contradicts'],
    ['(11) 3000-1234', '(21) 3000-1234', 'contradicts'],
    ['3000-1234', '+55 11 3000-1234', 'contradicts'],
    ['3000-1234', '11 3000-1234', 'contradicts'],
    ['900-123', '+44 7700 900123', 'unknown'],
    ['', '+447700900123', 'unknown'],
  ])('%s and %s: %s', (one, other, result) => {
    expect(comparePhones(one, other)).toBe(result);
    expect(comparePhones(other, one)).toBe(result);
  });
});

describe('a day and a recorded birthday', () => {
  test.each<[string, string, Verdict]>([
    ['1990-01-02', '1990-01-02T00:00:00Z', 'agrees'],
    ['1990-01-02', '1990-01-02', 'agrees'],
    // The same two digits the other way round.
    ['1990-01-02', '1990-02-01T00:00:00Z', 'contradicts'],
    ['1990-01-02', '1990-01-02T00:00:00+02:00', 'unknown'],
    ['1990-01-01', '1990-01-02T00:00:00+02:00', 'unknown'],
    ['1990-01-03', '1990-01-02T00:00:00+02:00', 'contradicts'],
    ['1990-01-02', 'the second of January', 'unknown'],
  ])('%s and %s: %s', (given, recorded, result) => {
    expect(compare('birthday', given, recorded)).toBe(result);
  });
});

const RECORD: PatientRecord = {
  patientId: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
  name: 'Ana Lima',
  birthday: '1990-01-02T00:00:00Z',
  email: 'ana@clinic.example',
  phone: '+5511900001234',
};

describe('a person', () => {
  test.each<[string, Identifiers, boolean, readonly string[]]>([
    ['by name and birthday', { name: 'ana lima', birthday: '1990-01-02' }, true, []],
    ['by name and e-mail', { name: 'Ana Lima', email: ' ANA@clinic.example' }, true, []],
    ['by name and phone', { name: 'Ana', surname: 'Lima', phone: '11 90000-1234' }, true, []],
    ['not by name alone', { name: 'Ana Lima' }, false, []],
    [
      'not by all but the name',
      { name: 'Eva Lima', birthday: '1990-01-02', email: 'ana@clinic.example' },
      false,
      ['name'],
    ],
    ['not without a name', { birthday: '1990-01-02', email: 'ana@clinic.example' }, false, []],
  ])('is recognised %s', (_, given, recognised, contradicted) => {
    expect(isRecognised(given, RECORD)).toBe(recognised);
    expect(compareIdentifiers(given, RECORD).contradicted).toEqual(contradicted);
  });

  it('is contradicted by a birthday though name and e-mail agree', () => {
    const given = { name: 'Ana Lima', birthday: '1990-02-01', email: 'ana@clinic.example' };
    expect(compareIdentifiers(given, RECORD)).toEqual({
      agreed: ['name', 'email'],
      contradicted: ['birthday'],
    });
  });

  it('is never recognised where only the name agrees, whatever the rest is', () => {
    const other = fc.record({
      birthday: fc.option(
        fc.date({ noInvalidDate: true }).map((day) => day.toISOString()),
        { nil: null },
      ),
      email: fc.option(fc.emailAddress(), { nil: null }),
      phone: fc.option(fc.stringMatching(/^\+[1-9]\d{9,12}$/), { nil: null }),
    });
    fc.assert(
      fc.property(fc.string(), other, (name, rest) => {
        const given = {
          name,
          birthday: '1875-01-02',
          email: 'nobody@nowhere.example',
          phone: '+99912345678',
        };
        fc.pre(rest.birthday?.slice(0, 4) !== '1875' && rest.phone !== given.phone);
        expect(isRecognised(given, { ...RECORD, name, ...rest })).toBe(false);
      }),
    );
  });
});
