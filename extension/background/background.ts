import { type EventHint, mayConcern } from '@instrument-panel/client';
import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import type { Identity } from '../context/context.ts';
import type { SidePlace } from '../intents/protocol.ts';
import type { Profile } from '../profile/profile.ts';
import { badgeMessages } from '../words/compiled/badge/all.js';
import { createBadges, toBadge } from './badge.ts';
import type { BackgroundDependencies } from './dependencies.ts';
import { EventStreams } from './event-streams.ts';
import { Pointing } from './page-scripts.ts';
import type { Environment, Platform } from './platform.ts';
import { proxyAddress } from './profiles/document.ts';
import { enterOpenTabs, registerSites } from './profiles/registration.ts';
import { ProfileRegistry } from './profiles/registry.ts';
import { Counters, Refused } from './refusals.ts';
import { recognisePatient } from './service/person.ts';
import { type Service, Services } from './service/services.ts';
import type { Session } from './session.ts';
import { type SignIn, SignIns } from './sign-in.ts';
import { SiteHealth } from './site-health.ts';
import { postTo } from './tabs/frame.ts';
import type { TabState } from './tabs/tab-state.ts';
import { Tabs } from './tabs/tabs.ts';
import { UnreadCounts } from './unread-counts.ts';
import { UnseenFlags } from './unseen-flags.ts';

const EPOCHS_MAX = 200;
/** Milliseconds for a side panel to open and be told where to begin. */
const SIDE_OPENING_MS = 10_000;

interface OpenSurface extends Pick<Session, 'send' | 'tabId'> {
  readonly isSidePanel: boolean;
  refresh(): void;
}

export class Background implements BackgroundDependencies {
  readonly platform: Platform;
  readonly environment: Environment;
  readonly counters = new Counters();
  readonly registry = new ProfileRegistry(this);
  readonly signIns = new SignIns(this);
  readonly services = new Services(this);
  readonly tabs = new Tabs(this, this.registry);
  readonly news = new UnreadCounts(this);
  readonly flags: UnseenFlags;
  readonly pointing = new Pointing(this, this.registry);
  /** Everybody who may ask: the frames of sites, and the pages of the extension that are open. */
  readonly sessions = new Set<Session>();
  readonly surfaces = new Set<OpenSurface>();
  /** Resolves once what was kept is read; nothing is heard before. */
  readonly ready: Promise<void>;
  /** Resolves once the browser has the scripts of the present profiles. */
  registered: Promise<void> = Promise.resolve();
  readonly #badges: ReturnType<typeof createBadges>;
  readonly #health: SiteHealth;
  readonly #eventStreams = new EventStreams(this);
  readonly #professionals = new Map<string, string>();
  /** The service's patient of each epoch, as far as it was asked for. */
  readonly #patients = new Map<string, string>();
  readonly #going = new Map<number, { readonly at: SidePlace; readonly until: number }>();
  /** Proxies that are being signed out of: nothing more is asked of them. */
  readonly #leaving = new Set<string>();
  #lastProfiles = '';

