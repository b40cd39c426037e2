import { h } from '@instrument-panel/shared/ui/dom';

/** Milliseconds that a pointer rests on a mark before more is said: it crosses many on its way. */
const REST = 150;
/** Pixels between mark and tip, and from the window's edge. */
const AIR = 6;

/** What is said of a row beside its mark, over everything that would cut it off. */
export interface Tip {
  /** Says something else from now on, also where it is being read. */
  say(lines: readonly string[]): void;
  hide(): void;
}

/** Makes a tip for a button: shown by pointer, focus and click, hidden by Escape. The words are the button's own name. */
export function createTip(wrap: HTMLElement, button: HTMLElement): Tip {
  const box = h('div', { class: 'tip', popover: 'manual', 'aria-hidden': 'true' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lines: readonly string[] = [];
  const tip: Tip = {
    say(next) {
      lines = next;
      if (!box.isConnected) return;
      tip.hide();
      show();
    },
    hide() {
      clearTimeout(timer);
      if (box.isConnected) box.hidePopover();
      box.remove();
      box.replaceChildren();
    },
  };
  const show = (): void => {
    clearTimeout(timer);
    if (lines.length === 0 || box.isConnected || !button.isConnected) return;
    box.replaceChildren(...lines.map((line) => h('p', { dir: 'auto' }, line)));
    wrap.append(box);
    box.showPopover();
    const at = button.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const left = Math.min(Math.max(AIR, at.left), innerWidth - width - AIR);
    const below = at.bottom + AIR;
    const top = below + height > innerHeight - AIR ? Math.max(AIR, at.top - height - AIR) : below;
    Object.assign(box.style, { left: `${left}px`, top: `${top}px` });
  };
  button.addEventListener('pointerenter', () => {
    timer = setTimeout(show, REST);
  });
  button.addEventListener('pointerleave', () => {
    if (!button.matches(':focus-visible')) tip.hide();
  });
  button.addEventListener('focus', () => {
    if (button.matches(':focus-visible')) show();
  });
  button.addEventListener('blur', tip.hide);
  button.addEventListener('click', show);
  button.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') tip.hide();
  });
  return tip;
}
