import { ListMarks } from '../list/marks.ts';
import type { Panels, SiteHandle } from '../site/handle.ts';
import { ChartPanel } from './chart.ts';
import { watchBeside } from './frame/beside.ts';
import type { Memory } from './memory.ts';
import { speechFor } from './speech.ts';

/** Milliseconds for which the background has the word after another frame changed; then it was not about the patient. */
const DOUBT = 1_000;
/** Milliseconds until a place that is out of the page is looked for again. */
const AGAIN = 100;

/** Everything that is shown in a site's pages: the panel in a chart, the marks in a list. */
export function createPanels(handle: SiteHandle, memory: Memory): Panels {
  const tagNow = (): string => handle.rules.language ?? navigator.language;
  let tag = tagNow();
  const chart = new ChartPanel({ handle, memory, speech: speechFor(tag) });
  let marks = new ListMarks(handle, tag);
  /** With other rules a frame tells its facts anew, and is shown anew what it may show: then another language may be wanted. */
  function speak(): void {
    if (tagNow() === tag) return;
    tag = tagNow();
    chart.speak(speechFor(tag));
    marks.show(false);
    marks = new ListMarks(handle, tag);
  }
  /** Shows who is to be shown, once it is certain; null: nobody is. */
  let show: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (delay: number): void => {
    if (!show) return;
    chart.blank();
    clearTimeout(timer);
    timer = setTimeout(tryNow, delay);
  };
  const beside = watchBeside(() => wait(DOUBT));
  function tryNow(): void {
    // Without other frames nobody else can say another patient.
    const early = handle.rules.settle - beside.quiet();
    if (early > 0) wait(early);
    else show?.();
  }
  function forget(): void {
    show = null;
    clearTimeout(timer);
  }
  return {
    show(lock, spot) {
      forget();
      speak();
      // A place can be out of the page when its time comes: the next look gives another, or it comes back.
      show = () => (spot.anchor.isConnected ? chart.show(lock, spot) : wait(AGAIN));
      tryNow();
    },
    blank() {
      forget();
      chart.blank();
      marks.check();
    },
    list(rows) {
      speak();
      marks.show(rows);
    },
    changed() {
      chart.changed();
      marks.changed();
    },
    toggle: () => chart.toggle(),
    orphaned() {
      forget();
      chart.orphaned();
      marks.show(false);
    },
  };
}
