import { h } from '../../h.ts';
import type { StepContext } from '../view.ts';
import { qrCode } from './qr.ts';

/** True for an address of the web; a `javascript:` one must not become a link. */
const isWeb = (address: string): boolean =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

/** The link for the patient: to copy, to share, to open here, and as a QR code to be scanned from the screen. */
export function linkBlock(
  { words, isOverheard = false }: StepContext,
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
  const shown = isOverheard ? h('p', { ...about, 'data-address': address }) : field;
  const status = h('p', { class: 'detail', role: 'status' });
  const copy = h('button', { part: 'copy', type: 'button' }, words.copy);
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(address);
      status.textContent = words.copied;
    } catch {
      if (!isOverheard) field.focus();
      status.textContent = isOverheard ? words.copyRefused : words.copyFailed;
    }
  });
  const share = h('button', { part: 'share', type: 'button' }, words.share);
  share.hidden = !('share' in navigator);
  share.addEventListener('click', async () => {
    try {
      await navigator.share({ text: words.shareText, url: address });
    } catch (error) {
      // Who closes the sheet has decided not to share.
      if ((error as Error).name !== 'AbortError') status.textContent = words.shareFailed;
    }
  });
  const open = h(
    'a',
    { part: 'open', href: address, target: '_blank', rel: 'noopener noreferrer' },
    words.open,
    h('span', { class: 'quiet' }, ` (${words.opensNew})`),
  );
  return h(
    'div',
    { class: 'link' },
    h(
      'div',
      { class: 'address' },
      isOverheard
        ? h('p', { class: 'label' }, words.link({ name }))
        : h('label', { for: field.id }, words.link({ name })),
      shown,
      h('p', { class: 'buttons' }, copy, share, open),
      status,
      h('p', { id: `link-hint-${id}`, class: 'detail' }, words.linkHint),
    ),
    qrCode(address, words.qr({ name })) ?? h('p', { class: 'detail' }, words.noQr),
  );
}
