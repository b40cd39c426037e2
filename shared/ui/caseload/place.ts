/** Where a list was left, kept for this tab, so that who comes back finds the same row in the same place. @module */
import type { CaseloadLine } from './geometry.ts';

const KEY = 'instrument-caseload-place';

/** A number by which a row is found again. It names nobody; who holds the clinic's ids could try them. */
const hashOf = (patientId: string): number =>
  [...patientId].reduce((hash, character) => (Math.imul(hash, 31) + character.charCodeAt(0)) | 0, 0);

/**
 * Keeps the row that the keyboard is at, or if that is out of sight the first one in view, how far below the edge it stands,
 * and whether it has the focus. A list that is not scrolled begins with what is new there: of it only a row with the focus
 * is kept.
 */
export function keepPlace(canvas: HTMLElement, topPx: number, heightPx: number): void {
  const offsetOf = ({ style }: HTMLElement): number => Number.parseFloat(style.insetBlockStart) - topPx;
  const isSeen = (row: HTMLElement): boolean =>
    offsetOf(row) < heightPx && offsetOf(row) + Number.parseFloat(row.style.blockSize) > 0;
  const seen = [...canvas.querySelectorAll<HTMLElement>('.row')].filter(isSeen);
  const row = seen.find(({ tabIndex }) => tabIndex === 0) ?? seen[0];
  const hasFocus = row?.matches(':focus-within') ?? false;
  try {
    if (row && (topPx > 0 || hasFocus)) {
      const offsetPx = topPx > 0 ? offsetOf(row) : null;
      sessionStorage.setItem(KEY, JSON.stringify([hashOf(row.dataset.key ?? ''), offsetPx, hasFocus]));
    } else sessionStorage.removeItem(KEY);
  } catch {}
}

/**
 * Returns the row that was kept, once; nothing if it is not among these. `offsetPx` is how far below the edge it stood, or
 * `Infinity` where the list was not scrolled; `hasFocus` is true if the row had the focus, and nothing in the page has it now.
 */
export function recallPlace(
  lines: readonly CaseloadLine[],
): { readonly key: string; readonly offsetPx: number; readonly hasFocus: boolean } | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    // Searching thousands of lines takes milliseconds.
    if (!kept) return null;
    const [hash, offsetPx, hadFocus] = JSON.parse(kept) as unknown[];
    sessionStorage.removeItem(KEY);
    const line = lines.find(({ key }) => hashOf(key) === hash);
    if (!line || (offsetPx !== null && typeof offsetPx !== 'number')) return null;
    const hasFocus = hadFocus === true && document.activeElement === document.body;
    return { key: line.key, offsetPx: offsetPx ?? Number.POSITIVE_INFINITY, hasFocus };
  } catch {
    return null;
  }
}
