import { sharedMonths } from '@instrument-panel/shared/words/compiled/languages';
import type { ProfileSource } from '../intents/protocol.ts';
import type { SiteRules } from '../site/facts.ts';
import { toMonthPattern } from './months.ts';
import { type ProfileFault, parseProfile } from './parse.ts';
import { matchesPattern } from './patterns.ts';
import type { Profile } from './profile.ts';

const originOf = (address: string): string | null => {
  if (!URL.canParse(address)) return null;
  const { origin } = new URL(address);
  return origin === 'null' ? null : origin;
};

/** The profile for a top frame, by its address: the first that matches; null where none does. */
export const profileFor = <P extends Pick<Profile, 'match'>>(
  profiles: readonly P[],
  topUrl: string,
): P | null => profiles.find(({ match }) => match.some((one) => matchesPattern(one, topUrl))) ?? null;

/** Whether a frame is of a profile's site, by origin, `match` or `frames`. Any other is told nothing. */
export function isFrameOf(
  profile: Pick<Profile, 'match' | 'frames'>,
  frameUrl: string,
  topUrl: string,
): boolean {
  const origin = originOf(frameUrl);
  if (origin === null) return false;
  if (origin === originOf(topUrl)) return true;
  return [...profile.match, ...(profile.frames ?? [])].some((one) => matchesPattern(one, frameUrl));
}

/** Attributes that hide and show, and those that the selectors and sources of a profile speak of. */
function attributesOf(pages: Profile['pages']): string[] {
  const named = JSON.stringify(pages).matchAll(/\[ *([\w-]+)|"attribute":"([^"]+)"/gu);
  const found = Array.from(named, ([, selected, read]) => selected ?? read ?? 'id');
  return [...new Set(['class', 'style', 'hidden', 'open', 'id', ...found])];
}

export const toSiteRules = (profile: Profile, topUrl: string): SiteRules => ({
  profileId: profile.id,
  settleMs: profile.settle,
  pages: profile.pages,
  top: topUrl,
  attributes: attributesOf(profile.pages),
  months: profile.language ? toMonthPattern(profile.language) : sharedMonths.source,
});

export interface OfferedProfile {
  readonly source: ProfileSource;
  /** Address of the proxy whose document it came from; null for other sources. */
  readonly from: string | null;
  readonly given: unknown;
  /** What was found before it was read, such as a signature that is not the clinic's. */
  readonly fault?: ProfileFault | null;
}

/** The computer on which profiles are chosen. */
export interface Seat {
  /** From 0 to 99, drawn once at random: a version is used on the seats below its `rollout`. */
  readonly number: number;
  /** Version of the extension, such as `1.4.0`. */
  readonly extension: string;
}

export interface EvaluatedProfile {
  readonly source: ProfileSource;
  readonly from: string | null;
  readonly profile: Profile | null;
  /** The id as it was given, for one that does not parse. */
  readonly id: string;
  /** Why it is not used: an administrator's goes before an `overridden` one. Null for one that is used. */
  readonly unused: 'faults' | 'older' | 'switched-off' | 'overridden' | 'later' | 'extension' | null;
  readonly faults: readonly ProfileFault[];
}

/** Of two with one version: what was given here is what is being worked on, and the proxy's is newer than the package's. */
const RANK: Readonly<Record<ProfileSource, number>> = { managed: 0, own: 1, proxy: 2, package: 3 };

const sameAddress = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) && trimmed(one) === trimmed(other);
const trimmed = (address: string): string => new URL(address).href.replace(/\/+$/u, '');

/** Managed first, then the highest version, then one that switches off, then by where it came from. */
function before(one: Candidate, other: Candidate): number {
  const managed = Number(other.source === 'managed') - Number(one.source === 'managed');
  const version = other.profile.version - one.profile.version;
  const off = Number(other.profile.enabled === false) - Number(one.profile.enabled === false);
  return managed || version || off || RANK[one.source] - RANK[other.source];
}

type Candidate = EvaluatedProfile & { readonly profile: Profile };
const isCandidate = (judged: EvaluatedProfile): judged is Candidate => judged.profile !== null;

