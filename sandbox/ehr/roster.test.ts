import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Application, ApplicationStatus, Patient } from '../../shared/client/contract/index.ts';
import { filterRoster, isNearlySame, toChartInstruments, toRoster } from './roster.ts';
import { DEFAULT_LIST, type ListView } from './staff.ts';

const patient = (last: string, name: string, surname: string, birthday: string): Patient => ({
  serviceId: `5a1f6a0e-2c55-4f8e-9a0a-7c9f6c1d000${last}`,
  name,
  surname,
  birthday: `${birthday}T00:00:00Z`,
  email: `${last}@example.com`,
});
const PATIENTS = [
  patient('1', 'Maria', 'Souza', '1991-04-06'),
  patient('2', 'Mária', 'Sousa', '1989-06-01'),
  patient('3', 'Antônio', 'Dias', '1970-12-24'),
];
const rows = toRoster(PATIENTS, []);
const shown = (changes: Partial<ListView>) =>
  filterRoster(rows, { ...DEFAULT_LIST, ...changes }, (at) => at.slice(0, 10)).map(
    ({ fullName }) => fullName,
  );

describe('names', () => {
  it.each([
    ['souza', 'sousa', true],
    ['ana lima', 'ana lima', true],
    ['martha', 'marta', true],
    ['ana', 'anabel', false],
    ['kitten', 'sitting', false],
  ])('%s and %s are nearly the same: %s', (one, other, nearly) => {
    expect(isNearlySame(one, other)).toBe(nearly);
  });

  it('are as near in one direction as in the other, and one changed letter keeps them near', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (one, other) => {
        expect(isNearlySame(one, other)).toBe(isNearlySame(other, one));
      }),
    );
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 12 }), fc.nat(), (name, at) => {
        const cut = at % name.length;
        expect(isNearlySame(name, `${name.slice(0, cut)}#${name.slice(cut + 1)}`)).toBe(true);
      }),
    );
  });

  it('that are nearly the same mark both patients, whatever their accents, and nobody else', () => {
    expect(rows.map(({ isSimilar }) => isSimilar)).toEqual([true, true, false]);
  });
});

describe('the patient list', () => {
  it.each([
    ['antonio', ['Antônio Dias']],
    ['ANTÔNIO', ['Antônio Dias']],
    ['maria 1991', ['Maria Souza']],
    ['01/06/1989', ['Mária Sousa']],
    ['3@example', ['Antônio Dias']],
    ['nobody', []],
  ])('finds "%s"', (query, names) => {
    expect(shown({ query })).toEqual(names);
  });

  it('finds a patient by the record number, with its dash or without', () => {
    const record = rows[0]?.record ?? '';
    expect(record).toMatch(/^\d{4}-\d{4}$/);
    expect(shown({ query: record })).toEqual(['Maria Souza']);
    expect(shown({ query: record.replace('-', '') })).toEqual(['Maria Souza']);
  });

  it('sorts by name and by birthday, both ways', () => {
    expect(shown({})).toEqual(['Antônio Dias', 'Mária Sousa', 'Maria Souza']);
    expect(shown({ descending: true })[0]).toBe('Maria Souza');
    expect(shown({ sort: 'birthday' })[0]).toBe('Antônio Dias');
  });

  it('does not say "none" of applications that could not be read', () => {
    expect(toRoster(PATIENTS, null)[0]?.lastAnswer).toBeUndefined();
    expect(toRoster(PATIENTS, [])[0]?.lastAnswer).toBeNull();
  });
});

const FORMS = { a: '7d4f2b9c-0000-4a4a-8b8b-0c0c0c0c0c0a', b: '7d4f2b9c-0000-4a4a-8b8b-0c0c0c0c0c0b' };

const application = (
  id: number,
  form: keyof typeof FORMS,
  status: ApplicationStatus,
  answered?: string,
): Application => ({
  id,
  patientId: '5a1f6a0e-2c55-4f8e-9a0a-7c9f6c1d1111',
  formTemplateId: FORMS[form],
  formTemplate: { templateId: FORMS[form], title: form },
  recurrenceCycle: 'WEEKLY',
  status,
  ...(answered ? { lastSubmission: { id: id * 10, completedFillAt: `${answered}T00:00:00Z` } } : {}),
});

describe('the instruments of a chart', () => {
  const titles = (...applications: Application[]) =>
    toChartInstruments(applications).map(({ title }) => title);

  it('are each there once, those in use first', () => {
    expect(
      titles(
        application(1, 'a', 'FINISHED', '2026-05-01'),
        application(2, 'b', 'IN_PROGRESS', '2026-01-01'),
        application(3, 'b', 'FINISHED'),
      ),
    ).toEqual(['b', 'a']);
  });

  it('are not in use by what was asked once and answered', () => {
    const once = { recurrenceCycle: 'NOW', startedAt: '2026-05-01T00:00:00Z' } as const;
    const answered = { ...application(1, 'a', 'IN_PROGRESS', '2026-05-02'), ...once };
    const open = { ...application(2, 'b', 'IN_PROGRESS'), ...once };
    expect(toChartInstruments([answered, open]).map(({ isInUse }) => isInUse)).toEqual([true, false]);
    expect(titles(answered, open)).toEqual(['b', 'a']);
    const [row] = toRoster([{ ...PATIENTS[0], serviceId: answered.patientId } as Patient], [answered, open]);
    expect(row?.inUse).toEqual(['b']);
  });

  it('are then ordered by the newest answer, so that one without an answer is not on top', () => {
    expect(
      titles(application(1, 'a', 'IN_PROGRESS'), application(2, 'b', 'IN_PROGRESS', '2026-01-01')),
    ).toEqual(['b', 'a']);
  });
});
