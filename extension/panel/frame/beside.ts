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
 * Tells when another frame of this origin leaves its page, or names somebody else than before. It may be the one that
 * says who the patient is, and the background's word of that comes a moment later, in which this frame could be
 * painted beside the next patient's header. Frames of other origins cannot be heard. Gives what ends it.
 */
export function onOthersChange(changed: () => void): () => void {
  const ended = new AbortController();
  ask((other) => {
    for (const type of ['pagehide', NAMES_CHANGED])
      other.addEventListener(type, changed, { signal: ended.signal });
  });
  return () => ended.abort();
}

/** Milliseconds since the newest document of another frame of this origin began. */
export function ageOfOthers(): number {
  let youngest = Number.POSITIVE_INFINITY;
  ask((other) => {
    youngest = Math.min(youngest, (other as Window & typeof globalThis).performance.now());
  });
  return youngest;
}
