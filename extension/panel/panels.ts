import { ListMarks } from '../list/marks.ts';
import type { Lock, Panels, SiteHandle, Spot } from '../site/handle.ts';
import { ChartPanel } from './chart-panel.ts';
import { type Beside, watchBeside } from './frame/beside.ts';
import type { MemoryStorage } from './memory.ts';
import { speechFor } from './speech.ts';

/** How long after a change of another frame the background is asked whether it is still the patient. */
const CONFIRM_DELAY_MS = 1_000;
/** How long until a place that is out of the page is tried again. */
const PLACE_RETRY_MS = 100;

/** Everything that is shown in a site's pages: the panel in a chart, the marks in a list. */
class SitePanels implements Panels {
  readonly #handle: SiteHandle;
  readonly #chart: ChartPanel;
  readonly #beside: Beside;
  #tag: string;
  #marks: ListMarks;
  /** The patient to show once it is certain; null for nobody. */
  #wanted: { readonly lock: Lock; readonly spot: Spot } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How often another frame changed, and up to which of these changes the background confirmed the patient. */
  #changes = 0;
  #confirmed = 0;

  constructor(handle: SiteHandle, memory: MemoryStorage) {
    this.#handle = handle;
    this.#tag = this.#readTag();
    this.#chart = new ChartPanel({ handle, memory, speech: speechFor(this.#tag) });
    this.#marks = new ListMarks(handle, this.#tag);
    this.#beside = watchBeside(() => {
      this.#changes++;
      this.#wait(CONFIRM_DELAY_MS);
    });
    // While nobody looks at a page, the background is stopped now and then, and hears of no changes.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.changed();
    });
  }

  show(lock: Lock, spot: Spot): void {
    this.#forget();
    this.#updateLanguage();
    this.#wanted = { lock, spot };
    this.#tryNow();
  }

  blank(): void {
    this.#forget();
    this.#chart.blank();
    this.#marks.check();
  }

  list(rows: Parameters<Panels['list']>[0]): void {
    // A page that is not a list any more may have no rules either.
    if (rows) this.#updateLanguage();
    this.#marks.show(rows);
  }

  changed(): void {
    this.#chart.changed();
    this.#marks.changed();
  }

  toggle(): void {
    this.#chart.toggle();
  }

  orphaned(): void {
    this.#forget();
    this.#chart.orphaned();
    this.#marks.show(false);
  }

  #readTag(): string {
    return this.#handle.rules.language ?? navigator.language;
  }

  /** Speaks the language of the rules that the frame has now. */
  #updateLanguage(): void {
    if (this.#readTag() === this.#tag) return;
    this.#tag = this.#readTag();
    this.#chart.speak(speechFor(this.#tag));
    this.#marks.show(false);
    this.#marks = new ListMarks(this.#handle, this.#tag);
  }

  #wait(delay: number): void {
    if (!this.#wanted) return;
    this.#chart.blank();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tryNow(), delay);
  }

  #tryNow(): void {
    if (!this.#wanted) return;
    const { lock, spot } = this.#wanted;
    // Without other frames nobody else can say another patient.
    const early = this.#handle.rules.settleMs - this.#beside.quiet();
    if (early > 0) {
      this.#changes++;
      this.#wait(early);
    } else if (this.#confirmed < this.#changes) this.#confirm();
    else if (spot.anchor.isConnected) this.#chart.show(lock, spot);
    // A place can be out of the page when its time comes: it comes back, or the site's script finds another.
    else this.#wait(PLACE_RETRY_MS);
  }

  /**
   * Asks the background whether it is still the patient. What it said before another frame changed may arrive after
   * the change; its answer to a question cannot.
   */
  #confirm(): void {
    const asked = this.#wanted;
    if (!asked) return;
    const upTo = this.#changes;
    this.#handle.ask(asked.lock.epoch, 'context.confirm', {}, new AbortController().signal).then(
      () => {
        if (asked !== this.#wanted) return;
        this.#confirmed = upTo;
        this.#tryNow();
      },
      () => {
        if (asked === this.#wanted) this.#wait(CONFIRM_DELAY_MS);
      },
    );
  }

  #forget(): void {
    this.#wanted = null;
    clearTimeout(this.#timer);
  }
}

/** Makes what shows panel and marks in a site's pages. */
export const createPanels = (handle: SiteHandle, memory: MemoryStorage): Panels =>
  new SitePanels(handle, memory);
