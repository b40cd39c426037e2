import { describe, expect, it } from 'vitest';
import { listTags } from '../../../shared/client/contract/index.ts';
import type { Fault } from './fault.ts';
import { client, clinic, control, listening, professionalId, spoil } from './served-clinic.fixture.ts';

describe('which requests', () => {
  /** True where a GET of the path meets the fault. */
  const meets = async (match: object, path: string) => {
    await spoil({ kind: 'status-500', match });
    return (await clinic.call('GET', path.replace('P', `/professionals/${professionalId}`))).status === 500;
  };

  it.each([
    [{}, '/forms/tags', true],
    [{ method: 'GET' }, '/forms/tags', true],
    [{ method: 'POST' }, '/forms/tags', false],
    [{ path: '/forms' }, '/forms/tags', true],
    [{ path: '/third-party/api/v1/forms' }, '/forms/tags', true],
    [{ path: '/forms/tags' }, '/forms/library', false],
    [{ path: '/professionals/{professionalId}/patients' }, 'P/patients', true],
    [{ path: '/professionals/{professionalId}' }, 'P/patients', false],
    [{ path: '/professionals/{professionalId}/{anything}' }, 'P/patients', true],
    [{ path: '/professionals/' }, 'P/patients', true],
    [{ endpoint: 'listPatients' }, 'P/patients', true],
    [{ endpoint: 'listPatients' }, '/forms/tags', false],
    [{ endpoint: 'listTags', method: 'GET', path: '/forms' }, '/forms/tags', true],
    [{ endpoint: 'listTags', method: 'PUT' }, '/forms/tags', false],
  ])('%j concerns GET %s: %s', async (match, path, expected) => {
    expect(await meets(match, path)).toBe(expected);
  });

  it('are those of the interface only: the clock, the faults and the patients’ links go on', async () => {
    await spoil({ kind: 'drop-before' });
    expect((await control('GET', 'clock')).status).toBe(200);
    expect((await fetch(`${listening.url}/answer/nobody`)).status).toBe(404);
    expect((await fetch(`${listening.url}/healthz`)).status).toBe(200);
  });
});

describe('/sandbox/faults', () => {
  it('replaces, lists and switches off', async () => {
    await spoil({ kind: 'status-500' });
    const one = await control<Fault[]>('POST', 'faults', { kind: 'latency', ms: 5, times: 2 });
    expect(one.body).toMatchObject([{ kind: 'latency', ms: 5, times: 2, happened: 0 }]);
    expect((await control<Fault[]>('GET', 'faults')).body).toEqual(one.body);
    expect(await control('DELETE', 'faults')).toEqual({ status: 200, body: [] });
    expect((await control('GET', 'faults')).body).toEqual([]);
    expect((await control('PUT', 'faults', [])).status).toBe(405);
  });

  it('does not count what found nothing to spoil', async () => {
    await spoil({ kind: 'unknown-enum', times: 1 });
    const { unreadable } = await client()(listTags);
    expect(unreadable).toEqual([]);
    expect((await control<Fault[]>('GET', 'faults')).body[0]?.happened).toBe(0);
  });

  it.each([
    ['kind', [{}]],
    ['kind', [{ kind: 'flood' }]],
    ['0.ms', [{ kind: 'latency' }]],
    ['0.ms', [{ kind: 'latency', ms: -1 }]],
    ['0.ms', [{ kind: 'latency', ms: 60_001 }]],
    ['1.retryAfter', [{ kind: 'status-429' }, { kind: 'status-429', retryAfter: 'soon' }]],
    ['0.times', [{ kind: 'status-500', times: 0 }]],
    ['0.match.method', [{ kind: 'status-500', match: { method: 'get' } }]],
    ['0.match.path', [{ kind: 'status-500', match: { path: 'forms' } }]],
    ['0.match.endpoint', [{ kind: 'status-500', match: { endpoint: 'listEverything' } }]],
    ['matches', [{ kind: 'status-500', matches: {} }]],
    ['body', 'status-500'],
    ['body', null],
  ])('names %s in a 400, and leaves what is on', async (field, body) => {
    await spoil({ kind: 'latency', ms: 0 });
    const reply = await control<{ message: string }>('POST', 'faults', body);
    expect(reply.status).toBe(400);
    expect(reply.body.message).toContain(field);
    expect((await control<Fault[]>('GET', 'faults')).body).toHaveLength(1);
  });
});
