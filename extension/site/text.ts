import { isOwn } from './own.ts';

/** Elements that begin no line of their own; between any others a blank is read. */
const INLINE = /^(?:a|abbr|b|bd[io]|code|em|font|i|mark|s|small|span|strong|su[bp]|time|u|wbr)$/;
const SKIPPED = /^(?:script|style|template|noscript)$/;
const FIELD = /^(?:text|search|tel|email|number|date|textarea|select-one)$/;

/** Characters that a pattern is run on at most. */
export const MOST = 500;

export const isInline = (element: Element): boolean => INLINE.test(element.localName);

/** NFC, without characters that are not seen, every run of blanks as one. */
export const tidy = (text: string): string =>
  text
    .normalize()
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * The text of an element as it stands there: without scripts, hidden parts and what is ours; with what fields
 * hold; a little more than {@link MOST} characters at most.
 */
export function readText(element: Element): string {
  const { type, value, selectedOptions } = element as HTMLSelectElement;
  if (type && FIELD.test(type)) return selectedOptions ? (selectedOptions[0]?.text ?? '') : value;
  let text = '';
  for (let node = element.firstChild; node && text.length <= MOST; node = node.nextSibling) {
    if (node.nodeType === 3) text += (node as Text).data;
    else if (node.nodeType === 1) {
      const child = node as HTMLElement;
      if (SKIPPED.test(child.localName) || child.hidden || isOwn(child)) continue;
      text += isInline(child) ? readText(child) : ` ${readText(child)} `;
    }
  }
  return text;
}
