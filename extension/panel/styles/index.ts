import { pointerStyles } from '@instrument-panel/shared/chart/pointer';
import { sparklineStyles } from '@instrument-panel/shared/chart/sparkline';
import { chartStyles } from '@instrument-panel/shared/chart/styles';
import { itemStyles } from '@instrument-panel/shared/ui/item/styles';
import { baseStyles } from './base.ts';
import { courseStyles } from './course.ts';
import { detailStyles } from './detail.ts';
import { dialogStyles } from './dialog.ts';

/** One sheet for all panels. Sizes are in px and em of our own: `rem` is the page's. */
export const panelStyles = [
  chartStyles,
  sparklineStyles,
  pointerStyles,
  itemStyles(),
  baseStyles,
  courseStyles,
  detailStyles,
  dialogStyles,
].join('\n');
