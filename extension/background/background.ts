import type { EventHint } from '@instrument-panel/client';
import { mayConcern } from '@instrument-panel/client';
import type { SidePlace } from '../intents/protocol.ts';
import type { Profile } from '../profile/profile.ts';
import { badgeWords } from '../words/index.ts';
import { createBadges, toBadge } from './badge.ts';
import { EventStreams } from './event-streams.ts';
import type { Environment, Platform } from './platform.ts';
import { Pointing } from './pointing.ts';
import { proxyAddress } from './profiles/document.ts';
import { enterOpenTabs, registerSites } from './profiles/registration.ts';
import { ProfileRegistry } from './profiles/registry.ts';
import { Counters } from './requests.ts';
import { Services } from './service/services.ts';
import { type SignIn, SignIns } from './sign-in.ts';
import { tell } from './tabs/frame.ts';
import { StoredTabs } from './tabs/stored-tabs.ts';
import type { TabState } from './tabs/tab-state.ts';
import { Tabs } from './tabs/tabs.ts';
import { UnreadCounts } from './unread-counts.ts';

const EPOCHS_MAX = 200;

/** Somebody who asks about the patient of a tab. */
export interface OpenSession {
  /** Null if there is no tab, or it is not known yet. */
  readonly tabId: number | null;
  /** The tab's context is another: what was asked for the one before is over. */
  contextChanged(epoch: string | null): void;
}

/** A page of the extension that is open. */
export interface OpenSurface extends OpenSession {
  /** Something that it shows may have changed. */
  refresh(): void;
  changed(epoch: string | null): void;
  /** A panel asked for a place of the side panel; false if this is not a side panel. */
  go(at: SidePlace): boolean;
}

/** Milliseconds for a side panel to open and be told where to begin. */
const SIDE_OPENING_MS = 10_000;

/** All that the background is made of, and how one part hears of another. */
export class Background {
  readonly platform: Platform;
  readonly environment: Environment;
  readonly counters = new Counters();
  readonly registry: ProfileRegistry;
  readonly signIns: SignIns;
  readonly services: Services;
  readonly tabs: Tabs;
  readonly news: UnreadCounts;
  readonly pointing: Pointing;
  readonly surfaces = new Set<OpenSurface>();
  readonly sessions = new Set<OpenSession>();
  /** Resolves once what was kept is read; nothing is heard before. */
  readonly ready: Promise<void>;
  readonly #kept: StoredTabs;
  readonly #badges: ReturnType<typeof createBadges>;
  readonly #eventStreams: EventStreams;
  readonly #professionals = new Map<string, string | null>();
  #registering: Promise<void> = Promise.resolve();
  #registered = '';
  readonly #going = new Map<number, { readonly at: SidePlace; readonly until: number }>();

