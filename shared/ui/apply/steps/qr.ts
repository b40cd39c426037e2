import { encode } from 'uqr';
import { svg } from '../../../chart/svg.ts';

/** Light modules around the code, as ISO/IEC 18004 asks for (quiet zone). */
const QUIET = 4;

/**
 * A QR code as SVG, dark on light in every colour scheme, since cameras read it so. Null for a text that is too
 * long for one.
 */
export function qrCode(text: string, label: string): SVGElement | null {
  let code: ReturnType<typeof encode>;
  try {
    code = encode(text, { ecc: 'M', border: QUIET });
  } catch {
    return null;
  }
  const { size, data } = code;
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return svg(
    'svg',
    {
      viewBox: `0 0 ${size} ${size}`,
      role: 'img',
      part: 'qr',
      'aria-label': label,
      'shape-rendering': 'crispEdges',
    },
    svg('rect', { width: size, height: size, fill: '#fff' }),
    svg('path', { d: path, fill: '#000' }),
  );
}
