import type { ListSnapshot } from '../../../extension/background/service/list.ts';
import { PHQ9 } from '../panel-data.ts';

/** The list of a page whose rows name their patients by a number. */
export const ROWS = {
  select: '#list tr',
  patient: [{ from: 'text' as const, kind: 'key' as const, system: 'mrn', select: '.key' }],
  place: { select: '.name', at: 'last' as const },
};

/** Rows of patients `mrn-0`, `mrn-1` and so on. */
export const rowsOf = (count: number): string =>
  `<table><tbody id="list">${Array.from(
    { length: count },
    (_, index) =>
      `<tr><td class="key">mrn-${index}</td><td class="name">Patient ${index} </td><td>ward</td></tr>`,
  ).join('')}</tbody></table>`;

const patientOf = (index: number): string => `3f0e9a52-6a0e-4a53-9f0a-${String(index).padStart(12, '0')}`;

/** Patient `mrn-N` has the score N (up to 27) on PHQ-9; every third a risk flag. */
export function listAnswers(input: Record<string, unknown>): ListSnapshot {
  const rows = input.rows as { keys: { value: string }[] }[];
  return {
    rows: rows.map(({ keys }) => {
      const index = Number(keys[0]?.value.replace('mrn-', ''));
      const patientId = patientOf(index);
      const about = { patientId, formTemplateId: PHQ9, status: 'ANSWERED' as const };
      const isFlagged = index % 3 === 1;
      return {
        state: 'course',
        patientId,
        submissions: [
          {
            ...about,
            id: index * 2 + 1,
            completedFillAt: '2026-10-01T12:00:00Z',
            score: 9,
            riskFlagCount: 0,
          },
          {
            ...about,
            id: index * 2 + 2,
            completedFillAt: '2026-11-01T12:00:00Z',
            score: index % 28,
            globalClassification: { title: index % 28 < 5 ? 'Minimal' : 'More', color: '#17858b' },
            riskFlagCount: isFlagged ? 1 : 0,
          },
        ],
      };
    }),
    scales: {
      [PHQ9]: {
        id: PHQ9,
        title: 'Patient Health Questionnaire-9',
        shortTitle: 'PHQ-9',
        scoreRanges: [
          { title: 'Minimal', minScore: 0, maxScore: 4 },
          { title: 'More', minScore: 5, maxScore: 27 },
        ],
      },
    },
    unreadable: 0,
    at: Date.UTC(2026, 10, 21, 12),
    serviceAt: Date.UTC(2026, 10, 21, 12),
  };
}
