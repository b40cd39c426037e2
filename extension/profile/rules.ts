import type { SiteRules } from '../site/facts.ts';
import { matchesPattern } from './match-pattern.ts';
import type { Profile } from './profile.ts';

/** Milliseconds for which everything has to stay as it is, where a profile does not say. */
const SETTLE = 300;

const originOf = (address: string): string | null => {
  if (!URL.canParse(address)) return null;
  const { origin } = new URL(address);
  return origin === 'null' ? null : origin;
};

/** The profile for a page on top, by its address: the first that matches; null where none does. */
export const profileFor = <P extends Pick<Profile, 'match'>>(
  profiles: readonly P[],
  topUrl: string,
): P | null => profiles.find(({ match }) => match.some((one) => matchesPattern(one, topUrl))) ?? null;

/**
 * Whether a frame is part of a profile's site: of the origin of its page on top, or one that `match` or `frames`
 * name. Any other frame is told nothing, whatever it shows.
 */
export function isFrameOf(profile: Profile, frameUrl: string, topUrl: string): boolean {
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

/** What a frame of a profile's site is told. */
export const toSiteRules = (profile: Profile, topUrl: string): SiteRules => ({
  profileId: profile.id,
  settle: profile.settle ?? SETTLE,
  pages: profile.pages,
  top: topUrl,
  attributes: attributesOf(profile.pages),
});

/** What a frame is told, by the address of the page on top; null where no profile matches it. */
export function rulesFor(profiles: readonly Profile[], topUrl: string): SiteRules | null {
  const profile = profileFor(profiles, topUrl);
  return profile === null ? null : toSiteRules(profile, topUrl);
}
