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
