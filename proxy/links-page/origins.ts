import type { Links } from '../mapping/bulk-link.ts';
import type { EhrRow } from '../mapping/link-file.ts';
import type { Reported } from '../mapping/link-report.ts';
import { toLinkName } from '../mapping/mapping-call.ts';
import type { MappingStore } from '../storage/storage.ts';
import { isTurnOver, nextTurn } from '../turns.ts';
import type { Look } from './look.ts';
import type { OpposedOrigin } from './preview-page.ts';

/** The links that the page reads and changes. */
export interface PageLinks extends Links {
  readonly store: MappingStore;
}

/** Makes the function that finds how the links came about that stand against these rows. */
export function createOrigins({ hasher, store }: PageLinks) {
  /** Which row of the list a stored key is of: the storage has its hash alone. */
  async function findRows(rows: readonly EhrRow[], ids: ReadonlySet<string>): Promise<Map<string, EhrRow>> {
    const byHash = new Map<string, EhrRow>();
    for (const row of rows) {
      if (isTurnOver()) await nextTurn();
      for (const id of ids) byHash.set(hasher.keyOf(id, row.system, row.key).hash, row);
    }
    return byHash;
  }

  return async (
    { all }: Look,
    rows: readonly Reported[],
  ): Promise<ReadonlyMap<Reported, readonly OpposedOrigin[]>> => {
    const opposed = rows.filter(({ judgement }) => judgement.opposed.length > 0);
    const isOwn = ({ row }: Reported, id: string, hash: string): boolean =>
      hasher.keyOf(id, row.system, row.key).hash === hash;
    const others = opposed.flatMap((reported) =>
      reported.judgement.opposed.filter(
        ({ professionalId, key }) => !isOwn(reported, professionalId, key.hash),
      ),
    );
    const ids = new Set(others.map(({ professionalId }) => professionalId));
    const byHash = await findRows(ids.size > 0 ? all.map(({ row }) => row) : [], ids);
    const found = new Map<Reported, OpposedOrigin[]>();
    for (const reported of opposed) {
      const origins: OpposedOrigin[] = [];
      for (const { professionalId, key, patientId } of reported.judgement.opposed) {
        const other = isOwn(reported, professionalId, key.hash)
          ? null
          : { link: toLinkName(key.hash), row: byHash.get(key.hash) ?? null };
        origins.push({ patientId, origin: await store.origin(key), other });
      }
      found.set(reported, origins);
    }
    return found;
  };
}
export type ReadOrigins = ReturnType<typeof createOrigins>;
