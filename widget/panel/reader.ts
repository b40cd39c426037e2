import type { Reader } from '@instrument-panel/client';
import { configured, type KitOptions, onKit } from '../configure.ts';
import { type Connection, connect } from '../connect.ts';
import { missetOf } from '../element.ts';
import { type Asked, askedOf } from './asked.ts';
import { ATTRIBUTES } from './attributes.ts';
import { Course, type Sight } from './course.ts';
import type { PanelData } from './data.ts';
import { invalid, PanelError } from './problem.ts';
import type { Reading } from './read.ts';
import { refreshing } from './refresh.ts';

/** What the reader takes from its element, at the moment it begins. */
export interface Reads extends Element {
  readonly data: PanelData | null;
  readonly fetchToken: KitOptions['fetchToken'] | null;
  readonly baseUrl: string | null;
  readonly refresh: number;
  readonly loading: 'eager' | 'lazy';
  readonly audience: 'professional' | 'patient';
  readonly interpretation: string | null;
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
  /** What a patient sees; null for a professional. Fetched before anything is read for a patient. */
  sight: Sight | null = null;
  readonly #element: Reads;
  #connection: Connection | null = null;
  #endings: (() => void)[] = [];

  constructor(element: Reads, changed: (isNewAnswer: boolean) => void) {
    this.#element = element;
    this.course = new Course(changed);
  }

  /** Where it reads; none for `data`, and where nothing can be read. */
  get client(): Reader | undefined {
    return this.#connection?.client;
  }

  async #sight(): Promise<Sight | null> {
    const { audience, interpretation } = this.#element;
    this.sight = audience === 'patient' ? (await import('./patient.ts')).sightOf(interpretation) : null;
    return this.sight;
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
      const misset = missetOf(element, ATTRIBUTES);
      if (misset) throw invalid(misset);
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
    if (element.loading === 'lazy') void this.#readNear(read);
    else read();
  }

  /** Reads once the element comes near the viewport; what tells that is fetched, and without it is read at once. */
  async #readNear(read: () => void): Promise<void> {
    const endings = this.#endings;
    const near = await import('./near.ts').catch(() => null);
    if (endings !== this.#endings) return;
    if (near) this.#endings.push(near.whenNear(this.#element, read));
    else read();
  }

  /** Shows what the page feeds the panel itself; what reads that is fetched first, since most pages never need it. */
  async #hold(data: PanelData): Promise<void> {
    const endings = this.#endings;
    let reading: Reading | null = null;
    let failure: unknown = null;
    try {
      const { readData } = await import('./data.ts');
      const sight = await this.#sight();
      reading = await readData(data, Date.now(), this.#element.getAttribute('patient-id'));
      if (sight) reading = sight.see(reading);
    } catch (error) {
      failure = error;
    }
    if (endings === this.#endings) this.course.hold(reading, failure);
  }

  /** Reads once more; `all` false asks only for what may have changed. */
  again(all: boolean): void {
    if (this.#connection && this.asked)
      void this.course.read(this.#connection.client, this.asked, all, () => this.#sight());
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
    for (const end of this.#endings) end();
    // Another list, by which what is still being fetched knows that it is not wanted any more.
    this.#endings = [];
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
      this.course.hold(null, new PanelError('signed-out', 'logged out: sign in.'));
    }
  }
}
