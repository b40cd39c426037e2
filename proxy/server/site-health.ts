import { type PageOutcomes, reportSiteHealth } from '@instrument-panel/client/proxy';
import { json } from '../exchange.ts';
import { allowAction, RATE_LIMIT_OF_ROLE, toNarrowing, toSubject } from '../forward/access.ts';
import type { TokenParts } from '../forward/forward.ts';
import type { Metrics } from '../metrics.ts';
import { parseBody } from '../request-body.ts';
import type { OwnRoute } from '../routes.ts';
import type { Settings } from '../settings.ts';

/** What is counted of a profile that this proxy does not hand out: its id is a text that a caller chose. */
export const OTHER_LABEL = 'other';
/** Versions of the extension that are told apart, as callers state them, in the order in which they came. */
const VERSIONS_MAX = 30;

/** A profile as it is handed out: plain, or signed as a compact JWS, whose payload is the second part. */
export function readProfile(given: unknown): {
  readonly id?: unknown;
  readonly version?: unknown;
  readonly enabled?: unknown;
} {
  try {
    const [, payload = ''] = typeof given === 'string' ? given.split('.') : [];
    const profile: unknown =
      typeof given === 'string' ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : given;
    return (profile as object | null) ?? {};
  } catch {
    return {};
  }
}

/** Gives the labels of a profile and of a version of the extension: those that are known here, and `other`. */
export function createHealthLabels(handedOut: readonly unknown[]) {
  const profiles = handedOut.map(readProfile);
  const versions = new Set<string>();
  return (id: string, version: number, extension: string) => {
    const own = profiles.filter((profile) => profile.id === id);
    if (versions.size < VERSIONS_MAX) versions.add(extension);
    return {
      profile: own.length > 0 ? id : OTHER_LABEL,
      version: own.some((profile) => profile.version === version) ? String(version) : OTHER_LABEL,
      extension: versions.has(extension) ? extension : OTHER_LABEL,
    };
  };
}

/** `POST /sites/health`: adds what the extension counted of its profiles to the metrics, and keeps nothing else. */
export function createSiteHealthRoute(
  { wellKnown, limits }: Pick<Settings, 'wellKnown' | 'limits'>,
  { readToken, limiter }: Pick<TokenParts, 'readToken' | 'limiter'>,
  metrics: Metrics,
): OwnRoute {
  const toLabels = createHealthLabels(wellKnown?.profiles ?? []);
  return {
    endpoint: reportSiteHealth,
    async serve(call) {
      const claims = await readToken(call);
      await limiter(RATE_LIMIT_OF_ROLE[claims.role], toSubject(claims), call);
      allowAction(reportSiteHealth.permission, claims, toNarrowing(claims));
      const { extension, profiles } = await parseBody(call.request, reportSiteHealth.body, limits.bodyBytes);
      for (const { id, version, pages } of profiles) {
        const labels = toLabels(id, version, extension);
        for (const [outcome, count] of Object.entries(pages))
          metrics.sitePages(labels, outcome as keyof PageOutcomes, count);
      }
      return json(200, {});
    },
  };
}
