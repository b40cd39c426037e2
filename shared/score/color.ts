const HEX = /^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/;
/** Numbers of a colour as a canvas writes it; `none` is a channel without a value. */
const NUMBERS = /none|[-\d]\S*/g;

// A 1 before the two digits keeps a leading 0; a channel that is no number has nothing of its light.
const hex = (channels: readonly number[]): string =>
  `#${channels.map((channel) => (Math.round(Math.min(1, Math.max(0, channel || 0)) * 255) + 256).toString(16).slice(1)).join('')}`;

let pen: OffscreenCanvasRenderingContext2D | null | undefined;

/** @see https://html.spec.whatwg.org/multipage/canvas.html#dom-context-2d-fillstyle what is no colour is ignored */
function read(color: string): string | null {
  if (HEX.test(color)) return color.length === 4 ? color.replace(/[\da-f]/g, '$&$&') : color.slice(0, 7);
  pen ??= globalThis.OffscreenCanvas && new OffscreenCanvas(1, 1).getContext('2d');
  if (!pen || /current/.test(color)) return null;
  pen.fillStyle = '#0000';
  // Whatever form it has, the mix has sRGB's channels: as #rrggbb, as rgba() up to 255, or as color() up to 1.
  pen.fillStyle = `color-mix(in srgb,${color},${color})`;
  const mix = pen.fillStyle;
  if (HEX.test(mix)) return mix;
  const most = mix.startsWith('r') ? 255 : 1;
  const parts = (mix.match(NUMBERS) ?? []).map((part) => Number.parseFloat(part) / most);
  return parts[3] === 0 ? null : hex(parts.slice(0, 3));
}

/** Thousands of answers name the same few colours. */
const known = new Map<string | null | undefined, string | null>();

/**
 * Reads a colour, which is untrusted text, in any form that the browser knows. Gives `#rrggbb` (an alpha could hide the
 * band), or null for anything else and for one that cannot be seen.
 */
export function safeColor(text: string | null | undefined): string | null {
  if (!known.has(text)) known.set(text, read(text?.trim().toLowerCase() ?? ''));
  return known.get(text) ?? null;
}
