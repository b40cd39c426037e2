import { describe, expect, it } from 'vitest';
import { isServiceError } from '../../shared/client/errors.ts';
import { toApplyProblem } from '../../shared/ui/apply/problem.ts';
import type { Problem } from '../intents/protocol.ts';
import { classifyProblem, readProblem, toApplyError } from './problem.ts';

const problem = (code: string, more: Partial<Problem> = {}): Problem => ({
  code,
  status: null,
  traceId: null,
  isOutcomeUnknown: false,
  ...more,
});
const refusal = (code: string, more: Partial<Problem> = {}) =>
  Object.assign(new Error(code), { problem: problem(code, more) });

describe('what a problem means', () => {
  it.each([
    ['signed-out', {}, 'signed-out'],
    ['not-linked', { status: 404 }, 'not-linked'],
    ['disagrees', { status: 409 }, 'disagrees'],
    // docs/proxy.md: the page's patient has a record, and this key can not be linked to it by itself.
    ['PATIENT_HAS_OTHER_KEY', { status: 409 }, 'not-linked'],
    ['AMBIGUOUS', { status: 409 }, 'not-linked'],
    ['SOMETHING', { status: 401 }, 'signed-out'],
    ['SOMETHING', { status: 403 }, 'forbidden'],
    ['SOMETHING', { status: 429 }, 'busy'],
    ['SOMETHING', { status: 500 }, 'service'],
    ['lost', {}, 'network'],
    ['stale', {}, 'changed'],
  ] as const)('%s with %o is %s', (code, more, problemKind) => {
    expect(classifyProblem(problem(code, more))).toBe(problemKind);
  });

  it('reads the problem that an error carries, and makes one of anything else', () => {
    expect(readProblem(refusal('busy', { status: 429, traceId: 't' }))).toEqual(
      problem('busy', { status: 429, traceId: 't' }),
    );
    for (const odd of [null, undefined, 'no', 7, new Error('no'), {}])
      expect(readProblem(odd).code).toBe('service');
  });
});

describe('for the apply flow', () => {
  it('a write that may have been carried out is of unknown outcome, whatever its code', () => {
    expect(toApplyError('apply.create', refusal('lost', { isOutcomeUnknown: true }))).toMatchObject({
      name: 'UnknownOutcomeError',
    });
  });

  it.each([
    ['changed', 'left'],
    ['stale', 'left'],
    ['disagrees', 'disagrees'],
    ['unconfirmed', 'unconfirmed'],
    ['signed-out', 'signed-out'],
    ['offline', 'offline'],
    ['network', 'network'],
    ['mismatch', 'mismatch'],
  ])('%s was not sent, and is said as %s', (code, said) => {
    const error = toApplyError('apply.create', refusal(code));
    expect(toApplyProblem(error)).toBe(said);
    // KnownChart for one of the client's errors without a status: it is refused, and not looked up.
    expect(isServiceError(error)).toBe(true);
    expect(error).toMatchObject({ status: 0 });
  });

  it('a status of the service stays', () => {
    expect(toApplyError('apply.create', refusal('INVALID_STATE', { status: 422 }))).toMatchObject({
      status: 422,
    });
  });
});
