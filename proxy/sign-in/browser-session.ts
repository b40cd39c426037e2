import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { type AuditedAction, toActor } from '../audit/audit.ts';
import { createSecretValues, digest } from '../authorize/sign-in-store.ts';
import { requireKnown, requireOption } from '../options.ts';
import { type Grant, GrantSchema } from '../token/grant.ts';
import { SESSION_LIFE_MAX_SECONDS } from '../token/revocations.ts';
import { createCookie, newSecret } from './cookie.ts';
import type { SessionParts } from './ready-session.ts';

/** How browsers keep the cookies of a sign-in. */
export interface SessionCookieOptions {
  /**
   * `none` for pages of another site, where many browsers keep no such cookie at all; `lax` and `strict` go with the requests
   * of pages of the proxy's own site. Default: `lax`.
   */
  readonly sameSite?: 'strict' | 'lax' | 'none';
  /** Keeps a cookie apart for each site around it (CHIPS): for a page in a frame that signs in within it. Default: `false`. */
  readonly partitioned?: boolean;
}

/** What all sessions that the proxy keeps have in common. */
export interface BrowserSessionOptions {
  readonly cookie?: SessionCookieOptions;
  /** How long a person stays signed in, in minutes, however active. Default: `480`. */
  readonly sessionMinutes?: number;
}

const SESSION_MINUTES_MAX = SESSION_LIFE_MAX_SECONDS / 60;

export function checkBrowserSession({ cookie = {}, sessionMinutes = 480 }: BrowserSessionOptions) {
  requireKnown('session.cookie', cookie, ['sameSite', 'partitioned']);
  const { sameSite = 'lax', partitioned = false } = cookie;
  requireOption(
    'session.cookie.sameSite',
    /^(strict|lax|none)$/.test(sameSite),
    "must be 'strict', 'lax' or 'none'.",
  );
  requireOption('session.cookie.partitioned', typeof partitioned === 'boolean', 'must be true or false.');
  const isPeriod =
    Number.isInteger(sessionMinutes) && sessionMinutes >= 5 && sessionMinutes <= SESSION_MINUTES_MAX;
  requireOption('session.sessionMinutes', isPeriod, `must be an integer from 5 to ${SESSION_MINUTES_MAX}.`);
  return { sameSite, partitioned, seconds: sessionMinutes * 60 };
}

const StoredSession = z.object({
  /** Hash of what the session's cookie holds. */
  secret: z.string(),
  /** With the name of the session. */
  grant: GrantSchema,
  /** Milliseconds since 1970 at which this sign-in was begun. */
  begunAt: z.number(),
  /** Hash of the handle that the page was opened with; absent without a launch. */
  launch: z.optional(z.string()),
});
export type StoredSession = z.infer<typeof StoredSession>;

/** The cookies that name a browser and hold the secret of its session. */
const createCookies = (
  publicUrl: string | null | undefined,
  kept: Omit<ReturnType<typeof checkBrowserSession>, 'seconds'>,
) => ({
  browser: createCookie('browser', publicUrl, kept),
  session: createCookie('session', publicUrl, kept),
});

/** The session was not opened: in this browser a launch that was begun later has been finished before. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/** Keeps what is stored of the session of each browser. */
function createRecords({ settings, endTokens }: SessionParts) {
  const values = createSecretValues(settings);
  const toName = (browser: string): string => `browser:${digest(browser)}`;
  return {
    values,
    async read(browser: string): Promise<StoredSession | null> {
      const text = await values.read(toName(browser));
      return text === null ? null : StoredSession.parse(JSON.parse(text));
    },
    keep: (browser: string, record: StoredSession, seconds: number): Promise<void> =>
      values.keep(toName(browser), JSON.stringify(record), seconds),
    /** Removes it, and ends its tokens. */
    async remove(browser: string, { grant }: StoredSession): Promise<void> {
      await values.remove(toName(browser));
      if (grant.session) await endTokens(grant.session);
    },
  };
}

/**
 * The sessions of browsers. Each browser has one: a cookie names the browser, another holds the secret of its present
 * session, and a new sign-in takes the place of the one before and ends its tokens.
 */
export function createBrowserSessions(
  parts: SessionParts,
  { seconds, ...kept }: ReturnType<typeof checkBrowserSession>,
) {
  const { settings, audit, endTokens, isEnded } = parts;
  const records = createRecords(parts);
  const cookies = createCookies(settings.publicUrl, kept);

  async function read(cookie: string | undefined): Promise<StoredSession | null> {
    const browser = cookies.browser.read(cookie);
    const secret = cookies.session.read(cookie);
    if (browser === undefined || secret === undefined) return null;
    const record = await records.read(browser);
    if (!record || !timingSafeEqual(Buffer.from(digest(secret)), Buffer.from(record.secret))) return null;
    return (await isEnded(record.grant.sub, Math.floor(record.begunAt / 1_000))) ? null : record;
  }

  return {
    values: records.values,
    read,
    /**
     * Does what opens a session for somebody whom the provider has named. If that fails, the session before it in that
     * browser ends all the same, unless it was begun later: at the browser is somebody else by now, or another record.
     */
    async replacing<Value>(browser: string, begunAt: number, work: () => Promise<Value>): Promise<Value> {
      try {
        return await work();
      } catch (error) {
        const before = await records.read(browser);
        if (before && before.begunAt <= begunAt) await records.remove(browser, before);
        throw error;
      }
    },
    /** The name of the browser that a request comes from, and the header that gives it one. */
    nameBrowser(cookie: string | undefined): {
      readonly browser: string;
      readonly headers: Record<string, string>;
    } {
      const browser = cookies.browser.read(cookie) ?? newSecret();
      return { browser, headers: cookies.browser.set(browser) };
    },
    readBrowser: cookies.browser.read,
    /**
     * Opens a session, notes it in the trail, and ends the tokens of the one before; gives the header of its cookie. Throws
     * {@link Superseded}, or a Refusal while storage or trail are away.
     */
    async open(
      browser: string,
      granted: Grant,
      {
        begunAt,
        launch,
        ...asked
      }: Pick<AuditedAction, 'route' | 'call'> & { readonly begunAt: number; readonly launch?: string },
    ): Promise<Record<string, string>> {
      const session = newSecret();
      const secret = newSecret();
      const before = await records.read(browser);
      if (launch !== undefined && before && before.begunAt > begunAt) throw new Superseded();
      const { sub, role, professionalId: pro, patients } = granted;
      const ids = patients === undefined ? {} : { patientIds: patients };
      await audit.note({ ...asked, who: toActor({ sub, role, pro }), jti: session, ids });
      const record: StoredSession = {
        secret: digest(secret),
        grant: { ...granted, session },
        begunAt,
        launch: launch && digest(launch),
      };
      await records.keep(browser, record, seconds);
      if (before?.grant.session) await endTokens(before.grant.session);
      return cookies.session.set(secret);
    },
    /** Ends the session of a browser and its tokens; gives the header that takes its cookie away. */
    async end(cookie: string | undefined): Promise<Record<string, string>> {
      const record = await read(cookie);
      const browser = cookies.browser.read(cookie);
      if (record && browser !== undefined) await records.remove(browser, record);
      return cookies.session.remove();
    },
  };
}
export type BrowserSessions = ReturnType<typeof createBrowserSessions>;
