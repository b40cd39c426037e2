import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import { describe, expect, it } from 'vitest';
import { plainProblem as problem } from '../intents/protocol.ts';
import { pagesMessages } from '../words/compiled/pages/all.js';
import { PROBLEM_CODES } from '../words/problems.ts';
import { toSurfaceProblem } from './problem.ts';

describe('what a problem means', () => {
  it.each(PROBLEM_CODES)('is known for the background’s own code %s', (code) => {
    expect(toSurfaceProblem(problem(code))).toBe(code);
  });

  it.each([
    ['NOT_LINKED', 404, 'not-linked'],
    ['AMBIGUOUS', 409, 'ambiguous'],
    ['IDENTIFIERS_DISAGREE', 409, 'disagrees'],
    ['PATIENT_GONE', 410, 'gone'],
    ['PATIENT_HAS_OTHER_KEY', 409, 'other-key'],
    ['REGISTRATION_IN_PROGRESS', 409, 'registering'],
    ['MAPPING_OFF', 501, 'mapping-off'],
    ['VALIDATION_ERROR', 400, 'refused'],
    ['INTERNAL', 500, 'service'],
    ['ANYTHING', 422, 'state'],
    ['ANYTHING', 429, 'busy'],
    ['ANYTHING', 401, 'signed-out'],
  ])('is told by the code %s and the status %d', (code, status, kind) => {
    expect(toSurfaceProblem({ ...problem(code), status })).toBe(kind);
  });

  it('is before all that it may have been done', () => {
    expect(toSurfaceProblem({ ...problem('network', true), status: 503 })).toBe('unknown-outcome');
  });

  it.each(['en', 'pt-BR'])('has a sentence in %s', (lang) => {
    for (const sentence of Object.values(selectMessages(pagesMessages, lang).problems))
      expect(sentence).toMatch(/\.$/);
  });
});
