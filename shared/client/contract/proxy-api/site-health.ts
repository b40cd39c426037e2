import * as z from 'zod/mini';
import { proxyEndpoint } from './endpoint.ts';

/** Most profiles of which one report counts. */
export const HEALTH_PROFILES_MAX = 50;

const count = z.int().check(z.gte(0), z.lte(1_000_000));

/** What the pages of a site came to, counted by the extension once for each that stayed a moment. */
export const PageOutcomes = z.strictObject({
  /** The patient was known, and the panel stood. */
  shown: count,
  /** A list with scores in its rows. */
  list: count,
  /** A chart whose patient could not be confirmed. */
  unclear: count,
  /** The patient was known, and the panel had no place. */
  unplaced: count,
  /** No page of the profile matched. */
  unmatched: count,
});
export type PageOutcomes = z.infer<typeof PageOutcomes>;

/** Takes the extension's counts by profile: nothing of a patient, a page or a person. They are added to the metrics. */
export const reportSiteHealth = proxyEndpoint('reportSiteHealth', {
  method: 'POST',
  path: '/sites/health',
  summary: "Count what the extension's profiles find",
  caller: 'token',
  permission: {
    action: 'read',
    patient: { at: 'none' },
    access: { professional: 'any', patient: 'deny', operations: 'deny' },
  },
  body: z.strictObject({
    /** Version of the extension, such as `1.4.0`. */
    extension: z.string().check(z.regex(/^\d{1,5}(?:\.\d{1,5}){0,3}$/)),
    profiles: z
      .array(
        z.strictObject({
          id: z.string().check(z.regex(/^[a-z0-9-]{1,100}$/)),
          version: z.int().check(z.gte(0), z.lte(1_000_000_000)),
          pages: PageOutcomes,
        }),
      )
      .check(z.minLength(1), z.maxLength(HEALTH_PROFILES_MAX)),
  }),
  response: z.object({}),
});

/** Shows a person what the extension's profiles find; the token of the metrics is the password (RFC 7617). */
export const showSites = proxyEndpoint('showSites', {
  path: '/sites',
  summary: "Show what the extension's profiles find",
  caller: 'operator',
  response: z.string(),
  media: 'text/html',
});
