/**
 * The patient list: as many rows as fit, used again for other patients while the list scrolls, is sorted or
 * filtered.
 */
import { copyOf, fill } from './templates.js';

const ROW = 44;
const SPARE = 4;
const PAGE = 25;

const plain = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** How the list is looked at; kept while charts are open. */
export const look = { filter: '', sort: 'name', isPaged: false, page: 0, top: 0 };

/** The patients in the order and choice of `look`. */
export function inOrder(patients) {
  const wanted = plain(look.filter);
  const found = patients.filter((one) => plain(`${one.name} ${one.record}`).includes(wanted));
  const by = new Intl.Collator('pt-BR', { sensitivity: 'base' });
  return look.sort === 'name' ? found : found.toSorted((a, b) => by.compare(a[look.sort], b[look.sort]));
}

/**
 * Shows the list in `host`.
 *
 * @param hrefOf address of a row
 * @param open what a click on a row does
 */
export function showList(host, patients, { hrefOf, open }) {
  host.replaceChildren(copyOf('list-view'));
  const find = (selector) => host.querySelector(selector);
  const viewport = find('.viewport');
  const lines = find('.lines');
  const rows = [];
  let shown = [];

  /** One row for one patient; the record is there at once, the rest a moment later where the server is slow. */
  function write(row, patient, index) {
    row.hidden = patient === undefined;
    if (!patient) return;
    row.dataset.record = patient.record;
    row.style.transform = `translateY(${index * ROW}px)`;
    const link = row.matches('a') ? row : row.querySelector('a');
    link.href = hrefOf(patient, index);
    fill(row, patient);
  }

  function draw() {
    const count = look.isPaged ? PAGE : Math.ceil(viewport.clientHeight / ROW) + SPARE;
    while (rows.length < count) {
      const row = copyOf('list-row');
      rows.push(row);
      lines.append(row);
    }
    const first = look.isPaged ? 0 : Math.max(0, Math.floor(viewport.scrollTop / ROW) - SPARE / 2);
    const offset = look.isPaged ? look.page * PAGE : 0;
    const end = look.isPaged ? Math.min(PAGE, shown.length - offset) : shown.length;
    lines.style.height = `${(look.isPaged ? Math.max(end, 0) : shown.length) * ROW}px`;
    rows.forEach((row, at) => {
      // The row that has scrolled out above comes in again below.
      const index = at >= count ? end : first + ((((at - first) % count) + count) % count);
      write(row, index < end ? shown[offset + index] : undefined, index);
    });
    const pages = Math.max(1, Math.ceil(shown.length / PAGE));
    fill(host, { count: String(shown.length), page: `${look.page + 1} / ${pages}` });
    find('#page-before').disabled = look.page === 0;
    find('#page-after').disabled = look.page >= pages - 1;
  }

  function change() {
    shown = inOrder(patients);
    find('.pager').hidden = !look.isPaged;
    viewport.classList.toggle('paged', look.isPaged);
    draw();
  }

  find('#filter').value = look.filter;
  find('#sort').value = look.sort;
  find('#paging').value = look.isPaged ? 'pages' : 'scroll';
  find('#filter').addEventListener('input', ({ target }) => {
    Object.assign(look, { filter: target.value, page: 0 });
    viewport.scrollTop = 0;
    change();
  });
  find('#sort').addEventListener('change', ({ target }) => {
    Object.assign(look, { sort: target.value, page: 0 });
    change();
  });
  find('#paging').addEventListener('change', ({ target }) => {
    Object.assign(look, { isPaged: target.value === 'pages', page: 0 });
    viewport.scrollTop = 0;
    change();
  });
  find('#page-before').addEventListener('click', () => {
    look.page -= 1;
    change();
  });
  find('#page-after').addEventListener('click', () => {
    look.page += 1;
    change();
  });
  let isAsked = false;
  viewport.addEventListener('scroll', () => {
    look.top = viewport.scrollTop;
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      if (lines.isConnected) draw();
    });
  });
  lines.addEventListener('click', (event) => {
    const row = event.target.closest('.line');
    if (!row || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    open(row.dataset.record);
  });

  change();
  viewport.scrollTop = look.top;
  draw();
  find('#list-title').focus({ preventScroll: true });
}
