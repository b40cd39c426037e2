/** The single page: its addresses, and the view of each. */
import { closeChart, type Go, showChart } from './spa-chart.js';
import { inOrder, showList } from './spa-list.js';
import { byId, copyOf, type ListedPatient, read } from './templates.js';

const host = byId('spa');
const mode = host.dataset.mode ?? '';
const base =
  { routes: '/spa', still: '/spa-still', position: '/spa-position', racing: '/racing' }[mode] ?? '/spa';
let patients: readonly ListedPatient[] = [];
/** Record of the open chart; null for the list. */
let current: string | null = null;

/** Returns the address of a chart. */
function addressOf(record: string): string {
  if (mode === 'still') return base;
  if (mode === 'routes' || mode === 'racing') return `${base}/patients/${record}`;
  return `${base}/${inOrder(patients).findIndex((one) => one.record === record) + 1}`;
}

/** Reads the record from an address; null for the list. */
function recordOf(path: string): string | null {
  if (mode === 'still') return null;
  if (mode === 'routes' || mode === 'racing') return /\/patients\/(\d{4}-\d{4})$/.exec(path)?.[1] ?? null;
  const position = Number(/\/(\d+)$/.exec(path)?.[1] ?? 0);
  return inOrder(patients)[position - 1]?.record ?? null;
}

function show(record: string | null): void {
  current = record;
  if (record !== null) {
    showChart(host, record, { listHref: base, go });
    return;
  }
  closeChart();
  showList(host, patients, { hrefOf: (one) => addressOf(one.record), open });
}

/** Goes to a patient, or to the list: the address first, as routers do. */
function open(record: string | null): void {
  if (mode === 'racing' && record !== null) {
    // The race of this front end: the answer that comes last gives the address, whoever is open by then.
    void read(`patients/${record}`).then(() => history.pushState(null, '', addressOf(record)));
  } else if (mode !== 'still') history.pushState(null, '', record === null ? base : addressOf(record));
  show(record);
}

const go: Go = (where) => {
  if (where === 'list') return open(null);
  const order = inOrder(patients);
  const at = order.findIndex((one) => one.record === current);
  const beside = order[(at + where + order.length) % order.length];
  if (beside) open(beside.record);
};

addEventListener('popstate', () => {
  if (mode !== 'still') show(recordOf(location.pathname));
});

const quick = byId('quick');
quick.addEventListener('submit', (event) => {
  event.preventDefault();
  const wanted = byId<HTMLInputElement>('quick-record').value.trim();
  const found = patients.some(({ record }) => record === wanted);
  const none = byId('quick-none');
  none.textContent = found ? '' : (none.dataset.none ?? '');
  if (found) open(wanted);
});

try {
  patients = await read<readonly ListedPatient[]>('patients');
  quick.hidden = false;
  show(recordOf(location.pathname));
} catch {
  host.replaceChildren(copyOf('failed'));
}
