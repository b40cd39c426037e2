import type { Lock, Spot } from '../site/handle.ts';
import { BoundPanel, type PanelGround } from './bound.tsx';
import { leaveOrphan, replaceOrphans } from './frame/orphan.ts';
import type { PanelSpeech } from './speech.ts';

/** Milliseconds for which what was begun is kept while its patient is not on the page. */
const KEPT_FOR = 10 * 60_000;

/** The panel in the chart: of one patient at a time, and of nobody while the page is not clear. */
export class ChartPanel {
  #ground: PanelGround;
  #bound: BoundPanel | null = null;
  #spot: Spot | null = null;
  #isOrphaned = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ground: PanelGround) {
    this.#ground = ground;
    addEventListener('online', () => this.changed());
  }

  show(lock: Lock, spot: Spot): void {
    clearTimeout(this.#timer);
    replaceOrphans();
    if (this.#bound && this.#bound.lock.epoch !== lock.epoch) this.#forget();
    this.#spot = spot;
    this.#bound ??= new BoundPanel(this.#ground, lock);
    this.#bound.show(spot);
  }

  blank(): void {
    this.#bound?.hold();
    this.#spot = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#forget(), KEPT_FOR);
  }

  /** Speaks another language from now on; what was begun stays. */
  speak(speech: PanelSpeech): void {
    this.#ground = { ...this.#ground, speech };
    this.#bound?.speak(speech);
  }

  changed(): void {
    this.#bound?.changed();
  }

  toggle(): void {
    this.#bound?.toggle();
  }

  /** The extension is another one by now: a sentence takes the panel's place. */
  orphaned(): void {
    const spot = this.#spot;
    const isUnderWay = this.#bound?.isUnderWay === true;
    this.#forget();
    if (!spot?.anchor.isConnected || this.#isOrphaned) return;
    this.#isOrphaned = true;
    leaveOrphan(spot, this.#ground.speech, isUnderWay);
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#bound?.end();
    this.#bound = null;
  }
}
