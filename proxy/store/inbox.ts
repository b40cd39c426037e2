import type { Backing } from './backing.ts';
import { openRedisInbox } from './inbox-redis.ts';
import { openSqliteInbox } from './inbox-sqlite.ts';

/** How long events, and what tells that they were there before, are kept: 30 days, in milliseconds. */
export const KEPT_MS = 30 * 86_400_000;

/** What is kept of a delivery: identifiers and no more, since whoever reads an event asks the service anew. */
export interface EventHint {
  /** The signed `id` of the envelope, UUID: what repeats are known by. */
  readonly id: string;
  readonly kind: string;
  readonly submissionId?: number;
  readonly applicationId?: number;
  /** UUIDs. */
  readonly patientId?: string;
  readonly professionalId?: string;
  readonly formTemplateId?: string;
  /** The partner's own identifier of the professional. */
  readonly externalProfessionalId?: string;
  /** Instant of an idle closing, ISO 8601 in UTC; tells the closing cycles of one application apart. */
  readonly canceledAt?: string;
}

/** An event as it stands in the outbox. */
export interface StoredEvent extends EventHint {
  /** Place in the outbox: 1, 2, 3 … without gaps, in the order of arrival. */
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

/** The place up to which one reader has got, which only the holder of a lease may move. */
export interface Cursor {
  /** Takes or prolongs the lease; false where somebody else holds it. `milliseconds` from now. */
  readonly hold: (holder: string, milliseconds: number) => Promise<boolean>;
  /** Sequence of the last event that is done; 0 at the beginning. */
  readonly read: () => Promise<number>;
  /** False, and nothing moved, where the lease is not the holder's any more. */
  readonly move: (holder: string, sequence: number) => Promise<boolean>;
  readonly release: (holder: string) => Promise<void>;
}

/** The deliveries of the service, each once and in order. Every method rejects where the storage fails. */
export interface Inbox {
  /**
   * Puts an event and its place in the outbox on disk in one step. A repeat, by its `id` or as the same closing
   * of the same application, changes nothing and gives the first one's sequence.
   */
  readonly take: (event: EventHint, now: number) => Promise<{ sequence: number; isRepeat: boolean }>;
  /** At most `limit` events after a sequence, in order. */
  readonly after: (sequence: number, limit: number) => Promise<readonly StoredEvent[]>;
  /** Sequences of the oldest event held and of the last one ever taken; `first` is `last + 1` where none is held. */
  readonly bounds: () => Promise<{ readonly first: number; readonly last: number }>;
  /** Forgets what was received before an instant; gives how many events. */
  readonly prune: (before: number) => Promise<number>;
  /** Calls `onNews` when there may be new events, whichever proxy took them; gives the function that ends it. */
  readonly watch: (onNews: () => void) => () => void;
  readonly cursor: (name: string) => Cursor;
}

const opened = new WeakMap<Backing, Inbox>();

/** Gives the inbox of a storage: one for each, so that its watchers share one poll. */
export function inboxOf(backing: Backing): Inbox {
  const known = opened.get(backing);
  if (known) return known;
  const inbox = backing.kind === 'sqlite' ? openSqliteInbox(backing.db) : openRedisInbox(backing);
  opened.set(backing, inbox);
  return inbox;
}
