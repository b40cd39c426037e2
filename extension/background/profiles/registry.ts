import * as z from 'zod/mini';
import type { ProfileSource } from '../../intents/protocol.ts';
import {
  type EvaluatedProfile,
  evaluateProfiles,
  type OfferedProfile,
  profileFor,
  type Seat,
  usedProfiles,
} from '../../profile/choose.ts';
import { parseProfile } from '../../profile/parse.ts';
import type { Profile } from '../../profile/profile.ts';
import { readContent, readProfileKeys, signatureFault } from '../../profile/signature.ts';
import { CHOSEN_LANGUAGES } from '../../words/languages.ts';
import type { BackgroundDependencies } from '../dependencies.ts';
import { Refused } from '../refusals.ts';
import { proxyAddress, readDocument } from './document.ts';
import { isGranted, proxyPattern } from './registration.ts';

/** A proxy's own document, as it was read last. */
const StoredDocument = z.object({
  proxy: z.string(),
  name: z.nullable(z.string()),
  profiles: z.array(z.unknown()),
  failure: z.nullable(z.string()),
  /** A person named this proxy; the others are those of profiles in use. */
  isNamed: z.boolean(),
  /** Milliseconds since the epoch. */
  at: z.number(),
});
type StoredDocument = z.infer<typeof StoredDocument>;

/** Content of `storage.local`; it is nothing about a patient. Unknown content is ignored. */
const StoredSettings = z.object({
  profiles: z.catch(z.array(z.unknown()), []),
  proxies: z.catch(z.array(StoredDocument), []),
  /** Ids of the profiles that the person switched off. */
  off: z.catch(z.array(z.string()), []),
  language: z.catch(z.enum(CHOSEN_LANGUAGES), 'auto'),
  /** The seat's number (`Seat`); null before it is drawn. */
  seat: z.catch(z.nullable(z.int().check(z.gte(0), z.lte(99))), null),
});
type StoredSettings = z.infer<typeof StoredSettings>;

const Managed = z.object({
  /** What is no list of keys is one that no signature fits, since somebody demanded signatures. */
  profileKeys: z.catch(z.optional(z.array(z.string())), ['']),
  profiles: z.catch(z.array(z.string()), []),
  proxies: z.catch(z.array(z.string()), []),
});

/** A profile in use, with what the person and the browser say to it. */
export interface Site {
  readonly profile: Profile;
  readonly source: ProfileSource;
  readonly isGranted: boolean;
  readonly isEnabled: boolean;
}

/** A document is read again after so many milliseconds, so that a switched-off version reaches everybody. */
const DOCUMENT_LIFE_MS = 3_600_000;
/** Milliseconds between two looks whether a document is due. */
const DUE_CHECK_INTERVAL_MS = 600_000;

export class ProfileRegistry {
  readonly #background: BackgroundDependencies;
  #kept = StoredSettings.parse({});
  #managed = Managed.parse({});
  judged: readonly EvaluatedProfile[] = [];
  /** Every profile that is used, whether the site is enabled or not. */
  sites: readonly Site[] = [];

  constructor(background: BackgroundDependencies) {
    this.#background = background;
  }

  get active(): readonly Profile[] {
    return this.sites.filter((site) => site.isGranted && site.isEnabled).map(({ profile }) => profile);
  }

  get documents(): readonly StoredDocument[] {
    return this.#kept.proxies;
  }

  get language(): StoredSettings['language'] {
    return this.#kept.language;
  }

  /** The site of a top frame, whether it is enabled or not. */
  siteAt(url: string): Site | null {
    const profiles = this.sites.map(({ profile }) => profile);
    const profile = profileFor(profiles, url);
    return this.sites.find((site) => site.profile === profile) ?? null;
  }

  activeAt(url: string): Profile | null {
    return profileFor(this.active, url);
  }

  isOn(profileId: string): boolean {
    return !this.#kept.off.includes(profileId);
  }

  site(profileId: string): Site | null {
    return this.sites.find(({ profile }) => profile.id === profileId) ?? null;
  }

