import { expect, it } from 'vitest';
import { toAnalysis } from './analysis.ts';

const sentAt = Date.UTC(2026, 10, 18);
const made = (analysisGeneratedAt: string) =>
  toAnalysis({ data: { hasAnalysis: true, isStale: false, analysisGeneratedAt }, sentAt });

it('an analysis is dated by the service, unless that date lies after the service’s own clock', () => {
  expect(made('2026-11-02T09:00:00Z').analysisGeneratedAt).toBe('2026-11-02T09:00:00Z');
  expect(made('2199-01-01T00:00:00Z')).toEqual({
    hasAnalysis: true,
    isStale: false,
    analysisGeneratedAt: null,
  });
});
