import type { Mark } from './mark.ts';

const inOrder = (one: Mark, other: Mark): number =>
  one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

/** Lets the Tab key reach one of the marks, where the one that it reached is gone. */
export function keepStop(marks: readonly Mark[]): void {
  const [first] = marks;
  if (first && !marks.some(({ button }) => button.tabIndex === 0)) first.button.tabIndex = 0;
}

/**
 * Makes the marks of a list one stop of the Tab key: the arrow keys go from row to row, and Tab comes back to where
 * one was.
 */
export function rove(button: HTMLElement, marks: () => readonly Mark[]): void {
  const all = (): HTMLElement[] =>
    marks()
      .toSorted(inOrder)
      .map((mark) => mark.button);
  const stopAt = (here: HTMLElement): void => {
    for (const one of all()) one.tabIndex = one === here ? 0 : -1;
  };
  if (!all().some((one) => one !== button && one.tabIndex === 0)) button.tabIndex = 0;
  button.addEventListener('focus', () => stopAt(button));
  button.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const order = all();
    event.preventDefault();
    order[order.indexOf(button) + step]?.focus();
  });
}
