/** Attributes that each element takes to show a patient. */
const TAKES: Readonly<Record<string, readonly string[]>> = {
  'instrument-panel': ['professional-id', 'patient-id', 'form-id'],
  'instrument-overview': ['professional-id', 'patient-id'],
  'instrument-sparkline': ['professional-id', 'patient-id', 'form-id'],
  'instrument-apply': ['professional-id', 'patient-id'],
  'instrument-caseload': ['professional-id'],
};
const FOLDER = '/live-examples/';

interface Widget {
  configure(options: object): void;
}

/** The widget, configured once for a page: it reads through the server that serves the page. */
let widget: Promise<void> | undefined;
async function load(): Promise<void> {
  const file = new URL(`${FOLDER}instrument-panel.js`, location.href).href;
  const { configure }: Widget = await import(/* @vite-ignore */ file);
  configure({
    baseUrl: location.origin,
    async fetchToken({ scope }: { readonly scope: { readonly patientId?: string } }) {
      const patients = scope.patientId ? [scope.patientId] : undefined;
      const response = await fetch('/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ patients }),
      });
      return response.json();
    },
  });
}

/**
 * `<live-example element="instrument-panel">`: the element with a patient of the sandbox, and the line that shows it. Where
 * nobody serves a sandbox, as in the built site, its own text stays, which says how to see it.
 */
export class LiveExample extends HTMLElement {
  async connectedCallback(): Promise<void> {
    const name = this.getAttribute('element') ?? '';
    const response = await fetch(`${FOLDER}attributes.json`);
    if (!response.ok || !TAKES[name]) return;
    const ids: Readonly<Record<string, string>> = await response.json();
    widget ??= load();
    await widget;
    const element = document.createElement(name);
    for (const attribute of TAKES[name]) element.setAttribute(attribute, ids[attribute] ?? '');
    const code = document.createElement('code');
    code.textContent = element.outerHTML;
    const line = document.createElement('pre');
    line.tabIndex = 0;
    line.append(code);
    this.replaceChildren(element, line);
  }
}
