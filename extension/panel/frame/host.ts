const sheets = new Map<string, CSSStyleSheet>();

/**
 * Gives a root a style sheet, one for all roots with the same text. Firefox lets no content script adopt one: there
 * a `<style>` in the root does the same, and a page's policy does not apply to it.
 */
export function adopt(root: ShadowRoot, css: string): void {
  try {
    const sheet = sheets.get(css) ?? new CSSStyleSheet();
    if (!sheets.has(css)) sheet.replaceSync(css);
    sheets.set(css, sheet);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
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
  ...['click', 'dblclick', 'auxclick', 'contextmenu', 'wheel', 'selectstart'],
  ...['down', 'up', 'move', 'over', 'out'].flatMap((what) => [`mouse${what}`, `pointer${what}`]),
  ...['pointercancel', 'touchstart', 'touchmove', 'touchend', 'touchcancel', 'dragstart', 'dragover', 'drop'],
  ...['keydown', 'keyup', 'keypress', 'beforeinput', 'input', 'change', 'focusin', 'focusout'],
  ...['compositionstart', 'compositionupdate', 'compositionend', 'copy', 'cut', 'paste'],
];

/** A button does nothing itself but what we listen for; in Chromium it lets a link around it be followed. */
const ACTS = 'a[href],input,label,select,summary,textarea';

/**
 * Stops events at the root. A click on something inert would otherwise open a link that the panel is inside of, which
 * stopping the event does not prevent.
 *
 * @param passes whether an event is the page's after all
 */
function keepEvents(root: ShadowRoot, passes: (event: Event) => boolean): void {
  const acts = (node: EventTarget): boolean => node instanceof Element && node.matches(ACTS);
  const keep = (event: Event): void => {
    if (passes(event)) return;
    event.stopPropagation();
    const path = event.type === 'click' ? event.composedPath() : [];
    const isLost = event.type === 'click' && !path.slice(0, path.indexOf(root)).some(acts);
    if (isLost || event.type === 'dragstart') event.preventDefault();
  };
  for (const type of KEPT)
    root.addEventListener(type, keep, { passive: type === 'wheel' || type.startsWith('touch') });
}

/** Tokens that a page could set to colour or hide the panel's texts. They are reset, so that none is inherited. */
const TOKENS = [
  ...[
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
  ],
  ...['stale-surface', 'height', 'padding', 'gap', 'radius', 'font-size', 'color-scheme'],
];

const tokens = TOKENS.map((name) => `--instrument-${name}:initial!important;`).join('');

/**
 * Keeps the page's styles out of a host, for a shadow root. In one that is ours an important rule on the host beats
 * whatever the page says of it, inline or not (CSS Cascade 5, 6.1: of important declarations the inner context's win).
 * It is positioned, so that what is hidden by its position in it adds nothing to a box of the page that scrolls.
 */
const resetOf = (display: 'flow-root' | 'inline-block'): string => `
:host{all:initial!important;${tokens}display:${display}!important;box-sizing:border-box!important;position:relative!important;min-inline-size:0!important;max-inline-size:100%!important;isolation:isolate!important}
`;

/** How the panel's shadow roots are attached: closed to pages, open to end-to-end tests. */
export const SHADOW: ShadowRootInit = { mode: import.meta.env?.MODE === 'e2e' ? 'open' : 'closed' };

/**
 * Makes a host, with nothing in it that the page can read. It is a `span`, which is valid in any text; never an
 * element whose name a page could define as its own, whose internals would give it the root.
 */
export function createHost(
  display: 'flow-root' | 'inline-block',
  css: string,
  passes: (event: Event) => boolean = () => false,
) {
  const element = document.createElement('span');
  const root = element.attachShadow(SHADOW);
  for (const text of [resetOf(display), css]) adopt(root, text);
  keepEvents(root, passes);
  return { element, root };
}
