import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getScoreGraph, getSubmission, ScoreGraph } from './contract/index.ts';
import * as laterSummaries from './contract/later-summaries.ts';
import * as summaries from './contract/summaries.ts';
import { unreadFields } from './contract/unread-fields.ts';
import { ContractError } from './errors.ts';
import { createSoundCheck, readAnswer } from './read.ts';

const point = (submissionId: number, score: unknown = 5) => ({
  submissionId,
  completedFillAt: '2026-03-01T09:00:00Z',
  score,
});
const graph = (points: unknown, name: unknown = 'Total') => ({
  formTemplateId: '3f8a1b52-8f0e-4c5b-9d5c-0f2a6f1e7a11',
  patientId: '0b7e9a40-5c1d-4d7e-8a55-2c6a4f9b3e22',
  series: [{ seriesId: 'GLOBAL', name, points }],
});
const submission = (more: object) => ({
  id: 7,
  formTemplateId: '3f8a1b52-8f0e-4c5b-9d5c-0f2a6f1e7a11',
  patientId: '0b7e9a40-5c1d-4d7e-8a55-2c6a4f9b3e22',
  status: 'ANSWERED',
  ...more,
});

describe('readAnswer', () => {
  it('leaves out a point without a readable score, and keeps what else is known of it', () => {
    const read = readAnswer(getScoreGraph.response, graph([point(1), point(2, 'PRIVATE'), point(3)]));
    expect(read.data.series[0]?.points.map(({ submissionId }) => submissionId)).toEqual([1, 3]);
    const row = { submissionId: 2, completedFillAt: '2026-03-01T09:00:00Z', unreadFields: ['score'] };
    expect(read.unreadable).toEqual([{ path: 'series[0].points[1].score', reason: 'number' }]);
    expect(read.lostRows).toEqual([{ path: 'series[0].points[1]', row }]);
    expect(unreadFields(read.data.series[0] ?? {})).toEqual(['points']);
  });

  it.each([
    ['a number', 7],
    ['a list', ['Total']],
    ['an object', { text: 'Total' }],
  ])('lets an optional field that is %s be absent, and keeps the row', (_, name) => {
    const read = readAnswer(ScoreGraph, graph([point(1)], name));
    expect(read.data.series).toEqual([{ seriesId: 'GLOBAL', points: [point(1)], unreadFields: ['name'] }]);
    expect(read.unreadable).toEqual([{ path: 'series[0].name', reason: 'text' }]);
  });

  it('drops an optional object that lacks what it needs, and no more', () => {
    const sound = graph([point(1)]);
    const odd = { ...sound, series: [{ ...sound.series[0], yDomain: { min: 0 } }] };
    const read = readAnswer(ScoreGraph, odd);
    expect(read.data.series[0]).toEqual({ ...sound.series[0], unreadFields: ['yDomain'] });
    expect(read.unreadable).toEqual([{ path: 'series[0].yDomain.max', reason: 'number' }]);
  });

  it('takes a word that a closed list does not have', () => {
    const riskFlag = { flagType: 'HARM_TO_A_CHILD', severity: 'CRITICAL' };
    const answers = [{ id: 1, questionId: 2, riskFlag }];
    const { data, unreadable } = readAnswer(
      getSubmission.response,
      submission({ status: 'FROZEN', answers }),
    );
    expect(data).toEqual(submission({ status: 'FROZEN', answers }));
    expect(unreadable).toEqual([]);
  });

  it('reads a list of plain values as a whole or not at all, since their places carry meaning', () => {
    const schema = z.object({
      patients: z.array(z.nullable(z.guid())),
      names: z.optional(z.array(z.string())),
    });
    const id = '0b7e9a40-5c1d-4d7e-8a55-2c6a4f9b3e22';
    const read = readAnswer(schema, { patients: [null, id], names: ['A', 7, 'C'] });
    expect(read.data).toEqual({ patients: [null, id], unreadFields: ['names'] });
    expect(read.unreadable).toEqual([{ path: 'names[1]', reason: 'text' }]);
    expect(() => readAnswer(schema, { patients: ['x', id] })).toThrow(ContractError);
  });

  it('lets fields pass that the contract does not name, at every depth', () => {
    const novelty = { text: 'new', unreadFields: [1] };
    const sent = graph([{ ...point(1), novelty }]);
    const given = { ...sent, novelty, series: sent.series.map((one) => ({ ...one, novelty })) };
    expect(readAnswer(ScoreGraph, given)).toEqual({ data: given, unreadable: [], lostRows: [] });
    expect(readAnswer(ScoreGraph, { ...given, unreadFields: ['series'] }).data).toEqual(given);
    const polluted = JSON.parse(JSON.stringify(sent).replace('{', '{"__proto__":{"isAdmin":true},'));
    expect(readAnswer(ScoreGraph, polluted).data).not.toHaveProperty('isAdmin');
  });

  it('keeps of a summary only what it names, at every depth', () => {
    const sent = graph([point(1)]);
    const novelty = ['x'];
    const points = [{ ...point(1), novelty }];
    const given = { ...sent, novelty, series: sent.series.map((one) => ({ ...one, points, novelty })) };
    expect(readAnswer(summaries.ScoreGraphSummary, given).data).toEqual(sent);
  });

  it('refuses an answer that lacks a required field, by endpoint and field', () => {
    const read = () =>
      readAnswer(
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

  it('names the field that is missing from the whole, not one of a lost row', () => {
    const { patientId: _, ...nobodys } = graph([point(1, 'x')]);
    expect(() => readAnswer(ScoreGraph, nobodys)).toThrow(expect.objectContaining({ field: 'patientId' }));
  });

  it('repeats no key of a map that could be a sentence', () => {
    const schema = z.array(z.record(z.string(), z.number()));
    const { unreadable, lostRows } = readAnswer(schema, [{ 'Maria Silva, 1980': 'x' }]);
    expect(unreadable).toEqual([{ path: '[0].*', reason: 'number' }]);
    expect(lostRows.map(({ path }) => path)).toEqual(['[0]']);
  });

  it('reads a map whose key is a name of the language like any other data', () => {
    const schema = z.record(z.string(), z.object({ title: z.string() }));
    const { data } = readAnswer(schema, JSON.parse('{"__proto__":{"title":"x"},"a":{"title":"y"}}'));
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
    expect(Object.keys(data)).toEqual(['a']);
  });

  it('leaves what it was given as it was', () => {
    const raw = graph([point(1), point(2, 'x')]);
    const before = structuredClone(raw);
    readAnswer(ScoreGraph, raw);
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
        const { data, unreadable } = readAnswer(schema, raw);
        const kept = data.map(({ rows }) => rows);
        expect(kept).toEqual(lists.map((rows) => rows.filter((r) => r.isGood).map((r) => ({ n: r.score }))));
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
        for (const answer of [
          raw,
          [raw, part],
          graph(part),
          { ...graph([raw, point(1), part]), summary: part },
        ]) {
          try {
            const { data } = readAnswer(ScoreGraph, answer);
            expect(ScoreGraph.safeParse(data).success).toBe(true);
          } catch (error) {
            expect(error).toBeInstanceOf(ContractError);
          }
        }
      }),
    );
  });
});

