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

const createOption = ({ id, name, detail, badge }: ListOption): HTMLElement =>
  h(
    'li',
    { id: `option-${id}`, role: 'option', part: 'option' },
    h('span', { class: 'name' }, name),
    ...(badge === '' ? [] : [' ', h('span', { class: 'badge' }, badge)]),
    ...(detail === '' ? [] : [' ', h('span', { class: 'detail' }, detail)]),
  );

class MultiListbox implements Listbox {
  readonly element: HTMLElement;
  readonly #toggle: (id: string) => void;
  #shown: readonly ListOption[] = [];
  #active = -1;
  /** A press gives the list its focus before the click: to scroll then would take the line away from under it. */
  #isPressed = false;

  constructor(label: string, toggle: (id: string) => void) {
    this.#toggle = toggle;
    this.element = h('ul', {
      id: 'list',
      part: 'list',
      role: 'listbox',
      tabindex: '0',
      'aria-multiselectable': 'true',
      'aria-label': label,
    });
    this.element.addEventListener('pointerdown', () => {
      this.#isPressed = true;
    });
    this.element.addEventListener('focus', () => {
      if (this.#active < 0 && this.#shown.length > 0 && !this.#isPressed) this.#point(0);
    });
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
      this.element.addEventListener(end, () => {
        this.#isPressed = false;
      });
    }
    this.element.addEventListener('keydown', (event) => this.#press(event));
    this.element.addEventListener('click', ({ target }) => {
      const index = [...this.element.children].findIndex((one) => one.contains(target as Node));
      if (index < 0) return;
      this.#point(index);
      this.#choose(index);
    });
  }

  focus(): void {
    this.element.focus();
  }

  show(options: readonly ListOption[]): void {
    const isSame =
      options.length === this.#shown.length &&
      options.every(({ id }, index) => id === this.#shown[index]?.id);
    const was = this.#shown[this.#active]?.id;
    this.#shown = options;
    if (!isSame) {
      this.element.replaceChildren(...options.map(createOption));
      this.#active = -1;
      this.element.removeAttribute('aria-activedescendant');
      const again = options.findIndex(({ id }) => id === was);
      if (again >= 0 && this.element.matches(':focus')) this.#point(again);
    }
    for (const [index, { isSelected }] of options.entries()) {
      this.#line(index)?.setAttribute('aria-selected', String(isSelected));
    }
  }

  #line(index: number): Element | undefined {
    return this.element.children[index];
  }

  #point(index: number): void {
    this.#line(this.#active)?.removeAttribute('data-active');
    this.#active = Math.min(index, this.#shown.length - 1);
    const now = this.#line(this.#active);
    now?.setAttribute('data-active', '');
    if (now) this.element.setAttribute('aria-activedescendant', now.id);
    else this.element.removeAttribute('aria-activedescendant');
    now?.scrollIntoView({ block: 'nearest' });
  }

  #choose(index: number): void {
    const option = this.#shown[index];
    if (option) this.#toggle(option.id);
  }

  #press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = this.#findLine(event.key);
    if (to !== undefined) this.#point(to);
    else if (event.key === ' ' || event.key === 'Enter') this.#choose(this.#active);
    else return;
    event.preventDefault();
  }

  /** Finds the line that a key goes to; undefined for none. */
  #findLine(key: string): number | undefined {
    const last = this.#shown.length - 1;
    const to = {
      ArrowDown: Math.min(this.#active + 1, last),
      ArrowUp: Math.max(this.#active - 1, 0),
      Home: 0,
      End: last,
    }[key];
    if (to !== undefined || key.length !== 1 || key === ' ') return to;
    const starts = (at: number) => this.#shown[at]?.name.toLowerCase().startsWith(key.toLowerCase());
    return this.#shown.map((_, index) => (this.#active + 1 + index) % this.#shown.length).find(starts);
  }
}

/** Makes a list; `toggle` is called with the id of an option that is chosen or given up. */
export const createListbox = (label: string, toggle: (id: string) => void): Listbox =>
  new MultiListbox(label, toggle);
