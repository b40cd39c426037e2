import { type EventHint, listenToEvents } from '@instrument-panel/client';
import * as z from 'zod/mini';
import type { Environment, StorageArea } from './platform.ts';
import type { SignIn } from './sign-in.ts';

interface Open {
  readonly professionalId: string;
  readonly end: () => void;
}

/** The last event that was heard, by its id; it counts the events of all, and says nothing of anybody. */
const StoredEventId = z.object({ professionalId: z.string(), id: z.string() });
type StoredEventId = z.infer<typeof StoredEventId>;
const PREFIX = 'events:';

/** Handles an event of a proxy; a null hint means that everything may have changed. */
type EventHandler = (proxy: string, hint: EventHint | null) => void;

/** Listens to the events of each proxy for as long as somebody looks at something of it, and is signed in. */
export class EventStreams {
  readonly #fetch: Environment['fetch'];
  readonly #onEvent: EventHandler;
  readonly #session: StorageArea;
  readonly #last = new Map<string, StoredEventId>();
  readonly #open = new Map<string, Open>();

  constructor({ fetch }: Pick<Environment, 'fetch'>, session: StorageArea, heard: EventHandler) {
    this.#fetch = fetch;
    this.#session = session;
    this.#onEvent = heard;
  }

  /** Loads the id of the latest event of each proxy, so that missed events are asked for. */
  async load(): Promise<void> {
    for (const [key, value] of Object.entries(await this.#session.get(null))) {
      const { data } = StoredEventId.safeParse(value);
      if (data && key.startsWith(PREFIX)) this.#last.set(key.slice(PREFIX.length), data);
    }
  }

  /** Forgets a proxy: events until the next sign-in are not asked for. */
  forget(proxy: string): void {
    this.#open.get(proxy)?.end();
    this.#open.delete(proxy);
    this.#last.delete(proxy);
    void this.#session.remove(PREFIX + proxy);
  }

  /** Opens and closes streams so that exactly these sign-ins are listened to. */
  follow(wanted: ReadonlySet<SignIn>): void {
    const signedIn = new Map([...wanted].map((signIn) => [signIn.proxy, signIn]));
    for (const [proxy, { professionalId, end }] of [...this.#open]) {
      if (signedIn.get(proxy)?.professionalId === professionalId) continue;
      this.#open.delete(proxy);
      end();
    }
    for (const signIn of wanted) {
      const { proxy, professionalId, tokens } = signIn;
      if (professionalId === null || this.#open.has(proxy)) continue;
      const release = signIn.retain();
      const last = this.#last.get(proxy);
      const end = listenToEvents({
        baseUrl: proxy,
        auth: tokens,
        fetch: this.#fetch,
        lastId: last?.professionalId === professionalId ? last.id : undefined,
        onId: (id) => {
          if (this.#open.get(proxy)?.end !== close) return;
          this.#last.set(proxy, { professionalId, id });
          void this.#session.set({ [PREFIX + proxy]: { professionalId, id } });
        },
        onEvent: (hint) => this.#onEvent(proxy, hint),
        onResync: () => this.#onEvent(proxy, null),
      });
      const close = (): void => {
        end();
        release();
      };
      this.#open.set(proxy, { professionalId, end: close });
    }
  }
}
