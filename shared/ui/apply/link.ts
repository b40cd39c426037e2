import { encode } from 'uqr';
import { svg } from '../../chart/frame.ts';
import { createButton } from '../button.ts';
import { h } from '../dom.ts';
import type { StepContext } from './step.ts';

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
function createQrCode(text: string, label: string): SVGElement | null {
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

/** True for an address of the web; a `javascript:` one must not become a link. */
const isWeb = (address: string): boolean =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

/** The link for the patient: to copy, to share, to open here, and as a QR code to be scanned from the screen. */
export function createLinkBlock(
  { words, hostPageIsUntrusted = false }: StepContext,
  name: string,
  id: number,
  address: string | null,
) {
  if (!address || !isWeb(address)) return h('p', { class: 'warning', part: 'notice' }, words.noLink);
  const about = { id: `link-${id}`, part: 'link', dir: 'ltr', 'aria-describedby': `link-hint-${id}` };
  const field = h('input', { ...about, type: 'text', readonly: '' });
  field.value = address;
  field.addEventListener('focus', () => field.select());
  // Drawn by a style sheet: a page finds every text by `window.find`, letter by letter, in closed roots too.
  const shown = hostPageIsUntrusted ? h('p', { ...about, 'data-address': address }) : field;
  const status = h('p', { class: 'detail', role: 'status' });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      status.textContent = words.copied;
    } catch {
      if (!hostPageIsUntrusted) field.focus();
      status.textContent = hostPageIsUntrusted ? words.copyRefused : words.copyFailed;
    }
  };
  const share = async () => {
    try {
      await navigator.share({ text: words.shareText, url: address });
    } catch (error) {
      // Who closes the sheet has decided not to share.
      if ((error as Error).name !== 'AbortError') status.textContent = words.shareFailed;
    }
  };
  const copyButton = createButton(words.copy, copy, { part: 'copy' });
  const shareButton = createButton(words.share, share, { part: 'share' });
  shareButton.hidden = !('share' in navigator);
  const open = h(
    'a',
    { part: 'open', href: address, target: '_blank', rel: 'noopener noreferrer' },
    words.open,
    h('span', { class: 'quiet' }, ` (${words.opensNew})`),
  );
  const label = words.link({ name });
  const labelled = hostPageIsUntrusted
    ? h('p', { class: 'label' }, label)
    : h('label', { for: field.id }, label);
  const hint = h('p', { id: `link-hint-${id}`, class: 'detail' }, words.linkHint);
  const buttons = h('p', { class: 'buttons' }, copyButton, shareButton, open);
  return h(
    'div',
    { class: 'link' },
    h('div', { class: 'address' }, labelled, shown, buttons, status, hint),
    createQrCode(address, words.qr({ name })) ?? h('p', { class: 'detail' }, words.noQr),
  );
}
