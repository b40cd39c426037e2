/**
 * The patient list: as many rows as fit, used again for other patients while the list scrolls, is sorted or
 * filtered.
 */
import { copyElement, copyOf, fill, type ListedPatient } from './templates.js';

const ROW_PX = 44;
const SPARE_ROWS = 4;
const PAGE_ROWS = 25;

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

interface ListView {
  filter: string;
  sort: 'name' | 'record' | 'bornOn';
  isPaged: boolean;
  page: number;
  /** Scroll position in CSS pixels. */
  top: number;
}

/** Filter, order and position of the list; kept while charts are open. */
const view: ListView = { filter: '', sort: 'name', isPaged: false, page: 0, top: 0 };

/** Filters and sorts the patients as the list shows them. */
export function inOrder(patients: readonly ListedPatient[]): readonly ListedPatient[] {
  const wanted = plain(view.filter);
  const found = patients.filter((one) => plain(`${one.name} ${one.record}`).includes(wanted));
  const by = new Intl.Collator('pt-BR', { sensitivity: 'base' });
  return view.sort === 'name' ? found : found.toSorted((a, b) => by.compare(a[view.sort], b[view.sort]));
}

interface ListActions {
  /** Returns the address of a row. */
  readonly hrefOf: (patient: ListedPatient) => string;
  /** Opens the chart of a clicked row. */
  readonly open: (record: string) => void;
}

/** Shows the list in `host`. */
export function showList(
  host: HTMLElement,
  patients: readonly ListedPatient[],
  { hrefOf, open }: ListActions,
): void {
  host.replaceChildren(copyOf('list-view'));
  function find<E extends HTMLElement = HTMLElement>(selector: string): E {
    const found = host.querySelector<E>(selector);
    if (!found) throw new Error(`There is no ${selector}.`);
    return found;
  }
  const viewport = find('.viewport');
  const lines = find('.lines');
  const rows: HTMLElement[] = [];
  let shown: readonly ListedPatient[] = [];

  /** One row for one patient; the record is there at once, the rest a moment later where the server is slow. */
  function write(row: HTMLElement, patient: ListedPatient | undefined, index: number): void {
    row.hidden = patient === undefined;
    if (!patient) return;
    row.dataset.record = patient.record;
    row.style.transform = `translateY(${index * ROW_PX}px)`;
    const link = row instanceof HTMLAnchorElement ? row : row.querySelector('a');
    if (link) link.href = hrefOf(patient);
    fill(row, patient);
  }

  function draw(): void {
    const count = view.isPaged ? PAGE_ROWS : Math.ceil(viewport.clientHeight / ROW_PX) + SPARE_ROWS;
    while (rows.length < count) {
      const row = copyElement('list-row');
      rows.push(row);
      lines.append(row);
    }
    const first = view.isPaged ? 0 : Math.max(0, Math.floor(viewport.scrollTop / ROW_PX) - SPARE_ROWS / 2);
    const offset = view.isPaged ? view.page * PAGE_ROWS : 0;
    const end = view.isPaged ? Math.min(PAGE_ROWS, shown.length - offset) : shown.length;
    lines.style.height = `${(view.isPaged ? Math.max(end, 0) : shown.length) * ROW_PX}px`;
    rows.forEach((row, at) => {
      // The row that has scrolled out above comes in again below.
      const index = at >= count ? end : first + ((((at - first) % count) + count) % count);
      write(row, index < end ? shown[offset + index] : undefined, index);
    });
    const pages = Math.max(1, Math.ceil(shown.length / PAGE_ROWS));
    fill(host, { count: String(shown.length), page: `${view.page + 1} / ${pages}` });
    find<HTMLButtonElement>('#page-before').disabled = view.page === 0;
    find<HTMLButtonElement>('#page-after').disabled = view.page >= pages - 1;
  }

  function change(): void {
    shown = inOrder(patients);
    find('.pager').hidden = !view.isPaged;
    viewport.classList.toggle('paged', view.isPaged);
    draw();
  }

  const filter = find<HTMLInputElement>('#filter');
  const sort = find<HTMLSelectElement>('#sort');
  const paging = find<HTMLSelectElement>('#paging');
  filter.value = view.filter;
  sort.value = view.sort;
  paging.value = view.isPaged ? 'pages' : 'scroll';
  filter.addEventListener('input', () => {
    Object.assign(view, { filter: filter.value, page: 0 });
    viewport.scrollTop = 0;
    change();
  });
  sort.addEventListener('change', () => {
    Object.assign(view, { sort: sort.value, page: 0 });
    change();
  });
  paging.addEventListener('change', () => {
    Object.assign(view, { isPaged: paging.value === 'pages', page: 0 });
    viewport.scrollTop = 0;
    change();
  });
  find('#page-before').addEventListener('click', () => {
    view.page -= 1;
    change();
  });
  find('#page-after').addEventListener('click', () => {
    view.page += 1;
    change();
  });
  let isAsked = false;
  viewport.addEventListener('scroll', () => {
    view.top = viewport.scrollTop;
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      if (lines.isConnected) draw();
    });
  });
  lines.addEventListener('click', (event) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('.line') : null;
    if (!row?.dataset.record || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    open(row.dataset.record);
  });

  change();
  viewport.scrollTop = view.top;
  draw();
  find('#list-title').focus({ preventScroll: true });
}
