import { ListMarks } from '../list/marks.ts';
import type { Panels, SiteHandle } from '../site/handle.ts';
import { ChartPanel } from './chart.ts';
import type { Memory } from './memory.ts';
import { speechFor } from './speech.ts';

/** Everything that is shown in a site's pages: the panel in a chart, the marks in a list. */
export function createPanels(handle: SiteHandle, memory: Memory): Panels {
  const tag = handle.rules.language ?? navigator.language;
  const chart = new ChartPanel({ handle, memory, speech: speechFor(tag) });
  const marks = new ListMarks(handle, tag);
  return {
    show: (lock, spot) => chart.show(lock, spot),
    blank() {
      chart.blank();
      marks.check();
    },
    list: (rows) => marks.show(rows),
    changed() {
      chart.changed();
      marks.changed();
    },
    toggle: () => chart.toggle(),
    orphaned() {
      chart.orphaned();
      marks.show(null);
    },
  };
}
