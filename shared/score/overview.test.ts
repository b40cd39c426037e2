import { describe, expect, it } from 'vitest';
import type { ScaleSummary, ScoredSubmission } from '../client/contract/index.ts';
import { isFlagged, keepOrder, type PlannedRequest, toOverview } from './overview.ts';

const ANA = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01';
const BRUNO = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a02';
const PHQ9 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f01';
const GAD7 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f02';
const K10 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f10';
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 21);
const on = (day: number): string => new Date(Date.UTC(2026, 0, 1) + day * DAY).toISOString();

let lastId = 0;
const answer = (
  form: string,
  day: number,
  score: number | null,
  more: Partial<ScoredSubmission> = {},
): ScoredSubmission => ({
  id: ++lastId,
  patientId: ANA,
  formTemplateId: form,
  status: 'ANSWERED',
  completedFillAt: on(day),
  score,
  hasHighRisk: false,
  riskFlagCount: 0,
  ...more,
});
const FLAGGED = { hasHighRisk: true, riskFlagCount: 1 };
const request = (form: string, nextAnswerAt: string | null, more: Partial<PlannedRequest> = {}) => ({
  patientId: ANA,
  formTemplateId: form,
  status: 'IN_PROGRESS',
  nextAnswerAt,
  ...more,
});
const SCALE: ScaleSummary = {
  id: PHQ9,
  shortTitle: 'PHQ-9',
  scoreRanges: [
    { title: 'Minimal', minScore: 0, maxScore: 4 },
    { title: 'Severe', minScore: 20, maxScore: 27 },
  ],
};

const overview = (
  submissions: readonly ScoredSubmission[],
  more: Partial<Parameters<typeof toOverview>[0]> = {},
) => {
  const rest = { lost: [], applications: [], scales: new Map([[PHQ9, SCALE]]), now: NOW };
  return toOverview({ patientId: ANA, submissions, ...rest, ...more });
};
const forms = ({ rows }: ReturnType<typeof overview>) => rows.map(({ formId }) => formId);

