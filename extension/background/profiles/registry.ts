import * as z from 'zod/mini';
import type { ProfileSource } from '../../intents/protocol.ts';
import {
  type EvaluatedProfile,
  evaluateProfiles,
  type OfferedProfile,
  profileFor,
  usedProfiles,
} from '../../profile/choose.ts';
import { type ProfileFault, parseProfile } from '../../profile/parse.ts';
import type { Profile } from '../../profile/profile.ts';
import { CHOSEN_LANGUAGES } from '../../words/languages.ts';
import type { Environment, Platform, StorageArea } from '../platform.ts';
import { Refused } from '../requests.ts';
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

const StoredSettings = z.object({
  /** Profiles that were added by hand, as they were pasted. */
  profiles: z.catch(z.array(z.unknown()), []),
  /** Documents of proxies. */
  proxies: z.catch(z.array(StoredDocument), []),
  /** Ids of the profiles that the person switched off. */
  off: z.catch(z.array(z.string()), []),
  language: z.catch(z.enum(CHOSEN_LANGUAGES), 'auto'),
});
/** Content of `storage.local`. Nothing of it is about a patient. */
type StoredSettings = z.infer<typeof StoredSettings>;

/** Reads the settings that outlast a restart of the browser. Unknown content is ignored. */
export const readSettings = async (local: StorageArea): Promise<StoredSettings> =>
  StoredSettings.parse(await local.get(['profiles', 'proxies', 'off', 'language']));

const writeSettings = (local: StorageArea, change: Partial<StoredSettings>): Promise<void> =>
  local.set(change);

const Managed = z.object({
  profiles: z.catch(z.array(z.string()), []),
  proxies: z.catch(z.array(z.string()), []),
});

/** Reads the administrator's settings; empty if there are none, or the browser has no managed storage. */
async function readManaged(managed: Pick<StorageArea, 'get'>): Promise<z.infer<typeof Managed>> {
  const given = await managed.get(null).catch(() => ({}));
  return Managed.parse(given ?? {});
}

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

/** All profiles that are known, and which of them are used. */
export class ProfileRegistry {
  readonly #platform: Platform;
  readonly #environment: Environment;
  readonly #changed: () => void;
  #kept: StoredSettings = { profiles: [], proxies: [], off: [], language: 'auto' };
  #managed: { profiles: string[]; proxies: string[] } = { profiles: [], proxies: [] };
  #judged: readonly EvaluatedProfile[] = [];
  #sites: readonly Site[] = [];

  /** @param changed told after whatever may change which pages are ours */
  constructor(platform: Platform, environment: Environment, changed: () => void) {
    this.#platform = platform;
    this.#environment = environment;
    this.#changed = changed;
  }

  get judged(): readonly EvaluatedProfile[] {
    return this.#judged;
  }

  /** Every profile that is used, whether the site is enabled or not. */
  get sites(): readonly Site[] {
    return this.#sites;
  }

  /** The profiles whose pages are entered. */
  get active(): readonly Profile[] {
    return this.#sites.filter((site) => site.isGranted && site.isEnabled).map(({ profile }) => profile);
  }

  get documents(): readonly StoredDocument[] {
    return this.#kept.proxies;
  }

  get language(): StoredSettings['language'] {
    return this.#kept.language;
  }

  /** The profile of a page on top, whether it is enabled or not. */
  siteAt(url: string): Site | null {
    const profile = profileFor(
      this.#sites.map((site) => site.profile),
      url,
    );
    return this.#sites.find((site) => site.profile === profile) ?? null;
  }

  /** The enabled and granted profile of a page on top. */
  activeAt(url: string): Profile | null {
    return profileFor(this.active, url);
  }

  /** Whether the person has a profile switched on. */
  isOn(profileId: string): boolean {
    return !this.#kept.off.includes(profileId);
  }

  site(profileId: string): Site | null {
    return this.#sites.find(({ profile }) => profile.id === profileId) ?? null;
  }

