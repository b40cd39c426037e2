import { expect, it } from 'vitest';
import type { ScoredSubmission } from '../../shared/client/contract/resources/submission.ts';
import {
  createListSpeech,
  type RowView,
  sayAge,
  sayClass,
  sayMissedSince,
  sayView,
  toSummary,
} from './summary.ts';

const english = createListSpeech('en');
const ANA = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01';
const PHQ9 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f01';
const DASS = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f02';
const WHO5 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f03';

const answered = (
  id: number,
  formTemplateId: string,
  day: string,
  more: Partial<ScoredSubmission> = {},
): ScoredSubmission => ({
  id,
  formTemplateId,
  patientId: ANA,
  status: 'ANSWERED',
  completedFillAt: `2026-${day}T12:00:00Z`,
  score: 5,
  riskFlagCount: 0,
  ...more,
});
const row = (...submissions: ScoredSubmission[]) => ({
  state: 'course' as const,
  patientId: ANA,
  submissions,
});
const nothing = { scales: {}, unreadable: 0, serviceAt: null };
/** Noon of 22 Nov 2026 by the service's clock. */
const NOW = Date.UTC(2026, 10, 22, 12);

const titles = (summary: ReturnType<typeof toSummary>) => summary.views.map(({ formId }) => formId);

it.each([
  [
    'puts the instrument with a current flag first, then the one answered last',
    false,
    [PHQ9, WHO5, DASS],
    'flagged',
  ],
  ['puts nothing first for a flag that a later answer speaks against', true, [WHO5, PHQ9, DASS], 'none'],
])('%s', (_, isCleared, expected, risk) => {
  const flagged = answered(1, PHQ9, '10-01', { riskFlagCount: 1 });
  const others = [answered(3, DASS, '09-01'), answered(2, WHO5, '11-01')];
  const summary = toSummary(
    row(flagged, ...(isCleared ? [answered(4, PHQ9, '10-08')] : []), ...others),
    nothing,
  );
  expect(titles(summary)).toEqual(expected);
  expect(summary.risk).toBe(risk);
  const said = isCleared ? 'Last flagged 1 Oct 2026 (1 of 2 answers)' : 'Risk flag. 1 Oct 2026';
  const shown = summary.views.find(({ formId }) => formId === PHQ9);
  expect(sayView(english, shown as RowView, null).join(' ')).toContain(said);
});

it('puts an instrument with an answer that could not be read before those that were read', () => {
  const lost = [{ id: 9, patientId: ANA, formTemplateId: PHQ9, completedFillAt: '2026-11-20T12:00:00Z' }];
  const summary = toSummary(
    { ...row(answered(1, PHQ9, '10-01'), answered(2, WHO5, '11-01')), lost },
    nothing,
  );
  expect(titles(summary)).toEqual([PHQ9, WHO5]);
  expect(summary.isPartial).toBe(true);
  expect(sayView(english, summary.views[0] as RowView, null).join(' ')).toContain(
    'The newest answer (20 Nov 2026) could not be read.',
  );
});

it('knows of an instrument all of whose answers could not be read, and says of no answer that there is none', () => {
  const lost = [{ id: 9, patientId: ANA, formTemplateId: PHQ9 }];
  const { views, risk } = toSummary({ ...row(), lost }, nothing);
  expect(views).toMatchObject([{ formId: PHQ9, isLatestKnown: false, points: [] }]);
  expect(risk).toBe('unavailable');
  expect(toSummary({ ...row(), lost: [{ id: 9 }] }, nothing)).toMatchObject({ views: [], isPartial: true });
});

it('gives no patient the instrument or the flag of a row that does not say whose it is', () => {
  const stray = { id: 9, formTemplateId: WHO5, completedFillAt: '2026-11-20T12:00:00Z', riskFlagCount: 1 };
  const summary = toSummary({ ...row(answered(1, PHQ9, '10-01')), lost: [stray] }, nothing);
  expect(titles(summary)).toEqual([PHQ9]);
  expect(summary).toMatchObject({ isPartial: true, risk: 'unavailable' });
  const own = toSummary(
    { ...row(answered(1, PHQ9, '10-01')), lost: [{ ...stray, patientId: ANA }] },
    nothing,
  );
  expect(titles(own)).toEqual([WHO5, PHQ9]);
  expect(own.risk).toBe('flagged');
});