describe('the instruments of a patient', () => {
  it('are those of answers and of applications, each once, by their newest answer', () => {
    const found = overview([answer(PHQ9, 0, 9), answer(GAD7, 5, 3), answer(PHQ9, 3, 8)], {
      applications: [request(K10, null), request(PHQ9.toUpperCase(), null)],
    });
    expect(forms(found)).toEqual([GAD7, PHQ9, K10]);
  });

  it('begin with one that has a flag, however old its answer', () => {
    const found = overview([answer(PHQ9, 0, 9, FLAGGED), answer(GAD7, 5, 3)]);
    expect(forms(found)).toEqual([PHQ9, GAD7]);
    expect(found.rows.map(isFlagged)).toEqual([true, false]);
  });

  it('have the newest flag first, however new the answers beside it', () => {
    const earlier = answer(PHQ9, 6, 9, FLAGGED);
    const unread = { formTemplateId: PHQ9, patientId: ANA, status: 'ANSWERED', completedFillAt: on(9) };
    const found = overview([answer(K10, 1, 9, FLAGGED), earlier, answer(GAD7, 7, 9, FLAGGED)], {
      lost: [unread],
    });
    expect(found.rows.map(({ answeredAt }) => answeredAt)).toEqual(
      [7, 9, 1].map((day) => Date.parse(on(day))),
    );
    expect(forms(found)).toEqual([GAD7, PHQ9, K10]);
  });

  it('an answer to another instrument takes no flag away, a later one without a flag to the same does', () => {
    const flag = answer(PHQ9, 0, 9, FLAGGED);
    expect(overview([flag, answer(GAD7, 5, 3)]).rows.map(isFlagged)).toEqual([true, false]);
    expect(overview([flag, answer(PHQ9, 5, 3)]).rows.map(isFlagged)).toEqual([false]);
  });

  it('say the next date of an active application, the earliest, and none of the past or of a closed one', () => {
    const found = overview([answer(PHQ9, 0, 9)], {
      applications: [
        request(PHQ9, on(400)),
        request(PHQ9, on(350)),
        request(PHQ9, on(10)),
        request(PHQ9, on(330), { status: 'FINISHED' }),
        request(GAD7, null),
      ],
    });
    expect(found.rows.map(({ nextAt }) => nextAt)).toEqual([Date.parse(on(350)), null]);
  });

  it('do not hide a newer answer that only an application names', () => {
    const last = { id: 999, score: 20, completedFillAt: on(9) };
    const [row] = overview([answer(PHQ9, 0, 9)], {
      applications: [request(PHQ9, null, { lastSubmission: last })],
    }).rows;
    expect(row?.view).toMatchObject({ isLatestKnown: false, risk: { kind: 'unavailable' } });
    const known = overview([answer(PHQ9, 0, 9, { id: 999 })], {
      applications: [request(PHQ9, null, { lastSubmission: { ...last, completedFillAt: on(0) } })],
    });
    expect(known.rows[0]?.view.isLatestKnown).toBe(true);
  });

  it('count an answer once that lost its id in the list and that an application names too', () => {
    const lost = [{ status: 'ANSWERED', patientId: ANA, formTemplateId: PHQ9, completedFillAt: on(9) }];
    const applications = [request(PHQ9, null, { lastSubmission: { id: 77, completedFillAt: on(9) } })];
    const [row] = overview([answer(PHQ9, 0, 9)], { lost, applications }).rows;
    expect(row?.view.unread).toEqual({ at: [Date.parse(on(9))], undated: 0 });
    expect(row?.view.isLatestKnown).toBe(false);
    const flagged = overview([answer(PHQ9, 0, 9)], { lost: [{ ...lost[0], ...FLAGGED }], applications });
    expect(flagged.rows[0]?.view.risk).toMatchObject({ kind: 'flagged', flagged: 1, answers: 2 });
  });

  it('take an answer of an application for the one of the same instrument and instant in the list', () => {
    const lastSubmission = { id: 77, completedFillAt: '2026-01-10T00:00:00.000+00:00' };
    const read = answer(PHQ9, 9, 14);
    const row = (form: string) =>
      overview([read], { applications: [request(form, null, { lastSubmission })] }).rows.find(
        ({ formId }) => formId === form,
      );
    expect(row(PHQ9)?.view).toMatchObject({ isLatestKnown: true, unread: { at: [], undated: 0 } });
    expect(row(GAD7)?.view.unread.at).toEqual([Date.parse(on(9))]);
  });

  it('count an answer of which the instrument cannot be read, and know of no row that it is the latest', () => {
    const found = overview([answer(PHQ9, 0, 9)], { lost: [{ id: 5, status: 'ANSWERED', patientId: ANA }] });
    expect(found.unlisted).toBe(1);
    expect(found.rows[0]?.view.isLatestKnown).toBe(false);
  });

  it('take nothing of another patient', () => {
    const found = overview([answer(PHQ9, 0, 9)], {
      lost: [{ id: 5, status: 'ANSWERED', patientId: BRUNO, formTemplateId: GAD7 }],
    });
    expect(forms(found)).toEqual([PHQ9]);
    expect(found).toMatchObject({ unlisted: 0, rows: [{ view: { isLatestKnown: true } }] });
  });

  it('say that nothing was answered only where nothing may be an answer', () => {
    const applications = [request(PHQ9, null)];
    const isUnanswered = (...given: Parameters<typeof overview>) => overview(...given).rows[0]?.isUnanswered;
    expect(isUnanswered([], { applications })).toBe(true);
    expect(isUnanswered([answer(PHQ9, 0, null, { status: 'LATE' })], { applications })).toBe(true);
    expect(isUnanswered([answer(PHQ9, 0, null, { status: 'NEW_STATE' })], { applications })).toBe(false);
    expect(isUnanswered([], { applications, lost: [{ id: 1, status: 'ANSWERED', patientId: ANA }] })).toBe(
      false,
    );
  });

  it('have the range of the latest answer, where the instrument says one', () => {
    const band = (score: number) => overview([answer(PHQ9, 0, score)]).rows[0]?.band;
    expect(band(3)).toMatchObject({ minScore: 0, maxScore: 4 });
    expect(band(12)).toBeNull();
  });

  it('have the subscales of the latest answer where there is no score of the whole', () => {
    const subscaleScores = [{ name: 'Stress', score: 14 }, { name: 'Anxiety' }];
    const [row] = overview([
      answer(PHQ9, 5, null, { subscaleScores }),
      answer(PHQ9, 0, null, { subscaleScores: [{ name: 'Stress', score: 2 }] }),
    ]).rows;
    expect(row).toMatchObject({ subscales: [{ name: 'Stress', score: 14 }], answeredAt: Date.parse(on(5)) });
  });
});

it('keeps the order of instruments that are shown, and puts those that come last', () => {
  const { rows } = overview([answer(PHQ9, 0, 9, FLAGGED), answer(GAD7, 5, 3), answer(K10, 7, 3)]);
  const kept = (shown: string[]) => keepOrder(rows, shown).map(({ formId }) => formId);
  expect(kept([])).toEqual([PHQ9, K10, GAD7]);
  expect(kept([GAD7, PHQ9])).toEqual([GAD7, PHQ9, K10]);
  expect(kept([GAD7, BRUNO])).toEqual([GAD7, PHQ9, K10]);
});
