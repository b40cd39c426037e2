import { type BackoffBounds, backoffMs } from '@instrument-panel/client';
import { type Signal, signal } from '@preact/signals';
import type { Effect } from '../intents/intents.ts';
import type { SurfaceMessage, TabPlace } from '../intents/messages.ts';
import { plainProblem, type SidePlace, type TabStatus, type ToSurface } from '../intents/protocol.ts';
import { type AskOptions, type IntentPort, PendingRequests } from '../intents/requests.ts';
import type { SurfaceEnvironment, SurfacePort } from './environment.ts';

/** State of the connection; `gone`: the extension was updated or removed, and this page is of the former one. */
type Connection = 'connecting' | 'open' | 'lost' | 'gone';

const RECONNECT_BACKOFF: BackoffBounds = { firstMs: 400, maxMs: 3_200 };
const RECONNECTS_MAX = 8;
/** Interval of the heartbeats that keep the background awake while the page is visible. */
const HERE_INTERVAL_MS = 20_000;

/**
 * A page's way to the background. After a stop reads are asked again, the rest is refused as `lost`, a write
 * with its outcome unknown. What was asked about a patient before is refused as `stale`.
 */
export class SurfaceClient implements IntentPort<'own-page'> {
  readonly environment: SurfaceEnvironment;
  /** Null until the background has told it, and while the connection is lost. */
  readonly status: Signal<TabStatus | null> = signal(null);
  readonly connection: Signal<Connection> = signal('connecting');
  /** Grows when something may have changed at the service. */
  readonly changes: Signal<number> = signal(0);
  /** Told of each answer while the tab has no patient; null where anything may have changed. */
  readonly answered = new Set<(submissionId: number | null) => void>();
  readonly read: IntentPort<'own-page'>['read'] = (...asked) => this.ask('read', ...asked);
  readonly write: IntentPort<'own-page'>['write'] = (...asked) => this.ask('write', ...asked);
  readonly act: IntentPort<'own-page'>['act'] = (...asked) => this.ask('act', ...asked);
  readonly #requests = new PendingRequests((message) => this.#post(message));
  #port: SurfacePort | null = null;
  #place: TabPlace | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setInterval> | undefined;
  #go: (at: SidePlace) => void = () => {};
  readonly #online = (): void => {
    this.changes.value++;
  };

  constructor(environment: SurfaceEnvironment) {
    this.environment = environment;
  }

  start(at: TabPlace, go: (at: SidePlace) => void = () => {}): void {
    this.#place = at;
    this.#go = go;
    this.#connect();
    // Reads that failed without a connection are repeated now.
    addEventListener('online', this.#online);
    this.#timer = setInterval(() => {
      if (document.visibilityState === 'visible') this.#post({ type: 'here' });
    }, HERE_INTERVAL_MS);
  }

  end(): void {
    clearInterval(this.#timer);
    removeEventListener('online', this.#online);
    this.#port?.disconnect();
    this.#port = null;
  }

  get epoch(): string | null {
    return readEpoch(this.status.value);
  }

  /** Sends a request without types. The background gives each intent the answer of its declaration. */
  ask<T>(effect: Effect, name: string, input: unknown, options?: AskOptions): Promise<T> {
    return this.#requests.ask(name, input, { ...options, effect }, (request) => {
      // A read waits for the background to come back.
      if (effect !== 'read' || this.connection.value === 'gone') request.reject(plainProblem('lost'));
    }) as Promise<T>;
  }

  #post(message: SurfaceMessage): boolean {
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
      port = this.environment.connect();
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
    if (this.#place) this.#post({ type: 'show', at: this.#place });
  }

  #lose(): void {
    this.#port = null;
    this.connection.value = 'lost';
    // Without the background, the patient of the page is not known.
    this.status.value = null;
    for (const request of this.#requests.all) {
      request.isSent = false;
      if (request.effect !== 'read') request.reject(plainProblem('lost', request.effect === 'write'));
    }
    if (this.#failures++ < RECONNECTS_MAX)
      setTimeout(() => this.#connect(), backoffMs(this.#failures, RECONNECT_BACKOFF));
    else this.#leave();
  }

  #leave(): void {
    this.connection.value = 'gone';
    for (const { reject } of this.#requests.all) reject(plainProblem('lost'));
  }

  #hear(message: ToSurface): void {
    this.#failures = 0;
    if (message.type === 'tab') this.#follow(message.status);
    else if (message.type === 'answer' || message.type === 'refusal') this.#requests.settle(message);
    else if (message.type === 'go') this.#go(message.at);
    else this.#hearChange(message);
  }

  #follow(status: TabStatus): void {
    const epoch = readEpoch(status);
    this.status.value = status;
    this.connection.value = 'open';
    for (const request of this.#requests.all) {
      const { epoch: of } = request.message;
      if (of !== null && epoch !== null && of !== epoch) request.reject(plainProblem('stale'));
      // Requests about a patient wait until the same patient is known again.
      else if (!request.isSent && (of === null || of === epoch)) this.#requests.send(request);
    }
  }

  #hearChange({ epoch, submissionId }: Extract<ToSurface, { type: 'changed' }>): void {
    if (epoch === null) for (const hear of this.answered) hear(submissionId ?? null);
    if (epoch === null || epoch === this.epoch) this.changes.value++;
  }
}

const readEpoch = (status: TabStatus | null): string | null =>
  status?.context.state === 'known' ? status.context.epoch : null;
