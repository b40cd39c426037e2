import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as errors from './index.ts';
import { toServiceError } from './refusal.ts';

const read = { id: 'getPatient', effect: 'read' } as const;
const write = { id: 'createPatient', effect: 'write' } as const;
const body = (code: string, message = 'Patient Maria Silva', traceId?: string) =>
  JSON.stringify({ code, message, traceId });

/** The table of docs/service.md#errors, row by row. */
const TABLE = [
  [400, 'VALIDATION_ERROR', errors.ValidationError, errors.isValidationError],
  [401, 'INVALID_API_KEY', errors.AuthenticationError, errors.isAuthenticationError],
  [401, 'API_CREDENTIAL_INACTIVE', errors.AuthenticationError, errors.isAuthenticationError],
  [401, 'API_CREDENTIAL_EXPIRED', errors.AuthenticationError, errors.isAuthenticationError],
  [403, 'IP_NOT_ALLOWED', errors.ForbiddenError, errors.isForbiddenError],
  [403, 'PROFESSIONAL_CLAIM_REQUIRED', errors.ForbiddenError, errors.isForbiddenError],
  [403, undefined, errors.ForbiddenError, errors.isForbiddenError],
  [404, undefined, errors.NotFoundError, errors.isNotFoundError],
  [404, 'INTEGRATION_NOT_FOUND', errors.NotFoundError, errors.isNotFoundError],
  [409, 'PROFESSIONAL_EMAIL_ALREADY_EXIST', errors.ConflictError, errors.isConflictError],
  [422, undefined, errors.StateError, errors.isStateError],
  [500, 'INTERNAL', errors.InternalError, errors.isInternalError],
] as const;

describe('an answer that is no success', () => {
  it.each(TABLE)('%i %s is an error of its own kind', (status, code, Kind, guard) => {
    const error = toServiceError(read, status, code ? body(code) : '{}');
    expect(error).toBeInstanceOf(Kind);
    expect(guard(error)).toBe(true);
    expect(error.name).toBe(Kind.name);
    expect(error.code).toBe(code ?? `HTTP_${status}`);
    expect(error).toMatchObject({ status, endpoint: 'getPatient' });
    expect(error.message).toContain('getPatient');
  });

  it('has a guard for each kind that no other kind passes', () => {
    const guards = [...new Set(TABLE.map(([, , , guard]) => guard))];
    for (const [status, , , own] of TABLE) {
      expect(guards.filter((guard) => guard(toServiceError(read, status, '')))).toEqual([own]);
    }
    expect(guards.some((guard) => guard(new Error('x')) || guard(undefined))).toBe(false);
  });

  it('is a rate limit at 429, with the wait that was asked for', () => {
    const error = toServiceError(write, 429, body('TOO_MANY_REQUESTS'), 2_000);
    expect(errors.isRateLimitedError(error)).toBe(true);
    expect(error).toMatchObject({ retryable: true, retryAfterMs: 2_000 });
  });

  it('keeps the trace of an internal error for support', () => {
    const error = toServiceError(read, 500, body('INTERNAL', 'x', 'a1b2-c3'));
    expect(error.traceId).toBe('a1b2-c3');
    expect(error.message).toContain('a1b2-c3');
  });

  it("keeps the service's sentence out of message, print and JSON, and gives it when asked", () => {
    const error = toServiceError(read, 409, body('PROFESSIONAL_EMAIL_ALREADY_EXIST'));
    expect(error.detail).toBe('Patient Maria Silva');
    expect(`${error} ${error.stack} ${inspect(error)} ${JSON.stringify(error)}`).not.toContain('Maria');
  });

  it.each([
    '<html>Maria Silva</html>',
    '{"code":',
    '[]',
    'null',
    body('Maria Silva has no access'),
    body('X', 'y', 'Maria Silva'),
  ])('lets nothing of an unexpected body into what is logged: %s', (text) => {
    const error = toServiceError(read, 404, text);
    expect(error).toMatchObject({ code: 'HTTP_404', traceId: undefined });
    expect(inspect(error)).not.toContain('Maria');
  });

  it.each([500, 502, 503, 504])(
    'leaves the outcome of a write unknown at %i, and a read may be repeated',
    (status) => {
      expect(toServiceError(read, status, '')).toMatchObject({
        name: 'InternalError',
        retryable: true,
        status,
      });
      const error = toServiceError(write, status, '');
      expect(errors.isUnknownOutcomeError(error)).toBe(true);
      expect(error).toMatchObject({ retryable: false, status });
      expect(error.message).toMatch(/look it up/);
    },
  );

  it.each([
    [read, 500, true],
    [write, 500, false],
    [read, 501, false],
    [read, 400, false],
    [read, 404, false],
  ])('%o at %i may be repeated: %s', (call, status, retryable) => {
    expect(toServiceError(call, status, '').retryable).toBe(retryable);
  });

  it('is of the base kind for a status that is not documented', () => {
    expect(toServiceError(read, 418, '')).toMatchObject({ name: 'ServiceError', code: 'HTTP_418' });
  });
});
