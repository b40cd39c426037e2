import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  createPatient,
  getInstrument,
  getScoreGraph,
  listLibrary,
  listPatients,
  listSubmissions,
  listTags,
} from '../../../shared/client/contract/index.ts';
import {
  isContractError,
  isInternalError,
  isNetworkError,
  isRateLimitedError,
  isTimeoutError,
  isUnknownOutcomeError,
  type ServiceError,
} from '../../../shared/client/index.ts';
import { formId, ORIGIN } from '../clinic.fixture.ts';
import type { Fault } from './fault.ts';
import {
  client,
  clinic,
  control,
  listening,
  patientId,
  professionalId,
  spoil,
} from './served-clinic.fixture.ts';

/** What a call was rejected with. */
const fault = async (call: Promise<unknown>): Promise<ServiceError> => {
  const error: unknown = await call.then(
    () => 'no error',
    (reason) => reason,
  );
  if (!(error instanceof Error)) throw new Error(`The call was not rejected: ${error}`);
  return error as ServiceError;
};

describe('a fault becomes what the client promises for it', () => {
  it('status-429: RateLimitedError with the time to wait', async () => {
    await spoil({ kind: 'status-429', retryAfter: 7 });
    const error = await fault(client()(listTags));
    expect(isRateLimitedError(error)).toBe(true);
    expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterMs: 7_000, retryable: true });
  });

  it('status-500: InternalError with a traceId', async () => {
    await spoil({ kind: 'status-500' });
    const error = await fault(client()(listTags));
    expect(isInternalError(error)).toBe(true);
    expect(error).toMatchObject({ status: 500, code: 'INTERNAL' });
    expect(error.traceId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
  });

  it.each(['drop-before', 'drop-middle', 'truncated-json'])(
    '%s: NetworkError of a read, which may be repeated',
    async (kind) => {
      await spoil({ kind });
      const error = await fault(client()(listLibrary));
      expect(isNetworkError(error)).toBe(true);
      expect(error.retryable).toBe(true);
    },
  );

  it.each([
    ['drop-before', 0],
    ['drop-middle', 1],
    ['truncated-json', 1],
  ])('%s: UnknownOutcomeError of a write, which was carried out %i times', async (kind, times) => {
    await spoil({ kind });
    const body = { name: 'Duda' };
    const error = await fault(client()(createPatient, { params: { professionalId }, body }));
    expect(isUnknownOutcomeError(error)).toBe(true);
    expect(error.retryable).toBe(false);
    await control('DELETE', 'faults');
    const { data } = await client()(listPatients, { params: { professionalId } });
    expect(data.filter(({ name }) => name === 'Duda')).toHaveLength(times);
  });

  it('latency: TimeoutError of a read, UnknownOutcomeError of a write, which was carried out', async () => {
    await spoil({ kind: 'latency', ms: 60_000 });
    const hasty = client({ timeoutMs: 500 });
    const params = { professionalId };
    const [read, write] = await Promise.all([
      fault(hasty(listTags)),
      fault(hasty(createPatient, { params, body: { name: 'Duda' } })),
    ]);
    expect([isTimeoutError(read), isUnknownOutcomeError(write)]).toEqual([true, true]);
    await control('DELETE', 'faults');
    const { data } = await client()(listPatients, { params });
    expect(data.some(({ name }) => name === 'Duda')).toBe(true);
  });

  it('latency that is waited for changes nothing', async () => {
    await spoil({ kind: 'latency', ms: 1 }, { kind: 'latency', ms: 1 });
    expect((await client()(listTags)).data.length).toBeGreaterThan(0);
    expect((await control<Fault[]>('GET', 'faults')).body.map(({ happened }) => happened)).toEqual([1, 1]);
  });

  it('wrong-type: an unreadable item that is counted, the others are there', async () => {
    await spoil({ kind: 'wrong-type' });
    const { data, unreadable } = await client()(listPatients, { params: { professionalId } });
    expect(data).toHaveLength(1);
    expect(unreadable).toMatchObject([{ path: '[0].serviceId' }]);
  });

  it('wrong-type: ContractError where the answer is no list', async () => {
    await spoil({ kind: 'wrong-type' });
    const error = await fault(client()(getInstrument, { params: { formId: formId('PHQ-9') } }));
    expect(isContractError(error)).toBe(true);
    expect(error).toMatchObject({ field: 'id', status: 200 });
  });

  it('wrong-type at a field: the point of the graph that has it is left out and counted', async () => {
    await spoil({ kind: 'wrong-type', field: 'series[0].points[1].score' });
    const params = { professionalId, patientId, formId: formId('PHQ-9') };
    const { data, unreadable } = await client()(getScoreGraph, { params });
    expect(data.series[0]?.points.map(({ score }) => score)).toEqual([9]);
    expect(unreadable).toMatchObject([{ path: 'series[0].points[1].score' }]);
  });

  it('unknown-enum: read as it is where the list of values is closed for what is sent', async () => {
    await spoil({ kind: 'unknown-enum', field: '[1].status' });
    const { data, unreadable } = await client()(listSubmissions, { params: { professionalId } });
    expect(data.map(({ status }) => status)).toEqual([expect.any(String), 'SANDBOX_UNKNOWN']);
    expect(unreadable).toEqual([]);
    await spoil({ kind: 'unknown-enum' });
    const first = await client()(listSubmissions, { params: { professionalId } });
    expect(JSON.stringify(first.data[0])).toContain('SANDBOX_UNKNOWN');
  });

  it('unknown-enum: the first open list of an answer that has no closed one', async () => {
    await spoil({ kind: 'unknown-enum' });
    const { data, unreadable } = await client()(listLibrary);
    expect(unreadable).toEqual([]);
    expect(JSON.stringify(data).split('SANDBOX_UNKNOWN')).toHaveLength(2);
  });

  it('unknown-enum: read as it is where the list of values is open', async () => {
    await spoil({ kind: 'unknown-enum', field: 'config.globalScoreConfig.scoreDirection' });
    const { data, unreadable } = await client()(getInstrument, { params: { formId: formId('PHQ-9') } });
    expect(unreadable).toEqual([]);
    expect(data.config?.globalScoreConfig?.scoreDirection).toBe('SANDBOX_UNKNOWN');
  });

  it('unknown-field: passes, and nothing is lost', async () => {
    await spoil({ kind: 'unknown-field' });
    const raw = await clinic.ok<object[]>('GET', `/professionals/${professionalId}/patients`);
    expect(raw.map((item) => 'sandboxUnknownField' in item)).toEqual([true, true]);
    const { data, unreadable } = await client()(listPatients, { params: { professionalId } });
    expect([data.length, unreadable.length]).toEqual([2, 0]);
  });

  it('once: a read that is retried succeeds', async () => {
    await spoil({ kind: 'drop-before', times: 1 }, { kind: 'status-500', times: 1 });
    const { data } = await client({ attempts: 3 })(listTags);
    expect(data.length).toBeGreaterThan(0);
    const { body } = await control<Fault[]>('GET', 'faults');
    expect(body.map(({ happened }) => happened)).toEqual([1, 1]);
  });
});

