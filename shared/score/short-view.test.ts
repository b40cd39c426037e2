import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScaleSummary, ScoredSubmission } from '../client/contract/index.ts';
import { latestForm, shortView } from './short-view.ts';

const ANA = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01';
const BRUNO = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a02';
const PHQ9 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f01';
const GAD7 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f02';
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 21);

/** An answered submission on a day, as the service's list gives it. */
const answer = (
  id: number,
  day: number,
  score: number | null,
  more: Partial<ScoredSubmission> = {},
): ScoredSubmission => ({
  id,
  patientId: ANA,
  formTemplateId: PHQ9,
  status: 'ANSWERED',
  completedFillAt: new Date(Date.UTC(2026, 0, 1) + day * DAY).toISOString(),
  score,
  hasHighRisk: false,
  riskFlagCount: 0,
  ...more,
});
/** Ranges of PHQ-9 (Kroenke, Spitzer, Williams 2001). */
const SCALE: ScaleSummary = {
  id: PHQ9,
  title: 'Patient Health Questionnaire-9',
  shortTitle: 'PHQ-9',
  config: { globalScoreConfig: { scoreDirection: 'HIGHER_WORSE' } },
  scoreRanges: [
    { minScore: 0, maxScore: 4 },
    { minScore: 20, maxScore: 27 },
    { minScore: 0, maxScore: 90, formSubScaleId: 3 },
  ],
};
const view = (submissions: readonly ScoredSubmission[], scale: ScaleSummary | null = SCALE) =>
  shortView({ patientId: ANA, formId: PHQ9, submissions, scale, now: NOW });

