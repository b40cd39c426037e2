import { h } from '../h.ts';

/** A named place: its id finds it inside the shadow root, its part lets the host style it. */
const place = (
  tag: 'div' | 'p',
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
) => h(tag, { id: name, part: name, ...attributes }, ...children);

let made: DocumentFragment | undefined;

/** The frame around the steps; built once for the page and cloned for each form. */
export function applyTemplate(): DocumentFragment {
  if (!made) {
    const title = h('slot', { name: 'title' }, h('span', { id: 'title-text' }));
    made = document.createDocumentFragment();
    made.append(
      place(
        'div',
        'apply',
        {},
        place(
          'div',
          'header',
          {},
          place('div', 'title', { role: 'heading', tabindex: '-1' }, title),
          place('p', 'patient'),
        ),
        h('p', { id: 'interrupted', part: 'notice', class: 'warning', role: 'alert', hidden: '' }),
        place('div', 'step'),
        // Beneath, where the button is that was used: above it would push away what is being read.
        h('p', { id: 'problem', part: 'notice', class: 'warning', role: 'alert', hidden: '' }),
        place('div', 'footer', {}, h('slot', { name: 'footer' })),
        h('p', { id: 'live', class: 'quiet', role: 'status' }),
      ),
    );
  }
  return document.importNode(made, true);
}
