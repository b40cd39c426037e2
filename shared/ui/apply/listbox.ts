import { h } from '../dom.ts';

interface ListOption {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  /** A word about it, such as `already in use`; empty for none. */
  readonly badge: string;
  readonly isSelected: boolean;
}

const createOption = ({ id, name, detail, badge }: ListOption): HTMLElement =>
  h(
    'li',
    { id: `option-${id}`, role: 'option', part: 'option' },
    h('span', { class: 'name' }, name),
    ...(badge === '' ? [] : [' ', h('span', { class: 'badge' }, badge)]),
    ...(detail === '' ? [] : [' ', h('span', { class: 'detail' }, detail)]),
  );

/** Finds the line that a key goes to from the active one; undefined for none. */
function findLine(key: string, active: number, options: readonly ListOption[]): number | undefined {
  const last = options.length - 1;
  const to = {
    ArrowDown: Math.min(active + 1, last),
    ArrowUp: Math.max(active - 1, 0),
    Home: 0,
    End: last,
  }[key];
  if (to !== undefined || key.length !== 1 || key === ' ') return to;
  const starts = (at: number) => options[at]?.name.toLowerCase().startsWith(key.toLowerCase());
  return options.map((_, index) => (active + 1 + index) % options.length).find(starts);
}

/** ARIA APG, Listbox, multiselectable: one tab stop; `toggle` gets the id on Space, Enter or a click. */
export function createListbox(label: string, toggle: (id: string) => void) {
  const attributes = { id: 'list', part: 'list', tabindex: '0', 'aria-multiselectable': 'true' };
  const element = h('ul', { ...attributes, role: 'listbox', 'aria-label': label });
  let shown: readonly ListOption[] = [];
  let active = -1;
  /** A press gives the list its focus before the click: to scroll then would take the line away from under it. */
  let isPressed = false;

  function point(index: number): void {
    element.children[active]?.removeAttribute('data-active');
    active = Math.min(index, shown.length - 1);
    const now = element.children[active];
    if (now) element.setAttribute('aria-activedescendant', now.id);
    else element.removeAttribute('aria-activedescendant');
    now?.setAttribute('data-active', '');
    now?.scrollIntoView({ block: 'nearest' });
  }
  function choose(index: number): void {
    const option = shown[index];
    if (option) toggle(option.id);
  }

  element.addEventListener('focus', () => {
    if (active < 0 && shown.length > 0 && !isPressed) point(0);
  });
  for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'pointerleave']) {
    element.addEventListener(type, () => {
      isPressed = type === 'pointerdown';
    });
  }
  element.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = findLine(event.key, active, shown);
    if (to !== undefined) point(to);
    else if (event.key === ' ' || event.key === 'Enter') choose(active);
    else return;
    event.preventDefault();
  });
  element.addEventListener('click', ({ target }) => {
    const index = [...element.children].findIndex((one) => one.contains(target as Node));
    if (index < 0) return;
    point(index);
    choose(index);
  });

  return {
    element,
    show(options: readonly ListOption[]): void {
      const isSame = `${options.map(({ id }) => id)}` === `${shown.map(({ id }) => id)}`;
      const was = shown[active]?.id;
      shown = options;
      if (!isSame) {
        element.replaceChildren(...options.map(createOption));
        active = -1;
        element.removeAttribute('aria-activedescendant');
        const again = options.findIndex(({ id }) => id === was);
        if (again >= 0 && element.matches(':focus')) point(again);
      }
      for (const [index, { isSelected }] of options.entries()) {
        element.children[index]?.setAttribute('aria-selected', String(isSelected));
      }
    },
  };
}
