/** How many columns a row of a table has, spans counted. */
function columnsOf(near: Element): number {
  const row = near.matches('tr') ? near : (near.closest('table') ?? near).querySelector('tr');
  const cells = row instanceof HTMLTableRowElement ? [...row.cells] : [];
  return Math.max(
    1,
    cells.reduce((sum, cell) => sum + cell.colSpan, 0),
  );
}

function plain<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  ...children: readonly Node[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  // The page's own padding and lines are of its rows and items, of which ours is none.
  element.style.setProperty('padding', '0', 'important');
  element.style.setProperty('list-style', 'none', 'important');
  element.append(...children);
  return element;
}

function cell(element: HTMLElement, columns: number): HTMLTableCellElement {
  const made = plain('td', element);
  if (columns > 1) made.colSpan = columns;
  return made;
}

/**
 * What has to be put into `parent` so that the page's markup stays valid: the element itself, or a row, a cell or an
 * item around it. In a row, a table or a list nothing else may stand.
 */
export function wrapFor(parent: Element, element: HTMLElement): HTMLElement {
  const row = (): HTMLElement => plain('tr', cell(element, columnsOf(parent)));
  switch (parent.localName) {
    case 'table':
      return plain('tbody', row());
    case 'tbody':
    case 'thead':
    case 'tfoot':
      return row();
    case 'tr':
      return cell(element, 1);
    case 'ul':
    case 'ol':
    case 'menu':
      return plain('li', element);
    case 'dl':
      return plain('dd', element);
    default:
      return element;
  }
}
