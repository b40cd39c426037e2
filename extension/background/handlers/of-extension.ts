import { getProfessional } from '@instrument-panel/client/contract';
import type { CheckedInput, IntentOutput, IntentsWith } from '../../intents/intents.ts';
import type { ListedProfile, ListedProxy } from '../../intents/outputs.ts';
import type { Judged } from '../../profile/choose.ts';
import type { Core } from '../core.ts';
import { Refused } from '../problem.ts';
import { proxyAddress } from '../profiles/document.ts';
import { isGranted } from '../profiles/grants.ts';
import { SignInError } from '../sign-in/authorize.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import { diagnose } from './diagnose.ts';
import { startPointing, stopPointing } from './point.ts';
import { testProfile } from './test-profile.ts';

type ExtensionIntent = IntentsWith<{ about: 'extension' }>;
type Handler<Name extends ExtensionIntent> = (
  core: Core,
  input: CheckedInput<Name>,
  signal: AbortSignal,
) => Promise<IntentOutput<Name>> | IntentOutput<Name>;

async function listed(
  core: Core,
  { source, from, profile, id, unused, faults }: Judged,
): Promise<ListedProfile> {
  return {
    source,
    from,
    profile,
    id,
    unused,
    faults,
    isGranted: profile !== null && (await isGranted(core.platform.permissions, profile)),
    isEnabled: profile !== null && core.book.isOn(profile.id),
  };
}

/** Milliseconds that a name is waited for: what is listed is listed without it. */
const NAME_LIMIT = 2_000;
const NAME_LIFE = 600_000;

/** The name of whoever is signed in, as the service has it; null where nobody is, or it cannot be read now. */
async function whoIn(core: Core, signIn: SignIn): Promise<string | null> {
  if (signIn.professionalId === null) return null;
  try {
    const signal = AbortSignal.timeout(NAME_LIMIT);
    const { client, cache, professionalId } = await core.services.of(signIn, signal);
    const read = async (left: AbortSignal): Promise<string> => {
      const { data } = await client(getProfessional, { params: { professionalId }, signal: left });
      return [data.name, data.surname].filter(Boolean).join(' ');
    };
    return (await cache.get('professional', '', NAME_LIFE, read, signal)) || null;
  } catch {
    return null;
  }
}

/** Proxies of profiles in use, and those that somebody named. */
function listedProxies(core: Core): Promise<ListedProxy[]> {
  const { book, signIns } = core;
  const documents = new Map(book.documents.map((document) => [document.proxy, document]));
  const proxies = new Set([
    ...book.sites.map(({ profile }) => proxyAddress(profile.proxy)),
    ...documents.keys(),
  ]);
  const list = [...proxies].sort().map(async (proxy) => {
    const signIn = signIns.at(proxy);
    return {
      proxy,
      name: documents.get(proxy)?.name ?? null,
      signIn: signIn.state,
      who: await whoIn(core, signIn),
      until: signIn.until,
      failure: documents.get(proxy)?.failure ?? null,
    };
  });
  return Promise.all(list);
}

/** One handler for each question about the extension itself. */
export const EXTENSION_HANDLERS: { readonly [Name in ExtensionIntent]: Handler<Name> } = {
  async 'site.enable'({ book }, { profileId }) {
    await book.enable(profileId, true);
    return {};
  },
  async 'site.disable'({ book }, { profileId }) {
    await book.enable(profileId, false);
    return {};
  },
  async 'sign.in'({ signIns }, { proxy }) {
    try {
      return { state: await signIns.at(proxy).signIn() };
    } catch (error) {
      throw error instanceof SignInError ? new Refused('service') : error;
    }
  },
  async 'sign.out'(core, { proxy }) {
    await core.signOut(proxy);
    return {};
  },
  async 'profiles.list'(core) {
    return {
      profiles: await Promise.all(core.book.judged.map((one) => listed(core, one))),
      proxies: await listedProxies(core),
    };
  },
  'profiles.add': ({ book }, { profile }) => book.add(profile),
  async 'profiles.remove'({ book }, { profileId }) {
    await book.remove(profileId);
    return {};
  },
  async 'profiles.from'(core, { proxy }) {
    const { name, proxy: address } = await core.book.readFrom(proxy, true);
    const own = core.book.judged.filter((one) => one.from === address);
    return { name, profiles: await Promise.all(own.map((one) => listed(core, one))) };
  },
  async 'profiles.forget'({ book }, { proxy }) {
    await book.forgetProxy(proxy);
    return {};
  },
  'profiles.draft': ({ pointing }) => pointing.draft,
  'profiles.discard'({ pointing }) {
    pointing.keep(null);
    return {};
  },
  'profiles.test': (core, { tabId, profile }) => testProfile(core, tabId, profile),
  async 'point.start'(core, { tabId, what }) {
    await startPointing(core, tabId, what);
    return {};
  },
  async 'point.stop'(core) {
    await stopPointing(core);
    return {};
  },
  'diagnostics.read': (core) => diagnose(core),
  'language.read': ({ book }) => ({ language: book.language }),
  async 'language.set'({ book, services }, { language }) {
    await book.setLanguage(language);
    services.clear();
    return {};
  },
  async 'news.read'(core, { profileId }, signal) {
    const site = core.book.site(profileId);
    if (!site) throw new Refused('invalid');
    const service = await core.services.of(core.signInOf(site.profile), signal);
    return core.news.read(profileId, service, signal);
  },
  'badge.seen'({ news }, { profileId }) {
    news.seen(profileId);
    return {};
  },
};
