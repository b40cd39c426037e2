import { describe, expect, test } from 'vitest';
import { parseCourseQuery, parsePeriod } from './attributes.ts';
import { PanelError } from './problem.ts';

const ID = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01';
const whole: Record<string, string> = { 'patient-id': ID, 'professional-id': ID, 'form-id': ID };
const ask = (more: Record<string, string | undefined> = {}) =>
  parseCourseQuery({ getAttribute: (name) => ({ ...whole, ...more })[name] ?? null });
const refused = (more: Record<string, string | undefined>): PanelError => {
  try {
    ask(more);
  } catch (error) {
    if (error instanceof PanelError) return error;
  }
  throw new Error('was not refused');
};

test('identifiers are compared in lower case, as the service sends them', () => {
  expect(ask({ 'patient-id': ID.toUpperCase() }).patientId).toBe(ID);
});

test('a day counts whole', () => {
  const { startDate, endDate } = ask({ 'start-date': '2026-03-01', 'end-date': '2026-03-01' });
  expect(Date.parse(endDate ?? '') - Date.parse(startDate ?? '')).toBe(24 * 3_600_000 - 1);
});

describe('what is refused', () => {
  test.each(['patient-id', 'professional-id', 'form-id'])('%s missing is named', (name) => {
    expect(refused({ [name]: undefined })).toMatchObject({ code: 'missing', about: name });
  });

  test('an identifier that is not valid is named, and its value is not repeated', () => {
    const error = refused({ 'patient-id': 'Ana Souza' });
    expect(error).toMatchObject({ code: 'invalid', about: 'patient-id' });
    expect(error.message).toContain('patient-id');
    expect(error.message).not.toContain('Ana Souza');
  });
});

test.each([
  ['its first day is no day', { 'start-date': '2026-02-30', 'end-date': '2026-03-01' }],
  ['its last day is no day', { 'start-date': '2026-03-01', 'end-date': 'yesterday' }],
  ['it ends before it begins', { 'start-date': '2026-03-02', 'end-date': '2026-03-01' }],
])('a period asks for all answers, never for a part, where %s', (_, period) => {
  expect(ask(period)).toMatchObject({ startDate: null, endDate: null });
  expect(parsePeriod({ getAttribute: (name) => ({ ...period })[name as keyof typeof period] ?? null })).toBe(
    null,
  );
});
