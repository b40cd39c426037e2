import { getProfessional } from '@instrument-panel/client/contract';
import type { Handlers } from '../../intents/intents.ts';
import type { EvaluatedProfile } from '../../profile/choose.ts';
import { SignInError } from '../authorize.ts';
import type { Background } from '../background.ts';
import { testProfile } from '../page-scripts.ts';
import { proxyAddress } from '../profiles/document.ts';
import { isGranted } from '../profiles/registration.ts';
import { Refused } from '../refusals.ts';
import type { SignIn } from '../sign-in.ts';

/** Profiles as they are listed: whether the browser lets us onto their pages, and the person has them switched on. */
const toListed = ({ platform, registry }: Background, profiles: readonly EvaluatedProfile[]) =>
  Promise.all(
    profiles.map(async (one) => ({
      ...one,
      isGranted: one.profile !== null && (await isGranted(platform.permissions, one.profile)),
      isEnabled: one.profile !== null && registry.isOn(one.profile.id),
    })),
  );

/** Milliseconds that a name is waited for: what is listed is listed without it. */
const NAME_TIMEOUT_MS = 2_000;
const NAME_LIFE_MS = 600_000;

/** The signed-in professional's name at the service; null if signed out, or if it cannot be read now. */
async function whoIn({ services }: Background, signIn: SignIn): Promise<string | null> {
  if (signIn.professionalId === null) return null;
  try {
    const signal = AbortSignal.timeout(NAME_TIMEOUT_MS);
    const { client, cache, professionalId } = await services.of(signIn, signal);
    const name = await cache.get('professional', '', NAME_LIFE_MS, signal, async (left) => {
      const { data } = await client(getProfessional, { params: { professionalId }, signal: left });
      return [data.name, data.surname].filter(Boolean).join(' ');
    });
    return name || null;
  } catch {
    return null;
  }
}

/** Proxies of profiles in use, and those that the user entered. */
function listProxies(background: Background) {
  const { registry, signIns } = background;
  const documents = new Map(registry.documents.map((document) => [document.proxy, document]));
  const used = registry.sites.map(({ profile }) => proxyAddress(profile.proxy));
  const list = [...new Set([...used, ...documents.keys()])].sort().map(async (proxy) => {
    const signIn = signIns.at(proxy);
    return {
      proxy,
      /** Name in its document; null if that was not read. */
      name: documents.get(proxy)?.name ?? null,
      signIn: signIn.state,
      who: await whoIn(background, signIn),
      until: signIn.until,
      /** Why its document could not be read the last time; null where it could. */
      failure: documents.get(proxy)?.failure ?? null,
    };
  });
  return Promise.all(list);
}

export const EXTENSION_HANDLERS = {
  'site.enable': ({ registry }, { profileId }) => registry.enable(profileId, true),
  'site.disable': ({ registry }, { profileId }) => registry.enable(profileId, false),
  async 'sign.in'({ signIns }, { proxy }) {
    try {
      return { state: await signIns.at(proxy).signIn() };
    } catch (error) {
      throw error instanceof SignInError ? new Refused('service') : error;
    }
  },
  'sign.out': (background, { proxy }) => background.signOut(proxy),
  'profiles.list': async (background) => ({
    profiles: await toListed(background, background.registry.judged),
    proxies: await listProxies(background),
  }),
  'profiles.add': ({ registry }, { profile }) => registry.add(profile),
  'profiles.remove': ({ registry }, { profileId }) => registry.remove(profileId),
  async 'profiles.from'(background, { proxy }) {
    const { registry } = background;
    const { name, proxy: address } = await registry.readFrom(proxy, true);
    const own = registry.judged.filter(({ from }) => from === address);
    return { name, profiles: await toListed(background, own) };
  },
  'profiles.forget': ({ registry }, { proxy }) => registry.forgetProxy(proxy),
  'profiles.draft': ({ pointing }) => pointing.draft,
  'profiles.discard': ({ pointing }) => pointing.keep(null),
  'profiles.test': async ({ platform, registry, tabs }, { tabId, profile }) => {
    const tested = await testProfile(platform, registry, tabId, profile);
    const seen = tabs.all.find((tab) => tab.tabId === tabId)?.frames ?? [];
    const frames = tested.frames.map((frame) => {
      const found = seen.find(({ frameId }) => frameId === frame.frameId)?.facts?.found ?? [];
      /** The site's own script saw the header of this document come field by field. */
      return { ...frame, ...(found.some(({ at }) => at === 'filled') && { isFilled: true as const }) };
    });
    return { ...tested, frames };
  },
  'point.start': ({ pointing }, { tabId, what }) => pointing.start(tabId, what),
  'point.stop': ({ pointing }) => pointing.stop(),
  'diagnostics.read': (background) => diagnose(background),
  'language.read': ({ registry }) => ({ language: registry.language }),
  async 'language.set'({ registry, services }, { language }) {
    await registry.setLanguage(language);
    services.clear();
  },
  async 'news.read'({ news, registry, services, signIns }, { profileId }, signal) {
    const site = registry.site(profileId);
    if (!site) throw new Refused('invalid');
    const service = await services.of(signIns.at(site.profile.proxy), signal);
    return news.read(profileId, service, signal);
  },
  'badge.seen': ({ news }, { profileId }) => news.seen(profileId),
} satisfies Handlers<'extension', Background>;

/** Reads the diagnostics: counts, codes and origins of proxies; nothing about a patient, a page or a token. */
async function diagnose(background: Background) {
  const { platform, registry, signIns, tabs, counters, environment, language } = background;
  const registered = await platform.scripting.getRegisteredContentScripts();
  return {
    version: platform.runtime.getManifest().version,
    browser: platform.isFirefox ? ('firefox' as const) : ('chromium' as const),
    language,
    profiles: registry.sites.map(({ profile: { id, version }, ...site }) => ({ id, version, ...site })),
    proxies: signIns.all.map(({ proxy, state }) => ({ origin: new URL(proxy).origin, signIn: state })),
    registered: registered.map(({ id }) => id),
    tabs: tabs.all.length,
    frames: tabs.all.reduce((sum, { frames }) => sum + frames.length, 0),
    /** Messages that were refused, and failures of requests, since the background started. */
    refused: { ...counters.refused },
    failures: { ...counters.failures },
    runningFor: Math.round(environment.elapsed()),
  };
}
