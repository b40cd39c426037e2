import { setTimeout } from 'node:timers/promises';
import type { EventHint } from '@instrument-panel/client/proxy';
import type { StreamSink } from '../exchange.ts';
import type { Limits } from '../limits.ts';
import { Refusal } from '../refusal.ts';
import type { StoredEvent } from '../storage/storage.ts';
import type { Verifier } from '../token/token.ts';
import type { Audience, Reader } from './audience.ts';
import type { Feed } from './feed.ts';

/** Kept as long as the data of the event is. */
const texts = new WeakMap<EventHint, string>();

/** An event as text (HTML standard, Server-sent events). Kinds and ids hold no line break, nor does JSON. */
function frame(sequence: number, data: EventHint): string {
  const known = texts.get(data);
  if (known !== undefined) return known;
  const text = `id: ${sequence}\ndata: ${JSON.stringify(data)}\n\n`;
  texts.set(data, text);
  return text;
}

/** Some events cannot be told: the reader is to read what it shows again, and goes on after `sequence`. */
const resync = (sequence: number): string => `id: ${sequence}\nevent: resync\ndata: {}\n\n`;

/** The last thing that a stream says; `expired` asks for a new token, `revoked` for a new sign-in. */
const farewell = (reason: 'expired' | 'revoked'): string => `event: ${reason}\ndata: {}\n\n`;

/** Says that the stream lives, and how far it is (an id without data): a reader resumes from there. */
const heartbeat = (sequence: number): string => `: heartbeat\nid: ${sequence}\n\n`;

/** The beginning of a stream: when to come back after a loss, in milliseconds, and from where. */
const opening = (sequence: number): string => `retry: 3000\n: open\nid: ${sequence}\n\n`;

/** How often the service is asked whose an event is, and the pause before it is asked again, in milliseconds. */
const OWNER_ATTEMPTS_MAX = 3;
const OWNER_RETRY_DELAY_MS = 500;

interface StreamParts {
  readonly sink: StreamSink;
  readonly reader: Reader;
  /** Verified again before anything is written. */
  readonly token: string;
  readonly verify: Verifier;
  readonly feed: Feed;
  readonly audience: Audience;
  readonly limits: Pick<Limits, 'eventHeartbeatMs' | 'eventStallMs' | 'eventBufferBytes'>;
}

export class EventStream {
  readonly #parts: StreamParts;
  #place: number;
  #resets: number;
  #isPumping = false;
  #isPoked = false;
  #writtenAt = performance.now();
  #stalledSince: number | undefined;

  /** @param place what the reader has; null if it has to read again, and starts from what is newest */
  constructor(parts: StreamParts, place: number | null) {
    this.#parts = parts;
    this.#place = place ?? parts.feed.head();
    this.#resets = parts.feed.resets();
    this.#write(opening(this.#place) + (place === null ? resync(this.#place) : ''));
  }

  poke(): void {
    this.#isPoked = true;
    if (this.#isPumping) return;
    this.#isPumping = true;
    this.#pumpAll()
      // The storage cannot be read: the reader comes back and resumes from what it has.
      .catch(() => this.#parts.sink.abort())
      .finally(() => {
        this.#isPumping = false;
        // What came in while the last of it was written.
        if (this.#isPoked && !this.#parts.sink.closed.aborted) this.poke();
      });
  }

  /** Called every second or so: ends streams that have expired, were revoked or are stuck, and sends heartbeats. */
  async tick(): Promise<void> {
    const { sink, limits } = this.#parts;
    if (sink.closed.aborted) return;
    if (sink.buffered() > limits.eventBufferBytes) return sink.abort();
    const now = performance.now();
    if (this.#stalledSince !== undefined && now - this.#stalledSince >= limits.eventStallMs)
      return sink.abort();
    if (!(await this.#isStillAllowed()) || this.#stalledSince !== undefined) return;
    if (now - this.#writtenAt >= limits.eventHeartbeatMs) this.#write(heartbeat(this.#place));
  }

  async #pumpAll(): Promise<void> {
    while (this.#isPoked && !this.#parts.sink.closed.aborted) {
      this.#isPoked = false;
      while (await this.#pump());
    }
  }

  /** Tells the next page of events; false if there was none, or no reader. */
  async #pump(): Promise<boolean> {
    const { sink, feed } = this.#parts;
    if (feed.resets() !== this.#resets) {
      this.#resets = feed.resets();
      return this.#resume(feed.head());
    }
    const events = await feed.after(this.#place);
    const [next] = events;
    if (next === undefined || sink.closed.aborted) return false;
    // What lay between was pruned before this reader came to it.
    if (next.sequence > this.#place + 1) return this.#resume(next.sequence - 1);
    let text = '';
    for (const event of events) {
      text += await this.#textOf(event);
      if (sink.closed.aborted) return false;
    }
    if (text !== '' && !(await this.#isStillAllowed())) return false;
    this.#place = events.at(-1)?.sequence ?? this.#place;
    if (text !== '' && !this.#write(text)) await sink.drained();
    this.#stalledSince = undefined;
    return true;
  }

  async #resume(place: number): Promise<boolean> {
    if (!(await this.#isStillAllowed())) return false;
    this.#place = place;
    this.#write(resync(place));
    return true;
  }

  async #textOf(event: StoredEvent): Promise<string> {
    const { audience, reader, sink } = this.#parts;
    for (let tries = 1; !sink.closed.aborted; tries += 1) {
      try {
        const data = await audience(reader, event);
        return data ? frame(event.sequence, data) : '';
      } catch {
        // Whose it is cannot be found out: it is not shown, and the reader learns that something was there.
        if (tries === OWNER_ATTEMPTS_MAX) return resync(event.sequence);
        await setTimeout(OWNER_RETRY_DELAY_MS, undefined, { ref: false });
      }
    }
    return '';
  }

  /** False if the stream has ended, since its token does not hold any more. */
  async #isStillAllowed(): Promise<boolean> {
    const { verify, token, sink } = this.#parts;
    try {
      await verify(token);
      return !sink.closed.aborted;
    } catch (error) {
      const code = error instanceof Refusal && error.status === 401 ? error.code : null;
      if (code !== null) this.#write(farewell(code === 'TOKEN_EXPIRED' ? 'expired' : 'revoked'));
      // Without a word if the token only cannot be checked now: the reader comes back with it.
      sink.end();
      return false;
    }
  }

  #write(text: string): boolean {
    const { sink, limits } = this.#parts;
    if (sink.buffered() > limits.eventBufferBytes) {
      sink.abort();
      return false;
    }
    this.#writtenAt = performance.now();
    const isTaken = sink.write(text);
    if (!isTaken) {
      this.#stalledSince ??= this.#writtenAt;
      void sink.drained().then(() => {
        this.#stalledSince = undefined;
      });
    }
    return isTaken;
  }
}
