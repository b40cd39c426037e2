const sheets = new Map<string, CSSStyleSheet>();

function sheetOf(css: string): CSSStyleSheet {
  const made = sheets.get(css) ?? new CSSStyleSheet();
  if (!sheets.has(css)) made.replaceSync(css);
  sheets.set(css, made);
  return made;
}

/**
 * Gives a root a style sheet, one for all roots with the same text. Firefox lets no content script adopt one: there
 * a `<style>` in the root does the same, and a page's policy does not apply to it.
 */
export function adopt(root: ShadowRoot, css: string): void {
  try {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheetOf(css)];
  } catch {
    const style = document.createElement('style');
    style.textContent = css;
    root.prepend(style);
  }
}

/** Gives a root a sheet of its own whose text can change; the returned function sets it. */
export function adoptChanging(root: ShadowRoot): (css: string) => void {
  try {
    const sheet = new CSSStyleSheet();
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    return (css) => sheet.replaceSync(css);
  } catch {
    const style = document.createElement('style');
    root.append(style);
    return (css) => {
      style.textContent = css;
    };
  }
}

/** Whatever a person does in our elements is ours: rows that are links, and shortcuts, are not to hear of it. */
const KEPT = [
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
  'mousedown',
  'mouseup',
  'mousemove',
  'mouseover',
  'mouseout',
  'pointerdown',
  'pointerup',
  'pointermove',
  'pointerover',
  'pointerout',
  'pointercancel',
  'touchstart',
  'touchmove',
  'touchend',
  'touchcancel',
  'keydown',
  'keyup',
  'keypress',
  'beforeinput',
  'input',
  'change',
  'compositionstart',
  'compositionupdate',
  'compositionend',
  'focusin',
  'focusout',
  'copy',
  'cut',
  'paste',
  'dragstart',
  'dragover',
  'drop',
  'selectstart',
  'wheel',
] as const;

/** A button does nothing itself but what we listen for; in Chromium it lets a link around it be followed. */
const ACTS = 'a[href],input,label,select,summary,textarea';

/** True where something of ours does something by itself when it is clicked. */
const actsItself = (event: Event, root: ShadowRoot): boolean => {
  const path = event.composedPath();
  return path.slice(0, path.indexOf(root)).some((node) => node instanceof Element && node.matches(ACTS));
};

/**
 * Ends at the root what happens within it. A click on what does nothing itself would else open the link that we
 * stand in, which no stop of the event prevents.
 */
function keepEvents(root: ShadowRoot): void {
  for (const type of KEPT) {
    root.addEventListener(
      type,
      (event) => {
        event.stopPropagation();
        if (type === 'dragstart' || (type === 'click' && !actsItself(event, root))) event.preventDefault();
      },
      type === 'wheel' || type.startsWith('touch') ? { passive: true } : undefined,
    );
  }
}

/** Tokens that a page could set to colour or hide the panel's texts. They are reset, so that none is inherited. */
const TOKENS = [
  'ink',
  'quiet',
  'surface',
  'line',
  'axis',
  'accent',
  'better',
  'worse',
  'risk',
  'risk-surface',
  'stale',
  'stale-surface',
  'height',
  'padding',
  'gap',
  'radius',
  'font-size',
  'color-scheme',
];

const tokens = TOKENS.map((name) => `--instrument-${name}:initial!important;`).join('');

/**
 * Keeps the page's styles out of a host, for a shadow root. In one that is ours an important rule on the host beats
 * whatever the page says of it, inline or not (CSS Cascade 5, 6.1: of important declarations the inner context's win).
 */
const resetOf = (display: 'block' | 'inline-block'): string => `
:host{all:initial!important;${tokens}display:${display}!important;box-sizing:border-box!important;min-inline-size:0!important;max-inline-size:100%!important;isolation:isolate!important}
`;

/** An element of ours in the page, with nothing in it that the page can read. */
export interface Host {
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
}

/** How the panel's shadow roots are attached: closed to pages, open to end-to-end tests. */
export const SHADOW: ShadowRootInit = { mode: import.meta.env?.MODE === 'e2e' ? 'open' : 'closed' };

/**
 * Makes a host. It is a `span`, which may stand in any text; never an element whose name a page could define as its
 * own, whose internals would give it the root.
 *
 * @param css sheets of the root
 */
export function createHost(display: 'block' | 'inline-block', ...css: readonly string[]): Host {
  const element = document.createElement('span');
  const root = element.attachShadow(SHADOW);
  for (const text of [resetOf(display), ...css]) adopt(root, text);
  keepEvents(root);
  return { element, root };
}