it('says of a row that could not be read no more than that, where it is the only one', () => {
  const lost = [{ patientId: ANA, formTemplateId: PHQ9 }];
  const said = [
    toSummary({ ...row(), lost }, nothing),
    // A state that is not known may be that of an answer.
    toSummary(row(answered(1, PHQ9, '10-01', { status: null })), nothing),
    toSummary(row(answered(1, PHQ9, '10-01', { completedFillAt: null })), nothing),
  ].map(({ views: [view] }) => view && sayView(english, view, null)[0]);
  expect(said).toEqual([
    'Score: A newer answer may be missing',
    'Score: The newest answer (1 Oct 2026) could not be read',
    'Score: A newer answer may be missing',
  ]);
});

it('takes no answer for the latest whose date lies in the future', () => {
  const { views } = toSummary(row(answered(1, PHQ9, '10-01'), answered(2, PHQ9, '11-01')), {
    ...nothing,
    serviceAt: Date.UTC(2026, 9, 20),
  });
  expect(views[0]).toMatchObject({ points: [{ submissionId: 1 }], isLatestKnown: false });
});

it('names a range only with the class that is sent with the score', () => {
  const scoreRanges = [
    { title: 'Minimal', minScore: 0, maxScore: 4 },
    { title: 'Mild', minScore: 5, maxScore: 27 },
  ];
  const scales = { [PHQ9]: { id: PHQ9, title: 'PHQ-9', scoreRanges } };
  const { views } = toSummary(
    row(answered(1, PHQ9, '10-01', { globalClassification: { title: 'Minimal' } })),
    { ...nothing, scales },
  );
  expect(views[0] && sayClass(english, views[0])).toBe('class not known');
});

it('says that scores lie outside the ranges, and no end of the scale', () => {
  const scales = { [PHQ9]: { id: PHQ9, title: 'PHQ-9', scoreRanges: [{ minScore: 0, maxScore: 4 }] } };
  const { views } = toSummary(row(answered(1, PHQ9, '10-01')), { ...nothing, scales });
  expect(views[0] && sayView(english, views[0], null).join(' ')).toBe(
    'PHQ-9: 5, class not known, 1 Oct 2026 No risk flag in the answer of 1 Oct 2026. direction not known. Scores lie outside the ranges.',
  );
});

it('an instrument of subscales alone has no score of the whole, and comes after those that have', () => {
  const unscored = { score: null };
  const summary = toSummary(
    row(answered(1, PHQ9, '10-01'), answered(2, WHO5, '11-01', unscored), answered(3, DASS, '09-01')),
    nothing,
  );
  expect(titles(summary)).toEqual([PHQ9, DASS, WHO5]);
  expect(summary.views[2]).toMatchObject({ unscored: 1, points: [] });
});

it('where the risk data of one instrument are not there, none is not said', () => {
  expect(
    toSummary(row(answered(1, PHQ9, '10-01', { riskFlagCount: null }), answered(2, WHO5, '11-01')), nothing)
      .risk,
  ).toBe('unavailable');
  expect(toSummary(row(answered(2, WHO5, '11-01')), nothing).risk).toBe('none');
  expect(toSummary(row(), nothing)).toMatchObject({ views: [], risk: 'unanswered' });
});

it('says of no row that may be an answer that there is none', () => {
  for (const status of [null, 'REVIEWED'] as const) {
    for (const score of [5, null]) {
      const unsure = answered(1, PHQ9, '10-01', { status: status as null, score, riskFlagCount: null });
      const summary = toSummary(row(unsure), nothing);
      expect(summary).toMatchObject({ risk: 'unavailable', isPartial: true });
      expect(sayView(english, summary.views[0] as RowView, null)).toEqual([
        'Score: The newest answer (1 Oct 2026) could not be read',
        'Risk data unavailable: check the answers.',
      ]);
    }
  }
});

it('leaves out whatever is of somebody else', () => {
  const { views } = toSummary(row(answered(1, PHQ9, '10-01', { patientId: WHO5 })), nothing);
  expect(views).toEqual([]);
});

it('takes the ends of the scale by the instrument’s id, however that is written', () => {
  const scale = { id: PHQ9.toUpperCase(), title: 'PHQ-9', scoreRanges: [{ minScore: 0, maxScore: 27 }] };
  const { views } = toSummary(row(answered(1, PHQ9, '10-01')), {
    ...nothing,
    scales: { [PHQ9.toUpperCase()]: scale },
  });
  expect(views[0]?.yMax).toBe(27);
});

