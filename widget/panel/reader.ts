import type { Reader } from '../../shared/client/index.ts';
import { isTimeZone } from '../../shared/locale/panel/index.ts';
import { configured, type KitOptions, onKit } from '../configure.ts';
import { type Connection, connect } from '../connect.ts';
import { type Asked, askedOf } from './asked.ts';
import { Course, type Lens } from './course.ts';
import type { PanelData } from './data.ts';
import { whenNear } from './near.ts';
import { PanelError } from './problem.ts';
import { refreshing } from './refresh.ts';

/** What the reader takes from its element, at the moment it begins. */
export interface Reads extends Element {
  readonly data: PanelData | null;
  readonly fetchToken: KitOptions['fetchToken'] | null;
  readonly baseUrl: string | null;
  readonly timeZone: string | null;
  readonly refresh: number;
  readonly loading: 'eager' | 'lazy';
  readonly audience: 'professional' | 'patient';
  readonly interpretation: 'shown' | 'hidden';
  /** BCP 47 tag in which the service is asked to answer. */
  readonly language: string;
}

/** Milliseconds for the page to call `configure` after the elements are there, as scripts do. */
const PATIENCE = 2_000;

/** Reads what an element asks for, and goes on reading while it stands in the page. */
export class PanelReader {
  readonly course: Course;
  /** What is being read; null for `data`, and where nothing can be. */
  asked: Asked | null = null;
  /** How patients are spoken to; null for professionals. Fetched before anything is read for a patient. */
  patient: typeof import('./patient.ts') | null = null;
  readonly #element: Reads;
  #connection: Connection | null = null;
  #endings: (() => void)[] = [];

  constructor(element: Reads, changed: (isNewAnswer: boolean) => void) {
    this.#element = element;
    this.course = new Course(changed, () => this.#lens());
  }

  /** Where it reads; null for `data`, and where nothing can be read. */
  get client(): Reader | null {
    return this.#connection && this.#connection.client;
  }

  async #lens(): Promise<Lens> {
    const { audience, interpretation } = this.#element;
    this.patient = audience === 'patient' ? await import('./patient.ts') : null;
    const { forPatients } = this.patient ?? {};
    return (reading) => (forPatients ? forPatients(reading, interpretation === 'shown') : reading);
  }

  /** True between `begin` and `end`, whatever came of it. */
  get isHeld(): boolean {
    return this.#endings.length > 0;
  }

  /** Finds out what is asked, and begins to read it. */
  begin(): void {
    this.end();
    const element = this.#element;
    this.#endings.push(onKit((event) => this.#kit(event)));
    try {
      if (!isTimeZone(element.timeZone)) {
        throw new PanelError(
          'invalid',
          'the attribute time-zone must be such as Europe/Lisbon.',
          'time-zone',
        );
      }
      if (element.data) {
        void this.#hold(element.data);
        return;
      }
      const asked = askedOf((name) => element.getAttribute(name));
      this.#connection = this.#connect(asked);
      if (!this.#connection) return;
      this.asked = asked;
    } catch (failure) {
      this.course.hold(null, failure);
      return;
    }
    const read = (): void => {
      this.again(true);
      this.#endings.push(refreshing(element.refresh, (all) => this.again(all), this.#connection));
    };
    if (element.loading === 'lazy') this.#endings.push(whenNear(element, read));
    else read();
  }

  /** Shows what the page feeds the panel itself; what reads that is fetched first, since most pages never need it. */
  async #hold(data: PanelData): Promise<void> {
    let isHeld = true;
    this.#endings.push(() => {
      isHeld = false;
    });
    let hold = (): void => {};
    try {
      const { readData } = await import('./data.ts');
      const lens = await this.#lens();
      const reading = lens(await readData(data, Date.now(), this.#element.getAttribute('patient-id')));
      hold = () => this.course.hold(reading);
    } catch (failure) {
      hold = () => this.course.hold(null, failure);
    }
    if (isHeld) hold();
  }

  /** Reads once more; `all` false asks only for what may have changed. */
  again(all: boolean): void {
    if (this.#connection && this.asked) void this.course.read(this.#connection.client, this.asked, all);
  }

  /** Tries again after a failure; the last good reading stays meanwhile. */
  retry(): void {
    if (!this.#connection) this.begin();
    else {
      if (!this.course.reading) this.course.clear();
      this.again(true);
    }
  }

  /** Lets go of everything. */
  end(): void {
    for (const end of this.#endings.splice(0)) end();
    this.#connection?.release();
    this.#connection = this.asked = null;
    this.course.clear();
  }

  /** Gives null while the page has not said where to read; after a while that is said. */
  #connect({ professionalId, patientId }: Asked): Connection | null {
    const { baseUrl, fetchToken, language } = this.#element;
    const kit = configured();
    const url = baseUrl ?? kit.baseUrl;
    const token = fetchToken ?? kit.fetchToken;
    if (!url || !token) {
      const failure = new PanelError('not-configured', 'set base-url and fetchToken, or call configure().');
      const timer = setTimeout(() => this.course.hold(null, failure), PATIENCE);
      this.#endings.push(() => clearTimeout(timer));
      return null;
    }
    const options = { baseUrl: url, fetchToken: token, fetch: kit.fetch, locale: language };
    return connect(options, { professionalId, patientId, actions: ['read'] });
  }

  #kit(event: 'configure' | 'logout'): void {
    if (this.#element.data) return;
    if (event === 'configure') this.begin();
    else {
      this.#connection?.release();
      this.#connection = null;
      this.course.hold(null, new PanelError('signed-out', 'logged out; sign in, then try again.'));
    }
  }
}
