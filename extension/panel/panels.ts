import { ListMarks } from '../list/marks.ts';
import type { Lock, Panels, SiteHandle, Spot } from '../site/handle.ts';
import { ChartPanel } from './chart-panel.ts';
import { watchBeside } from './frame/beside.ts';
import type { MemoryStorage } from './memory.ts';
import { speechFor } from './speech.ts';

/** Milliseconds until the background is asked whether it is still the patient, after another frame changed. */
const CONFIRM_DELAY_MS = 1_000;
/** Milliseconds until a place that is out of the page is looked for again. */
const PLACE_RETRY_MS = 100;

/** Everything that is shown in a site's pages: the panel in a chart, the marks in a list. */
export function createPanels(handle: SiteHandle, memory: MemoryStorage): Panels {
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
  /** Who is to be shown, once it is certain; null: nobody is. */
  let wanted: { readonly lock: Lock; readonly spot: Spot } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** How often another frame changed, and up to which of these changes the background said that it is still so. */
  let changes = 0;
  let confirmed = 0;
  const wait = (delay: number): void => {
    if (!wanted) return;
    chart.blank();
    clearTimeout(timer);
    timer = setTimeout(tryNow, delay);
  };
  const beside = watchBeside(() => {
    changes++;
    wait(CONFIRM_DELAY_MS);
  });
  function tryNow(): void {
    if (!wanted) return;
    // Without other frames nobody else can say another patient.
    const early = handle.rules.settle - beside.quiet();
    if (early > 0) {
      changes++;
      wait(early);
    } else if (confirmed < changes) confirm();
    else if (wanted.spot.anchor.isConnected) chart.show(wanted.lock, wanted.spot);
    // A place can be out of the page when its time comes: the next look gives another, or it comes back.
    else wait(PLACE_RETRY_MS);
  }
  /** What the background said before another frame changed may arrive after it; what it answers to a question does not. */
  function confirm(): void {
    const asked = wanted;
    if (!asked) return;
    const upTo = changes;
    handle.ask(asked.lock.epoch, 'context.confirm', {}, new AbortController().signal).then(
      () => {
        if (asked !== wanted) return;
        confirmed = upTo;
        tryNow();
      },
      () => {
        if (asked === wanted) wait(CONFIRM_DELAY_MS);
      },
    );
  }
  function forget(): void {
    wanted = null;
    clearTimeout(timer);
  }
  function changed(): void {
    chart.changed();
    marks.changed();
  }
  // Of a page at which nobody looks the background is stopped now and then, and hears of nothing meanwhile.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') changed();
  });
  return {
    show(lock, spot) {
      forget();
      speak();
      wanted = { lock, spot };
      tryNow();
    },
    blank() {
      forget();
      chart.blank();
      marks.check();
    },
    list(rows) {
      // Where there is none any more, there may be no rules either.
      if (rows) speak();
      marks.show(rows);
    },
    changed,
    toggle: () => chart.toggle(),
    orphaned() {
      forget();
      chart.orphaned();
      marks.show(false);
    },
  };
}
