import { encode } from 'uqr';
import { svg } from '../../chart/frame.ts';

/** Light modules around the code, as ISO/IEC 18004 asks for (quiet zone). */
export const QUIET_ZONE_MODULES = 4;

/** The modules of a QR code, dark or light, row by row, quiet zone included; null for a text too long for one. */
export function qrModules(text: string): readonly (readonly boolean[])[] | null {
  try {
    return encode(text, { ecc: 'M', border: QUIET_ZONE_MODULES }).data;
  } catch {
    return null;
  }
}

/** A QR code as SVG, dark on light in every colour scheme, since cameras read it so; null for a text too long. */
export function createQrCode(text: string, label: string): SVGElement | null {
  const modules = qrModules(text);
  if (!modules) return null;
  const size = modules.length;
  const path = modules
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  const attributes = { role: 'img', part: 'qr', 'aria-label': label, 'shape-rendering': 'crispEdges' };
  return svg(
    'svg',
    { viewBox: `0 0 ${size} ${size}`, ...attributes },
    svg('rect', { width: size, height: size, fill: '#fff' }),
    svg('path', { d: path, fill: '#000' }),
  );
}
