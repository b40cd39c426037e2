import { expect } from 'vitest';
import { answered, instrument, patientOf, practice } from '../clinic.ts';
import type { Rules } from '../rule.ts';

/** Items, answers an item has, and how much one place of the answer adds; the facts of docs/instruments.md. */
interface Published {
  readonly items: number;
  readonly options: number;
  readonly weight: number;
  /** The least total: what an item adds at its first option, over all items. */
  readonly least: number;
  readonly ranges: readonly (readonly [from: number, to: number, title: RegExp])[];
}

const TABLES: Readonly<Record<string, Published>> = {
  'PHQ-9': {
    items: 9,
    options: 4,
    weight: 1,
    least: 0,
    ranges: [
      [0, 4, /^minimal/i],
      [5, 9, /^mild/i],
      [10, 14, /^moderate/i],
      [15, 19, /^moderately severe/i],
      [20, 27, /^severe/i],
    ],
  },
  'PHQ-2': {
    items: 2,
    options: 4,
    weight: 1,
    least: 0,
    ranges: [
      [0, 2, /^below/i],
      [3, 6, /^at or above/i],
    ],
  },
  'GAD-7': {
    items: 7,
    options: 4,
    weight: 1,
    least: 0,
    ranges: [
      [0, 4, /^minimal/i],
      [5, 9, /^mild/i],
      [10, 14, /^moderate/i],
      [15, 21, /^severe/i],
    ],
  },
  'PHQ-15': {
    items: 15,
    options: 3,
    weight: 1,
    least: 0,
    ranges: [
      [0, 4, /^minimal/i],
      [5, 9, /^low/i],
      [10, 14, /^medium/i],
      [15, 30, /^high/i],
    ],
  },
  'PCL-5': {
    items: 20,
    options: 5,
    weight: 1,
    least: 0,
    ranges: [
      [0, 32, /^below/i],
      [33, 80, /^at or above/i],
    ],
  },
  K10: {
    items: 10,
    options: 5,
    weight: 1,
    least: 10,
    ranges: [
      [10, 15, /^low/i],
      [16, 21, /^moderate/i],
      [22, 29, /^high/i],
      [30, 50, /^very high/i],
    ],
  },
  'WHO-5': {
    items: 5,
    options: 6,
    weight: 4,
    least: 0,
    ranges: [
      [0, 50, /^low/i],
      [51, 100, /^not low/i],
    ],
  },
};

/** Items of each subscale, from 1 (Lovibond and Lovibond 1995), and the ranges of doubled scores. */
const DASS = {
  depression: { items: [3, 5, 10, 13, 16, 17, 21], bounds: [0, 10, 14, 21, 28, 43] },
  anxiety: { items: [2, 4, 7, 9, 15, 19, 20], bounds: [0, 8, 10, 15, 20, 43] },
  stress: { items: [1, 6, 8, 11, 12, 14, 18], bounds: [0, 15, 19, 26, 34, 43] },
} as const;
const DASS_TITLES = [/^normal/i, /^mild/i, /^moderate/i, /^severe/i, /^extremely severe/i];

/** `count` answers whose places add up to `sum`, the last questions first, none above `top`. */
function places(count: number, top: number, sum: number): number[] {
  let left = sum;
  return Array.from({ length: count }, () => {
    const place = Math.min(top, left);
    left -= place;
    return place;
  }).reverse();
}

