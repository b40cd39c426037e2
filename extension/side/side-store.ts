import { type Signal, signal } from '@preact/signals';
import type { IntentOutput } from '../intents/intents.ts';
import type { TabStatus } from '../intents/protocol.ts';
import type { SurfaceClient } from '../surface/client.ts';
import { Resource } from '../surface/resource.ts';
import { Case } from './case.ts';
import { PatientStore } from './patient-store.ts';

/** Sections of the side panel, in the order of their tabs. */
export const SIDE_SECTIONS = [
  'overview',
  'apply',
  'library',
  'recommend',
  'history',
  'notifications',
  'patient',
] as const;
export type SideSection = (typeof SIDE_SECTIONS)[number];

/** State of the professional who is signed in, independent of the patient. */
export class ProfessionalStore {
  /** Which sign-in it is of. */
  readonly key: string;
  readonly library: Resource<IntentOutput<'library.read'>>;
  readonly tags: Resource<IntentOutput<'library.tags'>>;
  /** The suggestions given earlier, a page of them. */
  readonly earlier: Resource<IntentOutput<'recommend.history'>>;
  readonly page: Signal<number> = signal(1);
  readonly search: Signal<string> = signal('');
  /** A case of nobody in particular. */
  readonly recommending: Case;

  constructor(client: SurfaceClient, key: string) {
    this.key = key;
    this.library = new Resource((ending) => client.read('library.read', {}, { signal: ending }));
    this.tags = new Resource((ending) => client.read('library.tags', {}, { signal: ending }));
    this.earlier = new Resource((ending) => {
      const search = this.search.peek().trim();
      const input = { page: this.page.peek(), ...(search === '' ? {} : { search }) };
      return client.read('recommend.history', input, { signal: ending });
    });
    this.recommending = new Case((caseText, ending) =>
      client.act('recommend.ask', { caseText }, { signal: ending }),
    );
  }

  /** Shows another page of the earlier suggestions, or those that hold a text. */
  turn(page: number, search = this.search.peek()): void {
    this.page.value = page;
    this.search.value = search;
    void this.earlier.load();
  }

  refresh(): void {
    for (const reading of [this.library, this.tags, this.earlier]) reading.refresh();
  }

  end(): void {
    for (const reading of [this.library, this.tags, this.earlier]) reading.forget();
    this.recommending.forget();
  }
}

/** State of the side panel. */
export class SideStore {
  readonly section: Signal<SideSection> = signal('overview');
  /** An instrument that was chosen elsewhere, to be applied. */
  readonly toApply: Signal<string | null> = signal(null);
  /** The patient whom the tab shows now; null where it shows none, or nothing clear. */
  patient: PatientStore | null = null;
  /** State of who is signed in to the site's proxy; null if nobody is. */
  professional: ProfessionalStore | null = null;
  /** An application was cut off by a change of patient, and somebody has to look at it. */
  readonly wasCut: Signal<boolean> = signal(false);
  readonly #client: SurfaceClient;
  readonly #lang: () => string;
  /** The patient shown last, and the tab; kept while nothing clear is shown. */
  #kept: { readonly store: PatientStore; readonly key: string } | null = null;

  /** @param lang BCP 47 tag of the language of the page */
  constructor(client: SurfaceClient, lang: () => string) {
    this.#client = client;
    this.#lang = lang;
  }

  /** Follows the tab. Takes effect before it returns: nothing of a patient who is left may be asked for after it. */
  follow(status: TabStatus | null): void {
    const site = status?.site;
    const isSignedIn = site?.signIn === 'signed-in' && site.isEnabled && site.isGranted;
    const proxy = isSignedIn ? `${site.profileId} ${site.proxy}` : null;
    // While nobody is there to tell, it is not known either that somebody signed out.
    if (status !== null && proxy !== (this.professional?.key ?? null)) {
      this.professional?.end();
      this.professional = proxy === null ? null : new ProfessionalStore(this.#client, proxy);
    }
    const context = status?.context;
    if (!status || !isSignedIn || context?.state !== 'known') {
      this.patient = null;
      this.#kept?.store.pause();
      if (status && !isSignedIn) this.#end();
      return;
    }
    // In another language everything is rendered again.
    const key = `${status.tabId} ${proxy} ${context.epoch} ${this.#lang()}`;
    if (this.#kept?.key !== key) {
      this.#end();
      this.toApply.value = null;
      const store = new PatientStore(this.#client, this.#lang(), context.epoch, context.identity);
      this.#kept = { key, store };
      store.begin();
    }
    this.patient = this.#kept?.store ?? null;
    this.patient?.resume();
  }

  /** Goes to a section; with an instrument, to apply it. */
  go(section: SideSection, toApply: string | null = null): void {
    this.toApply.value = toApply;
    this.section.value = section;
  }

  /** Somebody knows of the application that was cut off. */
  readonly acknowledge = (): void => {
    this.wasCut.value = false;
  };

  refresh(): void {
    this.patient?.refresh();
    this.professional?.refresh();
  }

  #end(): void {
    if (this.#kept?.store.isUnderWay) this.wasCut.value = true;
    this.#kept?.store.end();
    this.#kept = null;
  }
}