describe('on the wire', () => {
  /** Status and bytes that arrived before the connection ended, as Node's own client sees them. */
  const raw = (path: string) =>
    new Promise<{ status: number; promised: number; arrived: number; isWhole: boolean }>(
      (resolve, reject) => {
        const call = httpRequest(`${listening.url}/third-party/api/v1${path}`, { headers: clinic.headers });
        call.on('error', reject).on('response', (response) => {
          let arrived = 0;
          const promised = Number(response.headers['content-length']);
          response.on('data', (part) => {
            arrived += part.length;
          });
          response.on('error', () => undefined);
          response.on('close', () =>
            resolve({ status: response.statusCode ?? 0, promised, arrived, isWhole: response.complete }),
          );
        });
        call.end();
      },
    );

  it('drop-before ends the connection before a status', async () => {
    await spoil({ kind: 'drop-before' });
    await expect(raw('/forms/tags')).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('drop-middle sends a part of the body that it promised', async () => {
    await spoil({ kind: 'drop-middle' });
    const { status, promised, arrived, isWhole } = await raw('/forms/library');
    expect([status, isWhole]).toEqual([200, false]);
    expect(arrived).toBeGreaterThan(0);
    expect(arrived).toBeLessThan(promised);
  });

  it('truncated-json is a whole answer of half a text', async () => {
    await spoil({ kind: 'truncated-json' });
    expect(await raw('/forms/library')).toMatchObject({ status: 200, isWhole: true });
  });

  it.each(['drop-before', 'drop-middle'])('%s breaks the body if there is no connection', async (kind) => {
    await spoil({ kind });
    const request = new Request(`${ORIGIN}/third-party/api/v1/forms/tags`, { headers: clinic.headers });
    const response = await clinic.sandbox.fetch(request);
    await expect(response.text()).rejects.toThrow('broke the connection');
  });
});
