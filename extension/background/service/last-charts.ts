import { FURTHER } from '../../context/context.ts';
import type { Environment } from '../platform.ts';
import type { LinkedPatient } from './mapping.ts';

const PATIENTS_MAX = 10;
const LIFE_MS = 600_000;

/** What is needed of a chart to keep it; all of it is given back. */
interface Chart {
  readonly patient: { readonly serviceId: string };
  readonly courses: readonly { readonly failure: unknown }[];
}

interface Held {
  readonly tabId: number;
  readonly chart: Chart;
  /** Milliseconds of `elapsed`. */
  readonly at: number;
}

/**
 * The charts of the last ten patients of each tab, in memory only and for ten minutes at most: to be shown, marked, while they
 * are read anew. They are one professional's at one proxy, and go with the service that read them.
 */
export class LastCharts {
  readonly #environment: Pick<Environment, 'elapsed' | 'setTimer'>;
  /** The oldest first. */
  #held: readonly Held[] = [];
  #stopTimer: (() => void) | null = null;

  constructor(environment: Pick<Environment, 'elapsed' | 'setTimer'>) {
    this.#environment = environment;
  }

  /** Keeps a chart of which every part could be read. */
  keep(tabId: number, chart: Chart): void {
    const { serviceId } = chart.patient;
    const others = this.#held.filter((one) => !(one.tabId === tabId && isOf(one, serviceId)));
    const ofTab = others.filter((one) => one.tabId === tabId);
    const isFull = ofTab.length >= PATIENTS_MAX;
    const isWhole = chart.courses.every(({ failure }) => failure === null);
    const held = { tabId, chart, at: this.#environment.elapsed() };
    this.#held = [...others.filter((one) => !isFull || one !== ofTab[0]), ...(isWhole ? [held] : [])];
    this.#wait();
  }

  /** The last chart of a patient in a tab; null unless the page's name and a further identifier agree with the record. */
  recall(tabId: number, { patientId, agreed }: Pick<LinkedPatient, 'patientId' | 'agreed'>) {
    const isSure = agreed.includes('name') && FURTHER.some((kind) => agreed.includes(kind));
    this.#forgetOld();
    const held = this.#held.find((one) => one.tabId === tabId && isOf(one, patientId));
    return held && isSure ? { ...held.chart, agreed } : null;
  }

  /** Forgets those of a tab, or of a patient, or all. */
  forget({ tabId, patientId }: { readonly tabId?: number; readonly patientId?: string } = {}): void {
    this.#held = this.#held.filter(
      (one) =>
        (tabId !== undefined && one.tabId !== tabId) || (patientId !== undefined && !isOf(one, patientId)),
    );
    this.#wait();
  }

  #forgetOld(): void {
    const since = this.#environment.elapsed() - LIFE_MS;
    this.#held = this.#held.filter(({ at }) => at > since);
  }

  /** Forgets the oldest once its time is over, also if nobody asks. */
  #wait(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
    const [oldest] = this.#held;
    if (!oldest) return;
    const left = Math.max(0, oldest.at + LIFE_MS - this.#environment.elapsed());
    this.#stopTimer = this.#environment.setTimer(() => {
      this.#forgetOld();
      this.#wait();
    }, left);
  }
}

const isOf = ({ chart }: Held, patientId: string): boolean =>
  chart.patient.serviceId.toLowerCase() === patientId.toLowerCase();
