import { h } from '@instrument-panel/shared/ui/dom';
import type { PlaygroundMessages } from '../words/compiled/playground/en.js';
import type { Chosen } from './chosen.ts';
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

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

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

/** The script that goes with the element: its data, or where it reads. */
function scriptOf(tag: string, data: unknown): string {
  const name = tag.replace('instrument-', '');
  const entry = `import '@instrument-panel/widget/${name === 'panel' ? '' : `${name}/`}define';\n`;
  if (data !== undefined) {
    return `${entry}\ndocument.querySelector('${tag}').data = ${JSON.stringify(data, null, 2)};`;
  }
  return `import { configure } from '@instrument-panel/widget';
${entry}
configure({
  baseUrl: 'https://scores.clinic.example', // the proxy that you host
  fetchToken: async ({ scope, signal }) => {
    const { patientId, actions } = scope;
    const reply = await fetch('https://scores.clinic.example/session', {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...(patientId && { patients: [patientId] }), actions }),
      signal,
    });
    if (!reply.ok) throw new Error(\`No session: \${reply.status}\`);
    return reply.json(); // { token, expiresIn }, in seconds
  },${name === 'apply' ? BATTERIES : ''}
});`;
}

/** The code of what is shown, in views for each of its languages. */
export function codeViews(words: PlaygroundMessages) {
  const [html, css, script] = [
    codeView('HTML', words),
    codeView('CSS', words),
    codeView('JavaScript', words),
  ];
  return {
    views: [html.view, css.view, script.view],
    show(shown: Element, chosen: Chosen): void {
      const { element, source, sample, tokens, scheme } = chosen;
      html.show(htmlOf(shown, chosen));
      css.show(cssOf(tokens, scheme));
      script.show(scriptOf(element.tagName, source === 'sample' ? sample.data : undefined));
    },
  };
}
