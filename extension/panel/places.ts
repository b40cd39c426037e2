import type { Place } from '../profile/profile.ts';
import { look } from '../site/elements.ts';
import { findPage, findPlace } from '../site/evaluate.ts';
import type { PlaceFault, PlaceReport } from '../site/facts.ts';
import type { SiteHandle, Spot } from '../site/handle.ts';

/** Milliseconds between two looks at where the panel stands. */
const LOOK_INTERVAL_MS = 500;
/** Milliseconds for which something has to be wrong: a page that moves things about, and what it opens for a moment. */
const FAULT_MS = 500;
const COVER_MS = 3_000;
/** Milliseconds until refused places are tried again, whether the page has changed or not. */
const RETRIES_MS = [300, 700, 1_500];
/** Milliseconds of stillness after a change until they are tried again. */
const STILL_MS = 300;
/** A look or a trial takes at most one part in so many of the time. */
const LOOK_PAUSE_RATIO_MIN = 200;
/** What changes a page's layout without a change of the document. */
const EVENTS = ['resize', 'scrollend', 'transitionend', 'animationend', 'load', 'toggle'];

interface PlacedPanel {
  /** Puts the panel at a spot; gives what is wrong there, and then it is not in the page. */
  show(spot: Spot): PlaceFault | null;
  /** Takes it out of the page, to be put in again at once. */
  lift(): void;
  readonly fault: PlaceFault | null;
  readonly isInUse: boolean;
}

/** Something of the page may pass that lies over the panel or under it. */
const isCover = ({ why }: PlaceFault): boolean => why === 'covered' || why === 'covers';

const MISSING: PlaceFault = { why: 'missing', measure: 0 };

const isPrinting = (): boolean => matchMedia('print').matches;

function placesOf({ rules }: SiteHandle): readonly Place[] {
  const page = rules.pages[findPage(rules, null) ?? -1];
  return (page?.type === 'chart' && page.places) || [];
}

/** Spots of the profile that are in the page, in its order. */
export function findSpots(handle: SiteHandle): { readonly place: number; readonly spot: Spot }[] {
  look();
  return placesOf(handle).flatMap((one, place) => {
    const spot = findPlace([one])?.spot;
    return spot ? [{ place, spot }] : [];
  });
}

/**
 * The places of a page, tried one after the other until the panel stands well; looked at as long as it stands, and
 * tried again as the page changes where it stands nowhere.
 */
export class Places {
  readonly #handle: SiteHandle;
  readonly #nowhere: () => void;
  /** Where the panel stands; null if it stands nowhere. */
  spot: Spot | null = null;
  #panel: PlacedPanel | null = null;
  #first: Spot | null = null;
  #report: PlaceReport = { at: null, refused: [] };
  #told = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Since when something has been wrong (`performance.now()`); null for nothing. */
  #wrongSince: number | null = null;
  #retries = 0;
  #watch = new AbortController();

  /** @param nowhere told where the panel stands at no place */
  constructor(handle: SiteHandle, nowhere: () => void) {
    this.#handle = handle;
    this.#nowhere = nowhere;
  }

