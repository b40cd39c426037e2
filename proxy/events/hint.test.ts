import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FORM, PATIENT, PROFESSIONAL } from '../fixtures/world.ts';
import { readDeliveredEvent } from './webhooks.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const read = (value: unknown) =>
  readDeliveredEvent(new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)));

describe('what is kept of a delivery', () => {
  test('an answered submission: its identifiers', () => {
    const data = {
      submissionId: 7,
      applicationId: 5,
      externalProfessionalId: 'staff-7',
      professionalId: PROFESSIONAL,
      patientId: PATIENT.toUpperCase(),
      formTemplateId: FORM,
    };
    expect(read({ id: ID.toUpperCase(), event: 'SUBMISSION_ANSWERED', data })).toEqual({
      ...data,
      id: ID,
      kind: 'SUBMISSION_ANSWERED',
      patientId: PATIENT,
    });
  });

  test('an idle closing: application and instant, the same instant however it is written', () => {
    const data = { applicationId: 5, canceledAt: '2026-03-01T07:00:00-03:00', createdByPartner: true };
    expect(read({ id: ID, event: 'APPLICATION_CANCELED_IDLE', data })).toEqual({
      id: ID,
      kind: 'APPLICATION_CANCELED_IDLE',
      applicationId: 5,
      canceledAt: '2026-03-01T10:00:00.000Z',
    });
  });

  test('nothing that is no identifier, wherever it stands', () => {
    const body = {
      id: ID,
      event: 'SUBMISSION_ANSWERED',
      patientName: 'NAME-CANARY',
      data: { submissionId: 7, patient: { name: 'NAME-CANARY' }, score: 21, patientId: 'NAME-CANARY' },
    };
    expect(read(body)).toEqual({ id: ID, kind: 'SUBMISSION_ANSWERED', submissionId: 7 });
  });

  test.each([
    [undefined, 'UNKNOWN'],
    ['SOMETHING_NEW', 'SOMETHING_NEW'],
    ['Ana Lima answered', 'UNKNOWN'],
    [7, 'UNKNOWN'],
  ])('the kind %s is kept as %s', (event, kind) => {
    expect(read({ id: ID, event, data: null })).toEqual({ id: ID, kind });
  });
});

test.each<[string, unknown]>([
  ['no JSON', '{'],
  ['nothing', ''],
  ['a list', [{ id: ID }]],
  ['null', 'null'],
  ['no id', { event: 'SUBMISSION_ANSWERED' }],
  ['an id that is no UUID', { id: 'evt_1' }],
])('%s is nothing that could be known again', (_, body) => {
  expect(read(body)).toBeNull();
});

test('bytes that are no UTF-8 are refused, never guessed at', () => {
  const body = Buffer.concat([
    Buffer.from(`{"id":"${ID}","event":"`),
    Buffer.from([0xff]),
    Buffer.from('"}'),
  ]);
  expect(readDeliveredEvent(body)).toBeNull();
});

test('whatever comes, it never throws and never keeps more than identifiers', () => {
  const names = ['submissionId', 'applicationId', 'patientId', 'professionalId', 'formTemplateId'];
  const known = new Set([...names, 'externalProfessionalId', 'canceledAt', 'id', 'kind']);
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...known, 'name', '__proto__'), fc.jsonValue()), (data) => {
      const hint = read({ id: ID, event: 'A', data });
      expect(Object.keys(hint ?? {}).filter((name) => !known.has(name))).toEqual([]);
      expect(hint).toMatchObject({ id: ID, kind: 'A' });
    }),
  );
});