/** Scores, classifications and risk flags against the published tables. */
export const scores: Rules = (rule) => {
  for (const [name, { items, options, weight, least, ranges }] of Object.entries(TABLES)) {
    rule(`scores ${name} by its published table, at both ends of every range`, async ({ ask }) => {
      const form = await instrument(ask, name);
      expect(form.questions).toHaveLength(items);
      expect(form.scoreRanges.map(({ minScore, maxScore }) => [minScore, maxScore])).toEqual(
        ranges.map(([from, to]) => [from, to]),
      );
      const { P } = await practice(ask);
      const { serviceId } = await patientOf(ask, P);
      for (const [from, to, title] of ranges) {
        const raw = [Math.ceil((from - least) / weight), Math.floor((to - least) / weight)];
        for (const sum of raw) {
          const submission = await answered(ask, P, form, serviceId, places(items, options - 1, sum));
          expect(submission.score).toBe(least + sum * weight);
          expect(submission.globalClassification).toMatchObject({ minScore: from, maxScore: to });
          expect(submission.globalClassification?.title).toMatch(title);
        }
      }
    });
  }

  rule('scores hand-made answer sheets', async ({ ask }) => {
    const { P } = await practice(ask);
    const { serviceId } = await patientOf(ask, P);
    const sheets: [string, number[], number, number][] = [
      ['PHQ-9', [2, 1, 3, 0, 2, 1, 1, 2, 0], 12, 10],
      ['GAD-7', [0, 3, 1, 2, 2, 0, 1], 9, 5],
      ['PHQ-15', [1, 0, 2, 0, 1, 1, 0, 0, 2, 0, 0, 1, 0, 0, 1], 9, 5],
      ['K10', [0, 1, 2, 3, 4, 0, 1, 2, 0, 1], 24, 22],
      ['WHO-5', [3, 2, 4, 1, 3], 52, 51],
      ['PCL-5', [1, 2, 0, 3, 4, 1, 1, 0, 2, 2, 3, 0, 1, 4, 0, 1, 2, 2, 3, 0], 32, 0],
    ];
    for (const [name, sheet, score, minScore] of sheets) {
      const read = await answered(ask, P, await instrument(ask, name), serviceId, sheet);
      expect([name, read.score, read.globalClassification?.minScore]).toEqual([name, score, minScore]);
    }
  });

  for (const [key, { items, bounds }] of Object.entries(DASS)) {
    rule(`scores the ${key} subscale of DASS-21, doubled, and nothing globally`, async ({ ask }) => {
      const form = await instrument(ask, 'DASS-21');
      const subscale = form.subScales.find(({ name }) => name.toLowerCase().includes(key));
      const { P } = await practice(ask);
      const { serviceId } = await patientOf(ask, P);
      for (const [index, title] of DASS_TITLES.entries()) {
        const [from, to] = [bounds[index] ?? 0, (bounds[index + 1] ?? 0) - 1];
        for (const raw of [Math.ceil(from / 2), Math.floor(to / 2)]) {
          const own = places(7, 3, raw);
          const sheet = Array.from(
            { length: 21 },
            (_, at) => own[items.findIndex((item) => item === at + 1)] ?? 0,
          );
          const read = await answered(ask, P, form, serviceId, sheet);
          expect([read.score, read.globalClassification]).toEqual([null, null]);
          const scores = Object.fromEntries(
            (read.subscaleScores ?? []).map(({ name, score }) => [name, score]),
          );
          expect(Object.values(scores).sort((a, b) => a - b)).toEqual([0, 0, raw * 2]);
          expect(scores[subscale?.name ?? '']).toBe(raw * 2);
          const mine = Object.values(read.subscaleClassifications ?? {}).filter(
            ({ title }) => !/^normal/i.test(title),
          );
          if (raw * 2 >= (bounds[1] ?? 0)) {
            expect(mine).toMatchObject([{ minScore: from, maxScore: to }]);
            expect(mine[0]?.title).toMatch(title);
          } else expect(mine).toEqual([]);
        }
      }
    });
  }

  rule('keeps the three subscales of DASS-21 apart on one sheet', async ({ ask }) => {
    const form = await instrument(ask, 'DASS-21');
    const { P } = await practice(ask);
    const { serviceId } = await patientOf(ask, P);
    const sheet = [1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1];
    const { subscaleScores } = await answered(ask, P, form, serviceId, sheet);
    // By hand: D items 3+1+2+1+0+1+1 = 9, A items 2+0+3+1+3+3+0 = 12, S items 1+2+0+3+0+2+2 = 10, each doubled.
    const of = (name: RegExp) => subscaleScores?.find((one) => name.test(one.name))?.score;
    expect([of(/depression/i), of(/anxiety/i), of(/stress/i)]).toEqual([18, 24, 20]);
  });

  rule('raises a risk flag from item 9 of PHQ-9, whatever the total', async ({ ask }) => {
    const form = await instrument(ask, 'PHQ-9');
    const { P } = await practice(ask);
    const { serviceId } = await patientOf(ask, P);
    const severities = [null, 'LOW', 'MODERATE', 'HIGH'];
    for (const [place, severity] of severities.entries()) {
      const read = await answered(ask, P, form, serviceId, [0, 0, 0, 0, 0, 0, 0, 0, place]);
      const flags = (read.answers ?? []).flatMap(({ question, riskFlag }) =>
        riskFlag && riskFlag.flagType !== 'NONE' ? [{ position: question.position, ...riskFlag }] : [],
      );
      const ninth = form.questions.map(({ position }) => position).sort((a, b) => a - b)[8];
      const flag = { position: ninth, flagType: 'SUICIDE_SELF_HARM', severity };
      expect(flags).toEqual(severity === null ? [] : [expect.objectContaining(flag)]);
      expect(read).toMatchObject({
        hasHighRisk: severity === 'HIGH',
        riskFlagCount: severity === null ? 0 : 1,
      });
    }
  });

  rule(
    'raises a low risk flag from item 16 of PCL-5 at 3 and 4 alone, and none for other instruments',
    async ({ ask }) => {
      const { P } = await practice(ask);
      const { serviceId } = await patientOf(ask, P);
      const pcl = await instrument(ask, 'PCL-5');
      for (const place of [0, 2, 3, 4]) {
        const sheet = Array.from({ length: 20 }, (_, at) => (at === 15 ? place : 0));
        const read = await answered(ask, P, pcl, serviceId, sheet);
        expect(read).toMatchObject({ hasHighRisk: false, riskFlagCount: place >= 3 ? 1 : 0 });
      }
      for (const [name, items, top] of [
        ['GAD-7', 7, 3],
        ['K10', 10, 4],
        ['PHQ-2', 2, 3],
        ['PHQ-15', 15, 2],
      ] as const) {
        const read = await answered(ask, P, await instrument(ask, name), serviceId, Array(items).fill(top));
        expect(read).toMatchObject({ hasHighRisk: false, riskFlagCount: 0 });
      }
    },
  );
};
