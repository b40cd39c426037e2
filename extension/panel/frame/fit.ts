/** Below these pixels the page shrinks us to our content, of which we say no width ourselves. */
const NARROW = 200;

/**
 * What a host needs to have a width where it stands: its share of a flex row, all columns of a grid, a width of its
 * own where the page would give it none.
 */
export function fitOf(element: HTMLElement): string {
  const parent = element.parentElement;
  const { display = '', flexDirection = '' } = parent ? getComputedStyle(parent) : {};
  const rules = ['grid-column:1/-1!important'];
  if (display.includes('flex'))
    rules.push(`flex:${flexDirection.startsWith('row') ? '1 1 360px' : '0 0 auto'}!important`);
  if (display.includes('flex') || display.includes('grid')) rules.push('align-self:stretch!important');
  if (element.getBoundingClientRect().width < NARROW)
    rules.push('inline-size:min(360px,calc(100vw - 16px))!important;max-inline-size:none!important');
  return `:host{${rules.join(';')}}`;
}
