import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getScoreGraph, ScoreGraph } from './contract/index.ts';
import { ContractError } from './errors.ts';
import { readTolerantly } from './read.ts';

const point = (submissionId: number, score: unknown = 5) => ({
  submissionId,
  completedFillAt: '2026-03-01T09:00:00Z',
  score,
});
const graph = (points: readonly unknown[], name: unknown = 'Total') => ({
  formTemplateId: '3f8a1b52-8f0e-4c5b-9d5c-0f2a6f1e7a11',
  patientId: '0b7e9a40-5c1d-4d7e-8a55-2c6a4f9b3e22',
  series: [{ seriesId: 'GLOBAL', name, points }],
});

describe('readTolerantly', () => {
  it('keeps the good points of a series and names the one that it leaves out', () => {
    const read = readTolerantly(getScoreGraph.response, graph([point(1), point(2, 'PRIVATE'), point(3)]));
    expect(read.data.series[0]?.points.map(({ submissionId }) => submissionId)).toEqual([1, 3]);
    expect(read.unreadable).toEqual([{ path: 'series[0].points[1].score', reason: 'number' }]);
  });

  it('leaves out the series when the fault is in the series itself', () => {
    const read = readTolerantly(ScoreGraph, graph([point(1)], 7));
    expect(read.data.series).toEqual([]);
    expect(read.unreadable).toEqual([{ path: 'series[0].name', reason: 'string' }]);
  });

  it('lets unknown fields pass', () => {
    const { unreadable } = readTolerantly(ScoreGraph, { ...graph([]), novelty: [1], series: [] });
    expect(unreadable).toEqual([]);
  });

  it('refuses an answer that is broken outside every array, by endpoint and field', () => {
    const read = () =>
      readTolerantly(
        ScoreGraph,
        { ...graph([]), patientId: 'Maria' },
        { endpoint: 'getScoreGraph', status: 200 },
      );
    expect(read).toThrow(ContractError);
    expect(read).toThrow(
      expect.objectContaining({ field: 'patientId', endpoint: 'getScoreGraph', status: 200 }),
    );
    expect(read).not.toThrow(/Maria/);
  });

  it('repeats no key of a map that could be a sentence', () => {
    const schema = z.array(z.record(z.string(), z.number()));
    const { unreadable } = readTolerantly(schema, [{ 'Maria Silva, 1980': 'x' }]);
    expect(unreadable).toEqual([{ path: '[0].*', reason: 'number' }]);
  });

  it('names places as they were in the answer when an item falls only on a later pass', () => {
    const inner = z.object({ v: z.number() });
    const atLeastTwo = z.object({ list: z.array(inner).check(z.minLength(2)) });
    const raw = [{ list: [{ v: 1 }, { v: 'x' }] }, { list: [{ v: 'x' }, { v: 1 }, { v: 2 }] }];
    const read = readTolerantly(z.array(atLeastTwo), raw);
    expect(read.data).toEqual([{ list: [{ v: 1 }, { v: 2 }] }]);
    expect(read.unreadable.map(({ path }) => path)).toEqual(['[0].list[1].v', '[1].list[0].v', '[0].list']);
  });

  it('leaves what it was given as it was', () => {
    const raw = graph([point(1), point(2, 'x')]);
    const before = structuredClone(raw);
    readTolerantly(ScoreGraph, raw);
    expect(raw).toEqual(before);
  });

  const row = fc.record({ isGood: fc.boolean(), score: fc.integer() });
  it('keeps every good item in order and counts every other, however they are mixed', () => {
    fc.assert(
      fc.property(fc.array(fc.array(row, { maxLength: 12 }), { maxLength: 6 }), (lists) => {
        const raw = lists.map((rows) => ({
          rows: rows.map((r) => ({ n: r.isGood ? r.score : String(r.score) })),
        }));
        const schema = z.array(z.object({ rows: z.array(z.object({ n: z.number() })) }));
        const { data, unreadable } = readTolerantly(schema, raw);
        expect(data).toEqual(
          lists.map((rows) => ({ rows: rows.filter((r) => r.isGood).map((r) => ({ n: r.score })) })),
        );
        const places = lists.flatMap((rows, i) =>
          rows.flatMap((r, j) => (r.isGood ? [] : [`[${i}].rows[${j}].n`])),
        );
        expect(unreadable.map(({ path }) => path)).toEqual(places);
      }),
    );
  });

  it('gives what fits the schema or throws ContractError, whatever arrives', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (raw, part) => {
        for (const answer of [raw, [raw, part], { ...graph([raw, point(1), part]), summary: part }]) {
          try {
            const { data } = readTolerantly(ScoreGraph, answer);
            expect(ScoreGraph.safeParse(data).success).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(ContractError);
          }
        }
      }),
    );
  });
});
