import { deliverEvent } from '@instrument-panel/client/proxy';
import { type Log, logError, toErrorName } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { OwnRoute } from '../routes.ts';
import type { Settings } from '../settings.ts';
import { EVENT_RETENTION_MS, type Inbox } from '../storage/storage.ts';
import { Delivery } from './deliver.ts';
import { createReceiver } from './receive.ts';

const PRUNE_INTERVAL_MS = 3_600_000;

/**
 * Forgets every hour what is older than 30 days, whether `onEvent` has taken it or not.
 *
 * @returns the function that ends it
 */
export function startPruning(inbox: () => Promise<Inbox>, clock: () => number, log: Log): () => void {
  async function prune(): Promise<void> {
    try {
      await (await inbox()).prune(clock() - EVENT_RETENTION_MS);
    } catch (error) {
      const hint = `Old events could not be pruned: ${toErrorName(error)}.`;
      logError({ log, clock }, 'internal-error', hint);
    }
  }
  const timer = setInterval(() => void prune(), PRUNE_INTERVAL_MS).unref();
  void prune();
  return () => clearInterval(timer);
}

/** The part of a proxy that takes the service's deliveries. */
interface Webhooks {
  readonly route: OwnRoute;
  /** Ends the calls of `onEvent` and leaves them to another proxy. */
  readonly close: () => Promise<void>;
}

type Parts = Pick<Settings, 'webhooks' | 'storage' | 'clock' | 'log'>;

/** `POST /webhooks` and what follows from it; null if the option is not given, and the address unknown. */
export function createWebhooks(
  { webhooks, storage, clock, log }: Parts,
  metrics: Pick<Metrics, 'storageFailed'>,
): Webhooks | null {
  if (webhooks === null) return null;
  const { secrets, onEvent } = webhooks;
  const inbox = async () => (await storage()).inbox;
  const onNotStored = () => metrics.storageFailed('inbox');
  const receive = createReceiver({ secrets, inbox, clock, log, onNotStored });
  const endPruning = startPruning(inbox, clock, log);
  const delivery = onEvent ? new Delivery({ settings: { ...webhooks, onEvent }, inbox, clock, log }) : null;
  return {
    route: { endpoint: deliverEvent, serve: receive },
    async close() {
      endPruning();
      await delivery?.stop();
    },
  };
}
