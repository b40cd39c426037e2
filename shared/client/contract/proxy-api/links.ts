import * as z from 'zod/mini';
import { proxyEndpoint } from './endpoint.ts';

/**
 * The page on which an administrator links patients in bulk. Each form carries the list itself, so the proxy keeps nothing of
 * it between two requests, and no address names anybody.
 *
 * @module
 */

const page = { caller: 'administrator', response: z.string(), media: 'text/html' } as const;
const form = { ...page, method: 'POST', bodyType: 'multipart' } as const;

/** What every form of the page sends back. */
const listed = {
  /** Of the session: a form that was made elsewhere has none. */
  token: z.string(),
  /** The list as it was uploaded: gzip, base64url. */
  list: z.string(),
  /** How birthdays are written: `dmy`, `mdy`, or nothing for 1990-02-28. */
  dates: z.string(),
  /** A label of the Encoding Standard, or nothing. */
  encoding: z.string(),
  /** Names the links that the page has shown as certain. */
  certain: z.string(),
};

export const showLinks = proxyEndpoint('showLinks', {
  ...page,
  path: '/links',
  summary: "Show the administrator's page of links",
});

/** Signs an administrator in by name and secret; the answer sets a cookie. */
export const openLinks = proxyEndpoint('openLinks', {
  ...page,
  method: 'POST',
  path: '/links/sign-in',
  summary: "Sign in to the administrator's page of links",
  bodyType: 'form',
  body: z.object({ name: z.string(), secret: z.string() }),
  success: [303],
});

export const closeLinks = proxyEndpoint('closeLinks', {
  ...page,
  method: 'POST',
  path: '/links/sign-out',
  summary: "Sign out of the administrator's page of links",
  bodyType: 'form',
  body: z.object({ token: z.string() }),
  success: [303],
});

/** Compares a list with the service's patients. It writes nothing. */
export const previewLinks = proxyEndpoint('previewLinks', {
  ...form,
  path: '/links/preview',
  summary: 'Preview links from a list',
  body: z.object({ ...listed, file: z.optional(z.file()), pasted: z.optional(z.string()), show: z.string() }),
});

/** The preview as CSV, with the facts of both sides. */
export const reportLinks = proxyEndpoint('reportLinks', {
  ...form,
  path: '/links/report',
  summary: 'Download the report of a preview',
  body: z.object(listed),
});

/** Links what is certain still, and was shown as certain. */
export const writeLinks = proxyEndpoint('writeLinks', {
  ...form,
  path: '/links/write',
  summary: 'Link what is certain',
  body: z.object(listed),
});

/** Links a doubtful row to the patient whom a person has decided for; first it asks. */
export const decideLink = proxyEndpoint('decideLink', {
  ...form,
  path: '/links/decide',
  summary: 'Decide a doubtful link',
  body: z.object({ ...listed, choice: z.string(), facts: z.optional(z.string()) }),
});

/** Removes the links that stand against a row; first it asks. */
export const removeLink = proxyEndpoint('removeLink', {
  ...form,
  path: '/links/remove',
  summary: 'Remove links that stand against a row',
  body: z.object({ ...listed, choice: z.string(), facts: z.optional(z.string()) }),
});

/** Registers a missing person at the service and links them; first it asks. */
export const registerListed = proxyEndpoint('registerListed', {
  ...form,
  path: '/links/register',
  summary: 'Register a missing patient of a list',
  body: z.object({ ...listed, choice: z.string(), facts: z.optional(z.string()) }),
});
