/** Below these pixels the page shrinks us to our content, of which we say no width ourselves. */
const NARROW = 200;

/** What a host needs to have a width where it stands: its share of a flex row, all columns of a grid. */
function shareOf(element: HTMLElement): string {
  const parent = element.parentElement;
  const { display = '', flexDirection = '' } = parent ? getComputedStyle(parent) : {};
  const rules = ['grid-column:1/-1!important'];
  if (display.includes('flex'))
    rules.push(`flex:${flexDirection.startsWith('row') ? '1 1 360px' : '0 0 auto'}!important`);
  if (display.includes('flex') || display.includes('grid')) rules.push('align-self:stretch!important');
  return rules.join(';');
}

/**
 * Gives a host a width where it stands, one of its own where the page would give it none.
 *
 * @param style sets the text of the host's sheet
 */
export function giveWidth(element: HTMLElement, style: (css: string) => void): void {
  style('');
  const share = shareOf(element);
  style(`:host{${share}}`);
  if (element.getBoundingClientRect().width >= NARROW) return;
  style(`:host{${share};inline-size:min(360px,calc(100vw - 16px))!important;max-inline-size:none!important}`);
}
