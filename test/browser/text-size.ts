import type { Page } from '@playwright/test';

/** Doubles all text of a page, shadow roots included, as a browser does that enlarges text alone. */
export const doubleText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const all = (root: ParentNode): Element[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
    const elements = all(document.body) as HTMLElement[];
    for (const one of elements) one.style.removeProperty('font-size');
    const sizes = elements.map((one) => [one, Number.parseFloat(getComputedStyle(one).fontSize)] as const);
    for (const [one, px] of sizes) one.style.setProperty('font-size', `${2 * px}px`, 'important');
  });

/**
 * Finds text that is cut off, leaves its box, lies over other text or beyond the window's edge, and controls that lie
 * over each other. Tables may be scrolled (WCAG 2.2, 1.4.10).
 */
export const findLostText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const lost: string[] = [];
    const seen: { readonly name: string; readonly one: Element; readonly rect: DOMRect }[] = [];
    if (document.documentElement.scrollWidth > width)
      lost.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    const parentOf = (one: Element): Element | null =>
      one.assignedSlot ?? one.parentElement ?? (one.getRootNode() as Partial<ShadowRoot>).host ?? null;
    const isOver = (a: DOMRect, b: DOMRect, part: number): boolean => {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return across > 3 && down > part * Math.min(a.height, b.height);
    };
    const look = (text: Text, one: Element): void => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      if (right - left < 1 || text.data.trim() === '') return;
      const name = `${one.localName}.${one.getAttribute('class') ?? ''} "${text.data.trim().slice(0, 40)}"`;
      for (let box: Element | null = one; box; box = parentOf(box)) {
        const style = getComputedStyle(box);
        if (box.matches('table, .table, .scroll') || style.clipPath.startsWith('inset')) return;
        const own = box.getBoundingClientRect();
        const hasEdge = box.matches('button, summary') || Number.parseFloat(style.borderTopWidth) > 0;
        const isOutX = right > own.right + 2 || left < own.left - 2;
        // What is scrolled is not lost, and its place in the page says nothing.
        const isScrolled =
          ['auto', 'scroll'].includes(style.overflowY) && box.scrollHeight > box.clientHeight;
        const isOutY = bottom > own.bottom + 4 || top < own.top - 4;
        if (isOutX && (hasEdge || style.overflowX !== 'visible'))
          lost.push(`${name} leaves ${box.className}`);
        if (isScrolled && isOutY) return;
        if (isOutY && (hasEdge || ['hidden', 'clip'].includes(style.overflowY)))
          lost.push(`${name} is higher than ${box.className}`);
      }
      if (right > width + 1 || left < -1) lost.push(`${name} is beyond the window`);
      seen.push(...[...range.getClientRects()].map((rect) => ({ name, one, rect })));
    };
    const walk = (node: Node): void => {
      for (const one of node.childNodes) {
        if (one instanceof Text) {
          const parent = one.parentElement;
          if (parent?.checkVisibility({ visibilityProperty: true })) look(one, parent);
        } else if (one instanceof Element && !one.matches('style, script, option')) {
          walk(one);
          if (one.shadowRoot) walk(one.shadowRoot);
        }
      }
    };
    walk(document.body);
    for (const [index, { name, one, rect }] of seen.entries()) {
      for (const other of seen.slice(index + 1)) {
        // A graph's labels are a picture's, and the table has what they say. Lines of text may touch.
        if (one === other.one || one.closest('svg') || other.one.closest('svg')) continue;
        if (isOver(rect, other.rect, 0.4)) lost.push(`${name} over ${other.name}`);
      }
    }
    const controls = [...document.querySelectorAll('button, select, input, textarea, a')].filter((one) =>
      one.checkVisibility(),
    );
    for (const [index, one] of controls.entries()) {
      for (const other of controls.slice(index + 1)) {
        if (isOver(one.getBoundingClientRect(), other.getBoundingClientRect(), 0.1))
          lost.push(`${one.localName} "${one.textContent.slice(0, 40)}" over ${other.localName}`);
      }
    }
    return lost;
  });