describe('the view of a sparkline', () => {
  it('holds the answers by time, whatever the order in which the list gives them', () => {
    const { points } = view([answer(3, 20, 9), answer(1, 0, 19), answer(2, 10, 14)]);
    expect(points.map(({ score }) => score)).toEqual([19, 14, 9]);
  });

  it('draws the full scale of the instrument, without the ranges of subscales', () => {
    expect(view([answer(1, 0, 9)])).toMatchObject({ yMin: 0, yMax: 27, domainSource: 'ranges' });
    expect(view([answer(1, 0, 9)], null)).toMatchObject({ yMin: 0, yMax: 9, domainSource: 'scores' });
  });

  it('states nothing of a lost row that does not say whose it is, but that it may be a newer answer', () => {
    const submissions = [answer(1, 0, 9)];
    const stray = { id: 9, formTemplateId: PHQ9, completedFillAt: '2026-03-01T12:00:00Z', hasHighRisk: true };
    const seen = (...lost: object[]) => {
      const { risk, unread, isLatestKnown } = shortView({
        patientId: ANA,
        formId: PHQ9,
        submissions,
        scale: SCALE,
        lost: lost as never,
        now: NOW,
      });
      return [risk.kind, unread.at.length + unread.undated, isLatestKnown];
    };
    expect(seen()).toEqual(['none', 0, true]);
    expect(seen(stray)).toEqual(['unavailable', 0, false]);
    expect(seen({ ...stray, patientId: ANA })).toEqual(['flagged', 1, false]);
    expect(seen({ ...stray, patientId: BRUNO })).toEqual(['none', 0, true]);
    expect(seen({ ...stray, formTemplateId: GAD7 })).toEqual(['none', 0, true]);
    expect(seen(stray, { ...stray, id: 8, patientId: ANA })).toEqual(['flagged', 1, false]);
  });

  it('dates no lost answer as the newest where a row that does not say whose it is may be newer', () => {
    const lost = [{ id: 9 }, { id: 8, patientId: ANA, completedFillAt: '2026-01-05T12:00:00Z' }] as never;
    const { unread, isLatestKnown } = shortView({
      patientId: ANA,
      formId: PHQ9,
      submissions: [answer(1, 0, 9), answer(2, 20, 9)],
      lost,
      now: NOW,
    });
    expect({ unread, isLatestKnown }).toEqual({ unread: { at: [], undated: 1 }, isLatestKnown: false });
  });

  it('takes the scale of no other instrument', () => {
    const other = view([answer(1, 0, 9)], { ...SCALE, id: GAD7 });
    expect(other).toMatchObject({ yMax: 9, domainSource: 'scores', direction: 'unknown' });
  });

  it('knows nothing of other patients and other instruments', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            patientId: fc.constantFrom(ANA, ANA.toUpperCase(), BRUNO),
            formTemplateId: fc.constantFrom(PHQ9, GAD7),
            score: fc.integer({ min: 0, max: 27 }),
            day: fc.integer({ min: 0, max: 300 }),
          }),
        ),
        (rows) => {
          const all = rows.map(({ day, score, ...whose }, id) => answer(id + 1, day, score, whose));
          const due = all.filter(
            ({ patientId, formTemplateId }) => patientId.toLowerCase() === ANA && formTemplateId === PHQ9,
          );
          expect(new Set(view(all).points.map(({ submissionId }) => submissionId))).toEqual(
            new Set(due.map(({ id }) => id)),
          );
        },
      ),
    );
  });

  it('says a flag of any answer, the newest first, and of none only where the data are there', () => {
    const flagged = { hasHighRisk: true, riskFlagCount: 2 };
    expect(view([answer(1, 0, 19, flagged), answer(2, 10, 9)]).risk).toMatchObject({
      kind: 'flagged',
      submissionId: 1,
      isCurrent: false,
    });
    expect(view([answer(1, 0, 19)]).risk).toEqual({ kind: 'none', asOf: Date.UTC(2026, 0, 1), unknown: 0 });
    const unknown = { hasHighRisk: null, riskFlagCount: null };
    expect(view([answer(1, 0, 19, unknown)]).risk).toEqual({ kind: 'unavailable' });
  });

  it('takes an answer of unknown state for one that could not be read', () => {
    expect(view([answer(1, 0, 9, { status: null })])).toMatchObject({
      points: [],
      unread: { at: [Date.UTC(2026, 0, 1)], undated: 0 },
      isLatestKnown: false,
      unscored: 0,
    });
  });

  it('has no class that the instrument’s own ranges contradict', () => {
    const scoreRanges = [
      { title: 'Minimal', minScore: 0, maxScore: 4 },
      { title: 'Mild', minScore: 5, maxScore: 9 },
    ];
    const classes = ['Minimal', 'Mild'].map((title) => {
      const globalClassification = { title, color: '#00ff00' };
      return view([answer(1, 0, 9, { globalClassification })], { ...SCALE, scoreRanges }).points[0];
    });
    expect(classes).toMatchObject([
      { classification: null, color: null },
      { classification: 'Mild', color: '#00ff00' },
    ]);
  });

  it('takes no ends from ranges of which one could not be read', () => {
    const scale = { ...SCALE, unreadFields: ['scoreRanges'] } as ScaleSummary;
    expect(view([answer(1, 0, 9)], scale)).toMatchObject({ yMax: 9, domainSource: 'scores' });
  });

  it('marks the gap that a request without an answer leaves', () => {
    const missed = answer(9, 0, null, {
      status: 'CANCELED_LATE',
      completedFillAt: null,
      startedAt: new Date(Date.UTC(2026, 0, 6)).toISOString(),
    });
    const { gaps, missed: count } = view([answer(1, 0, 19), answer(2, 10, 14), missed]);
    expect([...gaps]).toEqual([1]);
    expect(count).toBe(1);
  });

  it('counts answers without a score or an instant, and calls none the latest that may not be', () => {
    const undated = answer(3, 0, 4, { completedFillAt: null });
    expect(view([answer(1, 0, 9), answer(2, 5, null), undated])).toMatchObject({
      unscored: 0,
      unread: { at: [Date.UTC(2026, 0, 6)], undated: 1 },
      isLatestKnown: false,
    });
    expect(view([answer(2, 5, null)])).toMatchObject({ unscored: 1, isLatestKnown: true });
    const unsure = answer(3, 6, null, { status: null });
    expect(view([answer(2, 5, null), unsure])).toMatchObject({ unscored: 1, isLatestKnown: false });
  });
});

describe('the instrument of the latest answer', () => {
  it('is that of the newest answered submission', () => {
    const later = answer(2, 10, 5, { formTemplateId: GAD7 });
    const asked = answer(3, 20, null, { status: 'LATE', completedFillAt: null });
    expect(latestForm([answer(1, 0, 9), later, asked], null)).toBe(GAD7);
  });
  it('is not that of an answer from the future', () => {
    const future = answer(2, 5000, 5, { formTemplateId: GAD7 });
    expect(latestForm([answer(1, 0, 9), future], Date.UTC(2026, 1, 1))).toBe(PHQ9);
  });
  it.each([
    ['an unreadable date', { completedFillAt: null }],
    ['a new state', { status: 'REVIEWED' as never }],
  ])('is that of an answer with %s, if there is no other', (_, more) => {
    const odd = answer(2, 10, 5, { formTemplateId: GAD7, ...more });
    expect(latestForm([odd], null)).toBe(GAD7);
    expect(latestForm([answer(1, 0, 9), odd], null)).toBe(PHQ9);
  });
  it('is none without an answer', () => {
    const asked = answer(3, 20, null, { status: 'LATE', completedFillAt: null });
    expect(latestForm([asked], null)).toBeNull();
  });
});
