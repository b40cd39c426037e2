import { h } from '@instrument-panel/shared/ui/dom';
import { ListMarks } from '../list/marks.ts';
import type { Lock, Panels, SiteHandle, Spot } from '../site/handle.ts';
import { watchBeside } from './frame/beside.ts';
import { createHost } from './frame/host.ts';
import { mountAt } from './frame/mount.ts';
import { Placed } from './frame/placed.ts';
import { schemeAt } from './frame/scheme.ts';
import type { MemoryStorage } from './memory.ts';
import { PatientPanel } from './patient-panel.ts';
import { findSpots, Places } from './places.ts';
import { type PanelSpeech, speechFor } from './speech.ts';
import { chartPanelStyles } from './styles.ts';

/** How long a panel is kept while its patient is not on the page. */
const RETENTION_MS = 10 * 60_000;
/** How long after a change of another frame the background is asked whether it is still the patient. */
const CONFIRM_DELAY_MS = 1_000;
const PLACE_RETRY_MS = 100;

/** How long nobody is told that it is being found out who the patient is, and for how long at most it is said. */
const WAITING_DELAY_MS = 1_000;
const WAITING_LIMIT_MS = 15_000;

/** Event that another version of the extension, in the same page, shows a panel again. It names no patient. */
const BACK = 'instrument-panel-back';

/**
 * Leaves a sentence where a panel stood whose extension is another by now, and nothing of a patient. It goes once the
 * next version shows a panel; where something was being sent, that is said too, and stays until it was seen.
 */
function leaveOrphan(spot: Spot, { chart, lang }: PanelSpeech, isUnderWay: boolean): void {
  const { element, root } = createHost('flow-root', chartPanelStyles);
  const updated = h('p', {}, chart.orphaned);
  const box = h('div', { class: 'orphan', lang, role: isUnderWay ? 'alert' : 'status' }, updated);
  const wrap = h('div', { class: 'wrap', dir: 'ltr' }, box);
  root.append(wrap);
  const outer = mountAt(spot, element);
  if (element.parentElement) wrap.style.colorScheme = schemeAt(element.parentElement);
  document.addEventListener(BACK, () => (isUnderWay ? updated : outer).remove(), { once: true });
  if (!isUnderWay) return;
  const seen = h('button', { type: 'button' }, chart.orphanedSeen);
  seen.addEventListener('click', () => outer.remove());
  box.append(h('p', {}, chart.orphanedUnderWay), seen);
}

/** Everything that is shown in a site's pages: the panel of one patient at a time in a chart, the marks in a list. */
export class SitePanels implements Panels {
  readonly #handle: SiteHandle;
  readonly #memory: MemoryStorage;
  readonly #beside: ReturnType<typeof watchBeside>;
  #tag: string;
  #speech: PanelSpeech;
  #marks: ListMarks;
  #panel: PatientPanel | null = null;
  readonly #places: Places;
  #isOrphaned = false;
  #retention: ReturnType<typeof setTimeout> | undefined;
  /** The patient to show once it is certain; null for none. */
  #wanted: { readonly lock: Lock; readonly spot: Spot } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Says that it is being found out who the patient is; nothing of a patient. */
  #waiting: Placed | null = null;
  #waitingTimer: ReturnType<typeof setTimeout> | undefined;
  /** How often another frame changed, and up to which of these changes the background confirmed the patient. */
  #changes = 0;
  #confirmed = 0;

