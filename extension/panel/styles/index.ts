import { pointerStyles } from '../../../shared/chart/pointer.ts';
import { sparklineStyles } from '../../../shared/chart/sparkline.ts';
import { chartStyles } from '../../../shared/chart/styles.ts';
import { itemStyles } from '../../../shared/ui/item/styles.ts';
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
