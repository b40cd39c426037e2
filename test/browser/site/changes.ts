import { ANA } from './chart.ts';

/** What happens to a page with Ana’s chart (chart.ts), and who stands in it then. */
export interface Change {
  readonly when: string;
  readonly change: string;
  /** Who stands at the microtask after it, before anything is painted; null: nobody. */
  readonly atOnce: string | null;
  /** Who stands at last. */
  readonly atLast: string | null;
  readonly html?: string;
}
/** The banner of another patient. */
export const BIA = '<div id=banner data-key=2><h1 id=name>Bia</h1><p id=spot>S</p></div>';
const TWO = ANA.replace('<h1', '<h1 id=name hidden>Bia</h1><h1');
export const CHANGES: readonly Change[] = [
  {
    when: 'the text of the name changes',
    change: `$('#name').firstChild.data = 'Bia'`,
    atOnce: null,
    atLast: 'Bia',
  },
  { when: 'the text is set', change: `$('#name').textContent = 'Bia'`, atOnce: null, atLast: 'Bia' },
  { when: 'the key changes', change: `$('#banner').dataset.key = '2'`, atOnce: null, atLast: 'Ana' },
  {
    when: 'the banner is replaced by another patient’s',
    change: `$('#box').innerHTML = '${BIA}'`,
    atOnce: null,
    atLast: 'Bia',
  },
  // What stood within it went with it, and is back at once.
  {
    when: 'the banner is replaced by one that is the same',
    change: `$('#banner').replaceWith($('#banner').cloneNode(true))`,
    atOnce: 'Ana',
    atLast: 'Ana',
  },
  { when: 'the banner goes', change: `$('#banner').remove()`, atOnce: null, atLast: null },
  { when: 'the name goes', change: `$('#name').textContent = ''`, atOnce: null, atLast: null },
  {
    when: 'a login appears',
    change: `add('afterbegin', '<form id=login>Sign in</form>')`,
    atOnce: null,
    atLast: null,
  },
  {
    when: 'a password is asked',
    change: `add('beforeend', '<input type=password>')`,
    atOnce: 'Ana',
    atLast: null,
  },
  {
    when: 'another name is put before',
    change: `add('afterbegin', '<h1 id=name>Bia</h1>')`,
    atOnce: null,
    atLast: 'Bia',
  },
  {
    when: 'another name is put after',
    change: `add('beforeend', '<h1 id=name>Bia</h1>')`,
    atOnce: 'Ana',
    atLast: 'Ana',
  },
  {
    when: 'a hidden other name is put before',
    change: `add('afterbegin', '<h1 id=name hidden>Bia</h1>')`,
    atOnce: null,
    atLast: 'Ana',
  },
  {
    when: 'a hidden copy is put before',
    change: `add('afterbegin', '<h1 id=name hidden>Ana</h1>')`,
    atOnce: 'Ana',
    atLast: 'Ana',
  },
  {
    when: 'the name goes, and a hidden copy of it stays that may be seen by now',
    html: ANA.replace('<h1', '<h1 id=name hidden>Ana</h1><h1'),
    change: `$('#name').className = 'new'; document.querySelectorAll('h1')[1].remove()`,
    atOnce: null,
    atLast: null,
  },
  { when: 'the place goes', change: `$('#spot').remove()`, atOnce: 'Ana', atLast: 'Ana' },
  { when: 'something else changes', change: `$('#more').textContent = 'Bia'`, atOnce: 'Ana', atLast: 'Ana' },
  {
    when: 'the banner is hidden by its class',
    change: `$('#banner').className = 'off'`,
    atOnce: null,
    atLast: null,
  },
  {
    when: 'two patients change places by an attribute',
    html: TWO,
    change: `for (const one of document.querySelectorAll('h1')) one.hidden = !one.hidden`,
    atOnce: null,
    atLast: 'Bia',
  },
  {
    when: 'another tab is chosen by an attribute far above',
    html: `<main class=a><style>.a .b,.b .a{display:none}</style><p id=name class=a>Ana</p><p id=name class=b>Bia</p><p id=banner data-key=1>x</p></main>`,
    change: `$('main').className = 'b'`,
    atOnce: null,
    atLast: 'Bia',
  },
  {
    when: 'the address changes before the document',
    change: `history.pushState(0, '', '/patients/2')`,
    html: ANA.replace('data-key=1', 'data-key=1 data-url'),
    atOnce: 'Ana',
    atLast: 'Ana',
  },
  {
    when: 'the whole document is written anew',
    change: `document.open(); document.write('${BIA}'); document.close()`,
    atOnce: null,
    atLast: 'Bia',
  },
];