  /** Shows a panel at the first place where it stands well. `first` is the first one that is in the page. */
  show(panel: PlacedPanel, first: Spot): void {
    if (this.#first?.anchor !== first.anchor) this.#retries = 0;
    this.#panel = panel;
    this.#first = first;
    this.#try();
  }

  /** The panel is higher or lower than it was: what it does to the page by that does not wait for the next look. */
  resized(): void {
    if (this.spot) this.#look(true);
  }

  /** The panel is in the page no more: how the places turn out for the next patient is news. */
  end(): void {
    this.#told = '';
    clearTimeout(this.#timer);
    this.#watch.abort();
    this.#panel = null;
    this.spot = null;
  }

  #try(): void {
    const wait = this.#timed(() => this.#tryAll());
    this.#wrongSince = null;
    this.#tell();
    if (this.spot) {
      this.#retries = 0;
      this.#after(Math.max(LOOK_INTERVAL_MS, wait), () => this.#look());
      return;
    }
    this.#nowhere();
    const retry = RETRIES_MS[this.#retries++];
    if (retry === undefined) this.#tryOnChange(wait);
    else this.#after(Math.max(retry, wait), () => this.#tryAgain());
  }

  #tell(): void {
    const text = JSON.stringify(this.#report);
    if (text === this.#told) return;
    this.#told = text;
    this.#handle.reportPlaces(this.#report);
  }

  #tryAll(): void {
    const refused: { place: number; fault: PlaceFault }[] = [];
    this.#report = { at: null, refused };
    this.spot = null;
    for (const { place, spot } of this.#spots()) {
      const fault = this.#panel?.show(spot) ?? null;
      if (fault) refused.push({ place, fault });
      else {
        this.#report = { at: place, refused };
        this.spot = spot;
        return;
      }
    }
    // Whoever reads why no place is good reads of each.
    for (const place of placesOf(this.#handle).keys())
      if (!refused.some((one) => one.place === place)) refused.push({ place, fault: MISSING });
    refused.sort((one, other) => one.place - other.place);
  }

  /** Spots that are in the page, in the profile's order; the one that the script of the site found among them. */
  #spots(): ReturnType<typeof findSpots> {
    const first = this.#first;
    if (!first) return [];
    const found = findSpots(this.#handle);
    const isKnown = found.some(({ spot }) => spot.anchor === first.anchor && spot.at === first.at);
    return isKnown ? found : [{ place: 0, spot: first }];
  }

  #tryAgain(): void {
    if (!this.#first?.anchor.isConnected) {
      // The script of the site finds another, or none; the page is watched for the same one until then.
      this.#tryOnChange(STILL_MS);
    } else if (isPrinting()) this.#after(LOOK_INTERVAL_MS, () => this.#tryAgain());
    else this.#try();
  }

  /** Waits for a change of the page, then for a moment. Watches for one change only, however many there are. */
  #tryOnChange(wait: number): void {
    this.#watch.abort();
    this.#watch = new AbortController();
    const { signal } = this.#watch;
    const changed = (): void => {
      this.#watch.abort();
      this.#after(Math.max(STILL_MS, wait), () => this.#tryAgain());
    };
    const observer = new MutationObserver(changed);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    signal.addEventListener('abort', () => observer.disconnect());
    for (const type of EVENTS) addEventListener(type, changed, { capture: true, passive: true, signal });
  }

  /**
   * Looks at where the panel stands. Nobody who is at it has it taken away, and paper is laid out by rules of its own.
   *
   * @param isOurs the panel itself has changed, so that what is wrong will not pass
   */
  #look(isOurs = false): void {
    const panel = this.#panel;
    if (!panel) return;
    let fault: PlaceFault | null = null;
    const isSeen = document.visibilityState === 'visible' && !panel.isInUse && !isPrinting();
    const wait = this.#timed(() => {
      fault = isSeen ? panel.fault : null;
    });
    this.#wrongSince = fault && (this.#wrongSince ?? performance.now());
    if (fault && ((isOurs && !isCover(fault)) || this.#isLasting(fault))) {
      panel.lift();
      this.#try();
      return;
    }
    this.#after(Math.max(LOOK_INTERVAL_MS, wait), () => this.#look());
  }

  #isLasting(fault: PlaceFault): boolean {
    return performance.now() - (this.#wrongSince ?? 0) >= (isCover(fault) ? COVER_MS : FAULT_MS);
  }

  #after(wait: number, run: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(run, wait);
  }

  /** Runs a function, and gives how many milliseconds to wait so that it keeps to its share. */
  #timed(run: () => void): number {
    const start = performance.now();
    run();
    return (performance.now() - start) * LOOK_PAUSE_RATIO_MIN;
  }
}