  constructor(platform: Platform, environment: Environment) {
    this.platform = platform;
    this.environment = environment;
    const { session } = platform.storage;
    this.registry = new ProfileRegistry(platform, environment, () => this.#profilesChanged());
    this.signIns = new SignIns(platform, environment, (signIn) => this.#signInChanged(signIn));
    this.services = new Services(environment, () => this.language);
    this.#kept = new StoredTabs(session);
    this.tabs = new Tabs({
      platform,
      environment,
      registry: this.registry,
      kept: this.#kept,
      counters: this.counters,
      changed: (tabId) => this.#tabChanged(tabId),
      began: (tabId) => this.#badges.lost(tabId),
    });
    this.news = new UnreadCounts(session, () => this.#refreshAll());
    this.pointing = new Pointing(session, () => this.refreshSurfaces());
    this.#badges = createBadges(platform.action);
    this.#eventStreams = new EventStreams(environment, session, (proxy, hint) => this.#onEvent(proxy, hint));
    this.ready = this.#load();
  }

  /** BCP 47 tag of what is spoken. */
  get language(): string {
    const { language } = this.registry;
    return language === 'auto' ? this.platform.i18n.getUILanguage() : language;
  }

  signInOf({ proxy }: Pick<Profile, 'proxy'>): SignIn {
    return this.signIns.at(proxy);
  }

  /** The active profiles that speak through a proxy. */
  profilesOf(proxy: string): readonly Profile[] {
    return this.registry.active.filter((profile) => proxyAddress(profile.proxy) === proxy);
  }

  /** The tabs whose page is of a profile that speaks through a proxy. */
  tabsOfProxy(proxy: string): readonly TabState[] {
    return this.tabs.all.filter(({ tabId }) => {
      const profile = this.tabs.profileOf(tabId);
      return profile !== null && proxyAddress(profile.proxy) === proxy;
    });
  }

  /** Signs out and wipes: token, what was read, news, and what is shown. */
  async signOut(given: string): Promise<void> {
    const signIn = this.signIns.at(given);
    const { proxy } = signIn;
    // Blank first: what is shown must not outlive the sign-in by the time that a storage takes.
    this.#wipe(proxy);
    await signIn.signOut();
  }

  /** Nothing stays of what was read over a proxy, nor of what is shown of it. */
  #wipe(proxy: string): void {
    this.services.forget(proxy);
    for (const tabState of this.tabsOfProxy(proxy)) {
      tabState.forget();
      this.tabs.relist(tabState);
    }
    for (const { id } of this.profilesOf(proxy)) this.news.seen(id);
    this.#eventStreams.forget(proxy);
  }

  /** A tab is gone. */
  closed(tabId: number): void {
    this.tabs.closed(tabId);
    this.#badges.lost(tabId);
    this.#going.delete(tabId);
    this.followEvents();
  }

  /** Tells panels and pages to read again after a write or an event. */
  tellChanged(proxy: string, concerns: (patientId: string) => boolean = () => true): void {
    for (const tabState of this.tabsOfProxy(proxy)) {
      const patientId = this.patients.get(tabState.epoch ?? '');
      // The patient of a tab may not be known yet: then it may be this one.
      if (patientId !== undefined && !concerns(patientId)) continue;
      for (const frame of tabState.frames) {
        if (frame.facts?.type === 'list') tell(frame, { type: 'changed', epoch: null });
        else if (frame === tabState.elected) tell(frame, { type: 'changed', epoch: tabState.epoch });
      }
      for (const surface of this.surfaces)
        if (surface.tabId === tabState.tabId) surface.changed(tabState.epoch);
    }
  }

  /** Brings a place of the side panel up, now or once it has opened. */
  go(tabId: number, at: SidePlace): void {
    const gone = [...this.surfaces].filter((surface) => surface.tabId === tabId && surface.go(at));
    if (gone.length > 0) return;
    this.#going.set(tabId, { at, until: this.environment.elapsed() + SIDE_OPENING_MS });
  }

  /** Takes the place at which a side panel of this tab opens; given once. */
  takeGo(tabId: number): SidePlace | null {
    const going = this.#going.get(tabId);
    this.#going.delete(tabId);
    return going && going.until > this.environment.elapsed() ? going.at : null;
  }

  /** The service's patient of each epoch, as far as somebody asked. */
  readonly patients = new Map<string, string>();

  /** The service's patient of an epoch, so that events of others need not be heard there. */
  learn(epoch: string, patientId: string): void {
    this.patients.set(epoch, patientId);
    const oldest = this.patients.keys().next().value;
    if (this.patients.size > EPOCHS_MAX && oldest !== undefined) this.patients.delete(oldest);
  }

  /** Opens what has to be listened to, and closes what nobody looks at any more. */
  followEvents(): void {
    const looked = this.tabs.all.filter(
      ({ epoch, tabId, frames }) =>
        epoch !== null ||
        frames.some(({ facts }) => facts?.type === 'list') ||
        [...this.surfaces].some((surface) => surface.tabId === tabId),
    );
    const profiles = looked.flatMap(({ tabId }) => this.tabs.profileOf(tabId) ?? []);
    this.#eventStreams.follow(new Set(profiles.map((profile) => this.signInOf(profile))));
  }

  async #load(): Promise<void> {
    const { news, pointing, registry } = this;
    await Promise.all([this.#kept, news, pointing, registry, this.#eventStreams].map((part) => part.load()));
    await Promise.all(
      this.registry.active.map(async (profile) => {
        const signIn = this.signInOf(profile);
        const last = await signIn.restore();
        if (last !== null) this.#professionals.set(signIn.proxy, last);
      }),
    );
    this.registry.keepCurrent();
  }

  #profilesChanged(): void {
    const active = this.registry.active;
    const text = JSON.stringify([active, this.registry.language]);
    if (text !== this.#registered) {
      this.#registered = text;
      this.tabs.ruleAll();
      this.register(false);
    }
    this.#refreshAll();
  }

  /**
   * Has the browser run our script on the pages of the active profiles; also in those that are open, where that is
   * new or if `isForced` (the scripts of a version before are cut off from this one).
   */
  register(isForced: boolean): void {
    const { active } = this.registry;
    this.#registering = this.#registering
      .then(async () => {
        const isNew = await registerSites(this.platform, active);
        if (isNew || isForced)
          await enterOpenTabs(this.platform, (url) => this.registry.activeAt(url) !== null);
      })
      .catch(() => this.counters.fail('registration'));
  }

  /** Resolves once the browser has the scripts of the present profiles. */
  get registered(): Promise<void> {
    return this.#registering;
  }

  #signInChanged(signIn: SignIn): void {
    const { proxy, state, professionalId } = signIn;
    const before = this.#professionals.get(proxy) ?? null;
    if (professionalId !== null && before !== null && before !== professionalId) {
      // Somebody else: nothing that the one before read may be shown to them.
      this.#wipe(proxy);
    }
    if (professionalId !== null) this.#professionals.set(proxy, professionalId);
    if (state !== 'signing-in') this.tellChanged(proxy);
    if (state === 'signed-in') this.#count(proxy, null);
    this.followEvents();
    this.#refreshAll();
  }

  #tabChanged(tabId: number): void {
    this.#showBadge(tabId);
    const epoch = this.tabs.get(tabId)?.epoch ?? null;
    for (const session of this.sessions) if (session.tabId === tabId) session.contextChanged(epoch);
    for (const surface of this.surfaces) if (surface.tabId === tabId) surface.refresh();
    this.followEvents();
  }