  /** Reads everything again: storages, and what the browser grants. */
  async load(): Promise<void> {
    const { environment, platform } = this.#background;
    const { local, managed } = platform.storage;
    const [kept, given] = await Promise.all([
      local.get(['profiles', 'proxies', 'off', 'language', 'seat']),
      // A browser may have no managed storage.
      managed.get(null).catch(() => ({})),
    ]);
    this.#kept = StoredSettings.parse(kept);
    this.#managed = Managed.parse(given ?? {});
    const keys = await readProfileKeys(this.#managed.profileKeys);
    const offer = (source: ProfileSource, all: readonly unknown[], from: string | null = null) =>
      all.map(async (given): Promise<OfferedProfile> => {
        const fault = await signatureFault(source, given, keys);
        return { source, from, given: readContent(given), fault };
      });
    const offered = await Promise.all([
      ...offer('package', environment.packaged),
      ...offer('managed', this.#managed.profiles),
      ...offer('own', this.#kept.profiles),
      ...this.#kept.proxies.flatMap(({ proxy, profiles }) => offer('proxy', profiles, proxy)),
    ]);
    this.judged = evaluateProfiles(offered, await this.#seat());
    this.sites = await Promise.all(
      usedProfiles(this.judged).map(async (profile) => ({
        profile,
        source: this.judged.find((one) => one.profile === profile)?.source ?? 'own',
        isGranted: await isGranted(platform.permissions, profile),
        isEnabled: this.isOn(profile.id),
      })),
    );
    this.#background.profilesChanged();
  }

  async #seat(): Promise<Seat> {
    const { environment, platform } = this.#background;
    const extension = platform.runtime.getManifest().version;
    const known = this.#kept.seat;
    if (known !== null) return { number: known, extension };
    const number = environment.drawSeat();
    await platform.storage.local.set({ seat: number });
    return { number, extension };
  }

  async #keep(change: Partial<StoredSettings>): Promise<void> {
    await this.#background.platform.storage.local.set(change);
    await this.load();
  }

  /** Keeps a profile that was pasted, in place of one with its id; or says what is wrong with it. */
  async add(given: unknown) {
    const read = parseProfile(readContent(given));
    if (!read.ok) return { faults: read.faults, id: null };
    const { profile } = read;
    const unsigned = await signatureFault('own', given, await readProfileKeys(this.#managed.profileKeys));
    if (unsigned) return { faults: [unsigned], id: null };
    // A signed one is kept as it is, since the policy may demand the signature later.
    const kept = typeof given === 'string' ? given : profile;
    await this.#keep({ profiles: [...this.#profilesBut(profile.id), kept] });
    return { faults: [], id: profile.id };
  }

  remove(profileId: string): Promise<void> {
    return this.#keep({ profiles: this.#profilesBut(profileId) });
  }

  #profilesBut(profileId: string): unknown[] {
    const idOf = (given: unknown): string => {
      const read = parseProfile(readContent(given));
      return read.ok ? read.profile.id : read.id;
    };
    return this.#kept.profiles.filter((one) => idOf(one) !== profileId);
  }

  enable(profileId: string, isEnabled: boolean): Promise<void> {
    const others = this.#kept.off.filter((id) => id !== profileId);
    return this.#keep({ off: isEnabled ? others : [...others, profileId] });
  }

  setLanguage(language: StoredSettings['language']): Promise<void> {
    return this.#keep({ language });
  }

  /** Keeps the profiles of a proxy's document; a failure keeps the former ones, says why, and throws. */
  async readFrom(given: string, isNamed: boolean): Promise<StoredDocument> {
    const { environment } = this.#background;
    const proxy = proxyAddress(given);
    const before = this.#documentOf(proxy);
    const common = { proxy, isNamed: isNamed || before?.isNamed === true, at: environment.now() };
    // In its place: of two that hand out one site it is of the one that was known first.
    const keep = (document: StoredDocument): Promise<void> => {
      const known = this.#kept.proxies;
      const at = known.findIndex((one) => one.proxy === proxy);
      return this.#keep({ proxies: at < 0 ? [...known, document] : known.with(at, document) });
    };
    try {
      const { name, profiles } = await readDocument(environment.fetch, proxy);
      const document = { ...common, name, profiles, failure: null };
      await keep(document);
      return document;
    } catch (error) {
      const failure = error instanceof Refused ? error.code : 'service';
      const { name = null, profiles = [] } = before ?? {};
      if (before || isNamed) await keep({ ...common, name, profiles, failure });
      throw error;
    }
  }

  #documentOf(proxy: string): StoredDocument | undefined {
    return this.documents.find((one) => one.proxy === proxy);
  }

  async forgetProxy(given: string): Promise<void> {
    const proxy = proxyAddress(given);
    await this.#keep({ proxies: this.#kept.proxies.filter((one) => one.proxy !== proxy) });
  }

  keepCurrent(): void {
    void this.#readDue();
    this.#background.environment.setTimer(() => this.keepCurrent(), DUE_CHECK_INTERVAL_MS);
  }

  /** Reads the documents that are due: of proxies of active sites, and of those that the user entered. */
  async #readDue(): Promise<void> {
    const { environment, platform } = this.#background;
    const addresses = [
      ...this.active.map(({ proxy }) => proxy),
      ...this.#managed.proxies,
      ...this.documents.filter(({ isNamed }) => isNamed).map(({ proxy }) => proxy),
    ].flatMap((given) => {
      try {
        return [proxyAddress(given)];
      } catch {
        return [];
      }
    });
    for (const proxy of new Set(addresses)) {
      const kept = this.#documentOf(proxy);
      if (kept && environment.now() - kept.at < DOCUMENT_LIFE_MS) continue;
      const origins = [proxyPattern(proxy)];
      const isReachable = await platform.permissions.contains({ origins }).catch(() => false);
      // A failure is listed in the options, and retried when it is due.
      if (isReachable) await this.readFrom(proxy, this.#managed.proxies.includes(proxy)).catch(() => {});
    }
  }
}