  /** Reads everything again: storages, and what the browser grants. */
  async load(): Promise<void> {
    const { storage, permissions } = this.#platform;
    [this.#kept, this.#managed] = await Promise.all([
      readSettings(storage.local),
      readManaged(storage.managed),
    ]);
    const offered: OfferedProfile[] = [
      ...this.#environment.packaged.map((given) => ({ source: 'package' as const, from: null, given })),
      ...this.#managed.profiles.map((given) => ({ source: 'managed' as const, from: null, given })),
      ...this.#kept.profiles.map((given) => ({ source: 'own' as const, from: null, given })),
      ...this.#kept.proxies.flatMap(({ proxy, profiles }) =>
        profiles.map((given) => ({ source: 'proxy' as const, from: proxy, given })),
      ),
    ];
    this.#judged = evaluateProfiles(offered);
    const used = usedProfiles(this.#judged);
    const granted = await Promise.all(used.map((profile) => isGranted(permissions, profile)));
    this.#sites = used.map((profile, at) => ({
      profile,
      source: this.#judged.find((one) => one.profile === profile)?.source ?? 'own',
      isGranted: granted[at] === true,
      isEnabled: !this.#kept.off.includes(profile.id),
    }));
    this.#changed();
  }

  async #keep(change: Partial<StoredSettings>): Promise<void> {
    await writeSettings(this.#platform.storage.local, change);
    await this.load();
  }

  /** Keeps a profile that was pasted, in place of one with its id; or says what is wrong with it. */
  async add(
    given: unknown,
  ): Promise<{ readonly faults: readonly ProfileFault[]; readonly id: string | null }> {
    const read = parseProfile(given);
    if (!read.ok) return { faults: read.faults, id: null };
    const { profile } = read;
    const others = this.#kept.profiles.filter((one) => idOf(one) !== profile.id);
    await this.#keep({ profiles: [...others, profile] });
    return { faults: [], id: profile.id };
  }

  async remove(profileId: string): Promise<void> {
    await this.#keep({ profiles: this.#kept.profiles.filter((one) => idOf(one) !== profileId) });
  }

  async enable(profileId: string, isEnabled: boolean): Promise<void> {
    const others = this.#kept.off.filter((id) => id !== profileId);
    await this.#keep({ off: isEnabled ? others : [...others, profileId] });
  }

  async setLanguage(language: StoredSettings['language']): Promise<void> {
    await this.#keep({ language });
  }

  /**
   * Reads a proxy's document and keeps its profiles.
   *
   * @param isNamed a person, or an administrator, named the proxy
   * @throws {Refused} if there is none; the former one is kept, with the reason beside it
   */
  async readFrom(given: string, isNamed: boolean): Promise<StoredDocument> {
    const proxy = proxyAddress(given);
    const before = this.#kept.proxies.find((one) => one.proxy === proxy);
    const common = { proxy, isNamed: isNamed || before?.isNamed === true, at: this.#environment.now() };
    // In its place: of two that hand out one site it is of the one that was known first.
    const keep = (document: StoredDocument): Promise<void> => {
      const known = this.#kept.proxies;
      const isKnown = known.some((one) => one.proxy === proxy);
      const proxies = isKnown
        ? known.map((one) => (one.proxy === proxy ? document : one))
        : [...known, document];
      return this.#keep({ proxies });
    };
    try {
      const { name, profiles } = await readDocument(this.#environment.fetch, proxy);
      const document = { ...common, name, profiles, failure: null };
      await keep(document);
      return document;
    } catch (error) {
      const failure = error instanceof Refused ? error.code : 'service';
      if (before || isNamed) {
        await keep({ ...common, name: before?.name ?? null, profiles: before?.profiles ?? [], failure });
      }
      throw error;
    }
  }

  async forgetProxy(given: string): Promise<void> {
    const proxy = proxyAddress(given);
    await this.#keep({ proxies: this.#kept.proxies.filter((one) => one.proxy !== proxy) });
  }

  /** Reads the documents that are due, now and for as long as the background is not stopped. */
  keepCurrent(): void {
    void this.#readDue();
    this.#environment.setTimer(() => this.keepCurrent(), DUE_CHECK_INTERVAL_MS);
  }

  /** Reads the documents that are due: of proxies of active sites, and of those that somebody named. */
  async #readDue(): Promise<void> {
    const named = [
      ...this.#managed.proxies,
      ...this.#kept.proxies.filter((one) => one.isNamed).map((one) => one.proxy),
    ];
    const addresses = [...this.active.map(({ proxy }) => proxy), ...named].flatMap((given) => {
      try {
        return [proxyAddress(given)];
      } catch {
        return [];
      }
    });
    for (const proxy of new Set(addresses)) {
      const kept = this.#kept.proxies.find((one) => one.proxy === proxy);
      if (kept && this.#environment.now() - kept.at < DOCUMENT_LIFE_MS) continue;
      const isReachable = await this.#platform.permissions
        .contains({ origins: [proxyPattern(proxy)] })
        .catch(() => false);
      // A failure is listed in the options, and retried when it is due.
      if (isReachable) await this.readFrom(proxy, this.#managed.proxies.includes(proxy)).catch(() => {});
    }
  }
}

const idOf = (given: unknown): unknown => (given as { readonly id?: unknown } | null)?.id;
