import { ListMarks } from '../list/marks.ts';
import type { Panels, SiteHandle } from '../site/handle.ts';
import { ChartPanel } from './chart.ts';
import { ageOfOthers, onOthersChange } from './frame/beside.ts';
import type { Memory } from './memory.ts';
import { speechFor } from './speech.ts';

/** Milliseconds for which the background has the word after another frame changed; then it was not about the patient. */
const DOUBT = 1_000;

/** Everything that is shown in a site's pages: the panel in a chart, the marks in a list. */
export function createPanels(handle: SiteHandle, memory: Memory): Panels {
  const tag = handle.rules.language ?? navigator.language;
  const chart = new ChartPanel({ handle, memory, speech: speechFor(tag) });
  const marks = new ListMarks(handle, tag);
  let certain = (): void => {};
  return {
    show(lock, spot) {
      certain();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wait = (delay: number): void => {
        chart.blank();
        clearTimeout(timer);
        timer = setTimeout(() => chart.show(lock, spot), delay);
      };
      const stop = onOthersChange(() => wait(DOUBT));
      // A frame that began since the agreement cannot have been part of it; its own word is still on the way.
      const early = handle.rules.settle - ageOfOthers();
      if (early > 0) wait(early);
      else chart.show(lock, spot);
      certain = () => {
        stop();
        clearTimeout(timer);
      };
    },
    blank() {
      certain();
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
      certain();
      chart.orphaned();
      marks.show(null);
    },
  };
}