  constructor(handle: SiteHandle, memory: MemoryStorage) {
    this.#handle = handle;
    this.#tag = this.#readTag();
    this.#memory = memory;
    this.#speech = speechFor(this.#tag);
    this.#marks = new ListMarks(handle, this.#tag);
    this.#places = new Places(handle, () => this.#panel?.hold());
    this.#beside = watchBeside(() => {
      this.#changes++;
      this.#wait(CONFIRM_DELAY_MS);
    });
    addEventListener('online', () => this.#panel?.changed());
    // While a page is hidden, the browser stops the background now and then, which then misses changes.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.changed();
    });
  }

  wait(isWaiting: boolean): void {
    clearTimeout(this.#waitingTimer);
    if (!isWaiting) this.#endWaiting();
    else if (!this.#waiting) this.#waitingTimer = setTimeout(() => this.#sayWaiting(), WAITING_DELAY_MS);
  }

  show(lock: Lock, spot: Spot): void {
    this.wait(false);
    this.#forget();
    this.#updateLanguage();
    this.#wanted = { lock, spot };
    this.#tryNow();
  }

  blank(): void {
    this.#forget();
    this.#hold();
    this.#marks.check();
  }

  list(rows: Parameters<Panels['list']>[0]): void {
    // A page that is not a list any more may have no rules either.
    if (rows) {
      this.#updateLanguage();
      this.wait(false);
    }
    this.#marks.show(rows);
  }

  changed(): void {
    this.#panel?.changed();
    this.#marks.changed();
  }

  toggle(): void {
    this.#panel?.toggle();
  }

  orphaned(): void {
    this.wait(false);
    this.#forget();
    const { spot } = this.#places;
    const isUnderWay = this.#panel?.isUnderWay === true;
    this.#end();
    if (spot?.anchor.isConnected && !this.#isOrphaned) {
      this.#isOrphaned = true;
      leaveOrphan(spot, this.#speech, isUnderWay);
    }
    this.#marks.show(false);
  }

  /** One line where the panel will stand, so that nothing moves when it comes. */
  #sayWaiting(): void {
    this.#updateLanguage();
    const { chart, lang } = this.#speech;
    const said = h('p', { class: 'strip small', role: 'status', lang }, chart.settling);
    const host = createHost('flow-root', chartPanelStyles);
    const wrap = h('div', { class: 'wrap', dir: 'ltr' }, said);
    const placed = new Placed(
      this.#handle,
      host,
      wrap,
      () => null,
      () => {},
    );
    if (!findSpots(this.#handle).some(({ spot }) => placed.put(spot) === null)) return;
    this.#waiting = placed;
    this.#waitingTimer = setTimeout(() => this.#endWaiting(), WAITING_LIMIT_MS);
  }

  #endWaiting(): void {
    this.#waiting?.take();
    this.#waiting = null;
  }

  #readTag(): string {
    return this.#handle.rules.language ?? navigator.language;
  }

  #updateLanguage(): void {
    if (this.#readTag() === this.#tag) return;
    this.#tag = this.#readTag();
    this.#speech = speechFor(this.#tag);
    this.#panel?.speak(this.#speech);
    this.#marks.show(false);
    this.#marks = new ListMarks(this.#handle, this.#tag);
  }

  #wait(delay: number): void {
    if (!this.#wanted) return;
    this.#hold();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tryNow(), delay);
  }

  #tryNow(): void {
    if (!this.#wanted) return;
    const { lock, spot } = this.#wanted;
    // Without other frames, none can name another patient.
    const early = this.#handle.rules.settleMs - this.#beside.quiet();
    if (early > 0) {
      this.#changes++;
      this.#wait(early);
    } else if (this.#confirmed < this.#changes) this.#confirm();
    else if (spot.anchor.isConnected) this.#put(lock, spot);
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

  #put(lock: Lock, spot: Spot): void {
    clearTimeout(this.#retention);
    document.dispatchEvent(new Event(BACK));
    if (this.#panel && this.#panel.lock.epoch !== lock.epoch) this.#end();
    this.#panel ??= new PatientPanel(this.#handle, this.#memory, this.#speech, lock, () =>
      this.#places.resized(),
    );
    this.#places.show(this.#panel, spot);
  }

  /** Takes the panel out of the page, and keeps it for a while. */
  #hold(): void {
    this.#places.end();
    this.#panel?.hold();
    clearTimeout(this.#retention);
    this.#retention = setTimeout(() => this.#end(), RETENTION_MS);
  }

  #end(): void {
    clearTimeout(this.#retention);
    this.#places.end();
    this.#panel?.end();
    this.#panel = null;
  }

  #forget(): void {
    this.#wanted = null;
    clearTimeout(this.#timer);
  }
}
