import { h } from '@instrument-panel/shared/ui/dom';

/** CSS pixels between the name and what says it whole, and from the window's edge. */
const AIR_PX = 6;

/**
 * Says a name whole that is cut off in its line: under the pointer, and while one of the elements has the focus by the
 * keyboard. It lies below the line, over nothing that is clicked; who listens hears the name whole in any case.
 */
export function showWhole(line: HTMLElement, cut: HTMLElement, focused: readonly HTMLElement[]): void {
  const tip = h('p', { class: 'whole-name', dir: 'auto', popover: 'manual', 'aria-hidden': 'true' });
  const hide = (): void => tip.remove();
  const show = (): void => {
    if (cut.scrollWidth <= cut.clientWidth || tip.isConnected) return;
    tip.textContent = line.textContent;
    line.after(tip);
    tip.showPopover();
    const at = line.getBoundingClientRect();
    const { width, height } = tip.getBoundingClientRect();
    const below = at.bottom + 2 * AIR_PX;
    const top = below + height > innerHeight - AIR_PX ? at.top - 2 * AIR_PX - height : below;
    const left = Math.max(AIR_PX, Math.min(at.left, innerWidth - width - AIR_PX));
    Object.assign(tip.style, { left: `${left}px`, top: `${top}px` });
  };
  line.addEventListener('pointerenter', show);
  line.addEventListener('pointerleave', hide);
  for (const element of focused) {
    element.addEventListener('focus', () => {
      if (element.matches(':focus-visible')) show();
    });
    for (const type of ['blur', 'click']) element.addEventListener(type, hide);
  }
}
