/** What a random walk does to a page, and what that page says by itself; runs in the page. */
import type { SiteRules } from '../../../extension/site/facts.ts';

export const PAGES: SiteRules['pages'] = [
  { type: 'none', element: '#login' },
  {
    type: 'chart',
    element: '.chart',
    patient: [
      { kind: 'key', from: 'attribute', select: '.chart', attribute: 'data-key' },
      { kind: 'key', from: 'after', label: 'MRN', select: '.chart' },
      { kind: 'name', from: 'text', select: '.chart .name' },
      { kind: 'name', from: 'beside', label: 'Patient', optional: true },
    ],
    places: [
      { select: '.chart .spot', at: 'after' },
      { select: '.chart', at: 'last' },
    ],
  },
];

interface Person {
  readonly key: string;
  readonly name: string;
}
const PEOPLE: readonly Person[] = [
  { key: '1', name: 'Ana' },
  { key: '2', name: 'Bia' },
  { key: '3', name: 'Ana' },
];

const chart = ({ key, name }: Person): string =>
  `<header class=chart data-key=${key}><h1 class=name>${name}</h1><p>MRN: <b>${key}</b></p><p class=spot>Scores</p></header>`;
const $ = (select: string): HTMLElement | null => document.querySelector(select);
const box = (): HTMLElement => $('#box') ?? document.body;

/** What a page does; `whom` picks a person. */
const STEPS: Readonly<Record<string, (whom: Person) => void>> = {
  fill: (whom) => {
    box().innerHTML = chart(whom);
  },
  key: ({ key }) => $('.chart')?.setAttribute('data-key', key),
  number: ({ key }) => $('.chart b')?.replaceChildren(key),
  name: ({ name }) => $('.chart .name')?.replaceChildren(name),
  data: ({ name }) => {
    const text = $('.chart .name')?.firstChild;
    if (text instanceof Text) text.data = name;
  },
  all: ({ key, name }) => {
    $('.chart')?.setAttribute('data-key', key);
    $('.chart b')?.replaceChildren(key);
    $('.chart .name')?.replaceChildren(name);
  },
  clone: () => $('.chart')?.replaceWith($('.chart')?.cloneNode(true) ?? ''),
  empty: () => box().replaceChildren(),
  before: (whom) => box().insertAdjacentHTML('afterbegin', chart(whom)),
  hiddenBefore: (whom) =>
    box().insertAdjacentHTML('afterbegin', chart(whom).replace('<header', '<header hidden')),
  after: (whom) => box().insertAdjacentHTML('beforeend', chart(whom)),
  label: ({ name }) => box().insertAdjacentHTML('beforeend', `<p><i>Patient</i> <i>${name}</i></p>`),
  login: () => document.body.insertAdjacentHTML('afterbegin', '<form id=login>Sign in</form>'),
  loggedIn: () => $('#login')?.remove(),
  noise: ({ name }) => $('#noise')?.append(document.createElement('i'), name),
  quiet: () => $('#noise')?.replaceChildren(),
  spot: () => $('.spot')?.remove(),
  fold: () => document.body.classList.toggle('folded'),
  turn: () => {
    for (const one of document.querySelectorAll<HTMLElement>('.chart')) one.hidden = !one.hidden;
  },
};

const isSeen = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
};
const seen = (select: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(select)].find(isSeen);

/** Whom the page shows, by a reading of its own; null where that is not clear. */
function says(): string | null {
  const here = seen('.chart');
  if (!here || seen('#login')) return null;
  const name = seen('.chart .name')?.textContent;
  const label = [...document.querySelectorAll('i')].find(
    (one) => one.textContent === 'Patient' && isSeen(one),
  );
  const beside = label?.nextElementSibling?.textContent;
  const key = here.getAttribute('data-key');
  if (!name || here.querySelector('b')?.textContent !== key || (beside && beside !== name)) return null;
  return `${key} ${name}`;
}

/** One walk: what stood though the page said something else, and how often somebody stood at all. */
export async function walk(steps: readonly { name: string; whom: number; pause: number }[]): Promise<{
  wrong: string[];
  stood: number;
}> {
  const wrong: string[] = [];
  let stood = 0;
  const check = (about: string): void => {
    const standing = bench.standing();
    if (!standing) return;
    stood++;
    const who = `${standing.keys[0]?.value} ${standing.name}`;
    if (who !== says()) wrong.push(`${who} stood when the page said ${says()} (${about})`);
  };
  document.head.innerHTML = '<style>.folded #box{display:none}</style>';
  document.body.className = '';
  document.body.innerHTML = '<div id=box></div><div id=noise></div>';
  bench.start(PAGES);
  const told: string[] = [];
  for (const { name, whom, pause } of steps) {
    STEPS[name]?.(PEOPLE[whom] ?? { key: '1', name: 'Ana' });
    told.push(`${name} ${whom}`);
    await null;
    check(`after ${told.join(', ')}`);
    for (let turn = 0; turn < pause; turn++) {
      await bench.frame();
      check(`while waiting after ${told.join(', ')}`);
    }
  }
  bench.stop();
  return { wrong, stood };
}
