import { closeLinks, openLinks, showLinks } from '@instrument-panel/client/proxy';
import type { Audit } from '../audit/audit.ts';
import { type AuditActor, OPERATOR } from '../audit/entry.ts';
import type { Call, ProxyResponse } from '../exchange.ts';
import { acceptedWords } from '../html-page.ts';
import { Refusal } from '../refusal.ts';
import { readForm, readMultipart } from '../request-body.ts';
import { type OwnRoute, toRouteName } from '../routes.ts';
import type { Settings } from '../settings.ts';
import { linksMessages } from '../words/compiled/links/all.js';
import type { LinksMessages } from '../words/compiled/links/en.js';
import { FORM_MAX_BYTES } from './list.ts';
import { failedPage, LIST_MAX_MEGABYTES, type PageBase, signInPage, uploadPage } from './pages.ts';
import { type AdministratorSession, createAdministratorSessions } from './sessions.ts';

/** Who acted, as the trail has it: the operator's part, by name. */
export const toActor = (name: string): AuditActor => ({ ...OPERATOR, sub: name });

/** A form that cannot be read: what the service refuses may have the same status and code. */
class FormRefusal extends Refusal {}

/** Reads a form. Throws a FormRefusal if it is not whole, or too large. */
const readWhole = <Form>(reading: Promise<Form>): Promise<Form> =>
  reading.catch((error: unknown) => {
    const isRefused = error instanceof Refusal && error.status < 500;
    throw isRefused ? new FormRefusal(error.status, error.code, error.message) : error;
  });

/** The failures that a person is told in a sentence of its own. */
function sayFailure(refusal: Refusal, words: LinksMessages): string {
  const { code } = refusal;
  const { failed } = words;
  if (code === 'PROXY_BUSY') return failed.busy;
  if (code === 'PAYLOAD_TOO_LARGE') return failed.tooLarge({ megabytes: LIST_MAX_MEGABYTES });
  if (refusal instanceof FormRefusal) return failed.broken;
  const isStored = /^(MAPPING|AUDIT|STORAGE)_/.test(code);
  return isStored ? failed.storage({ code }) : failed.service({ code });
}

/** What a form of the page asks for, once it is known who asks. */
export type Work = (base: PageBase, form: FormData, call: Call) => Promise<ProxyResponse>;

/** Checks who asks, from which page, and answers every failure with a page. */
export function createDoor(settings: Settings, page: NonNullable<Settings['linksPage']>, address: string) {
  const sessions = createAdministratorSessions(settings, page.administrators);
  const url = new URL(address);
  const path = url.pathname;
  // Browsers send Origin with every POST, so its lack is a no as well.
  const isOwn = ({ request: { headers } }: Call): boolean =>
    headers.origin === url.origin && (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin';
  const wordsOf = ({ request }: Call): LinksMessages =>
    acceptedWords(linksMessages, request.headers['accept-language']);
  const readSession = ({ request }: Call): Promise<AdministratorSession | null> =>
    sessions.read(request.headers.cookie);

  function know(call: Call, { name, id }: Pick<AdministratorSession, 'name' | 'id'>): void {
    Object.assign(call, { who: toActor(name), person: `administrator ${name}`, jti: id });
  }

  async function withPages(
    call: Call,
    work: (words: LinksMessages) => Promise<ProxyResponse>,
  ): Promise<ProxyResponse> {
    const words = wordsOf(call);
    try {
      return await work(words);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      call.refused = error.code;
      return failedPage(error.status, words, path, sayFailure(error, words));
    }
  }

  const refuseForged = (call: Call, words: LinksMessages): Promise<ProxyResponse> => {
    call.refused = 'ORIGIN_NOT_ALLOWED';
    return failedPage(403, words, path, words.failed.forged);
  };

  const askToSignIn = (call: Call, words: LinksMessages, alert: string): Promise<ProxyResponse> => {
    call.refused = 'NOT_SIGNED_IN';
    return signInPage(401, words, path, alert);
  };

  /** Serves a form of the page to who is signed in. Nothing of its body is read before that is known. */
  const serveForm =
    (work: Work) =>
    (call: Call): Promise<ProxyResponse> =>
      withPages(call, async (words) => {
        if (!isOwn(call)) return refuseForged(call, words);
        const session = await readSession(call);
        if (!session) return askToSignIn(call, words, words.signIn.ended);
        know(call, session);
        const form = await readWhole(readMultipart(call.request, FORM_MAX_BYTES));
        if (!sessions.isFormToken(session, `${form.get('token')}`)) return refuseForged(call, words);
        return work({ words, path, session }, form, call);
      });

  return {
    ...{ sessions, path, isOwn, know },
    ...{ withPages, readSession, refuseForged, askToSignIn, serveForm },
  };
}
type Door = ReturnType<typeof createDoor>;

const back = (path: string, headers: Readonly<Record<string, string>>): ProxyResponse => ({
  status: 303,
  headers: { ...headers, location: path, 'referrer-policy': 'no-referrer' },
  body: null,
});

/** The page without a list: signing in, out, and asking for a list. */
export function createSessionRoutes(door: Door, settings: Settings, audit: Audit): readonly OwnRoute[] {
  const { sessions, path } = door;
  const { bodyBytes } = settings.limits;
  return [
    {
      endpoint: showLinks,
      serve: (call) =>
        door.withPages(call, async (words) => {
          const session = await door.readSession(call);
          if (!session) return signInPage(200, words, path);
          door.know(call, session);
          return uploadPage(200, { words, path, session });
        }),
    },
    {
      endpoint: openLinks,
      serve: (call) =>
        door.withPages(call, async (words) => {
          if (!door.isOwn(call)) return door.refuseForged(call, words);
          const form = await readWhole(readForm(call.request, bodyBytes));
          const known = sessions.recognise(form?.name ?? '', form?.secret ?? '');
          if (!known) {
            call.refused = 'SIGN_IN_REFUSED';
            return signInPage(401, words, path, words.signIn.wrong);
          }
          await sessions.end(call.request.headers.cookie);
          const { session, headers } = await sessions.open(known);
          door.know(call, session);
          const who = toActor(known.name);
          await audit.note({ route: toRouteName(openLinks), who, jti: session.id, ids: {}, call });
          return back(path, headers);
        }),
    },
    {
      endpoint: closeLinks,
      serve: (call) =>
        door.withPages(call, async (words) => {
          if (!door.isOwn(call)) return door.refuseForged(call, words);
          const session = await door.readSession(call);
          const form = await readWhole(readForm(call.request, bodyBytes));
          if (session && !sessions.isFormToken(session, form?.token ?? ''))
            return door.refuseForged(call, words);
          return back(path, await sessions.end(call.request.headers.cookie));
        }),
    },
  ];
}
