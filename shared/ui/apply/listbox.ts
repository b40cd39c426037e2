import { h } from '../dom.ts';

/** One line of the list. */
interface ListOption {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  /** A word about it, such as `already in use`; empty for none. */
  readonly badge: string;
  readonly isSelected: boolean;
}

/**
 * A list in which several can be chosen, by the pattern "Listbox" of the ARIA Authoring Practices: one tab stop,
 * arrows, Home, End and letters move, Space and Enter choose, and so does a click.
 */
interface Listbox {
  readonly element: HTMLElement;
  show(options: readonly ListOption[]): void;
  focus(): void;
}

/** Makes a list; `toggle` is told the id of what is chosen or given up. */
export function createListbox(label: string, toggle: (id: string) => void): Listbox {
  const list = h('ul', {
    id: 'list',
    part: 'list',
    role: 'listbox',
    tabindex: '0',
    'aria-multiselectable': 'true',
    'aria-label': label,
  });
  let shown: readonly ListOption[] = [];
  let active = -1;

  const line = (index: number) => list.children[index] as HTMLElement | undefined;
  function point(index: number): void {
    line(active)?.removeAttribute('data-active');
    active = Math.min(index, shown.length - 1);
    const now = line(active);
    now?.setAttribute('data-active', '');
    if (now) list.setAttribute('aria-activedescendant', now.id);
    else list.removeAttribute('aria-activedescendant');
    now?.scrollIntoView({ block: 'nearest' });
  }
  const choose = (index: number) => {
    const option = shown[index];
    if (option) toggle(option.id);
  };

  // A press gives the list its focus before the click: to scroll then would take the line away from under it.
  let isPressed = false;
  list.addEventListener('pointerdown', () => {
    isPressed = true;
  });
  list.addEventListener('focus', () => {
    if (active < 0 && shown.length > 0 && !isPressed) point(0);
  });
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
    list.addEventListener(end, () => {
      isPressed = false;
    });
  }
  list.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = {
      ArrowDown: Math.min(active + 1, shown.length - 1),
      ArrowUp: Math.max(active - 1, 0),
      Home: 0,
      End: shown.length - 1,
    }[event.key];
    if (to !== undefined) point(to);
    else if (event.key === ' ' || event.key === 'Enter') choose(active);
    else if (event.key.length === 1) {
      const letter = event.key.toLowerCase();
      const starts = (at: number) => shown[at]?.name.toLowerCase().startsWith(letter);
      const order = shown.map((_, index) => (active + 1 + index) % shown.length);
      const found = order.find(starts);
      if (found === undefined) return;
      point(found);
    } else return;
    event.preventDefault();
  });
  list.addEventListener('click', ({ target }) => {
    const index = [...list.children].findIndex((one) => one.contains(target as Node));
    if (index < 0) return;
    point(index);
    choose(index);
  });

  const made = ({ id, name, detail, badge }: ListOption): HTMLElement =>
    h(
      'li',
      { id: `option-${id}`, role: 'option', part: 'option' },
      h('span', { class: 'name' }, name),
      ...(badge === '' ? [] : [' ', h('span', { class: 'badge' }, badge)]),
      ...(detail === '' ? [] : [' ', h('span', { class: 'detail' }, detail)]),
    );

  return {
    element: list,
    focus: () => list.focus(),
    show(options) {
      const isSame =
        options.length === shown.length && options.every(({ id }, index) => id === shown[index]?.id);
      const was = shown[active]?.id;
      shown = options;
      if (!isSame) {
        list.replaceChildren(...options.map(made));
        active = -1;
        list.removeAttribute('aria-activedescendant');
        const again = options.findIndex(({ id }) => id === was);
        if (again >= 0 && list.matches(':focus')) point(again);
      }
      for (const [index, { isSelected }] of options.entries()) {
        line(index)?.setAttribute('aria-selected', String(isSelected));
      }
    },
  };
}
