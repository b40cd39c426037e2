import { json } from '../exchange.ts';
import type { Breaker } from '../limit/breaker.ts';
import type { SharedStorage } from '../storage/open.ts';
import { type Surface, singlePath } from '../surface.ts';

/** Milliseconds after which a storage that has not answered counts as unreachable. */
const STORAGE_MS = 1_000;

interface HealthOptions extends Pick<SharedStorage, 'storage'> {
  readonly breaker: Breaker;
  readonly isClosing: () => boolean;
}

/** Whether the storage answers. Equal questions at once share one answer. */
function createStorageProbe(storage: SharedStorage['storage']): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  async function ask(): Promise<boolean> {
    await (await storage()).ping();
    return true;
  }
  async function askInTime(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, STORAGE_MS, false);
    });
    return Promise.race([ask().catch(() => false), late]).finally(() => clearTimeout(timer));
  }
  return () => {
    asking ??= askInTime().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

/** `GET /healthz`: the process answers. */
export const liveness: Surface = {
  ...singlePath('GET', '/healthz', async () => json(200, { status: 'ok' })),
  lane: 'none',
};

/**
 * `GET /readyz`: requests are of use here. 503 `NOT_READY` names what stands against it in fixed words: `closing`,
 * `service` (the breaker lets nothing through; once a call may try it is ready again), `storage`.
 */
export function createReadiness({ storage, breaker, isClosing }: HealthOptions): Surface {
  const reachesStorage = createStorageProbe(storage);
  const surface = singlePath('GET', '/readyz', async () => {
    const against = [
      ...(isClosing() ? ['closing'] : []),
      ...(breaker.state() === 'open' ? ['service'] : []),
      ...((await reachesStorage()) ? [] : ['storage']),
    ];
    if (against.length === 0) return json(200, { status: 'ready' });
    return json(503, { code: 'NOT_READY', message: `Not ready: ${against.join(', ')}.` });
  });
  return { ...surface, lane: 'none' };
}
