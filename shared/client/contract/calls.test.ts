import { expect, it } from 'vitest';
import * as contract from './index.ts';

const isCall = (value: unknown): value is contract.Call =>
  typeof value === 'object' && value !== null && 'id' in value && 'path' in value && 'effect' in value;

const endpoints = new Map<string, contract.Call>(contract.ENDPOINTS.map((one) => [one.id, one]));
const calls = Object.entries(contract).flatMap(([name, value]) =>
  isCall(value) && endpoints.get(value.id) !== value ? [{ name, call: value }] : [],
);

it('pages have calls of their own', () => {
  expect(calls.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['postApplication', 'readSubmission', 'getScoreGraphSummary']),
  );
});

it.each(calls)('$name asks as its endpoint does', ({ call }) => {
  const endpoint = endpoints.get(call.id);
  const { method, path, base, effect } = call;
  expect({ method, path, base, effect }).toEqual({
    ...{ method: endpoint?.method, path: endpoint?.path },
    ...{ base: endpoint?.base, effect: endpoint?.effect },
  });
  expect(Object.keys(endpoint?.query ?? {})).toEqual(expect.arrayContaining(Object.keys(call.query)));
});
