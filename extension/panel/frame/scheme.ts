import { parentOf } from './mount.ts';

/** Milliseconds within which all that a page changes there is one change: some write to their root in each frame. */
const COALESCE_MS = 100;

/** A colour as the browser computes it: red, green and blue 0 to 1, and alpha; null for one that is not read here. */
function channels(color: string): readonly [number, number, number, number] | null {
  const numbers = (color.match(/-?[\d.]+(?:e-?\d+)?%?/g) ?? []).map((text) =>
    text.endsWith('%') ? Number.parseFloat(text) / 100 : Number(text),
  );
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers;
  if (color.startsWith('rgb')) return [red / 255, green / 255, blue / 255, alpha];
  if (color.startsWith('color(srgb')) return [red, green, blue, alpha];
  return null;
}

/** Weighted as the eye does, without gamma: only dark or light is asked. */
const brightness = ([red, green, blue]: readonly [number, number, number, number]): number =>
  0.299 * red + 0.587 * green + 0.114 * blue;

/** Whether what is behind an element is dark: the nearest ground that can be seen through to, else the page's own. */
export function schemeAt(element: Element): 'light' | 'dark' {
  for (let around: Element | null = element; around; around = parentOf(around)) {
    const ground = channels(getComputedStyle(around).backgroundColor);
    if (ground && ground[3] > 0.5) return brightness(ground) < 0.5 ? 'dark' : 'light';
  }
  const { colorScheme } = getComputedStyle(document.documentElement);
  if (!colorScheme.includes('dark')) return 'light';
  return !colorScheme.includes('light') || matchMedia('(prefers-color-scheme:dark)').matches
    ? 'dark'
    : 'light';
}

/**
 * Tells when light may have become dark, or dark light: by the browser's preference, or by what a page says at its root
 * and body, where its own switch for it acts.
 *
 * @returns ends it
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
