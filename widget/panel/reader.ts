import type { Caller } from '@instrument-panel/client';
import { findInvalidAttribute } from '../attribute-values.ts';
import { onKit } from '../configure.ts';
import { CONFIGURE_TIMEOUT_MS, type Connection, connect, findOptions, type ReadsFrom } from '../connect.ts';
import { type CourseQuery, PANEL_STOPPING_ATTRIBUTES, parseCourseQuery } from './attributes.ts';
import { CourseStore } from './course-store.ts';
import type { PanelData } from './data.ts';
import type { PatientFilter } from './patient.ts';
import { invalidAttribute, PanelError } from './problem.ts';
import type { PanelSnapshot } from './read.ts';
import { refreshing } from './refresh.ts';

/** What the reader takes from its element when it begins. */
interface PanelReaderElement extends ReadsFrom, Element {
  readonly data: PanelData | null;
  readonly refresh: number;
  readonly loading: string;
  readonly audience: string;
  readonly interpretation: string | null;
}

/** What patients do not see, and their words: fetched once a page has a panel for patients. */
let forPatients: typeof import('./patient.ts') | undefined;

/** What reads `data`, once a panel of the page has fetched it with the details, which every panel fetches. */
let forData: Pick<typeof import('./details.ts'), 'keepSame' | 'readPanelData'> | undefined;

/** Reads what an element asks for, and goes on reading while the element is in the page. */
export class PanelReader {
  readonly course: CourseStore;
  /** What is being read; null for `data`, and where nothing can be. */
  asked: CourseQuery | null = null;
  readonly #element: PanelReaderElement;
  #connection: Connection | null = null;
  #endings: (() => void)[] = [];

  constructor(element: PanelReaderElement, changed: (isNewAnswer: boolean) => void) {
    this.#element = element;
    this.course = new CourseStore(changed);
  }

  /** Where it reads; none for `data`, and where nothing can be read. */
  get client(): Caller | undefined {
    return this.#connection?.client;
  }

  /** Takes out what patients do not see; null for a professional, and until its code is there: then nothing is read. */
  get filter(): PatientFilter | null {
    const { audience, interpretation } = this.#element;
    return (audience === 'patient' && forPatients?.createPatientFilter(interpretation)) || null;
  }

  /** True between `begin` and `end`, whatever came of it. */
  get isHeld(): boolean {
    return this.#endings.length > 0;
  }

  /**
   * Finds out what is asked, and begins to read it. Resolves once that is held, or why not.
   *
   * @param isNewData only `data` was set: what is shown of the same course stays until that is read
   */
  async begin(isNewData = false): Promise<void> {
    const element = this.#element;
    const { reading } = this.course;
    const stays = isNewData && !this.asked && toKey(element.data?.graph) === toKey(reading?.graph.data);
    this.#stop();
    if (!stays) this.course.clear();
    this.#endings.push(onKit((event) => this.#kit(event)));
    if (element.audience === 'patient' && !forPatients) {
      void this.#fetchFilter();
      return;
    }
    try {
      const invalid = findInvalidAttribute(element, PANEL_STOPPING_ATTRIBUTES);
      if (invalid) throw invalidAttribute(invalid);
      if (element.data) {
        return this.#hold(element.data);
      }
      const asked = parseCourseQuery(element);
      this.#connection = this.#connect(asked);
      if (!this.#connection) return;
      this.asked = asked;
    } catch (failure) {
      this.course.hold(null, failure);
      return;
    }
    const read = (): Promise<void> | undefined => {
      this.#endings.push(refreshing(element.refresh, (all) => void this.again(all), this.#connection));
      return this.again(true);
    };
    if (element.loading === 'lazy') this.#endings.push(whenNear(element, read));
    else return read();
  }

  async #fetchFilter(): Promise<void> {
    const endings = this.#endings;
    let failure: unknown = null;
    try {
      forPatients = await import('./patient.ts');
    } catch (error) {
      failure = error;
    }
    if (endings !== this.#endings) return;
    if (failure === null) this.begin();
    else this.course.hold(null, failure);
  }

  async #hold(data: PanelData): Promise<void> {
    const endings = this.#endings;
    let reading: PanelSnapshot | null = null;
    let failure: unknown = null;
    try {
      // Without waiting where it is there: the panel then shows the data at once, and no other state before.
      forData ??= await import('./details.ts');
      reading = forData.readPanelData(data, this.#element);
      reading = forData.keepSame(this.course.reading, this.filter?.filter(reading) ?? reading);
    } catch (error) {
      failure = error;
    }
    // The same data again: nothing of what is shown is touched.
    const isSame = reading !== null && reading === this.course.reading;
    if (endings === this.#endings && !isSame) this.course.hold(reading, failure);
  }

  /** Reads once more; `all` false asks only for what may have changed. */
  async again(all: boolean): Promise<void> {
    if (this.#connection && this.asked)
      await this.course.read(this.#connection.client, this.asked, all, this.filter);
  }

  /** Reads everything anew, also after a failure; the last good reading stays meanwhile. */
  retry(): Promise<void> {
    if (!this.#connection) return this.begin();
    this.course.leave();
    return this.again(true);
  }

  end(): void {
    this.#stop();
    this.course.clear();
  }

  #stop(): void {
    for (const end of this.#endings) end();
    // Another list, by which what is still being fetched knows that it is not wanted any more.
    this.#endings = [];
    this.#connection?.release();
    this.#connection = this.asked = null;
  }

  /** Gives null while the page has not said where to read; after a while that is said. */
  #connect({ professionalId, patientId }: CourseQuery): Connection | null {
    const options = findOptions(this.#element);
    if (options) return connect(options, { professionalId, patientId, actions: ['read'] });
    const failure = new PanelError('not-configured', 'set base-url and fetchToken, or call configure().');
    const timer = setTimeout(() => this.course.hold(null, failure), CONFIGURE_TIMEOUT_MS);
    this.#endings.push(() => clearTimeout(timer));
    return null;
  }

  #kit(event: 'configure' | 'logout'): void {
    if (this.#element.data) return;
    if (event === 'configure') this.begin();
    else {
      this.#connection?.release();
      this.#connection = null;
      this.course.hold(null, new PanelError('signed-out', 'logged out'));
    }
  }
}

/** Names patient and instrument, also of `data` of which nothing is checked yet. */
const toKey = (graph: Pick<PanelData['graph'], 'patientId' | 'formTemplateId'> | undefined): string =>
  `${graph?.patientId} ${graph?.formTemplateId}`.toLowerCase();

/** Runs `begin` once the element comes near the viewport; the returned function gives up on it. */
function whenNear(element: Element, begin: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      begin();
    },
    { rootMargin: '25%' },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
