import { type EventHint, listenToEvents } from '../../../shared/client/events/index.ts';
import type { Surroundings } from '../platform.ts';
import type { SignIn } from '../sign-in/sign-in.ts';

interface Open {
  readonly professionalId: string;
  readonly end: () => void;
}

/** What is done with what is heard; a null hint: everything may have changed. */
export type Heard = (proxy: string, hint: EventHint | null) => void;

/** Listens to the events of each proxy for as long as somebody looks at something of it, and is signed in. */
export class Listening {
  readonly #fetch: Surroundings['fetch'];
  readonly #heard: Heard;
  readonly #open = new Map<string, Open>();

  constructor({ fetch }: Pick<Surroundings, 'fetch'>, heard: Heard) {
    this.#fetch = fetch;
    this.#heard = heard;
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
      const end = listenToEvents({
        baseUrl: proxy,
        auth: tokens,
        fetch: this.#fetch,
        onEvent: (hint) => this.#heard(proxy, hint),
        onResync: () => this.#heard(proxy, null),
      });
      this.#open.set(proxy, {
        professionalId,
        end: () => {
          end();
          release();
        },
      });
    }
  }
}
