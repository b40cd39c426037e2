import { phq2 } from '../library/instruments/phq-2.ts';
import type { Clinic } from './help.ts';
import { memoryAnswers } from './memory-answers.fixture.ts';
import { createPatientPages } from './patient-pages.ts';

/** Any origin: the pages read the path alone. */
export const ORIGIN = 'http://sandbox.test';

/** The pages over one request in memory, with the ways in which a test calls them. */
export function setUp(
  definition = phq2,
  { clinic = {}, ...options }: NonNullable<Parameters<typeof memoryAnswers>[1]> & { clinic?: Clinic } = {},
) {
  const service = memoryAnswers(definition, options);
  const pages = createPatientPages(service, '/answer', 'en', clinic);
  return {
    service,
    get: (path: string, headers: Record<string, string> = {}) =>
      pages(new Request(`${ORIGIN}${path}`, { headers })),
    send: (path: string, body: string, type: string, headers: Record<string, string> = {}) =>
      pages(
        new Request(`${ORIGIN}${path}`, {
          method: 'POST',
          body,
          headers: { 'Content-Type': type, ...headers },
        }),
      ),
    save: (path: string, body: unknown) =>
      pages(
        new Request(`${ORIGIN}${path}`, {
          method: 'PATCH',
          body: JSON.stringify(body),
          headers: { 'Content-Type': JSON_TYPE },
        }),
      ),
    pages,
  };
}

/** Media types of the two ways to answer. */
export const FORM = 'application/x-www-form-urlencoded';
export const JSON_TYPE = 'application/json';
