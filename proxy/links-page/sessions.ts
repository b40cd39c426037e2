import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { createSecretValues, digest } from '../authorize/sign-in-store.ts';
import type { LinksAdministrator } from '../options.ts';
import type { Settings } from '../settings.ts';
import { createCookie, newSecret } from '../sign-in/cookie.ts';

/** How long an administrator stays signed in, however active. */
const SESSION_SECONDS = 3_600;

const Stored = z.object({
  name: z.string(),
  /** Hash of the secret that opened it: with another secret it ends. */
  secret: z.string(),
  /** Milliseconds since 1970. */
  endsAt: z.number(),
});

/** Who is signed in to the page. */
export interface AdministratorSession {
  readonly name: string;
  /** Names the session in the trail. */
  readonly id: string;
  /** Stands in every form of this session, and nowhere else. */
  readonly formToken: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(digest(one)), Buffer.from(digest(other)));

/** The sessions of administrators, in the storage, which has hashes only. Methods throw 503 if the storage is away. */
export function createAdministratorSessions(
  settings: Pick<Settings, 'storage' | 'clock' | 'log' | 'publicUrl'>,
  administrators: readonly LinksAdministrator[],
) {
  const values = createSecretValues(settings);
  const cookie = createCookie('links', settings.publicUrl, { sameSite: 'strict', partitioned: false });
  const toRecordName = (secret: string): string => `links-page:${digest(secret)}`;
  const toSession = (secret: string, { name, endsAt }: z.infer<typeof Stored>): AdministratorSession => ({
    ...{ name, endsAt },
    id: digest(`session ${secret}`),
    formToken: digest(`form ${secret}`),
  });

  async function read(header: string | undefined): Promise<AdministratorSession | null> {
    const secret = cookie.read(header);
    const text = secret === undefined ? null : await values.read(toRecordName(secret));
    if (secret === undefined || text === null) return null;
    const stored = Stored.parse(JSON.parse(text));
    const known = administrators.find(({ name }) => name === stored.name);
    const isOpen = known !== undefined && digest(known.secret) === stored.secret;
    return isOpen ? toSession(secret, stored) : null;
  }

  return {
    read,
    /** The administrator of this name and secret. It takes as long whichever is wrong. */
    recognise(name: string, secret: string): LinksAdministrator | null {
      const fitting = administrators.filter((one) => isSame(one.secret, secret) && one.name === name.trim());
      return fitting[0] ?? null;
    },
    /** Opens a session; `headers` set its cookie. */
    async open({ name, secret: own }: LinksAdministrator) {
      const secret = newSecret();
      const endsAt = settings.clock() + SESSION_SECONDS * 1_000;
      const stored = { name, secret: digest(own), endsAt };
      await values.keep(toRecordName(secret), JSON.stringify(stored), SESSION_SECONDS);
      return { session: toSession(secret, stored), headers: cookie.set(secret) };
    },
    /** Ends the session of a browser; gives the headers that take its cookie away. */
    async end(header: string | undefined): Promise<Record<string, string>> {
      const secret = cookie.read(header);
      if (secret !== undefined) await values.remove(toRecordName(secret));
      return cookie.remove();
    },
    isFormToken: ({ formToken }: AdministratorSession, given: string): boolean => isSame(formToken, given),
  };
}
export type AdministratorSessions = ReturnType<typeof createAdministratorSessions>;
