import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { getScoreGraph, getSubmission, ROLES } from '../../shared/client/contract/index.ts';
import { ANSWER_TOKEN, UNDECLARED } from '../fixtures/sample.ts';
import { compileView } from './route-table.ts';

const SUBMISSION = {
  id: 4,
  patientId: 'p',
  score: 12,
  urlToAnswer: 'https://answer.example/x',
  hasHighRisk: true,
  riskFlagCount: 1,
  interpretativeAnalysis: 'text',
  answers: [{ id: 1, questionId: 2, value: 'a', riskFlag: { flagType: 'NONE' } }],
  formApplication: { id: 3, answerToken: ANSWER_TOKEN, status: 'IN_PROGRESS', internal: UNDECLARED },
  psychometricIndicators: { global: { alpha: 0.9, nested: [{ answerToken: ANSWER_TOKEN }] } },
  answerToken: ANSWER_TOKEN,
  internal: UNDECLARED,
};

describe('what a role sees of an answer', () => {
  test.each(ROLES)('%s never gets the answer token nor an undeclared field, however deep', (role) => {
    const seen = JSON.stringify(compileView(getSubmission.response, role)(SUBMISSION));
    expect(seen).not.toContain(ANSWER_TOKEN);
    expect(seen).not.toContain(UNDECLARED);
    expect(seen).toContain('https://answer.example/x');
  });

  test('a professional gets risk and interpretation', () => {
    expect(compileView(getSubmission.response, 'professional')(SUBMISSION)).toEqual({
      id: 4,
      patientId: 'p',
      score: 12,
      urlToAnswer: 'https://answer.example/x',
      hasHighRisk: true,
      riskFlagCount: 1,
      interpretativeAnalysis: 'text',
      answers: [{ id: 1, questionId: 2, value: 'a', riskFlag: { flagType: 'NONE' } }],
      formApplication: { id: 3, status: 'IN_PROGRESS' },
      psychometricIndicators: { global: { alpha: 0.9, nested: [{}] } },
    });
  });

  test('is the value itself where all of it is seen, and never that of which a part is hidden', () => {
    const view = compileView(getSubmission.response, 'professional');
    const whole = { id: 4, answers: [{ id: 1 }, { id: 2 }], score: 12 };
    expect(view(whole)).toBe(whole);
    const hidden = { internal: UNDECLARED };
    for (const given of [
      { ...hidden, ...whole },
      { score: 12, ...hidden, id: 4, answers: whole.answers },
      { ...whole, ...hidden },
      { ...whole, answers: [{ ...hidden, id: 1 }, { id: 2 }] },
      { ...whole, answers: [{ id: 1 }, { id: 2, ...hidden }] },
    ])
      expect(view(given)).toEqual(whole);
  });

  test('a patient gets neither', () => {
    expect(compileView(getSubmission.response, 'patient')(SUBMISSION)).toEqual({
      id: 4,
      patientId: 'p',
      score: 12,
      urlToAnswer: 'https://answer.example/x',
      answers: [{ id: 1, questionId: 2, value: 'a' }],
      formApplication: { id: 3, status: 'IN_PROGRESS' },
    });
  });
});

describe('an unreadable value', () => {
  const view = compileView(getScoreGraph.response, 'professional');

  test('reaches the client as it is where it is a wrong scalar', () => {
    const graph = { patientId: 7, series: [{ points: [{ submissionId: 'x', score: 'high' }] }] };
    expect(view(graph)).toEqual(graph);
  });

  test.each<[string, object, object]>([
    ['a record in the place of a scalar', { patientId: { secret: UNDECLARED } }, { patientId: {} }],
    ['a list in the place of a scalar', { patientId: [UNDECLARED] }, { patientId: [] }],
    ['a list in the place of a record', { summary: [UNDECLARED] }, { summary: [] }],
    ['a text in the place of a list', { series: UNDECLARED }, { series: '' }],
    ['a record in the place of a list', { series: { a: UNDECLARED } }, { series: {} }],
  ])('%s carries nothing out and still cannot be read', (_, value, seen) => {
    expect(view(value)).toEqual(seen);
    const whole = {
      patientId: 'cccccccc-cccc-4ccc-8ccc-cccccccccccc',
      formTemplateId: 'cccccccc-cccc-4ccc-8ccc-cccccccccccc',
      series: [],
    };
    expect(getScoreGraph.response.safeParse(view({ ...whole, ...value })).success).toBe(false);
  });

  test('null stays null, and what was not sent is not there', () => {
    expect(view({ summary: null })).toEqual({ summary: null });
  });

  test('a field of a prototype name changes no prototype', () => {
    const open = compileView(z.record(z.string(), z.unknown()), 'professional');
    const seen = open(JSON.parse('{"__proto__":{"polluted":1}}'));
    expect(JSON.stringify(seen)).toBe('{"__proto__":{"polluted":1}}');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

test('a kind of schema that no view is decided for stops the start', () => {
  expect(() => compileView(z.object({ a: z.union([z.string(), z.number()]) }), 'patient')).toThrow(
    /type union/,
  );
});
