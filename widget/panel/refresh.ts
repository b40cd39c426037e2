/**
 * Reads again while somebody can see it: every so many seconds only what may have changed, and everything when
 * the page comes into view or online again. A hidden page asks for nothing.
 *
 * @param seconds between two reads; 0 for none by the clock
 * @returns ends it
 */
export function refreshing(seconds: number, again: (all: boolean) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const look = (all: boolean) => () => {
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
