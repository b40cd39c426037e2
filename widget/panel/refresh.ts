import type { Connection } from '../connect.ts';

/**
 * Reads again while the page is visible, until the returned function is called: every so many seconds only what may
 * have changed, and everything when the page comes into view or online again. The first look by the clock also begins
 * to hear of events, never before the first sight; the clock goes on, since a proxy's stream may be silent.
 *
 * @param seconds between two reads; 0 for none by the clock, and no events
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
