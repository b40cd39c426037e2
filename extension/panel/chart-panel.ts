import type { Lock, Spot } from '../site/handle.ts';
import { leaveOrphan, replaceOrphans } from './frame/orphan.ts';
import { type PanelDependencies, PatientPanel } from './patient-panel.ts';
import type { PanelSpeech } from './speech.ts';

/** How long a panel is kept while its patient is not on the page. */
const RETENTION_MS = 10 * 60_000;

/** The panel in the chart: of one patient at a time, and of nobody while the page is not clear. */
export class ChartPanel {
  #dependencies: PanelDependencies;
  #bound: PatientPanel | null = null;
  #spot: Spot | null = null;
  #isOrphaned = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(dependencies: PanelDependencies) {
    this.#dependencies = dependencies;
    addEventListener('online', () => this.changed());
  }

  show(lock: Lock, spot: Spot): void {
    clearTimeout(this.#timer);
    replaceOrphans();
    if (this.#bound && this.#bound.lock.epoch !== lock.epoch) this.#forget();
    this.#spot = spot;
    this.#bound ??= new PatientPanel(this.#dependencies, lock);
    this.#bound.show(spot);
  }

  blank(): void {
    this.#bound?.hold();
    this.#spot = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#forget(), RETENTION_MS);
  }

  /** Speaks another language from now on; what was begun stays. */
  speak(speech: PanelSpeech): void {
    this.#dependencies = { ...this.#dependencies, speech };
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
    leaveOrphan(spot, this.#dependencies.speech, isUnderWay);
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#bound?.end();
    this.#bound = null;
  }
}