const refused = (
  { source, from, id }: Pick<EvaluatedProfile, 'source' | 'from' | 'id'>,
  faults: readonly ProfileFault[],
): EvaluatedProfile => ({ source, from, profile: null, id, unused: 'faults', faults });

function judge({ source, from, given, fault: found }: OfferedProfile): EvaluatedProfile {
  const read = parseProfile(given);
  if (found) return refused({ source, from, id: read.ok ? read.profile.id : read.id }, [found]);
  if (!read.ok) return refused({ source, from, id: read.id }, read.faults);
  const { profile } = read;
  if (source === 'proxy' && !(from && sameAddress(profile.proxy, from))) {
    const fault = { code: 'notItsOwn', given: JSON.stringify(profile.proxy), from } as const;
    return refused({ source, from, id: profile.id }, [{ field: 'proxy', fault }]);
  }
  return { source, from, profile, id: profile.id, unused: null, faults: [] };
}

/** A proxy's document must not take over the site of another proxy, or of one known before it, by its profile's id. */
function foreign(judged: EvaluatedProfile, all: readonly EvaluatedProfile[]): boolean {
  const { profile, source } = judged;
  return (
    profile !== null &&
    source === 'proxy' &&
    all.some(
      (other, at) =>
        other.profile?.id === profile.id &&
        (other.source !== 'proxy' || at < all.indexOf(judged)) &&
        !sameAddress(other.profile.proxy, profile.proxy),
    )
  );
}

/** Negative if the first version is the lower one; parts that are missing are 0. */
function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((text) => text.split('.').map(Number));
  const at = [0, 1, 2, 3].find((part) => (left?.[part] ?? 0) !== (right?.[part] ?? 0));
  return at === undefined ? 0 : (left?.[at] ?? 0) - (right?.[at] ?? 0);
}

/** Whether a profile is for this version of the extension. */
const isFor = ({ extension }: Profile, version: string): boolean =>
  compareVersions(version, extension?.from ?? '0') >= 0 &&
  !extension?.except?.some((one) => compareVersions(version, one) === 0);

/** Why the version that is first of its id is still not used. */
function whyOff(profile: Profile, { extension }: Seat): EvaluatedProfile['unused'] {
  if (profile.enabled === false) return 'switched-off';
  return isFor(profile, extension) ? null : 'extension';
}

/**
 * Of one id the highest version is used that has been rolled out to this seat; a managed one goes first, and
 * `enabled: false` switches it off, as does a version that is not for this extension: no lower one takes its place.
 */
export function evaluateProfiles(
  offered: readonly OfferedProfile[],
  seat: Seat,
): readonly EvaluatedProfile[] {
  const parsed = offered.map(judge);
  const judged = parsed.map((one): EvaluatedProfile => {
    if (!foreign(one, parsed)) {
      const isHere = seat.number < (one.profile?.rollout ?? 100);
      return isHere ? one : { ...one, unused: 'later' };
    }
    return refused(one, [{ field: 'proxy', fault: { code: 'taken', id: one.id } }]);
  });
  const first = new Map<string, Candidate>();
  for (const one of judged.filter(isCandidate).sort(before)) {
    if (one.unused === null && !first.has(one.id)) first.set(one.id, one);
  }
  return judged.map((one) => {
    const used = first.get(one.id);
    if (one.unused !== null || used === undefined) return one;
    if (used === one) return { ...one, unused: whyOff(used.profile, seat) };
    const isOverridden = used.source === 'managed' && one.source !== 'managed';
    return { ...one, unused: isOverridden ? 'overridden' : 'older' };
  });
}

/** The profiles that are used, in the order in which they are asked whether a page is theirs: who was known first. */
export const usedProfiles = (judged: readonly EvaluatedProfile[]): readonly Profile[] =>
  judged
    .filter(isCandidate)
    .filter(({ unused }) => unused === null)
    .sort((one, other) => RANK[one.source] - RANK[other.source])
    .map(({ profile }) => profile);
