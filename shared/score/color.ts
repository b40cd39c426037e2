/**
 * Colours that the service sends are untrusted text: read strictly, written anew as `#rrggbb`, and moved to
 * where a line of them can be seen on a light surface and on a dark one.
 *
 * @module
 */

const NAMES =
  /^(?:(red)|(green)|(blue)|(yellow)|(orange)|(purple)|(gr[ae]y)|(black)|(white)|(lime)|(teal)|(gold)|(brown)|(pink)|(crimson)|(tomato)|(darkred)|(darkorange)|(darkgreen)|(lightgreen)|(yellowgreen)|(orangered))$/;
const NAMED =
  'ff0000 008000 0000ff ffff00 ffa500 800080 808080 000000 ffffff 00ff00 008080 ffd700 a52a2a ffc0cb dc143c ff6347 8b0000 ff8c00 006400 90ee90 9acd32 ff4500'.split(
    ' ',
  );
const HEX = /^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/;
const FUNCTION =
  /^(rgb|hsl)a?\(([\d.]+)(?:deg)?[\s,]+([\d.]+)(%?)[\s,]+([\d.]+)(%?)(?:\s*[,/]\s*[\d.]+%?)?\)$/;

const hex = (channels: readonly number[]): string =>
  `#${channels
    .map((channel) =>
      Math.round(Math.min(1, Math.max(0, channel)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/**
 * Reads a colour: `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `hsl()` with plain numbers, and a few CSS names.
 * Gives `#rrggbb` (an alpha is dropped: it could hide the band) or null for anything else.
 */
export function safeColor(text: string | null | undefined): string | null {
  const color = text?.trim().toLowerCase() ?? '';
  if (HEX.test(color)) return color.length === 4 ? color.replace(/[\da-f]/g, '$&$&') : color.slice(0, 7);
  const name = NAMES.exec(color);
  if (name) return `#${NAMED[name.slice(1).findIndex(Boolean)]}`;
  const [, kind, first, second, unit, third, unit3] = FUNCTION.exec(color) ?? [];
  const [a, b, c] = [first, second, third].map(Number) as [number, number, number];
  if (!kind || !(a + b + c < 1e4)) return null;
  if (kind === 'rgb') return unit || unit3 ? null : hex([a / 255, b / 255, c / 255]);
  if (!unit || !unit3) return null;
  const light = Math.min(1, c / 100);
  const chroma = Math.min(1, b / 100) * Math.min(light, 1 - light);
  return hex(
    [0, 8, 4].map((offset) => {
      const k = (offset + a / 30) % 12;
      return light - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    }),
  );
}

/** Relative luminance of each channel, as WCAG 2.2 defines it (0 to 1). */
const linear = (color: string): number[] =>
  [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
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
 * The same hue at a luminance that keeps WCAG 1.4.11's 3:1 against both default surfaces, white and `#1c1f26`,
 * for lines and marks. Takes and gives `#rrggbb`.
 */
export function readableOnBoth(color: string): string {
  const now = luminance(color);
  const channels = linear(color).map((channel) =>
    now > LIGHTEST
      ? (channel * LIGHTEST) / now
      : now < DARKEST
        ? channel + ((1 - channel) * (DARKEST - now)) / (1 - now)
        : channel,
  );
  return hex(
    channels.map((channel) =>
      channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055,
    ),
  );
}
