import { type Signal, signal } from '@preact/signals';
import type { Problem } from '../intents/port.ts';
import type {
  FromSurface,
  SurfaceAnswer,
  SurfaceInput,
  SurfaceIntentName,
  ToSurface,
} from '../intents/surface.ts';
import { SURFACE_READS, SURFACE_WRITES } from '../intents/surface.ts';
import type { TabLook } from '../intents/tab-look.ts';
import type { SurfaceGround, SurfacePort } from './ground.ts';
import { AskError, problem } from './problem.ts';

type Place = Extract<FromSurface, { type: 'look' }>['at'];
type Go = Extract<ToSurface, { type: 'go' }>['at'];

/** How the connection stands; `gone`: the extension was updated or removed, and this page is of the former one. */
export type Connection = 'connecting' | 'open' | 'lost' | 'gone';

export interface AskOptions {
  /** The epoch of the context that the question belongs to; null (the default) for one that concerns no patient. */
  readonly epoch?: string | null;
  readonly signal?: AbortSignal;
}

interface Pending {
  readonly question: Extract<FromSurface, { type: 'ask' }>;
  readonly name: SurfaceIntentName;
  readonly epoch: string | null;
  /** The background has it. */
  isSent: boolean;
  answer(value: unknown): void;
  refuse(problem: Problem): void;
}

/** Milliseconds between two attempts to reach the background, and between two signs that somebody looks. */
const AGAIN = 400;
const ATTEMPTS = 8;
const HERE = 20_000;

/**
 * A page of the extension's way to the background: what the tab is, answers to what is asked, word of changes. A
 * background that stopped is woken by connecting again; what only reads is asked again then, the rest is refused as
 * `lost`, a write with its outcome unknown. Once another patient is there, what was asked for the one before is
 * refused as `stale`.
 */
export class SurfaceClient {
  /** Null until the background has told it, and again while nobody is there to ask. */
  readonly look: Signal<TabLook | null> = signal(null);
  readonly connection: Signal<Connection> = signal('connecting');
  /** Grows when something may have changed at the service. */
  readonly changes: Signal<number> = signal(0);
  readonly #ground: SurfaceGround;
  readonly #pending = new Map<number, Pending>();
  #port: SurfacePort | null = null;
  #place: Place | null = null;
  #asked = 0;
  #failures = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #go: (at: Go) => void = () => {};
  readonly #online = (): void => {
    this.changes.value++;
  };

  constructor(ground: SurfaceGround) {
    this.#ground = ground;
  }

  /** Connects, and speaks of this tab, or of the active tab of this window, from now on. */
  start(at: Place, go: (at: Go) => void = () => {}): void {
    this.#place = at;
    this.#go = go;
    this.#connect();
    // What could not be read without a connection is read now.
    addEventListener('online', this.#online);
    this.#timer = setInterval(() => {
      if (document.visibilityState === 'visible') this.#post({ type: 'here' });
    }, HERE);
  }

  /** Lets go of the background; nothing is answered any more. */
  end(): void {
    clearInterval(this.#timer);
    removeEventListener('online', this.#online);
    this.#port?.disconnect();
    this.#port = null;
  }

  /** The epoch of the patient who is recognised now; null where none is. */
  get epoch(): string | null {
    return epochOf(this.look.value);
  }

  /**
   * Asks the background.
   *
   * @throws {AskError} why it was not done
   * @throws the reason of `signal`
   */
  ask<Name extends SurfaceIntentName>(
    name: Name,
    input: SurfaceInput<Name>,
    { epoch = null, signal: ending }: AskOptions = {},
  ): Promise<SurfaceAnswer<Name>> {
    if (ending?.aborted) return Promise.reject(ending.reason);
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      const drop = (): void => {
        this.#pending.delete(id);
        this.#post({ type: 'drop', id });
        reject(ending?.reason);
      };
      const settled = (): void => {
        this.#pending.delete(id);
        ending?.removeEventListener('abort', drop);
      };
      const pending: Pending = {
        question: { type: 'ask', id, epoch, intent: name, input },
        name,
        epoch,
        isSent: false,
        answer(value) {
          settled();
          // The background gives each intent the answer of its declaration.
          resolve(value as SurfaceAnswer<Name>);
        },
        refuse(why) {
          settled();
          reject(new AskError(name, why));
        },
      };
      this.#pending.set(id, pending);
      ending?.addEventListener('abort', drop, { once: true });
      this.#send(pending);
      if (!pending.isSent && (!SURFACE_READS.has(name) || this.connection.value === 'gone')) {
        pending.refuse(problem('lost'));
      }
    });
  }

  #send(pending: Pending): void {
    pending.isSent = this.#post(pending.question);
  }

  #post(message: FromSurface): boolean {
    try {
      this.#port?.post(message);
      return this.#port !== null;
    } catch {
      return false;
    }
  }

  #connect(): void {
    let port: SurfacePort;
    try {
      port = this.#ground.connect();
    } catch {
      this.#leave();
      return;
    }
    this.#port = port;
    port.onMessage((message) => {
      if (this.#port === port) this.#hear(message);
    });
    port.onDisconnect(() => {
      if (this.#port === port) this.#lose();
    });
    if (this.#place) this.#post({ type: 'look', at: this.#place });
  }

  #lose(): void {
    this.#port = null;
    this.connection.value = 'lost';
    // Whose page it is cannot be known now.
    this.look.value = null;
    for (const pending of [...this.#pending.values()]) {
      const { name, refuse } = pending;
      pending.isSent = false;
      if (!SURFACE_READS.has(name)) refuse(problem('lost', SURFACE_WRITES.has(name)));
    }
    if (this.#failures++ < ATTEMPTS) setTimeout(() => this.#connect(), AGAIN * this.#failures);
    else this.#leave();
  }

  /** There is no way back to the background. */
  #leave(): void {
    this.connection.value = 'gone';
    for (const { refuse } of [...this.#pending.values()]) refuse(problem('lost'));
  }

  #hear(message: ToSurface): void {
    this.#failures = 0;
    if (message.type === 'tab') {
      const epoch = epochOf(message.look);
      this.look.value = message.look;
      this.connection.value = 'open';
      for (const pending of [...this.#pending.values()]) {
        const { epoch: of, isSent, refuse } = pending;
        if (of !== null && epoch !== null && of !== epoch) refuse(problem('stale'));
        // What is asked of a patient waits until it is known again that they are there.
        else if (!isSent && (of === null || of === epoch)) this.#send(pending);
      }
    } else if (message.type === 'answer') this.#pending.get(message.id)?.answer(message.value);
    else if (message.type === 'refusal') this.#pending.get(message.id)?.refuse(message.problem);
    else if (message.type === 'go') this.#go(message.at);
    else if (message.epoch === null || message.epoch === this.epoch) this.changes.value++;
  }
}

/** The epoch of a look; null where no patient is recognised. */
export const epochOf = (look: TabLook | null): string | null =>
  look?.context.state === 'known' ? look.context.epoch : null;
