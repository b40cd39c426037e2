import { NAMES_CHANGED } from '../../site/handle.ts';

/** Every other window of the page that is of this frame's origin. */
function others(root: Window): Window[] {
  const found: Window[] = [];
  for (let at = 0; at < root.length; at++) {
    const inner = root[at];
    if (inner) found.push(inner, ...others(inner));
  }
  return found;
}

/** Asks each other window of the page; those of other origins cannot be asked. */
function ask(of: (other: Window) => void): void {
  const { top } = globalThis;
  for (const other of top ? [top, ...others(top)] : []) {
    if (other === globalThis.window) continue;
    try {
      of(other);
    } catch {
      // Of another origin.
    }
  }
}

/**
 * Detects same-origin frames that navigate or change patient before the background's message arrives: until then this
 * frame could be painted beside the next patient's header. Only a message sent after the other frames were quiet can
 * know of them; the age of a document is no measure, since it includes the time of a slow server. Frames of other
 * origins cannot be watched.
 */
export function watchBeside(changed: () => void) {
  let seen = new WeakSet<Document>();
  let ended = new AbortController();
  let last = Number.NEGATIVE_INFINITY;
  const heard = (): void => {
    last = performance.now();
    changed();
  };
  const look = (): void =>
    ask((other) => {
      if (seen.has(other.document)) return;
      seen.add(other.document);
      last = performance.now();
      for (const type of ['pagehide', NAMES_CHANGED])
        other.addEventListener(type, heard, { signal: ended.signal });
    });
  look();
  addEventListener('pagehide', () => {
    ended.abort();
    ended = new AbortController();
    seen = new WeakSet();
  });
  return {
    /** Milliseconds since one of them changed, or was seen for the first time; `Infinity` where there is none. */
    quiet(): number {
      look();
      return performance.now() - last;
    },
  };
}
