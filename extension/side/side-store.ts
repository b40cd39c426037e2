import { type Signal, signal } from '@preact/signals';
import type { Identity } from '../context/context.ts';
import type { TabStatus } from '../intents/protocol.ts';
import type { SurfaceClient } from '../surface/client.ts';
import { Resource } from '../surface/resource.ts';
import { Case } from './case.ts';
import { CaseloadStore } from './caseload-store.ts';
import { PatientStore } from './patient-store.ts';

/** Sections with a tab, in their order: as many as fit on one line of a side panel in every language. */
export const TAB_SECTIONS = ['overview', 'apply', 'history'] as const;
/** Sections of the menu beside the tabs. */
export const MENU_SECTIONS = ['patient', 'notifications', 'library', 'recommend'] as const;
export type SideSection = (typeof TAB_SECTIONS | typeof MENU_SECTIONS)[number];

/**
 * Makes the state of the professional who is signed in, independent of the patient; `key` says which sign-in it is of.
 *
 * @param open called with a patient who was chosen in the list
 */
function createProfessionalStore(client: SurfaceClient, key: string, open: (patientId: string) => void) {
  const page = signal(1);
  const search = signal('');
  const library = new Resource((ending) => client.read('library.read', {}, { signal: ending }));
  const earlier = new Resource((ending) => {
    const text = search.peek().trim();
    const input = { page: page.peek(), ...(text === '' ? {} : { search: text }) };
    return client.read('recommend.history', input, { signal: ending });
  });
  /** A case without a patient. */
  const recommending = new Case((caseText, ending) =>
    client.act('recommend.ask', { caseText }, { signal: ending }),
  );
  const caseload = new CaseloadStore(client, open);
  return {
    key,
    caseload,
    library,
    /** The suggestions given earlier, a page of them. */
    earlier,
    page,
    search,
    recommending,
    /** Shows another page of the earlier suggestions, or those that hold a text. */
    turn(to: number, text = search.peek()): void {
      page.value = to;
      search.value = text;
      void earlier.load();
    },
    refresh(): void {
      library.refresh();
      earlier.refresh();
    },
    end(): void {
      for (const one of [library, earlier, recommending]) one.forget();
      caseload.end();
    },
  };
}
export type ProfessionalStore = ReturnType<typeof createProfessionalStore>;

/** What a section about the patient is given. */
export interface OfPatientProps {
  readonly store: SideStore;
  readonly patient: PatientStore;
}

/** Whether a page that was loaded again carries what it takes to link a patient who could not be. */
const isCarriedAnew = ({ chart, identity }: PatientStore, { carried }: Identity): boolean =>
  chart.state.known === null && identity.carried !== carried;

/** State of the side panel. */
export class SideStore {
  readonly client: SurfaceClient;
  readonly section: Signal<SideSection> = signal('overview');
  /** An instrument that was chosen elsewhere, to be applied. */
  readonly toApply: Signal<string | null> = signal(null);
  /** The patient whom the tab shows now; null where it shows none, or nothing clear. */
  patient: PatientStore | null = null;
  /** Sign-in at the site's proxy; null if signed out. */
  professional: ProfessionalStore | null = null;
  /** The patient who was chosen in the list; the page shows none then. */
  readonly listed: Signal<PatientStore | null> = signal(null);
  /** The tab shows a page that has no patient: the place of the list. */
  isForList = false;
  /** An application was cut off by a change of patient, and its outcome has to be checked. */
  readonly wasCut: Signal<boolean> = signal(false);
  readonly #lang: () => string;
  #listTab = '';
  /** The patient shown last, and the tab; kept while nothing clear is shown. */
  #kept: { readonly store: PatientStore; readonly key: string } | null = null;

  /** @param lang BCP 47 tag of the language of the page */
  constructor(client: SurfaceClient, lang: () => string) {
    this.client = client;
    this.#lang = lang;
  }

  /** Follows the tab. Takes effect before it returns: nothing of a patient who is left may be asked for after it. */
  follow(status: TabStatus | null): void {
    const site = status?.site;
    const isSignedIn = site?.signIn === 'signed-in' && site.isEnabled && site.isGranted;
    const proxy = isSignedIn ? `${site.profileId} ${site.proxy}` : null;
    this.#followList(status, isSignedIn === true);
    // Without the background it is not known either whether the user signed out.
    if (status !== null && proxy !== (this.professional?.key ?? null)) {
      this.professional?.end();
      this.professional =
        proxy === null
          ? null
          : createProfessionalStore(this.client, proxy, (patientId) => this.#choose(patientId));
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
    if (this.#kept?.key !== key || isCarriedAnew(this.#kept.store, context.identity)) {
      this.#end();
      this.toApply.value = null;
      const store = new PatientStore(this.client, this.#lang(), context.epoch, context.identity);
      this.#kept = { key, store };
      // The record names the patient on top of every section.
      void store.chart.read();
    }
    this.patient = this.#kept?.store ?? null;
    this.patient?.resume();
  }

  /** Goes to a section; with an instrument, to apply it. */
  go(section: SideSection, toApply: string | null = null): void {
    this.toApply.value = toApply;
    this.section.value = section;
  }

  /** Ends the look at a patient of the list. */
  unlist(): void {
    const { value } = this.listed;
    this.listed.value = null;
    value?.end();
  }

  #choose(patientId: string): void {
    this.unlist();
    const store = new PatientStore(this.client, this.#lang(), `listed ${patientId}`, { keys: [] }, patientId);
    this.listed.value = store;
    void store.chart.read();
  }

  /** A patient of the list is shown as long as the same tab shows a page without a patient. */
  #followList(status: TabStatus | null, isSignedIn: boolean): void {
    const { context, frames, tabId } = status ?? {};
    // A page that is being loaded says nothing of patients yet.
    this.isForList = isSignedIn && context?.state === 'none' && (frames?.length ?? 0) > 0;
    const tab = this.isForList ? `${tabId} ${this.#lang()}` : '';
    if (tab !== this.#listTab) this.unlist();
    if (tab !== '' && this.#listTab === '') this.professional?.caseload.catchUp();
    this.#listTab = tab;
  }

  refresh(): void {
    this.patient?.refresh();
    this.listed.value?.refresh();
    this.professional?.refresh();
  }

  #end(): void {
    if (this.#kept?.store.isUnderWay) this.wasCut.value = true;
    this.#kept?.store.end();
    this.#kept = null;
  }
}
