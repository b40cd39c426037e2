import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '../database.ts';
import { type Condition, listingStatement, ofProfessional } from './listing.ts';

const store = openStore();
afterAll(() => store.close());

/** How SQLite would read the list, one line a step. */
function plan(listing: Omit<Parameters<typeof listingStatement>[0], 'limit'>): string {
  const [sql, ...values] = listingStatement({ ...listing, limit: 20 });
  return store
    .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values)
    .map(({ detail }) => detail)
    .join('\n');
}

const PROFESSIONAL: Condition = ['professionalId = ?', 'p'];
const PATIENT: Condition[] = [ofProfessional('p'), ['patientId = ?', 'x']];

describe('the lists of a professional are read in the order of an index, to the limit and no further', () => {
  const columns = ['createdAt', 'updatedAt', 'startedAt', 'nextAnswerAt'] as const;
  const orders = columns.flatMap((column) => [[column, 'ASC'] as const, [column, 'DESC'] as const]);
  it.each(orders)('applications by %s %s', (orderBy, direction) => {
    const steps = plan({ table: 'application', conditions: [PROFESSIONAL], orderBy, direction });
    expect(steps).toContain('SEARCH application USING INDEX');
    expect(steps).not.toContain('TEMP B-TREE');
  });

  it.each([
    ['all', [], undefined],
    ['one status', [], ['ANSWERED']],
    ['several statuses', [], ['ANSWERED', 'LATE', 'CANCELED']],
    ['an instrument', [['formTemplateId = ?', 'f']], undefined],
    ['an instrument and several statuses', [['formTemplateId = ?', 'f']], ['ANSWERED', 'LATE']],
    [
      'dates',
      [
        ['createdAt >= ?', 1],
        ['createdAt <= ?', 2],
      ],
      ['ANSWERED', 'LATE'],
    ],
  ] as const)('submissions: %s', (_, conditions, statuses) => {
    const steps = plan({
      table: 'submission',
      conditions: [PROFESSIONAL, ...conditions],
      statuses,
      orderBy: 'createdAt',
      direction: 'DESC',
    });
    expect(steps).toContain('SEARCH submission USING INDEX');
    expect(steps).not.toContain('TEMP B-TREE');
  });
});

describe('the lists of a patient or an application read its rows only', () => {
  it.each(['createdAt', 'updatedAt', 'startedAt', 'nextAnswerAt'] as const)(
    'applications by %s',
    (orderBy) => {
      for (const statuses of [undefined, ['CREATED', 'IN_PROGRESS']]) {
        const steps = plan({
          table: 'application',
          conditions: PATIENT,
          statuses,
          orderBy,
          direction: 'DESC',
        });
        expect(steps).toContain('USING INDEX applicationOfPatient (patientId=?');
        expect(steps).not.toContain('professionalId=?');
      }
    },
  );

  it('submissions of a patient, and of an application', () => {
    const order = { table: 'submission', orderBy: 'createdAt', direction: 'DESC' } as const;
    expect(plan({ ...order, conditions: PATIENT })).toContain('submissionOfPatient (patientId=?');
    const conditions: Condition[] = [ofProfessional('p'), ['formApplicationId = ?', 1]];
    for (const statuses of [undefined, ['ANSWERED', 'LATE']]) {
      const steps = plan({ ...order, conditions, statuses });
      expect(steps).toContain('submissionOfApplication (formApplicationId=?');
    }
  });
});
