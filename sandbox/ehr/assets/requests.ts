/** Keeps the table of a chart's applications current without loading the page anew, or moving what is read. */

const READ_TIMEOUT_MS = 15_000;

/** Reads this page again. `XMLHttpRequest` gives a document, whose scripts never run, without a Trusted Types policy. */
function readPage(): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', location.pathname);
    request.responseType = 'document';
    request.timeout = READ_TIMEOUT_MS;
    request.addEventListener('loadend', () => resolve(request.status === 200 ? request.response : null));
    request.send();
  });
}

/** Puts cells in place of those that differ; the others stay, with the focus and the selection in them. */
function updateRow(row: HTMLTableRowElement, fresh: HTMLTableRowElement): void {
  row.className = fresh.className;
  for (const [index, cell] of [...fresh.cells].entries())
    if (!row.cells[index]?.isEqualNode(cell)) row.cells[index]?.replaceWith(cell.cloneNode(true));
}

/** Updates rows where they stand, and appends new ones: in their order they would move the others. */
function updateTable(section: Element, fresh: Element): void {
  const body = section.querySelector('tbody');
  const table = fresh.querySelector('table');
  if (!body) {
    if (table) section.querySelector(':scope > p')?.replaceWith(table);
    return;
  }
  for (const row of table?.rows ?? []) {
    const { application } = row.dataset;
    if (application === undefined) continue;
    const known = body.querySelector<HTMLTableRowElement>(`[data-application="${application}"]`);
    if (known) updateRow(known, row);
    else body.append(row.cloneNode(true));
  }
}

/** What the section says of rows that could not be read. */
const sayUnread = (section: Element): string => section.querySelector(':scope > .warning')?.textContent ?? '';

let isReading = false;

/** Reads the table again, or says that it may be out of date. */
export async function readRequests(): Promise<void> {
  const section = document.getElementById('requests');
  if (!section || isReading) return;
  isReading = true;
  const fresh = (await readPage())?.getElementById('requests');
  isReading = false;
  const isRead = fresh?.querySelector('table, p') != null;
  if (isRead) updateTable(section, fresh);
  const isCurrent = isRead && sayUnread(section) === sayUnread(fresh);
  document.getElementById('requests-stale')?.toggleAttribute('hidden', isCurrent);
}