  #onEvent(proxy: string, hint: EventHint | null): void {
    this.services.present(proxy)?.cache.drop(hint?.patientId?.toLowerCase() ?? null);
    this.tellChanged(proxy, (patientId) => hint === null || mayConcern(hint, patientId, null));
    this.#count(proxy, hint);
  }

  /** Counts what is new; after a stop of the background nobody may have asked the service for anything yet. */
  #count(proxy: string, hint: EventHint | null): void {
    const ids = this.profilesOf(proxy).map(({ id }) => id);
    const openService = () => this.services.of(this.signIns.at(proxy), new AbortController().signal);
    void this.news.count(ids, hint, openService).catch(() => this.counters.fail('news'));
  }

  /** Pages of the extension look again. */
  refreshSurfaces(): void {
    for (const surface of this.surfaces) surface.refresh();
  }

  #refreshAll(): void {
    this.refreshSurfaces();
    for (const { tabId } of this.tabs.all) this.#showBadge(tabId);
  }

  #showBadge(tabId: number): void {
    const profile = this.tabs.profileOf(tabId);
    const tabState = this.tabs.get(tabId);
    // Of a page that it lets us not onto the browser does not say that it is another one: no frame of it is here.
    if (!profile || !tabState || tabState.frames.length === 0) {
      this.#badges.hide(tabId);
      return;
    }
    const facts = {
      context: tabState.context,
      signIn: this.signInOf(profile).state,
      ...this.news.countsOf(profile.id),
      unknown: this.news.unknownOf(profile.id),
    };
    this.#badges.show(tabId, toBadge(facts, badgeWords(this.language)));
  }
}
