/**
 * Reads again while somebody can see it: every so many seconds only what may have changed, and everything when
 * the page comes into view or online again. A hidden page asks for nothing.
 *
 * @param seconds between two reads; 0 for none by the clock
 * @returns ends it
 */
export function refreshing(seconds: number, again: (all: boolean) => void): () => void {
  const isVisible = () => document.visibilityState === 'visible';
  const all = () => {
    if (isVisible()) again(true);
  };
  const timer = seconds > 0 ? setInterval(() => isVisible() && again(false), seconds * 1_000) : undefined;
  document.addEventListener('visibilitychange', all);
  addEventListener('online', all);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', all);
    removeEventListener('online', all);
  };
}
