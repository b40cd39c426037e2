/**
 * A patient's chart. Address, header and parts come one after the other, in the order in which the server answers;
 * what is there of the patient before stays until then, as it does in many an EHR.
 */
import { copyOf, fill, read } from './templates.js';

/** Milliseconds after which the header is put in anew, the same in every word. */
const REFRESH = 1_500;

let opened = 0;
let earlier = null;
let timer;

const slot = (id) => document.getElementById(id);

/** Nobody's chart is open any more; what is still under way is dropped. */
export function closeChart() {
  opened += 1;
  clearInterval(timer);
}

function showHeader(person) {
  const banner = fill(copyOf('banner'), person);
  slot('banner-slot').replaceChildren(...(earlier ? [staleCopy(earlier)] : []), banner);
  earlier = person;
  document.title = person.record;
}

/** With hazards, the header of the patient before stays in the page, unseen, under the same id. */
function staleCopy(person) {
  const copy = fill(copyOf('banner'), person);
  copy.hidden = true;
  return copy;
}

async function showTab(record, name, person) {
  const mine = opened;
  const panel = copyOf(`panel-${name}`);
  for (const tab of document.querySelectorAll('[data-tab]')) {
    tab.setAttribute('aria-selected', String(tab.dataset.tab === name));
  }
  if (name !== 'summary') {
    slot('tab-slot').replaceChildren(fill(panel, person ?? {}));
    return;
  }
  const summary = await read(`patients/${record}/summary`);
  if (mine !== opened || slot('tab-summary').getAttribute('aria-selected') !== 'true') return;
  const items = summary.inUse.map((title) => {
    const item = document.createElement('li');
    item.textContent = title;
    return item;
  });
  if (items.length > 0) panel.querySelector('[data-field="inUse"]').replaceChildren(...items);
  slot('tab-slot').replaceChildren(panel);
}

function failed(place, mine) {
  return () => {
    if (mine === opened) place.replaceChildren(copyOf('failed'));
  };
}

/**
 * Opens a patient's chart in `host`. Its frame stays where a chart is open already.
 *
 * @param go leads to the list, or `-1` and `1` to the patients beside this one
 */
export function showChart(host, record, { listHref, go }) {
  closeChart();
  const mine = opened;
  let person = null;
  if (!slot('banner-slot')) {
    earlier = null;
    host.replaceChildren(copyOf('chart-view'));
  }
  if (document.querySelector('.overlay') === null) earlier = null;
  slot('to-list').href = listHref;
  slot('to-list').onclick = (event) => {
    event.preventDefault();
    go('list');
  };
  slot('patient-before').onclick = () => go(-1);
  slot('patient-after').onclick = () => go(1);
  for (const tab of document.querySelectorAll('[data-tab]')) {
    tab.onclick = () => showTab(record, tab.dataset.tab, person).catch(failed(slot('tab-slot'), mine));
  }
  read(`patients/${record}`)
    .then((found) => {
      if (mine !== opened) return;
      person = found;
      showHeader(found);
    })
    .catch(failed(slot('banner-slot'), mine));
  showTab(record, 'summary', null).catch(failed(slot('tab-slot'), mine));
  timer = setInterval(() => {
    const banner = document.querySelector('#banner-slot > .patient:not([hidden])');
    banner?.replaceWith(banner.cloneNode(true));
  }, REFRESH);
}
