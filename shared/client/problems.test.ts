import { describe, expect, it } from 'vitest';
import { ContractError, ForbiddenError, NetworkError, ServiceError, TokenError } from './index.ts';
import { PROBLEM_BY_CODE, toProblemKind } from './problems.ts';

const KNOWN = 'signed-out token address forbidden not-found busy unreadable network'.split(' ');
const facts = { endpoint: 'getPatient', code: 'X' };
const answered = (status: number, code = `HTTP_${status}`) => ({ status, code });

describe('the kind of a problem', () => {
  it.each<[string, unknown, string]>([
    ['a refusal of its own class', new ForbiddenError('403', { ...facts, status: 403 }), 'forbidden'],
    [
      'a refusal whose class is not known here',
      new ServiceError('404', { ...facts, status: 404 }),
      'not-found',
    ],
    ['no answer', new NetworkError('lost', { ...facts, code: 'NETWORK' }), 'network'],
    ['half of an answer', new NetworkError('cut', { ...facts, code: 'NETWORK', status: 200 }), 'network'],
    [
      'an answer against the contract',
      new ContractError('x', { endpoint: 'getPatient', status: 200, field: '' }),
      'unreadable',
    ],
    ['a token that could not be had', new TokenError('x', { ...facts, code: 'TOKEN_FETCH' }), 'token'],
    ['a misshapen token', new TokenError('x', { ...facts, code: 'TOKEN_MALFORMED' }), 'token'],
    ['nobody signed in', new TokenError('x', { ...facts, code: 'NOT_SIGNED_IN' }), 'signed-out'],
    ['a logout', new TokenError('x', { ...facts, code: 'TOKEN_STOPPED' }), 'signed-out'],
    ['a token that the proxy calls expired', answered(401, 'TOKEN_EXPIRED'), 'signed-out'],
    ['a token that the proxy does not know', answered(401, 'TOKEN_INVALID'), 'token'],
    ['a 404 that nobody known here gave', answered(404), 'address'],
    ['a gateway that takes access away', answered(403), 'forbidden'],
    ['a gateway that wants another token', answered(401), 'token'],
    ['a 404 of the service', answered(404, 'NOT_FOUND'), 'not-found'],
    ['a page in place of an answer', answered(200, 'NOT_JSON'), 'address'],
    ['a record of an error', answered(429), 'busy'],
    ['a failure of the service', answered(500), 'service'],
    ['something else that was thrown', 'oops', 'service'],
    ['nothing', null, 'service'],
  ])('%s', (_, error, kind) => {
    expect(toProblemKind(error, KNOWN)).toBe(kind);
  });

  it('is one that the surface has words for: by its code if it has, else by its status', () => {
    const error = answered(404, 'NOT_LINKED');
    expect(toProblemKind(error, KNOWN, PROBLEM_BY_CODE)).toBe('not-found');
    expect(toProblemKind(error, [...KNOWN, 'not-linked'], PROBLEM_BY_CODE)).toBe('not-linked');
    expect(toProblemKind(answered(422), KNOWN)).toBe('service');
    expect(toProblemKind(answered(422), ['state'])).toBe('state');
    expect(toProblemKind(answered(401, 'TOKEN_INVALID'), ['signed-out'])).toBe('signed-out');
    expect(toProblemKind(answered(404), ['not-found'])).toBe('not-found');
    expect(toProblemKind({ code: 'TOKEN_FETCH', status: 0 }, ['signed-out'])).toBe('service');
  });
});
