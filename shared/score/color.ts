/**
 * Colours that the service sends are untrusted text: read strictly, written anew as `#rrggbb`, and moved to
 * where a line of them can be seen on a light surface and on a dark one.
 *
 * @module
 */

const NAMES =
  ' red:f00 green:008000 blue:00f yellow:ff0 orange:ffa500 purple:800080 gray:808080 grey:808080 ';
const HEX = /^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/;
const RGB = /^rgba?\(([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:\s*[,/]\s*[\d.]+%?)?\)$/;

const clamped = (value: number): number => Math.min(1, Math.max(0, value));

// A 1 before the two digits keeps a leading 0.
const hex = (channels: readonly number[]): string =>
  `#${channels.map((channel) => (Math.round(clamped(channel) * 255) + 256).toString(16).slice(1)).join('')}`;

/**
 * Reads a colour: `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb()` with plain numbers, and the commonest CSS names. Gives
 * `#rrggbb` (an alpha is dropped: it could hide the band) or null for anything else, which takes the theme's tint:
 * colour is a second cue only, and what reads every form of it would be loaded before anything is seen.
 */
export function safeColor(text: string | null | undefined): string | null {
  const color = text?.trim().toLowerCase() ?? '';
  if (HEX.test(color)) return color.length === 4 ? color.replace(/[\da-f]/g, '$&$&') : color.slice(0, 7);
  if (/^[a-z]+$/.test(color)) {
    const named = NAMES.split(` ${color}:`)[1];
    return named ? safeColor(`#${named.split(' ')[0]}`) : null;
  }
  const channels = RGB.exec(color)?.slice(1).map(Number);
  return channels?.every((channel) => channel >= 0) ? hex(channels.map((channel) => channel / 255)) : null;
}

const linear = (color: string): number[] =>
  (color.match(/\w\w/g) ?? []).map((digits) => {
    const channel = Number.parseInt(digits, 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });

/** Relative luminance of `#rrggbb` (WCAG 2.2, 0 black to 1 white). */
export function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = linear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// Within these, a colour keeps a contrast of 3:1 against white (up to 0.30) and against #1c1f26 (from 0.142).
const DARKEST = 0.15;
const LIGHTEST = 0.285;

/**
 * The same hue at a luminance that keeps WCAG 1.4.11's 3:1 against white and against dark surfaces up to
 * `#1c1f26`, for lines and marks. Takes and gives `#rrggbb`.
 */
export function readableOnBoth(color: string): string {
  const now = luminance(color);
  // Light added where it is too dark, all channels scaled where it is too light: both keep the hue.
  const scale = now > LIGHTEST ? LIGHTEST / now : now < DARKEST ? (1 - DARKEST) / (1 - now) : 1;
  const added = now < DARKEST ? 1 - scale : 0;
  return hex(
    linear(color).map((channel) => {
      const moved = channel * scale + added;
      return moved <= 0.0031308 ? moved * 12.92 : 1.055 * moved ** (1 / 2.4) - 0.055;
    }),
  );
}
