import { describe, expect, it, vi } from 'vitest';
import {
  createApplication,
  getInstrument,
  getInstrumentSummary,
  getScale,
  listTags,
} from './contract/index.ts';
import { apply, fault, formId, json, service, TAGS } from './service.fixture.ts';

describe('an abort', () => {
  it('before the call sends nothing', async () => {
    const { client, seen } = await service((_, response) => json(response, 200, TAGS));
    expect(await fault(client(listTags, { signal: AbortSignal.abort('gone') }))).toBe('gone');
    expect(seen).toEqual([]);
  });

  it('ends the wait between two tries', async () => {
    const { client, seen } = await service(
      (_, response) => json(response, 429, {}, { 'retry-after': '10' }),
      {
        sleep: undefined,
      },
    );
    const leaving = new AbortController();
    const left = fault(client(listTags, { signal: leaving.signal }));
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    leaving.abort();
    expect(await left).toMatchObject({ name: 'AbortError' });
    expect(seen).toHaveLength(1);
  });

  it('of a write passes as the abort that it is', async () => {
    const { client, seen } = await service(() => {});
    const leaving = new AbortController();
    const left = fault(client(createApplication, { ...apply, signal: leaving.signal }));
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    leaving.abort();
    expect(await left).toMatchObject({ name: 'AbortError' });
  });
});

describe('equal reads at once', () => {
  it('of endpoints that read different parts of the answer get each its own part', async () => {
    const scoreRanges = [{ minScore: 0, maxScore: 27, formSubScaleId: null }];
    const subScales = [{ id: 1, name: 'Depression' }];
    const { client } = await service(
      (_, response) => void setTimeout(() => json(response, 200, { id: formId, scoreRanges, subScales }), 50),
    );
    const input = { params: { formId } };
    const [summary, scale] = await Promise.all([
      client(getInstrumentSummary, input),
      client(getScale, input),
    ]);
    expect(summary.data).toMatchObject({ subScales });
    expect(scale.data).toMatchObject({ scoreRanges });
  });

  it('are one request; one who leaves does not take the others along', async () => {
    const { client, seen } = await service(
      (_, response) => void setTimeout(() => json(response, 200, TAGS), 50),
    );
    const leaving = new AbortController();
    const left = fault(client(listTags, { signal: leaving.signal }));
    const stays = client(listTags, { signal: new AbortController().signal });
    leaving.abort();
    expect(await left).toMatchObject({ name: 'AbortError' });
    expect((await stays).data).toEqual(TAGS);
    expect(seen).toHaveLength(1);
  });

  it('are aborted when all have left, and whoever asks after that is answered', async () => {
    const closed: boolean[] = [];
    const { client, seen } = await service((_, response, count) => {
      response.on('close', () => closed.push(response.writableFinished));
      if (count > 1) json(response, 200, TAGS);
    });
    const leaving = new AbortController();
    const both = [1, 2].map(() => fault(client(listTags, { signal: leaving.signal })));
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    leaving.abort();
    await Promise.all(both);
    expect((await client(listTags)).data).toEqual(TAGS);
    await vi.waitFor(() => expect(closed).toContain(false));
  });

  it('of different queries are not one', async () => {
    const { client, seen } = await service((_, response) => json(response, 404, {}));
    await Promise.all(
      ['a', 'b'].map((format) => fault(client(getInstrument, { params: { formId }, query: { format } }))),
    );
    expect(seen).toHaveLength(2);
  });
});
