import { readText, tidy } from '../site/text.ts';

/** A text that names what stands beside or after it. */
const isLabel = (text: string): boolean =>
  /^[\p{L}][\p{L}\s./ºª°()#-]{0,40}\s*[:：#]?$/u.test(text) && text.split(' ').length <= 5;
const bare = (text: string): string => text.replace(/\s*[:：]\s*$/u, '');

/** The label of an element: in the one before it, or in the one before those that hold nothing else. */
export function labelBeside(element: Element): string | null {
  const own = tidy(readText(element));
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (tidy(readText(at)) !== own) return null;
    const before = at.previousElementSibling;
    const text = before ? tidy(readText(before)) : '';
    if (text) return isLabel(text) ? bare(text) : null;
  }
  return null;
}

/** The label at the start of an element's own text: `MRN: 1234`, and what follows it. */
export function labelWithin(element: Element): { readonly label: string; readonly rest: string } | null {
  const [, label = '', rest = ''] = /^([^:：\d]{2,40})[:：]\s*(.+)$/u.exec(tidy(readText(element))) ?? [];
  return label && isLabel(label) ? { label: bare(label), rest } : null;
}
