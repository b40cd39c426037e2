import { h } from '@instrument-panel/shared/ui/dom';
import type { PlaygroundMessages } from '../words/compiled/playground/en.js';
import type { Chosen } from './chosen.ts';
import { COMPONENTS, configureCode, entryOf, escaped } from './framework-code.ts';
import { SAMPLE_BATTERIES } from './samples/answers.ts';

/**
 * Makes a view of one piece of code with a button that copies it, whole and as it is shown.
 *
 * @param name of the language: HTML, CSS, JavaScript
 */
function codeView(name: string, words: PlaygroundMessages) {
  const code = h('code');
  const block = h('pre', { tabindex: '0', role: 'region', 'aria-label': name, 'data-code': name }, code);
  const said = h('span', { role: 'status' });
  const button = h('button', { type: 'button' }, words.copy({ what: name }));
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      said.textContent = words.copied;
    } catch {
      getSelection()?.selectAllChildren(code);
      said.textContent = words.copyByHand;
    }
  });
  return {
    view: h('div', { class: 'code' }, h('div', { class: 'bar' }, h('h3', {}, name), button, said), block),
    show(text: string): void {
      code.textContent = text;
      said.textContent = '';
    },
  };
}

/** The element on the stage as HTML to copy: its attributes and the content of its slots. */
function htmlOf(element: Element, { lang, dir }: Pick<Chosen, 'lang' | 'dir'>): string {
  const attributes = [...element.attributes].map(({ name, value }) => `\n    ${name}="${escaped(value)}"`);
  const slotted = [...element.children].map(
    (child) => `\n    <span slot="${escaped(child.slot)}">${escaped(child.textContent ?? '')}</span>`,
  );
  const tag = element.localName;
  const inside = slotted.length > 0 ? `${slotted.join('')}\n  ` : '';
  return `<div lang="${escaped(lang)}" dir="${escaped(dir)}">\n  <${tag}${attributes.join('')}>${inside}</${tag}>\n</div>`;
}

/** The tokens that are set, as a rule for the whole page. */
function cssOf(tokens: ReadonlyMap<string, string>, scheme: string): string {
  const lines = [...tokens].map(([name, value]) => `  ${name}: ${value};`);
  return [':root {', `  color-scheme: ${scheme};`, ...lines, '}'].join('\n');
}

const BATTERIES = `
  batteries: ${JSON.stringify(SAMPLE_BATTERIES, null, 2).replaceAll('\n', '\n  ')},`;

/** Options that an element takes beside where it reads. */
const optionsOf = (tag: string): string => (tag === 'instrument-apply' ? BATTERIES : '');

/** The script that goes with the element: its data, or where it reads. */
const scriptOf = (tag: string, data: unknown): string =>
  data === undefined
    ? `import { configure } from '@instrument-panel/widget';\n${entryOf(tag)}\n\n${configureCode(optionsOf(tag))}`
    : `${entryOf(tag)}\n\ndocument.querySelector('${tag}').data = ${JSON.stringify(data, null, 2)};`;

/** The code of what is shown, in views for each of its languages. */
export function codeViews(words: PlaygroundMessages) {
  const [html, css, script] = [
    codeView('HTML', words),
    codeView('CSS', words),
    codeView('JavaScript', words),
  ];
  const components = Object.entries(COMPONENTS).map(([name, code]) => ({ code, ...codeView(name, words) }));
  const folded = components.map(({ view }, at) =>
    h('details', {}, h('summary', {}, Object.keys(COMPONENTS)[at] ?? ''), view),
  );
  return {
    views: [html.view, css.view, script.view, ...folded],
    show(shown: Element, chosen: Chosen): void {
      const { element, source, sample, tokens, scheme } = chosen;
      html.show(htmlOf(shown, chosen));
      css.show(cssOf(tokens, scheme));
      const data = source === 'sample' ? sample.data : undefined;
      script.show(scriptOf(element.tagName, data));
      const markup = {
        ...{ tag: element.tagName, lang: chosen.lang, dir: chosen.dir, data },
        attributes: [...shown.attributes].map(({ name, value }) => [name, value] as const),
        slots: [...shown.children].map(({ slot, textContent }) => [slot, textContent ?? ''] as const),
      };
      for (const { code, show } of components) show(code(markup, optionsOf(element.tagName)));
    },
  };
}
