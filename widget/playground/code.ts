/** What stands around an element in the page: what its code has to say too. */
export interface Surroundings {
  readonly lang: string;
  readonly dir: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The element as it stands on the stage, as HTML to copy: its attributes, and what stands in its slots. */
export function htmlOf(element: Element, { lang, dir }: Surroundings): string {
  const attributes = [...element.attributes].map(({ name, value }) => `\n    ${name}="${escaped(value)}"`);
  const slotted = [...element.children].map(
    (child) => `\n    <span slot="${escaped(child.slot)}">${escaped(child.textContent ?? '')}</span>`,
  );
  const tag = element.localName;
  const inside = slotted.length > 0 ? `${slotted.join('')}\n  ` : '';
  return `<div lang="${escaped(lang)}" dir="${escaped(dir)}">\n  <${tag}${attributes.join('')}>${inside}</${tag}>\n</div>`;
}

/** The tokens that are set, as a rule for the whole page. */
export function cssOf(tokens: ReadonlyMap<string, string>, scheme: string): string {
  const lines = [...tokens]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `  ${name}: ${value};`);
  return [':root {', `  color-scheme: ${scheme};`, ...lines, '}'].join('\n');
}

/** The module that registers an element, as a partner imports it. */
const entryOf = (tag: string): string => {
  const name = tag.replace('instrument-', '');
  return name === 'panel' ? '@instrument-panel/widget/define' : `@instrument-panel/widget/${name}/define`;
};

/** The script that goes with the element: its data, or where it reads. */
export function scriptOf(tag: string, data: unknown): string {
  if (data !== undefined) {
    return [
      `import '${entryOf(tag)}';`,
      '',
      `document.querySelector('${tag}').data = ${JSON.stringify(data, null, 2)};`,
    ].join('\n');
  }
  return `import { configure } from '@instrument-panel/widget';
import '${entryOf(tag)}';

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
  },
});`;
}
