import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FoundIdentifier, findIdentifiers, type KnownPerson, knownPerson } from './identifiers.ts';

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

describe('names', () => {
  it.each([
    ['Ana has slept badly', ['Ana']],
    ['ANA has slept badly', ['ANA']],
    ['Beatriz, 36 anos', ['Beatriz']],
    ['paciente goncalves', ['goncalves']],
    ['Gonçalves', ['Gonçalves']],
    ['Mrs Lima’s sleep', ['Lima']],
    ['a senhora Lima.', ['Lima']],
    ['Ána', ['Ána']],
    ['Ａｎａ', ['Ａｎａ']],
    ['A\u200bna', ['A\u200bna']],
    ['(Lima)', ['Lima']],
    ['ana_lima', ['ana', 'lima']],
    ['analima', ['analima']],
    ['Ana-Beatriz', ['Ana-Beatriz']],
  ])('finds in %j', (text, found) => {
    expect(texts(text)).toEqual(found);
  });

  it.each([
    'anamnese sem alterações',
    'limalha',
    'a dor de cabeça',
    'sintomas de ansiedade há 3 semanas',
    'banana',
  ])('finds nothing in %j, where a part of the name only begins or ends a word', (text) => {
    expect(kinds(text)).toEqual([]);
  });

  it('does not take a particle for a name', () => {
    const person = { ...ANA, names: ['João dos Santos e Silva'] };
    expect(kinds('piora dos sintomas e da insônia', person)).toEqual([]);
    expect(texts('joao, dos Santos', person)).toEqual(['joao', 'Santos']);
  });

  it('finds short parts only beside their neighbour', () => {
    const person = { ...ANA, names: ['Li Wu'] };
    expect(kinds('li o prontuário', person)).toEqual([]);
    expect(texts('about Li Wu today', person)).toEqual(['Li Wu']);
    expect(texts('about LiWu today', person)).toEqual(['LiWu']);
  });

  it('finds names with apostrophes and hyphens however they are written', () => {
    const person = { ...ANA, names: ["Maria D'Ávila-Souza"] };
    for (const text of ['D’Avila', 'DÁVILA', 'davila', 'd´avila'])
      expect(kinds(text, person)).toEqual(['name']);
    expect(texts('souza', person)).toEqual(['souza']);
  });

  it('finds letters that Unicode does not take apart, and umlauts written out', () => {
    expect(texts('Herr Mueller', { ...ANA, names: ['Jürgen Müller'] })).toEqual(['Mueller']);
    expect(texts('Herr Muller', { ...ANA, names: ['Jürgen Müller'] })).toEqual(['Muller']);
    expect(texts('Strauss', { ...ANA, names: ['Eva Strauß'] })).toEqual(['Strauss']);
    expect(texts('Soren', { ...ANA, names: ['Søren Åberg'] })).toEqual(['Soren']);
  });

  it('finds names of scripts without blanks within a sentence', () => {
    expect(texts('患者李伟失眠', { ...ANA, names: ['李伟'] })).toEqual(['李伟']);
  });

  it('takes no sign of a name for an instruction to the search', () => {
    expect(kinds('any text (at) all', { ...ANA, names: ['.* (Bob) [x]+'] })).toEqual([]);
    expect(texts('so Bob said', { ...ANA, names: ['.* (Bob) [x]+'] })).toEqual(['Bob']);
  });
});

describe('initials', () => {
  it.each([
    ['A.B.G.L., 36', 'A.B.G.L.'],
    ['a. l. says', 'a. l.'],
    ['A.L is', 'A.L'],
    ['Paciente AL, 36 anos', 'AL'],
    ['ABGL', 'ABGL'],
    ['A. B. G. d. L.', 'A. B. G. d. L.'],
  ])('finds in %j', (text, found) => {
    expect(findIdentifiers(text, ANA)).toMatchObject([{ kind: 'initials', text: found }]);
  });

  it('leaves words and the names of instruments alone', () => {
    expect(kinds('al dente, AL1, XAL')).toEqual([]);
    const person = { ...ANA, names: ['Paulo Henrique Queiroz'] };
    expect(kinds('PHQ-9 of 14 and PHQ 9', person)).toEqual(['initials']);
    expect(kinds('PHQ-9 of 14', person)).toEqual([]);
  });
});

describe('a text', () => {
  it('shows each finding once, by its place in the text as it was typed', () => {
    const text = 'É a Ana Lima, nascida em 4 de março de 1990 (ana.lima90@clinic.example).';
    const found = findIdentifiers(text, ANA);
    expect(found.map(({ kind, text: own }) => [kind, own])).toEqual([
      ['name', 'Ana'],
      ['name', 'Lima'],
      ['birthday', '4 de março de 1990'],
      ['email', 'ana.lima90@clinic.example'],
    ]);
    for (const { from, to, text: own } of found) expect(text.slice(from, to)).toBe(own);
  });

  it('without anything of the patient has no findings', () => {
    const text =
      'Mulher de 36 anos, insônia há 3 meses, humor deprimido, PHQ-9 de 14 em 2 de maio, sem ideação suicida. Em uso de sertralina 50 mg desde 2024.';
    expect(kinds(text)).toEqual([]);
  });

  it('is searched to its end whatever stands in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (text, name) => {
        for (const one of findIdentifiers(text, { ...ANA, names: [name], keys: [name], emails: [name] })) {
          expect(text.slice(one.from, one.to)).toBe(one.text);
          expect(one.to).toBeGreaterThan(one.from);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('with the name, however cased and wherever it stands, has a finding', () => {
    const word = fc.stringMatching(/^[a-zà-öø-ú]{4,9}$/).filter((name) => !/^(?:della|dello)$/.test(name));
    fc.assert(
      fc.property(
        word,
        fc.boolean(),
        fc.constantFrom(' ', ', ', '\n', ' (', ': '),
        (name, isUpper, before) => {
          const text = `Paciente${before}${isUpper ? name.toUpperCase() : name} dorme mal`;
          expect(kinds(text, { ...ANA, names: [name] })).toContain('name');
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('what is known of a patient', () => {
  const record = {
    serviceId: '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01',
    name: 'Ana',
    surname: 'Lima',
    birthday: '1990-03-04T23:00:00-03:00',
    email: 'ana@clinic.example',
    cellphone: null,
  };

  it('is what the page says and what the record says, each once', () => {
    const identity = { keys: [{ system: '', value: '482137' }], name: 'Ana Lima', birthday: '1990-03-04' };
    expect(knownPerson(identity, record)).toEqual({
      names: ['Ana Lima'],
      birthdays: ['1990-03-04', '1990-03-05'],
      emails: ['ana@clinic.example'],
      phones: [],
      keys: ['482137', record.serviceId],
    });
  });

  it('is nothing where nobody is recognised', () => {
    expect(knownPerson(null, null)).toEqual({ names: [], birthdays: [], emails: [], phones: [], keys: [] });
  });
});
