/**
 * A patient's chart. Address, header and parts come one after the other, in the order in which the server answers;
 * what is there of the patient before stays until then, as it does in many an EHR.
 */
import { byId, copyElement, copyOf, fill, type ListedPatient, read } from './templates.js';

/** The header is put in anew after this time, the same in every word. */
const REFRESH_MS = 1_500;

/** Goes to the list, or to the patients beside this one. */
export type Go = (where: 'list' | -1 | 1) => void;

let opened = 0;
let earlier: ListedPatient | null = null;
let timer: ReturnType<typeof setInterval> | undefined;

/** Closes the chart; what is still under way is dropped. */
export function closeChart(): void {
  opened += 1;
  clearInterval(timer);
}

function showHeader(person: ListedPatient): void {
  const banner = fill(copyElement('banner'), person);
  byId('banner-slot').replaceChildren(...(earlier ? [staleCopy(earlier)] : []), banner);
  earlier = person;
  document.title = person.record;
}

/** With hazards, the header of the patient before stays in the page, unseen, under the same id. */
function staleCopy(person: ListedPatient): HTMLElement {
  const copy = fill(copyElement('banner'), person);
  copy.hidden = true;
  return copy;
}

async function showTab(record: string, name: string, person: ListedPatient | null): Promise<void> {
  const mine = opened;
  const panel = copyElement(`panel-${name}`);
  for (const tab of document.querySelectorAll<HTMLElement>('[data-tab]')) {
    tab.setAttribute('aria-selected', String(tab.dataset.tab === name));
  }
  if (name !== 'summary') {
    byId('tab-slot').replaceChildren(fill(panel, person ?? {}));
    return;
  }
  const summary = await read<{ inUse: string[] }>(`patients/${record}/summary`);
  if (mine !== opened || byId('tab-summary').getAttribute('aria-selected') !== 'true') return;
  const items = summary.inUse.map((title) => {
    const item = document.createElement('li');
    item.textContent = title;
    return item;
  });
  if (items.length > 0) panel.querySelector('[data-field="inUse"]')?.replaceChildren(...items);
  byId('tab-slot').replaceChildren(panel);
}

const failed = (slot: string, mine: number) => () => {
  if (mine === opened) byId(slot).replaceChildren(copyOf('failed'));
};

/** Opens a patient's chart in `host`. Its frame stays if a chart is open already. */
export function showChart(
  host: HTMLElement,
  record: string,
  { listHref, go }: { listHref: string; go: Go },
): void {
  closeChart();
  const mine = opened;
  let person: ListedPatient | null = null;
  if (!document.getElementById('banner-slot')) {
    earlier = null;
    host.replaceChildren(copyOf('chart-view'));
  }
  if (document.querySelector('.overlay') === null) earlier = null;
  const toList = byId<HTMLAnchorElement>('to-list');
  toList.href = listHref;
  toList.onclick = (event) => {
    event.preventDefault();
    go('list');
  };
  byId('patient-before').onclick = () => go(-1);
  byId('patient-after').onclick = () => go(1);
  for (const tab of document.querySelectorAll<HTMLElement>('[data-tab]')) {
    tab.onclick = () => showTab(record, tab.dataset.tab ?? '', person).catch(failed('tab-slot', mine));
  }
  read<ListedPatient>(`patients/${record}`)
    .then((found) => {
      if (mine !== opened) return;
      person = found;
      showHeader(found);
    })
    .catch(failed('banner-slot', mine));
  showTab(record, 'summary', null).catch(failed('tab-slot', mine));
  timer = setInterval(() => {
    const banner = document.querySelector('#banner-slot > .patient:not([hidden])');
    banner?.replaceWith(banner.cloneNode(true));
  }, REFRESH_MS);
}
