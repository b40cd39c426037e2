import { describe, expect, it } from 'vitest';
import type { Application, ApplicationStatus } from '../../../shared/client/contract/index.ts';
import { foundAmong } from './apply.ts';
import { instrumentsOf } from './chart.ts';

const FORMS = { a: '7d4f2b9c-0000-4a4a-8b8b-0c0c0c0c0c0a', b: '7d4f2b9c-0000-4a4a-8b8b-0c0c0c0c0c0b' };
const ME = '0b6f1c1e-9d5c-4f0e-8a55-3f1f0f6d2a01';

const application = (
  id: number,
  form: keyof typeof FORMS,
  status: ApplicationStatus,
  answered?: string,
  changes: Partial<Application> = {},
): Application => ({
  id,
  patientId: '5a1f6a0e-2c55-4f8e-9a0a-7c9f6c1d1111',
  authorId: ME,
  formTemplateId: FORMS[form],
  formTemplate: { templateId: FORMS[form], title: form },
  recurrenceCycle: 'WEEKLY',
  status,
  ...(answered ? { lastSubmission: { id: id * 10, completedFillAt: `${answered}T00:00:00Z` } } : {}),
  ...changes,
});

describe('the instruments of a chart', () => {
  const titles = (...applications: Application[]) => instrumentsOf(applications).map(({ title }) => title);

  it('are each there once, those in use first', () => {
    expect(
      titles(
        application(1, 'a', 'FINISHED', '2026-05-01'),
        application(2, 'b', 'IN_PROGRESS', '2026-01-01'),
        application(3, 'b', 'FINISHED'),
      ),
    ).toEqual(['b', 'a']);
  });

  it('are then ordered by the newest answer, so that one without an answer is not on top', () => {
    expect(
      titles(application(1, 'a', 'IN_PROGRESS'), application(2, 'b', 'IN_PROGRESS', '2026-01-01')),
    ).toEqual(['b', 'a']);
  });
});

describe('the application of a lost answer', () => {
  it('is new, of the same recurrence and by the same professional', () => {
    const mine = application(9, 'a', 'IN_PROGRESS');
    expect(foundAmong([application(1, 'a', 'IN_PROGRESS'), mine], [1], 'WEEKLY', ME)).toBe(mine);
  });

  it.each([
    ['that was there before', application(1, 'a', 'IN_PROGRESS')],
    ['of another recurrence', application(2, 'a', 'IN_PROGRESS', undefined, { recurrenceCycle: 'DAILY' })],
    ['by another professional', application(2, 'a', 'IN_PROGRESS', undefined, { authorId: FORMS.a })],
  ])('is not one %s', (_, other) => {
    expect(foundAmong([other], [1], 'WEEKLY', ME)).toBeNull();
  });
});
