import { randomUUID } from 'node:crypto';
import { createJumpWatch } from '../clock-jump.ts';
import { jtiHash, logError, toErrorName } from '../log.ts';
import type { Settings } from '../settings.ts';
import { type AuditStore, type Head, sameHead } from '../storage/storage.ts';
import { archiveRows } from './archive.ts';
import type { Audit } from './audit.ts';
import { findLastBefore, findLastSeal } from './by-time.ts';
import { type NewEntry, PROXY_ITSELF, PRUNED_ROUTE, parseEntry, SEALED_ROUTE, toHeadText } from './entry.ts';
import { signSeal } from './seal.ts';

const UPKEEP_INTERVAL_MS = 3_600_000;
const DAY_MS = 86_400_000;

const toOwnEntry = (route: string, at: string): NewEntry => ({
  at,
  attempt: randomUUID(),
  route,
  who: PROXY_ITSELF,
  jti: jtiHash(''),
  ids: {},
  outcome: { kind: 'done', status: 200 },
});

/**
 * Publishes the head of the trail in the log, at the start and every hour, so that the trail cannot be cut off unseen; and
 * deletes rows that are older than the partner keeps them, with a row that says so. With a key for it, each hour of rows is
 * closed with a signature, and such segments are deleted as a whole.
 */
export function createUpkeep(
  settings: Pick<Settings, 'storage' | 'audit' | 'clock' | 'log'>,
  audit: Pick<Audit, 'append'>,
) {
  const {
    clock,
    log,
    audit: { keepDays, seals, archive },
  } = settings;
  let published: Head | null = null;
  let timer: NodeJS.Timeout | undefined;
  const hasJumped = createJumpWatch(clock);
  const now = (): string => new Date(clock()).toISOString();

  async function publish(store: AuditStore): Promise<void> {
    const head = await store.head();
    if (head.sequence === 0 || (published && sameHead(published, head))) return;
    published = head;
    log({ at: now(), level: 'info', event: 'audit-head', hint: toHeadText(head) });
  }

  async function prune(store: AuditStore): Promise<void> {
    if (keepDays === null) return;
    if (hasJumped()) {
      return logError(
        settings,
        'audit-not-pruned',
        'The clock has jumped ahead while the proxy ran: no row was deleted. Set it, and start again.',
      );
    }
    const end = clock() - keepDays * DAY_MS;
    const old = await findLastBefore(store, end);
    if (!old) return;
    // A segment waits for the signature that closes it; rows from before there were any wait no longer than a day.
    const closed = seals && (await findLastSeal(store, old.head.sequence));
    const last = seals ? (closed ?? (await findLastBefore(store, end - DAY_MS))) : old;
    if (!last) return;
    if (archive !== null) await archiveRows(store, last.head, archive);
    await audit.append({ ...toOwnEntry(PRUNED_ROUTE, now()), upTo: toHeadText(last.head) });
    await store.prune(last.head, last.at);
  }

  async function seal(store: AuditStore): Promise<void> {
    const head = await store.head();
    const [last] = seals && head.sequence > 0 ? await store.read(head.sequence, 1) : [];
    if (!seals || !last || parseEntry(last.text)?.route === SEALED_ROUTE) return;
    const entry = toOwnEntry(SEALED_ROUTE, now());
    await audit.append({ ...entry, upTo: toHeadText(head), seal: await signSeal(head, entry.at, seals) });
  }

  /** What fails is tried again in an hour, and keeps no other step from being done. */
  const look = async (...steps: readonly ((store: AuditStore) => Promise<void>)[]): Promise<void> => {
    const failed = new Set<string>();
    for (const step of steps) {
      try {
        await step((await settings.storage()).audit);
      } catch (error) {
        // A storage that fails is logged elsewhere; an archive that fails is not.
        const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
        failed.add(/^[A-Z_]{1,40}$/.test(code) ? code : toErrorName(error));
      }
    }
    if (failed.size === 0) return;
    const hint = `The hourly work on the audit trail failed (${[...failed].join(', ')}); it is tried again in an hour.`;
    logError(settings, 'audit-not-kept', hint);
  };

  return {
    start(): void {
      timer ??= setInterval(() => void look(prune, seal, publish), UPKEEP_INTERVAL_MS).unref();
    },
    /** Publishes the head of a storage that was opened. */
    announce: () => look(publish),
    stop: (): void => clearInterval(timer),
    /** What is done every hour. */
    look: () => look(prune, seal, publish),
  };
}
