import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FoundIdentifier, findIdentifiers, type KnownPerson } from './identifiers.ts';

const ANA: KnownPerson = {
  names: ['Ana Beatriz Gonçalves de Lima'],
  birthdays: ['1990-03-04'],
  emails: ['ana.lima90@clinic.example'],
  phones: ['+55 (11) 98765-4321'],
  keys: ['MRN-00482137'],
};

const kinds = (text: string, person = ANA): FoundIdentifier['kind'][] =>
  findIdentifiers(text, person).map(({ kind }) => kind);
const texts = (text: string, person = ANA): string[] => findIdentifiers(text, person).map((one) => one.text);

describe('the birthday', () => {
  it.each([
    '04/03/1990',
    '4/3/1990',
    '03/04/1990',
    '1990-03-04',
    '1990/3/4',
    '04.03.1990',
    '04-03-90',
    '4/3/90',
    '04 03 1990',
    '04 / 03 / 1990',
    '04031990',
    '19900304',
    '040390',
    '4 March 1990',
    '4th of March, 1990',
    'March 4, 1990',
    'March 4th 1990',
    'Mar. 4 1990',
    '4-Mar-90',
    '4 de março de 1990',
    '4 de MARCO de 1990',
    '4 mar 1990',
    '4º de março',
    '4 de marzo de 1990',
    '4. März 1990',
    '4 mars 1990',
    '1990 March 4',
    '4 de março',
    'March 4',
  ])('is found as %j', (written) => {
    expect(kinds(`nasc. ${written}; relata`)).toEqual(['birthday']);
  });

  it.each([
    '05/03/1990',
    '04/03/1991',
    '4 de abril de 1990',
    'March 14, 1991',
    'PHQ-9 4, GAD-7 3',
    '4 of 3',
    'since 1990',
  ])('is not seen in %j', (written) => {
    expect(kinds(`em ${written}; relata`)).toEqual([]);
  });

  it('is found in every order and separator for any day', () => {
    const day = fc.date({ min: new Date('1920-01-01'), max: new Date('2020-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(
        day,
        fc.constantFrom('/', '-', '.', ' ', ' / '),
        fc.boolean(),
        (date, separator, isPadded) => {
          const iso = date.toISOString().slice(0, 10);
          const [year = '', month = '', dayOf = ''] = iso.split('-');
          const bare = (text: string) => (isPadded ? text : String(Number(text)));
          for (const order of [
            [dayOf, month, year],
            [month, dayOf, year],
            [year, month, dayOf],
          ]) {
            const written = order.map(bare).join(separator);
            expect(kinds(`born ${written} here`, { ...ANA, keys: [], phones: [], birthdays: [iso] })).toEqual(
              ['birthday'],
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('e-mail addresses', () => {
  it.each([
    'ana.lima90@clinic.example',
    'ANA.LIMA90@CLINIC.EXAMPLE',
    'somebody.else@mail.example',
    'bruno (at) mail.example',
    'bruno [arroba] mail [ponto] example',
  ])('are found as %j, whoever’s they are', (written) => {
    expect(kinds(`write to ${written} please`)).toContain('email');
  });

  it('are found by the mailbox alone where it is the patient’s', () => {
    expect(kinds('user ana.lima90 here')).toEqual(['email']);
  });
});

describe('phones', () => {
  it.each([
    '+55 11 98765-4321',
    '(11) 98765 4321',
    '11987654321',
    '98765.4321',
    '9 8765-4321',
    '8765-4321',
    '8765 43 21',
    '0055 11 98765 4321',
    '98·765·43·21',
    '9-8-7-6-5-4-3-2-1',
  ])('are found as %j', (written) => {
    expect(kinds(`tel ${written}.`)).toEqual(['phone']);
  });

  it('are shown as far as they stand there', () => {
    expect(texts('tel (11) 98765-4321.')).toEqual(['11) 98765-4321']);
  });

  it.each(['8765-4322', '4321', '98765', 'PHQ-9 14, GAD-7 11, WHO-5 36'])('are not seen in %j', (written) => {
    expect(kinds(`tel ${written}.`)).toEqual([]);
  });
});

describe('keys', () => {
  it.each([
    'MRN-00482137',
    '00482137',
    '482137',
    '2137',
    '0048',
    'nº 0048 2137',
    '004.821.37',
    'mrn 00482137',
    'MRN00482137',
  ])('are found as %j', (written) => {
    expect(kinds(`prontuário ${written}, 36 anos`)).toEqual(['key']);
  });

  it.each(['137', '213', '36 anos', '1999 e 2003', '5555'])('are not seen in %j', (written) => {
    expect(kinds(`tem ${written} hoje`)).toEqual([]);
  });

  it('leaves a year a year, unless it is the whole key', () => {
    expect(kinds('since 2019', { ...ANA, keys: ['20190077'] })).toEqual([]);
    expect(kinds('record 2019', { ...ANA, keys: ['2019'] })).toEqual(['key']);
  });

  it('finds keys of letters and figures, whole or by a group of them', () => {
    const person = { ...ANA, keys: ['3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01'] };
    expect(kinds('see 3F0E9A52-6A0E-4A53-9F0A-0D6F2B6F9A01', person)).toEqual(['key']);
    expect(kinds('see 3f0e9a52', person)).toEqual(['key']);
    expect(kinds('see 3f0e', person)).toEqual([]);
    expect(kinds('see X7K2B', { ...ANA, keys: ['X7-K2B'] })).toEqual(['key']);
  });
});
