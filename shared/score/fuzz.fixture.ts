import fc from 'fast-check';
import type { Instrument, ScoreGraph, Submission } from '../client/contract/index.ts';

export const PATIENT = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01';
export const OTHER_PATIENT = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9aff';
export const FORM = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f01';
const DAY = 86_400_000;
const at = (day: number): string => new Date(Date.UTC(2026, 5, 1, 12) + day * DAY).toISOString();

/** What runs where a text is taken for markup, an address, a style or code. */
export const MARKUP = [
  '<img src=x onerror="globalThis.executed=1">',
  '"><script>globalThis.executed=2</script>',
  '<svg onload=globalThis.executed=3>',
  'javascript:globalThis.executed=4',
  'red;background:url(https://elsewhere.test/executed)',
  '</style><style>*{display:none}',
] as const;

/** Ranges as published: Kroenke, Spitzer, Williams 2001. */
const RANGES = (
  [
    ['Minimal', 0, 4, '#17858b'],
    ['Mild', 5, 9, '#8a7a0c'],
    ['Moderate', 10, 14, '#c8641a'],
    ['Moderately severe', 15, 19, '#d8404d'],
    ['Severe', 20, 27, '#9a56d0'],
  ] as const
).map(([title, minScore, maxScore, color]) => ({ title, minScore, maxScore, color }));

/** What the service answers about one patient's course. */
export interface Answered {
  readonly graph: ScoreGraph;
  readonly instrument: Instrument;
  readonly submissions: readonly Submission[];
}

/** A sound course on PHQ-9: an answer every 14 days, one of them flagged, and a request without an answer. */
export function sound(scores: readonly number[] = [19, 17, 18, 14, 11, 14]): Answered {
  const common = { formTemplateId: FORM, patientId: PATIENT };
  const formTemplate = { templateId: FORM, title: 'Patient Health Questionnaire-9', shortTitle: 'PHQ-9' };
  const rangeOf = (score: number) => RANGES.find(({ maxScore }) => score <= maxScore) ?? null;
  return {
    graph: {
      ...common,
      generatedAt: at(scores.length * 14),
      series: [
        {
          seriesId: 'GLOBAL',
          seriesType: 'GLOBAL',
          name: 'PHQ-9',
          scoreRanges: RANGES,
          yDomain: { min: 0, max: 27 },
          points: scores.map((score, index) => ({
            submissionId: index + 1,
            formApplicationId: 7,
            completedFillAt: at(index * 14),
            score,
            classification: rangeOf(score),
            indicators: {
              deltaFromPrevious: score - (scores[index - 1] ?? score),
              deltaFromBaseline: score - (scores[0] ?? score),
            },
          })),
        },
      ],
    },
    instrument: {
      id: FORM,
      title: 'Patient Health Questionnaire-9',
      shortTitle: 'PHQ-9',
      config: { globalScoreConfig: { scoreDirection: 'HIGHER_WORSE' } },
      scoreRanges: RANGES,
      subScales: [],
    },
    submissions: [
      ...scores.map((score, index) => ({
        ...common,
        id: index + 1,
        formApplicationId: 7,
        formTemplate,
        status: 'ANSWERED' as const,
        startedAt: at(index * 14),
        completedFillAt: at(index * 14),
        score,
        globalClassification: rangeOf(score),
        hasHighRisk: index === 1,
        riskFlagCount: index === 1 ? 1 : 0,
      })),
      { ...common, id: 99_999, formTemplate, status: 'CANCELED_LATE' as const, startedAt: at(20) },
    ],
  };
}

/** What may stand in the place of anything; `GONE` takes it away. */
const GONE = Symbol('gone');
// `1e999` in JSON is read as Infinity. A NaN can only come from a page that feeds an element itself.
const VALUES: readonly unknown[] = [
  ...[GONE, null, true, '', 'text', 0, -1, 0.1, 1e-320, 1e21, 1e308, -1e308, [], {}, [null]],
  ...[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, Number.MAX_SAFE_INTEGER, -0],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-02-30T00:00:00Z', '2026-07-01', '14'],
  ...[OTHER_PATIENT, 'ANSWERED', 'CANCELED_IDLE', 'GLOBAL', 'é'.repeat(5_000), ...MARKUP],
];
type Rows = readonly unknown[];
const LISTS: readonly ((rows: Rows) => Rows)[] = [
  () => [],
  (rows) => rows.slice(0, 1),
  (rows) => rows.toReversed(),
  (rows) => [...rows, ...rows],
  (rows) => [...rows, 'text', null],
  (rows) => rows.flatMap((row) => [row, structuredClone(row)]).toReversed(),
];

interface Place {
  readonly holder: Record<PropertyKey, unknown>;
  readonly key: PropertyKey;
}

function placesOf(value: unknown): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<PropertyKey, unknown>;
  return Object.keys(value).flatMap((key) => [{ holder, key }, ...placesOf(holder[key])]);
}

const mutation = fc.record({
  place: fc.nat(),
  change: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...VALUES).map((value) => () => value) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...LISTS)
        .map((list) => (before: unknown) => (Array.isArray(before) ? list(before) : [before])),
    },
    { weight: 1, arbitrary: fc.jsonValue().map((value) => () => value) },
  ),
});

/** A copy of a sound answer in which up to five things are not as they should be. */
export function mutated<T>(answer: T): fc.Arbitrary<unknown> {
  return fc.array(mutation, { minLength: 1, maxLength: 5 }).map((mutations) => {
    const whole: Record<PropertyKey, unknown> = { answer: structuredClone(answer) };
    for (const { place, change } of mutations) {
      const places = placesOf(whole);
      const { holder, key } = places[place % places.length] ?? { holder: whole, key: 'answer' };
      const value = change(holder[key]);
      if (value === GONE) delete holder[key];
      else holder[key] = structuredClone(value);
    }
    return whole.answer;
  });
}

/** The same answer with a text of markup in the place of every text that names something. */
export function inMarkup<T>(answer: T, markup: string): T {
  const names = /"(title|shortTitle|name|color|scoreDirection|seriesId)":"[^"]*"/g;
  const replaced = JSON.stringify(answer).replace(names, (_, key) => `"${key}":${JSON.stringify(markup)}`);
  return JSON.parse(replaced) as T;
}
