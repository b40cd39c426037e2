import type { Connection } from '../connect.ts';

/**
 * Reads again while somebody can see it: every so many seconds only what may have changed, and everything when
 * the page comes into view or online again. A hidden page asks for nothing. The first look by the clock also begins
 * to hear of events, which is never before the first sight. The clock goes on: a proxy that gets no deliveries has a
 * stream as well, and nothing to tell on it.
 *
 * @param seconds between two reads; 0 for none by the clock, and no events
 * @returns ends it
 */
export function refreshing(
  seconds: number,
  again: (all: boolean) => void,
  connection: Pick<Connection, 'listen'> | null,
): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const look = (all: boolean) => () => {
    if (!all) connection?.listen(again);
    if (document.visibilityState === 'visible') again(all);
  };
  const timer = seconds > 0 ? setInterval(look(false), seconds * 1_000) : undefined;
  document.addEventListener('visibilitychange', look(true), { signal });
  addEventListener('online', look(true), { signal });
  return () => {
    clearInterval(timer);
    ended.abort();
  };
}