it('says score, class with its range, date, change, risk and scale', () => {
  const scoreRanges = [
    { title: 'Mild', minScore: 5, maxScore: 9 },
    { title: 'Minimal', minScore: 0, maxScore: 4 },
    { title: 'Moderate', minScore: 10, maxScore: 27 },
  ];
  const mild = { globalClassification: { title: 'Mild' } };
  const { views } = toSummary(
    row(answered(1, PHQ9, '10-01', { score: 2 }), answered(2, PHQ9, '11-01', mild)),
    {
      scales: {
        [PHQ9]: { id: PHQ9, title: 'Patient Health Questionnaire', shortTitle: 'PHQ-9', scoreRanges },
      },
      unreadable: 0,
      serviceAt: NOW,
    },
  );
  const [view] = views;
  expect(view?.edges).toEqual([4.5, 9.5]);
  expect(view && sayClass(english, view)).toBe('Mild (5–9)');
  expect(view && sayView(english, view, NOW)).toEqual([
    'PHQ-9: 5 of 27, Mild (5–9), 3 weeks ago (1 Nov 2026)',
    'No risk flag in the answer of 1 Nov 2026.',
    '3 higher than on 1 Oct 2026 (2).',
    'Scale 0 to 27, direction not known.',
  ]);
});

it('says ages by the service’s clock alone, and without one the date', () => {
  const { views } = toSummary(row(answered(1, PHQ9, '11-18')), nothing);
  const [view] = views as [RowView];
  expect(sayAge(english, view, NOW)).toBe('4 days ago');
  expect(sayAge(english, view, null)).toBe('18 Nov 2026');
});

it('says quietly that an instrument does not ask about risk, only where it is a published one by all of its facts', () => {
  // Spitzer, Kroenke, Williams, Löwe 2006: seven items, 0 to 21, higher is worse, none about self-harm.
  const gad7 = {
    id: WHO5,
    shortTitle: 'GAD-7',
    questions: [1, 2, 3, 4, 5, 6, 7],
    scoreRanges: [{ minScore: 0, maxScore: 21 }],
    config: { globalScoreConfig: { scoreDirection: 'HIGHER_WORSE' as const } },
  };
  const summaryOf = (scale: object, more: Partial<ScoredSubmission> = {}) =>
    toSummary(row(answered(1, WHO5, '11-18', { riskFlagCount: null, ...more })), {
      ...nothing,
      scales: { [WHO5]: { ...gad7, ...scale } },
    });
  const said = (summary: ReturnType<typeof summaryOf>) =>
    sayView(english, summary.views[0] as RowView, NOW).join(' ');
  expect(said(summaryOf({}))).toContain('Does not ask about suicide or self-harm.');
  expect(summaryOf({}).risk).toBe('none');
  for (const other of [
    { questions: [1, 2] },
    { questions: null },
    { shortTitle: 'Worries' },
    { config: null },
  ]) {
    expect(said(summaryOf(other))).toContain('Risk data unavailable');
    expect(summaryOf(other).risk).toBe('unavailable');
  }
  const flagged = summaryOf({}, { riskFlagCount: 1 });
  expect(said(flagged)).toContain('Risk flag. 18 Nov 2026.');
  expect(flagged.risk).toBe('flagged');
});

it('says the requests that were missed since the latest answer, and none where a newer one may be missing', () => {
  const missed = (id: number, day: string) =>
    answered(id, PHQ9, day, {
      status: 'CANCELED_LATE',
      completedFillAt: null,
      startedAt: `2026-${day}T12:00:00Z`,
      score: null,
    });
  const submissions = [
    missed(1, '10-01'),
    answered(2, PHQ9, '10-08'),
    missed(3, '10-15'),
    missed(4, '10-22'),
  ];
  const said = (of: ReturnType<typeof row>) =>
    toSummary(of, { ...nothing, serviceAt: NOW }).views.map((view) => sayMissedSince(english, view));
  expect(said(row(...submissions))).toEqual(['2 missed']);
  expect(said(row(...submissions.slice(0, 2)))).toEqual(['']);
  const lost = [{ id: 9, patientId: ANA, formTemplateId: PHQ9, completedFillAt: '2026-11-20T12:00:00Z' }];
  expect(said({ ...row(...submissions), lost } as never)).toEqual(['']);
  const [view] = toSummary(row(...submissions), { ...nothing, serviceAt: NOW }).views;
  expect(view && sayView(english, view, NOW).join(' ')).toContain('2 missed.');
});
