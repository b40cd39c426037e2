import { vi } from 'vitest';
import type { EventData } from '../events/index.ts';

/** One event of a stream, as the HTML standard has it read (Server-sent events, 9.2.6). */
export interface ReadEvent {
  readonly id: string;
  /** `message` unless it was named. */
  readonly event: string;
  readonly data: EventData;
}

/** Reads a stream of events over `fetch`. */
export interface EventReader {
  readonly response: Response;
  readonly events: ReadEvent[];
  /** All of the text, comments included. */
  readonly text: () => string;
  /** The id from which it would resume. */
  readonly lastId: () => string;
  readonly hasEnded: () => boolean;
  /** Waits until so many events have come. */
  readonly count: (length: number) => Promise<readonly ReadEvent[]>;
  readonly close: () => void;
}

const PATIENCE = { timeout: 15_000, interval: 10 };

/** Opens `GET /events`. What goes on in it is read in the background. */
export async function readEvents(
  proxyUrl: string,
  token: string,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<EventReader> {
  const abort = new AbortController();
  const response = await fetch(`${proxyUrl}/events${query}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: abort.signal,
  });
  const events: ReadEvent[] = [];
  let text = '';
  let rest = '';
  let lastId = '';
  let hasEnded = false;

  function dispatch(block: string): void {
    const fields = block
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => line.split(/: ?(.*)/s) as [string, string]);
    const fieldOf = (name: string) => fields.findLast(([field]) => field === name)?.[1];
    lastId = fieldOf('id') ?? lastId;
    const data = fieldOf('data');
    if (data === undefined) return;
    events.push({ id: lastId, event: fieldOf('event') ?? 'message', data: JSON.parse(data) as EventData });
  }

  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const piece = decoder.decode(chunk, { stream: true });
      text += piece;
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) dispatch(block);
    }
  }
  if (response.ok) {
    void read()
      .catch(() => {})
      .finally(() => {
        hasEnded = true;
      });
  }
  return {
    response,
    events,
    text: () => text,
    lastId: () => lastId,
    hasEnded: () => hasEnded,
    async count(length) {
      await vi.waitFor(() => {
        if (events.length < length) throw new Error(`Only ${events.length} of ${length} events have come.`);
      }, PATIENCE);
      return events;
    },
    close: () => abort.abort(),
  };
}
