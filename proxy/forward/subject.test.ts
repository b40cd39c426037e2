import { describe, expect, test } from 'vitest';
import {
  createApplication,
  ENDPOINTS,
  type Endpoint,
  getApplication,
  getPatient,
  listPatientSubmissions,
} from '../../shared/client/contract/index.ts';
import { OTHER_PATIENT, PATIENT } from '../fixtures/world.ts';
import { filterForPatients } from './narrowed.ts';
import { createRouteTable, type RouteRule } from './route-table.ts';

const rules = createRouteTable(ENDPOINTS);
function ruleOf(endpoint: Endpoint): RouteRule {
  const rule = rules.get(endpoint);
  if (!rule) throw new Error(`${endpoint.id} has no rule`);
  return rule;
}
const theirs = (endpoint: Endpoint, value: unknown) =>
  filterForPatients(ruleOf(endpoint), new Set([PATIENT]), value);

describe('a service that mixes patients up', () => {
  test('does not get another patient into a record of the right one', () => {
    const application = {
      id: 1,
      patientId: PATIENT,
      submissions: [
        { id: 2, patientId: OTHER_PATIENT },
        { id: 3, patientId: PATIENT, formApplication: { id: 9, patientId: OTHER_PATIENT } },
      ],
    };
    expect(theirs(getApplication, application)).toEqual({
      id: 1,
      patientId: PATIENT,
      submissions: [{ id: 3, patientId: PATIENT }],
    });
  });

  test('does not get another patient into the list of the one whom the path names', () => {
    const items = [{ id: 1, patientId: PATIENT }, { id: 2, patientId: OTHER_PATIENT }, { id: 3 }];
    expect(theirs(listPatientSubmissions, items)).toEqual([{ id: 1, patientId: PATIENT }, { id: 3 }]);
  });

  test('has its record of another patient answered as missing', () => {
    expect(() => theirs(getPatient, { serviceId: OTHER_PATIENT })).toThrow(
      expect.objectContaining({ status: 404, code: 'NOT_FOUND' }),
    );
    expect(() => theirs(getApplication, { id: 1 })).toThrow(expect.objectContaining({ status: 404 }));
    expect(() => theirs(getApplication, { id: 1, patientId: null })).toThrow(
      expect.objectContaining({ status: 404 }),
    );
  });

  test('has a write that was done for another patient called unreadable, not missing', () => {
    expect(() => theirs(createApplication, { id: 1, patientId: OTHER_PATIENT })).toThrow(
      expect.objectContaining({ status: 502 }),
    );
  });
});

test('an endpoint whose access cannot be enforced stops the start', () => {
  const broken = { ...getApplication, path: '/forms/applications/{applicationId}' };
  expect(() => createRouteTable([broken])).toThrow(/getApplication.*professionalId/);
  expect(() => createRouteTable([{ ...getApplication, patient: { at: 'all' } }])).toThrow(/'self'/);
  expect(() => createRouteTable([{ ...getPatient, path: '/professionals/{professionalId}' }])).toThrow(
    /patientId/,
  );
});
