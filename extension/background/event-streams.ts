import { listenToEvents } from '@instrument-panel/client';
import * as z from 'zod/mini';
import type { BackgroundDependencies } from './dependencies.ts';
import type { SignIn } from './sign-in.ts';
import { readStored } from './stored.ts';

/** The last event that was heard, by its id; it counts the events of all, and says nothing of anybody. */
const StoredEventId = z.object({ professionalId: z.string(), id: z.string() });
const PREFIX = 'events:';

/** Listens to the events of each proxy while a panel or page of it is open and the person is signed in. */
export class EventStreams {
  readonly #background: BackgroundDependencies;
  #last = new Map<string, z.infer<typeof StoredEventId>>();
  readonly #open = new Map<string, { readonly professionalId: string; readonly end: () => void }>();

  constructor(background: BackgroundDependencies) {
    this.#background = background;
  }

  /** Loads the id of the latest event of each proxy, so that missed events are asked for. */
  async load(): Promise<void> {
    this.#last = await readStored(this.#background.platform.storage.session, PREFIX, StoredEventId);
  }

  /** Forgets a proxy: events until the next sign-in are not asked for. */
  forget(proxy: string): void {
    this.#open.get(proxy)?.end();
    this.#open.delete(proxy);
    this.#last.delete(proxy);
    void this.#background.platform.storage.session.remove(PREFIX + proxy);
  }

  follow(wanted: ReadonlySet<SignIn>): void {
    const signedIn = new Map([...wanted].map((signIn) => [signIn.proxy, signIn]));
    for (const [proxy, { professionalId, end }] of [...this.#open]) {
      if (signedIn.get(proxy)?.professionalId === professionalId) continue;
      this.#open.delete(proxy);
      end();
    }
    for (const signIn of wanted) {
      const { proxy, professionalId } = signIn;
      if (professionalId !== null && !this.#open.has(proxy)) this.#listen(signIn, professionalId);
    }
  }

  #listen(signIn: SignIn, professionalId: string): void {
    const { proxy, tokens } = signIn;
    const { environment, platform } = this.#background;
    const release = signIn.retain();
    const last = this.#last.get(proxy);
    const stop = listenToEvents({
      baseUrl: proxy,
      auth: tokens,
      fetch: environment.fetch,
      lastId: last?.professionalId === professionalId ? last.id : undefined,
      onId: (id) => {
        if (this.#open.get(proxy)?.end !== end) return;
        this.#last.set(proxy, { professionalId, id });
        void platform.storage.session.set({ [PREFIX + proxy]: { professionalId, id } });
      },
      onEvent: (hint) => this.#background.heardEvent(proxy, hint),
      onResync: () => this.#background.heardEvent(proxy, null),
    });
    const end = (): void => {
      stop();
      release();
    };
    this.#open.set(proxy, { professionalId, end });
  }
}
