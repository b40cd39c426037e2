import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from './endpoints/all.ts';
import { createPatient, getInstrument, listLibrary, listSubmissions } from './endpoints/index.ts';
import { createRouter, decodePath, decodeQuery, encodePath, encodeQuery } from './route.ts';

const route = createRouter(ENDPOINTS);
const A = 'a3bb189e-8bf9-3888-9912-ace4e6543002';
const B = '0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0';
const values = { professionalId: A, patientId: B, formId: B, applicationId: 7, submissionId: 9 };

describe('the router', () => {
  it.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
    'finds %s by its own path, and gives its parameters',
    (_, endpoint) => {
      const found = route(endpoint.method, encodePath(endpoint, values));
      expect(found).toMatchObject({ kind: 'endpoint', endpoint: { id: endpoint.id } });
      if (found.kind === 'endpoint') expect(values).toMatchObject(decodePath(found.raw).values);
    },
  );

  it('takes a literal segment before a parameter', () => {
    expect(route('GET', '/forms/library')).toMatchObject({ endpoint: { id: 'listLibrary' } });
    expect(route('GET', '/professionals/check')).toMatchObject({ endpoint: { id: 'checkProfessional' } });
  });

  it('tells a known path with another method from an unknown path', () => {
    expect(route('PATCH', `/professionals/${A}/patients`)).toEqual({
      kind: 'method',
      allowed: ['GET', 'POST'],
    });
    expect(route('GET', '/nothing')).toEqual({ kind: 'none' });
  });

  it.each([
    '/forms/%2e%2e/library',
    '/forms/\\..\\library',
    '/forms//library',
    '//forms/library',
    '/forms/library/',
    '/forms/library?x',
    '/forms/library\n',
    `/forms/${A}/../tags`,
  ])('knows nothing of %j', (path) => {
    expect(route('GET', path)).toEqual({ kind: 'none' });
  });

  it.each(['%2e%2e', '..', '..%2f..', '%2F', `${A}%00`, `${A};x`, `{${A}}`, 'library%20'])(
    'names formId where it is %j',
    (segment) => {
      const found = route('GET', `/forms/${segment}`);
      expect(found.kind === 'endpoint' && decodePath(found.raw).problems).toMatchObject([
        { field: 'formId' },
      ]);
    },
  );

  it('gives back, for any segment whatever, either nothing or exactly that segment', () => {
    fc.assert(
      fc.property(fc.string(), (segment) => {
        const found = route('GET', `/forms/${segment}`);
        if (found.kind === 'endpoint' && found.endpoint.id === getInstrument.id)
          expect(found.raw.formId).toBe(segment);
      }),
    );
  });
});

describe('parameters', () => {
  const query = (text: string) => decodeQuery(listSubmissions.query, new URLSearchParams(text));

  it('reads comma-separated lists, integers and dates', () => {
    expect(query('status=ANSWERED, LATE&limit=0&startDate=2026-02-28T23:00:00-03:00&unknown=1')).toEqual({
      values: { status: ['ANSWERED', 'LATE'], limit: 0, startDate: '2026-02-28T23:00:00-03:00' },
      problems: [],
    });
  });

  it.each([
    ['status', 'ANSWERED,NONSENSE'],
    ['status', ''],
    ['limit', '-1'],
    ['limit', '1.5'],
    ['limit', '1e3'],
    ['limit', '99999999999999999999'],
    ['offset', 'ten'],
    ['formTemplateId', 'not-a-uuid'],
    ['startDate', '2026-02-30T00:00:00Z'],
    ['endDate', '2026-02-28'],
    ['endDate', '2026-02-28T24:30:00Z'],
  ])('names %s where it is %j', (name, text) => {
    const { problems } = query(new URLSearchParams({ [name]: text }).toString());
    expect(problems).toMatchObject([{ field: name, message: expect.stringContaining(name) }]);
  });

  it('refuses a parameter that is given twice', () => {
    expect(query('limit=1&limit=2').problems).toMatchObject([{ field: 'limit' }]);
  });

  it('takes tags by the documented pattern', () => {
    const tags = (text: string) =>
      decodeQuery(listLibrary.query, new URLSearchParams({ tags: text })).values.tags;
    expect(tags(' 1 , 22,3')).toEqual([1, 22, 3]);
    expect(tags('1,,2')).toBeUndefined();
  });

  it('hands a tag of any length on as it is, since the pattern has no bound', () => {
    const sent = '7,9007199254740993,1000000000000000000000001';
    const { values, problems } = decodeQuery(listLibrary.query, new URLSearchParams({ tags: sent }));
    expect(problems).toEqual([]);
    expect(new URLSearchParams(encodeQuery(listLibrary, values)).get('tags')).toBe(sent);
  });

  it('survives encoding and decoding', () => {
    const sent = { status: ['LATE', 'CANCELED'], limit: 10, offset: 20, endDate: '2026-01-01T00:00:00Z' };
    expect(query(encodeQuery(listSubmissions, sent)).values).toEqual(sent);
  });

  it('refuses to write a path out of something that is no identifier', () => {
    expect(() => encodePath(createPatient, { professionalId: '../../forms/tags' })).toThrow(
      /professionalId must be a UUID/,
    );
    expect(() => encodePath(createPatient, {})).toThrow(/professionalId/);
  });
});