  constructor(platform: Platform, environment: Environment) {
    this.platform = platform;
    this.environment = environment;
    this.#badges = createBadges(platform.action);
    this.#health = new SiteHealth(this, (proxy) =>
      this.services.of(this.signIns.at(proxy), new AbortController().signal),
    );
    this.flags = new UnseenFlags(environment.elapsed, () => this.refreshAll());
    this.ready = this.#load();
  }

  get language(): string {
    const { language } = this.registry;
    return language === 'auto' ? this.platform.i18n.getUILanguage() : language;
  }

  /** Opens the service of a tab, whose own address must be of an active profile, or throws `stale`. */
  async openService(tabId: number, signal: AbortSignal): Promise<Service> {
    const tab = await this.platform.tabs.get(tabId).catch(() => null);
    const profile = tab?.url ? this.registry.activeAt(tab.url) : null;
    // While the page goes from one address to another, it is unknown which of them counts.
    if (!profile || profile.id !== this.tabs.profileOf(tabId)?.id) throw new Refused('stale');
    return this.services.of(this.signIns.at(profile.proxy), signal);
  }

  /** The page of a tab in words that hold nothing of a patient: the profile, and which of its pages name the patient. */
  describePage(tabId: number): string {
    const frames = this.tabs.get(tabId)?.frames ?? [];
    const pages = frames.flatMap(({ facts }) =>
      facts?.type === 'chart' && facts.found.length > 0 ? [(facts.page ?? 0) + 1] : [],
    );
    return `${this.tabs.profileOf(tabId)?.id ?? ''}, page ${[...new Set(pages)].join(' and ')}`;
  }

  #tabsOf(proxy: string): readonly TabState[] {
    return this.tabs.all.filter(({ tabId }) => isThrough(proxy, this.tabs.profileOf(tabId)));
  }

  #profileIdsOf(proxy: string): readonly string[] {
    return this.registry.active.filter((profile) => isThrough(proxy, profile)).map(({ id }) => id);
  }

  async signOut(given: string): Promise<void> {
    const signIn = this.signIns.at(given);
    // Blank first: what is shown must not outlive the sign-in by the time that a storage takes.
    this.#leaving.add(signIn.proxy);
    this.#wipe(signIn.proxy);
    await signIn.signOut().finally(() => this.#leaving.delete(signIn.proxy));
  }

  #isSignedIn({ state, proxy }: SignIn): boolean {
    return state === 'signed-in' && !this.#leaving.has(proxy);
  }

  #wipe(proxy: string): void {
    this.services.forget(proxy);
    this.flags.forget(proxy);
    for (const tabState of this.#tabsOf(proxy)) {
      tabState.forget();
      this.tabs.relist(tabState);
    }
    for (const id of this.#profileIdsOf(proxy)) this.news.seen(id);
    this.#eventStreams.forget(proxy);
  }

  tokenRejected(proxy: string): void {
    this.services.present(proxy)?.last.forget();
  }

  patientForgotten(tabId: number): void {
    this.services.closed(tabId);
  }

  documentBegan(tabId: number): void {
    this.#badges.lost(tabId);
  }

  async recognises(tabId: number, identity: Identity, signal: AbortSignal): Promise<boolean> {
    try {
      const profile = this.tabs.profileOf(tabId);
      // Nobody is signed in for this, and nothing is asked while somebody signs out.
      const isIn = profile !== null && this.#isSignedIn(this.signIns.at(profile.proxy));
      if (!isIn) return false;
      const service = await this.openService(tabId, signal);
      return await recognisePatient({ service, identity, signal, page: this.describePage(tabId) });
    } catch {
      // Whoever is not recognised settles, and the panel then says why nothing is shown.
      return false;
    }
  }

  closed(tabId: number): void {
    this.tabs.closed(tabId);
    this.services.closed(tabId);
    this.#health.closed(tabId);
    this.#badges.lost(tabId);
    this.#going.delete(tabId);
    this.followEvents();
  }

  /** Tells panels and pages to read again after a write or an event. */
  tellChanged(proxy: string, hint: EventHint | null = null): void {
    for (const { elected, epoch, frames, tabId } of this.#tabsOf(proxy)) {
      const patientId = this.#patients.get(epoch ?? '');
      // The patient of a tab may not be known yet: then it may be this one.
      if (patientId !== undefined && hint && !mayConcern(hint, patientId, null)) continue;
      this.#tellSurfaces(tabId, epoch, hint);
      for (const frame of frames) {
        if (frame.facts?.type === 'list') postTo(frame, { type: 'changed', epoch: null });
        else if (frame === elected) postTo(frame, { type: 'changed', epoch });
      }
    }
  }

  /** Tells the pages beside a tab; of one without a patient also which answer it is, which may be anybody's. */
  #tellSurfaces(tabId: number, epoch: string | null, hint: EventHint | null): void {
    const submissionId = (epoch === null && hint?.submissionId) || undefined;
    for (const surface of this.#surfacesOf(tabId))
      surface.send({ type: 'changed', epoch, ...(submissionId && { submissionId }) });
  }

  #surfacesOf(tabId: number): readonly OpenSurface[] {
    return [...this.surfaces].filter((surface) => surface.tabId === tabId);
  }

  /** Brings a place of the side panel up, now or once it has opened. */
  go(tabId: number, at: SidePlace): void {
    const open = this.#surfacesOf(tabId).filter(({ isSidePanel }) => isSidePanel);
    for (const sidePanel of open) sidePanel.send({ type: 'go', at });
    if (open.length > 0) return;
    this.#going.set(tabId, { at, until: this.environment.elapsed() + SIDE_OPENING_MS });
  }

  /** Takes the place at which a side panel of this tab opens; given once. */
  takeSidePlace(tabId: number): SidePlace | null {
    const going = this.#going.get(tabId);
    this.#going.delete(tabId);
    return going && going.until > this.environment.elapsed() ? going.at : null;
  }

  /** Keeps the service's patient of an epoch, so that events of others need not be heard there. */
  learn(epoch: string, patientId: string): void {
    this.#patients.set(epoch, patientId);
    const [oldest = ''] = this.#patients.keys();
    if (this.#patients.size > EPOCHS_MAX) this.#patients.delete(oldest);
  }

  /** Opens the event streams that open panels need, and closes the others. */
  followEvents(): void {
    const looked = this.tabs.all.filter(
      ({ epoch, tabId, frames }) =>
        epoch !== null ||
        frames.some(({ facts }) => facts?.type === 'list') ||
        this.#surfacesOf(tabId).length > 0,
    );
    const profiles = looked.flatMap(({ tabId }) => this.tabs.profileOf(tabId) ?? []);
    this.#eventStreams.follow(new Set(profiles.map((profile) => this.signIns.at(profile.proxy))));
  }

  async #load(): Promise<void> {
    const { news, pointing, registry, tabs } = this;
    await Promise.all([tabs.stored, news, pointing, registry, this.#eventStreams].map((part) => part.load()));
    const restored = registry.active.map(async (profile) => {
      const signIn = this.signIns.at(profile.proxy);
      const last = await signIn.restore();
      if (last !== null) this.#professionals.set(signIn.proxy, last);
    });
    await Promise.all(restored);
    registry.keepCurrent();
  }

  profilesChanged(): void {
    const text = JSON.stringify([this.registry.active, this.registry.language]);
    if (text !== this.#lastProfiles) {
      this.#lastProfiles = text;
      this.tabs.ruleAll();
      this.register(false);
    }
    this.refreshAll();
  }

  /** Registers our script for the active profiles; open tabs get it where that is new, or if `isForced`. */
  register(isForced: boolean): void {
    const { active } = this.registry;
    this.registered = this.registered
      .then(async () => {
        const isNew = await registerSites(this.platform, active);
        if (isNew || isForced) {
          await enterOpenTabs(this.platform, (url) => this.registry.activeAt(url) !== null);
        }
      })
      .catch(() => this.counters.fail('registration'));
  }

  signInChanged(proxy: string): void {
    const { state, professionalId } = this.signIns.at(proxy);
    if (professionalId !== null) {
      // Another person has signed in: nothing that the previous one read may be shown to them.
      if ((this.#professionals.get(proxy) ?? professionalId) !== professionalId) this.#wipe(proxy);
      this.#professionals.set(proxy, professionalId);
    }
    if (state !== 'signed-in') this.services.present(proxy)?.last.forget();
    if (state !== 'signing-in') this.tellChanged(proxy);
    if (state !== 'signed-in') this.flags.forget(proxy);
    if (state === 'signed-in') this.#count(proxy, null);
    this.followEvents();
    this.refreshAll();
  }

  tabChanged(tabId: number): void {
    this.#showBadge(tabId);
    this.#health.look(this.tabs.get(tabId), tabId, this.tabs.profileOf(tabId));
    const epoch = this.tabs.get(tabId)?.epoch ?? null;
    for (const session of this.sessions) if (session.tabId === tabId) session.endOthers(epoch);
    for (const surface of this.#surfacesOf(tabId)) surface.refresh();
    this.followEvents();
  }

  heardEvent(proxy: string, hint: EventHint | null): void {
    const patientId = hint?.patientId?.toLowerCase();
    const service = this.services.present(proxy);
    service?.cache.drop(patientId ?? null);
    service?.last.forget(patientId === undefined ? {} : { patientId });
    this.tellChanged(proxy, hint);
    this.flags.hear(proxy, hint);
    this.#count(proxy, hint);
  }

  /** Counts what is new; after a stop of the background the service may not have been asked for anything yet. */
  #count(proxy: string, hint: EventHint | null): void {
    const openService = () => this.services.of(this.signIns.at(proxy), new AbortController().signal);
    void this.news
      .count(this.#profileIdsOf(proxy), hint, openService)
      .catch(() => this.counters.fail('news'));
  }

  refreshSurfaces(): void {
    for (const surface of this.surfaces) surface.refresh();
  }

  refreshAll(): void {
    this.refreshSurfaces();
    for (const { tabId } of this.tabs.all) this.#showBadge(tabId);
  }

  #countFlags(proxy: string): void {
    const openService = () => this.services.of(this.signIns.at(proxy), new AbortController().signal);
    void this.flags.want(proxy, openService).catch(() => this.counters.fail('flags'));
  }

  /** The list of all patients was seen until an instant: nothing up to it is new. */
  seen(proxy: string, at: number): void {
    for (const id of this.#profileIdsOf(proxy)) this.news.seen(id);
    void this.flags.seen(proxy, at);
  }

  #showBadge(tabId: number): void {
    const profile = this.tabs.profileOf(tabId);
    const tabState = this.tabs.get(tabId);
    // The browser does not report that a tab went to a page that we have no access to: no frame of it is here.
    if (!profile || !tabState || tabState.frames.length === 0) {
      this.#badges.hide(tabId);
      return;
    }
    const signIn = this.signIns.at(profile.proxy);
    if (this.#isSignedIn(signIn)) this.#countFlags(signIn.proxy);
    const facts = {
      context: tabState.context,
      isWithoutPlace: tabState.isWithoutPlace,
      signIn: signIn.state,
      flags: this.flags.countOf(signIn.proxy),
      ...this.news.countsOf(profile.id),
      unknown: this.news.unknownOf(profile.id),
    };
    this.#badges.show(tabId, toBadge(facts, selectMessages(badgeMessages, this.language)));
  }
}

const isThrough = (proxy: string, profile: Profile | null): boolean =>
  profile !== null && proxyAddress(profile.proxy) === proxy;
