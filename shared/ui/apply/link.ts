import { createButton } from '../button.ts';
import { h } from '../dom.ts';
import type { StepContext } from './step.ts';

/** True for an address of the web; a `javascript:` one must not become a link. */
const isWeb = (address: string): boolean =>
  URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

/** The place of the QR code, whose code is fetched for the first link of a page. */
function createQrPlace(address: string, label: string, none: string): HTMLElement {
  const place = h('div', { class: 'qr' });
  const fill = (code: Element | null) => place.append(code ?? h('p', { class: 'detail' }, none));
  void import('./qr.ts').then(
    ({ createQrCode }) => fill(createQrCode(address, label)),
    () => fill(null),
  );
  return place;
}

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
    createQrPlace(address, words.qr({ name }), words.noQr),
  );
}
