import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller } from './call.ts';
import { listApplications, listSubmissions } from './contract/index.ts';
import { pages } from './paging.ts';
import { readAnswer } from './read.ts';

const professionalId = '0b7e9a40-5c1d-4d7e-8a55-2c6a4f9b3e22';
const params = { professionalId };
const uuid = '3f8a1b52-8f0e-4c5b-9d5c-0f2a6f1e7a11';

interface Row {
  readonly id: number;
  readonly isGood: boolean;
}
const wire = ({ id, isGood }: Row) => ({
  id,
  formTemplateId: uuid,
  patientId: isGood ? uuid : 'nobody',
  status: 'ANSWERED',
});

/** A list by `limit` and `offset` (docs/service.md#paging-and-ordering); `meanwhile` changes it after each answer. */
function listOver(rows: Row[], meanwhile: () => void = () => {}, cap = Number.POSITIVE_INFINITY) {
  const asked: { limit: number; offset: number }[] = [];
  const client = async (_: unknown, { query }: { query: { limit: number; offset: number } }) => {
    asked.push(query);
    if (asked.length > 2_000) throw new Error('the list never ends');
    const raw = rows.slice(query.offset, query.offset + Math.min(query.limit, cap)).map(wire);
    meanwhile();
    return { ...readAnswer(listSubmissions.response, raw), status: 200, receivedAt: 0 };
  };
  return { client: client as unknown as Caller, asked };
}

async function collect(client: Caller, pageSize: number) {
  const ids: number[] = [];
  let unreadable = 0;
  for await (const page of pages(client, listSubmissions, { params }, { pageSize })) {
    ids.push(...page.items.map(({ id }) => id));
    unreadable += page.unreadable.length;
  }
  return { ids, unreadable };
}

const good = (count: number): Row[] => Array.from({ length: count }, (_, i) => ({ id: i + 1, isGood: true }));
const rowsOf = (flags: readonly boolean[]): Row[] => flags.map((isGood, i) => ({ id: i + 1, isGood }));

describe('pages', () => {
  it.each([0, 1, 2, 3, 4, 10])('gives a list of %i once and in order', async (count) => {
    const { client } = listOver(good(count));
    expect(await collect(client, 3)).toEqual({ ids: good(count).map(({ id }) => id), unreadable: 0 });
  });

  it('hands the input of the list on, and pages by limit and offset', async () => {
    const { client, asked } = listOver(good(5));
    const query = { status: ['ANSWERED'] } as const;
    for await (const _ of pages(client, listSubmissions, { params, query }, { pageSize: 3 }));
    expect(asked[0]).toEqual({ status: ['ANSWERED'], limit: 3, offset: 0 });
    expect(asked[1]).toEqual({ status: ['ANSWERED'], limit: 4, offset: 2 });
  });

  it('goes on when the other side gives fewer rows than asked for', async () => {
    const { client } = listOver(good(50), undefined, 7);
    expect((await collect(client, 20)).ids).toHaveLength(50);
  });

  it('does not stop at a page of which nothing can be read', async () => {
    const { client } = listOver(rowsOf([true, false, false, false, false, false, true]));
    expect(await collect(client, 2)).toEqual({ ids: [1, 7], unreadable: 5 });
  });

  it('does not stop at a page of which everything was seen', async () => {
    const rows = good(12);
    let answers = 0;
    const { client } = listOver(rows, () => {
      if (++answers === 2) rows.unshift(...[101, 102, 103, 104].map((id) => ({ id, isGood: true })));
    });
    expect((await collect(client, 3)).ids).toEqual(good(12).map(({ id }) => id));
  });

  it('misses no row when one that was read is deleted meanwhile', async () => {
    const rows = good(9);
    let deletes = 2;
    const { client } = listOver(rows, () => {
      if (deletes-- > 0) rows.splice(0, 1);
    });
    expect((await collect(client, 3)).ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('gives up with an error on a list that does not honour offset', async () => {
    const client = async () => ({
      ...readAnswer(listSubmissions.response, good(3).map(wire)),
      status: 200,
      receivedAt: 0,
    });
    await expect(collect(client as unknown as Caller, 3)).rejects.toThrow(
      expect.objectContaining({ name: 'ContractError', endpoint: 'listSubmissions' }),
    );
  });

  it.each([0, 1.5, 200])('refuses a page size of %d', async (pageSize) => {
    const { client } = listOver([]);
    await expect(pages(client, listApplications, { params }, { pageSize }).next()).rejects.toThrow(
      RangeError,
    );
  });

  const flags = fc.array(fc.boolean(), { maxLength: 30 });
  it('gives every row that stood in the list once and in order, whatever is inserted between pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        flags,
        fc.integer({ min: 3, max: 8 }),
        fc.array(fc.nat(2)),
        async (list, size, inserts) => {
          const rows = rowsOf(list);
          let next = 1_000;
          const { client } = listOver(rows, () => {
            for (let n = inserts.pop() ?? 0; n > 0; n--) rows.unshift({ id: next++, isGood: true });
          });
          const { ids, unreadable } = await collect(client, size);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids.filter((id) => id < 1_000)).toEqual(
            list.flatMap((isGood, i) => (isGood ? [i + 1] : [])),
          );
          expect(unreadable).toBeGreaterThanOrEqual(list.filter((isGood) => !isGood).length);
        },
      ),
    );
  });

  it('states each row that cannot be read exactly once in a list that stands still', async () => {
    await fc.assert(
      fc.asyncProperty(flags, fc.integer({ min: 2, max: 8 }), async (list, size) => {
        const { client } = listOver(rowsOf(list));
        expect((await collect(client, size)).unreadable).toBe(list.filter((isGood) => !isGood).length);
      }),
    );
  });

  it('misses no row that stays, whatever is deleted between pages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 25 }), fc.array(fc.nat(24)), async (count, deletes) => {
        const rows = good(count);
        const { client } = listOver(rows, () => {
          const at = deletes.pop();
          if (at !== undefined && at < rows.length) rows.splice(at, 1);
        });
        const { ids } = await collect(client, 4);
        expect(rows.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual([]);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });
});
