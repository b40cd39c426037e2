/** The single page: what stands in the address, and what is shown for it. */
import { closeChart, showChart } from './spa-chart.js';
import { inOrder, showList } from './spa-list.js';
import { copyOf, read } from './templates.js';

const host = document.getElementById('spa');
const { mode } = host.dataset;
const base = { routes: '/spa', still: '/spa-still', position: '/spa-position' }[mode];
let patients = [];
/** Record of the open chart; null for the list. */
let current = null;

/** Address of a chart. */
function addressOf(record) {
  if (mode === 'still') return base;
  if (mode === 'routes') return `${base}/patients/${record}`;
  return `${base}/${inOrder(patients).findIndex((one) => one.record === record) + 1}`;
}

/** Record that the address stands for; null for the list. */
function recordOf(path) {
  if (mode === 'still') return null;
  if (mode === 'routes') return /\/patients\/(\d{4}-\d{4})$/.exec(path)?.[1] ?? null;
  const position = Number(/\/(\d+)$/.exec(path)?.[1] ?? 0);
  return inOrder(patients)[position - 1]?.record ?? null;
}

function show(record) {
  current = record;
  if (record !== null) return showChart(host, record, { listHref: base, go });
  closeChart();
  showList(host, patients, { hrefOf: (one) => addressOf(one.record), open });
}

/** Goes to a patient, or to the list: the address first, as routers do. */
function open(record) {
  if (mode !== 'still') history.pushState(null, '', record === null ? base : addressOf(record));
  show(record);
}

function go(where) {
  if (where === 'list') return open(null);
  const order = inOrder(patients);
  const at = order.findIndex((one) => one.record === current);
  const beside = order[(at + where + order.length) % order.length];
  if (beside) open(beside.record);
}

addEventListener('popstate', () => {
  if (mode !== 'still') show(recordOf(location.pathname));
});

const quick = document.getElementById('quick');
quick.addEventListener('submit', (event) => {
  event.preventDefault();
  const wanted = document.getElementById('quick-record').value.trim();
  const found = patients.some(({ record }) => record === wanted);
  const none = document.getElementById('quick-none');
  none.textContent = found ? '' : none.dataset.none;
  if (found) open(wanted);
});

try {
  patients = await read('patients');
  quick.hidden = false;
  show(recordOf(location.pathname));
} catch {
  host.replaceChildren(copyOf('failed'));
}
