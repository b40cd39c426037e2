import { getProfessional } from '@instrument-panel/client/contract';
import type { CheckedInput, IntentOutput, IntentsWith } from '../../intents/intents.ts';
import type { Diagnostics, ListedProfile, ListedProxy } from '../../intents/outputs.ts';
import type { EvaluatedProfile } from '../../profile/choose.ts';
import { SignInError } from '../authorize.ts';
import type { Background } from '../background.ts';
import { startPointing, stopPointing, testProfile } from '../page-scripts.ts';
import { proxyAddress } from '../profiles/document.ts';
import { isGranted } from '../profiles/registration.ts';
import { Refused } from '../requests.ts';
import type { SignIn } from '../sign-in.ts';

type ExtensionIntent = IntentsWith<{ about: 'extension' }>;
type Handler<Name extends ExtensionIntent> = (
  background: Background,
  input: CheckedInput<Name>,
  signal: AbortSignal,
) => Promise<IntentOutput<Name>> | IntentOutput<Name>;

async function listed(
  background: Background,
  { source, from, profile, id, unused, faults }: EvaluatedProfile,
): Promise<ListedProfile> {
  return {
    source,
    from,
    profile,
    id,
    unused,
    faults,
    isGranted: profile !== null && (await isGranted(background.platform.permissions, profile)),
    isEnabled: profile !== null && background.registry.isOn(profile.id),
  };
}

/** Milliseconds that a name is waited for: what is listed is listed without it. */
const NAME_TIMEOUT_MS = 2_000;
const NAME_LIFE_MS = 600_000;

/** The name of whoever is signed in, as the service has it; null where nobody is, or it cannot be read now. */
async function whoIn(background: Background, signIn: SignIn): Promise<string | null> {
  if (signIn.professionalId === null) return null;
  try {
    const signal = AbortSignal.timeout(NAME_TIMEOUT_MS);
    const { client, cache, professionalId } = await background.services.of(signIn, signal);
    const read = async (left: AbortSignal): Promise<string> => {
      const { data } = await client(getProfessional, { params: { professionalId }, signal: left });
      return [data.name, data.surname].filter(Boolean).join(' ');
    };
    return (await cache.get('professional', '', NAME_LIFE_MS, read, signal)) || null;
  } catch {
    return null;
  }
}

/** Proxies of profiles in use, and those that somebody named. */
function listedProxies(background: Background): Promise<ListedProxy[]> {
  const { registry, signIns } = background;
  const documents = new Map(registry.documents.map((document) => [document.proxy, document]));
  const proxies = new Set([
    ...registry.sites.map(({ profile }) => proxyAddress(profile.proxy)),
    ...documents.keys(),
  ]);
  const list = [...proxies].sort().map(async (proxy) => {
    const signIn = signIns.at(proxy);
    return {
      proxy,
      name: documents.get(proxy)?.name ?? null,
      signIn: signIn.state,
      who: await whoIn(background, signIn),
      until: signIn.until,
      failure: documents.get(proxy)?.failure ?? null,
    };
  });
  return Promise.all(list);
}

/** One handler for each question about the extension itself. */
export const EXTENSION_HANDLERS: { readonly [Name in ExtensionIntent]: Handler<Name> } = {
  async 'site.enable'({ registry }, { profileId }) {
    await registry.enable(profileId, true);
    return {};
  },
  async 'site.disable'({ registry }, { profileId }) {
    await registry.enable(profileId, false);
    return {};
  },
  async 'sign.in'({ signIns }, { proxy }) {
    try {
      return { state: await signIns.at(proxy).signIn() };
    } catch (error) {
      throw error instanceof SignInError ? new Refused('service') : error;
    }
  },
  async 'sign.out'(background, { proxy }) {
    await background.signOut(proxy);
    return {};
  },
  async 'profiles.list'(background) {
    return {
      profiles: await Promise.all(background.registry.judged.map((one) => listed(background, one))),
      proxies: await listedProxies(background),
    };
  },
  'profiles.add': ({ registry }, { profile }) => registry.add(profile),
  async 'profiles.remove'({ registry }, { profileId }) {
    await registry.remove(profileId);
    return {};
  },
  async 'profiles.from'(background, { proxy }) {
    const { name, proxy: address } = await background.registry.readFrom(proxy, true);
    const own = background.registry.judged.filter((one) => one.from === address);
    return { name, profiles: await Promise.all(own.map((one) => listed(background, one))) };
  },
  async 'profiles.forget'({ registry }, { proxy }) {
    await registry.forgetProxy(proxy);
    return {};
  },
  'profiles.draft': ({ pointing }) => pointing.draft,
  'profiles.discard'({ pointing }) {
    pointing.keep(null);
    return {};
  },
  'profiles.test': (background, { tabId, profile }) => testProfile(background, tabId, profile),
  async 'point.start'(background, { tabId, what }) {
    await startPointing(background, tabId, what);
    return {};
  },
  async 'point.stop'(background) {
    await stopPointing(background);
    return {};
  },
  'diagnostics.read': (background) => diagnose(background),
  'language.read': ({ registry }) => ({ language: registry.language }),
  async 'language.set'({ registry, services }, { language }) {
    await registry.setLanguage(language);
    services.clear();
    return {};
  },
  async 'news.read'(background, { profileId }, signal) {
    const site = background.registry.site(profileId);
    if (!site) throw new Refused('invalid');
    const service = await background.services.of(background.signInOf(site.profile), signal);
    return background.news.read(profileId, service, signal);
  },
  'badge.seen'({ news }, { profileId }) {
    news.seen(profileId);
    return {};
  },
};

/** Reads the diagnostics: counts, codes and origins of proxies; nothing about a patient, a page or a token. */
async function diagnose(background: Background): Promise<Diagnostics> {
  const { platform, registry, signIns, tabs, counters, environment } = background;
  const registered = await platform.scripting.getRegisteredContentScripts();
  return {
    version: platform.runtime.getManifest().version,
    browser: platform.isFirefox ? 'firefox' : 'chromium',
    language: background.language,
    profiles: registry.sites.map(({ profile, source, isGranted, isEnabled }) => ({
      id: profile.id,
      version: profile.version,
      source,
      isGranted,
      isEnabled,
    })),
    proxies: signIns.all.map(({ proxy, state }) => ({ origin: new URL(proxy).origin, signIn: state })),
    registered: registered.map(({ id }) => id),
    tabs: tabs.all.length,
    frames: tabs.all.reduce((sum, { frames }) => sum + frames.length, 0),
    refused: { ...counters.refused },
    failures: { ...counters.failures },
    runningFor: Math.round(environment.elapsed()),
  };
}
