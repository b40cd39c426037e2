import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifyingParts } from './identifying.ts';

const PATIENTS: Parameters<typeof identifyingParts>[1] = [
  { name: 'João Pedro', surname: 'Almeida', birthday: '1984-03-02T12:00:00.000Z' },
  { name: 'Grace', surname: null, birthday: null },
];
const EMAIL = 'an e-mail address';
const PHONE = 'a telephone number';
const NAME = "a patient's full name";
const BIRTHDAY = 'a birthday';

describe('case text that identifies a patient', () => {
  it.each([
    ['Write to maria.silva@example.com about her sleep.', EMAIL],
    ['Contact: x@y.co', EMAIL],
    ['Call +55 11 91234-5678.', PHONE],
    ['Call (11) 91234-5678', PHONE],
    ['Celular 11 91234 5678', PHONE],
    ['Phone 11912345678', PHONE],
    ['Phone 020 7946 0958', PHONE],
    ['Phone 07700 900123', PHONE],
    ['Phone 202-555-0123', PHONE],
    ['PHQ-9 12 on 2026-03-01 then 11 91234-5678', PHONE],
    ['CPF 123.456.789-09', 'a CPF number'],
    ['João Pedro Almeida has slept badly.', NAME],
    ['JOAO  PEDRO\nALMEIDA has slept badly.', NAME],
    ['Seen: joão almeida.', NAME],
    ['A man of 2 March 1984, with low mood.', BIRTHDAY],
    ['A man (02/03/1984) with low mood.', BIRTHDAY],
    ['A man (3/2/1984) with low mood.', BIRTHDAY],
    ['Homem, 2 de março de 1984, humor deprimido.', BIRTHDAY],
    ['March 2nd, 1984', BIRTHDAY],
    ['1984-03-02', BIRTHDAY],
    ['A woman born in Recife on 12/03/1990', BIRTHDAY],
    ['Paciente nascida em 12 de abril de 1990', BIRTHDAY],
    ['DOB: 1990-04-12', BIRTHDAY],
  ])('%j holds %s', (text, part) => {
    expect(identifyingParts(text, PATIENTS)).toContain(part);
  });
});

describe('case text that identifies nobody', () => {
  it.each([
    ['A woman of 34 with low mood for 3 weeks; PHQ-9 14, GAD-7 12.'],
    ['Scores over 8 weeks: 12 14 15 18 20 22 19 17.'],
    ['Treated 2019-2021, again 2022 2023 2024.'],
    ['Symptoms since 2026-01-15, worse since 01/02/2026.'],
    ['Sertraline 50 mg, then 100 mg; 7.5 mg of mirtazapine; 1.000-2.000 kcal.'],
    ['He lives with João; his friend Pedro Almeidas helps.'],
    ['She says grace before meals.'],
    ['Homem de 41 anos, ansioso desde 03/2024, 10 de março sem dormir.'],
    ['Since the accident @ work'],
  ])('%j holds nothing', (text) => {
    expect(identifyingParts(text, PATIENTS)).toEqual([]);
  });
});

it('finds a full name wherever it stands between other words', () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.array(word, { maxLength: 12 }), (before, after) => {
      const text = [...before, 'João Pedro Almeida', ...after].join(' ');
      expect(identifyingParts(text, PATIENTS)).toContain(NAME);
    }),
  );
});
