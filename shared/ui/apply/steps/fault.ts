import { h } from '../../h.ts';

/** The line under a field that says what is wrong with it; the field names it in `aria-describedby`. */
export function faultLine(field: string) {
  const element = h('p', { id: `fault-${field}`, part: 'fault', class: 'fault' });
  return {
    element,
    show(sentence: string): void {
      element.textContent = sentence;
      element.hidden = sentence === '';
    },
  };
}