describe('the reader and zod', () => {
  /** What a service may send where something else was meant. */
  const junk = fc.oneof(
    fc.constantFrom<unknown>(undefined, null, '', 'ANSWERED', 0, -1, 1.5, true, Number.NaN, 2 ** 60),
    fc.constantFrom('2026-02-29T00:00:00Z', '2026-02-28T10:00:00-03:00', '2026-02-28'),
    fc.constantFrom(
      'a3bb189e-8bf9-3888-9912-ace4e6543002',
      'A3BB189E-8BF9-3888-9912-ACE4E6543002',
      'a3bb189e',
    ),
    fc.jsonValue({ maxDepth: 2 }),
  );

  /** Mostly what a schema asks for, now and then something else, at every depth. */
  function near(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
    const { def } = schema._zod;
    const meant = (): fc.Arbitrary<unknown> => {
      if (schema instanceof z.ZodMiniObject) {
        const fields = Object.entries(schema.def.shape as Record<string, z.core.$ZodType>).map(
          ([name, field]) => [name, near(field)],
        );
        return fc.record({ ...Object.fromEntries(fields), unheardOf: junk }, { requiredKeys: [] });
      }
      if (schema instanceof z.ZodMiniArray) return fc.array(near(schema.def.element), { maxLength: 3 });
      if (schema instanceof z.ZodMiniOptional)
        return fc.option(near(schema.def.innerType), { nil: undefined });
      if (schema instanceof z.ZodMiniNullable) return fc.option(near(schema.def.innerType), { nil: null });
      if (schema instanceof z.ZodMiniBoolean) return fc.boolean();
      if (schema instanceof z.ZodMiniGUID) return fc.uuid();
      if (schema instanceof z.ZodMiniISODateTime) {
        return fc
          .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
          .map((date) => date.toISOString());
      }
      if (schema instanceof z.ZodMiniNumber) return fc.integer();
      if (def.type === 'string') return fc.string();
      return junk;
    };
    return fc.oneof({ weight: 40, arbitrary: meant() }, { weight: 1, arbitrary: junk });
  }

  const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
    path.reduce((inner, step) => (inner as Record<PropertyKey, unknown>)[step], value);

  it.each(Object.entries({ ...summaries, ...laterSummaries }))(
    'agree on what is sound, and read the same of it: %s',
    (_, schema) => {
      fc.assert(
        fc.property(near(schema), (value) => {
          const wanted = (schema as z.ZodMiniType).safeParse(value);
          // A word that a closed list has not is read as it is.
          const isOpen = (issue: z.core.$ZodIssue) =>
            issue.code === 'invalid_value' && typeof at(value, issue.path) === 'string';
          if (wanted.success)
            expect(readAnswer(schema, value)).toEqual({ data: wanted.data, unreadable: [], lostRows: [] });
          else if (!wanted.error.issues.every(isOpen)) {
            let faults = 1;
            try {
              faults = readAnswer(schema, value).unreadable.length;
            } catch (error) {
              expect(error).toBeInstanceOf(ContractError);
            }
            expect(faults).toBeGreaterThan(0);
          }
        }),
        { numRuns: 300 },
      );
    },
  );

  it.each(Object.entries(summaries))(
    'are at one with the check whether an answer can be taken as it was sent: %s',
    (_, schema) => {
      const isSound = createSoundCheck(schema);
      fc.assert(
        fc.property(near(schema), (value) => {
          let faults = 1;
          try {
            faults = readAnswer(schema, value).unreadable.length;
          } catch (error) {
            expect(error).toBeInstanceOf(ContractError);
          }
          expect(isSound(value)).toBe(faults === 0);
        }),
        { numRuns: 300 },
      );
    },
  );
});

describe('the check whether an answer can be taken as it was sent', () => {
  const schema = summaries.SubmissionSummaries;

  it('refuses one with a field that must not be seen, at any depth', () => {
    const row = submission({ answers: [{ questionId: 1, riskFlag: { flagType: 'NONE' } }] });
    expect(createSoundCheck(schema)([row])).toBe(true);
    expect(createSoundCheck(schema, new Set(['riskFlag']))([row])).toBe(false);
    expect(createSoundCheck(schema, new Set(['answerToken']))([row])).toBe(true);
  });

  it('refuses one that says of itself what could not be read', () => {
    expect(createSoundCheck(schema)([submission({ unreadFields: ['score'] })])).toBe(false);
  });
});
