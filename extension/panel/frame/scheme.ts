import { parentOf } from './mount.ts';

/** Milliseconds within which all that a page changes there is one change: some write to their root in each frame. */
const COALESCE_MS = 100;

/** Whether a colour, as the browser computes it, is dark; null for one that is seen through, or is not read here. */
function isDark(color: string): boolean | null {
  const numbers = color.match(/-?[\d.]+(?:e-?\d+)?%?/g) ?? [];
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers.map((text) =>
    text.endsWith('%') ? Number.parseFloat(text) / 100 : Number(text),
  );
  const most = color.startsWith('rgb') ? 255 : color.startsWith('color(srgb') ? 1 : null;
  if (most === null || alpha <= 0.5) return null;
  // Weighted as the eye does, without gamma: only dark or light is asked.
  return 0.299 * red + 0.587 * green + 0.114 * blue < 0.5 * most;
}

/** Whether what is behind an element is dark: the nearest ground that can be seen through to, else the page's own. */
export function schemeAt(element: Element): 'light' | 'dark' {
  for (let around: Element | null = element; around; around = parentOf(around)) {
    const isGroundDark = isDark(getComputedStyle(around).backgroundColor);
    if (isGroundDark !== null) return isGroundDark ? 'dark' : 'light';
  }
  const { colorScheme } = getComputedStyle(document.documentElement);
  const isPreferred = !colorScheme.includes('light') || matchMedia('(prefers-color-scheme:dark)').matches;
  return colorScheme.includes('dark') && isPreferred ? 'dark' : 'light';
}

/**
 * Tells when light may have become dark, or dark light: by the browser's preference, or by what a page says at its root
 * and body, where its own switch for it acts. Returns what ends it.
 */
export function watchScheme(changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      changed();
    }, COALESCE_MS);
  };
  const preference = matchMedia('(prefers-color-scheme:dark)');
  preference.addEventListener('change', soon);
  const observer = new MutationObserver(soon);
  for (const element of [document.documentElement, document.body])
    observer.observe(element, { attributes: true });
  return () => {
    clearTimeout(timer);
    preference.removeEventListener('change', soon);
    observer.disconnect();
  };
}
