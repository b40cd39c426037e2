import type { Context } from 'hono';
import type { Markup } from '../pages/document.ts';
import { readerLanguage } from '../pages/requests.ts';
import { ehrMessages } from '../words/index.ts';
import { createClinic, createSessionClient } from './clinic.ts';
import { calendarDay, createDates } from './dates.ts';
import { type PageFrame, page } from './layout.ts';
import type { EhrDependencies, EhrEnv } from './options.ts';
import type { Session } from './staff.ts';

export type EhrContext = Context<EhrEnv>;

export const LANGUAGE_COOKIE = 'ehr_language';

/**
 * Creates the frame of a page for this request. Its language is the one chosen before, else the browser's, else
 * English. `path` is that of the page, if it is not the request's own.
 */
export function createPageFrame(
  c: EhrContext,
  { options, now, timeZone }: EhrDependencies,
  path = c.req.path,
): PageFrame {
  const language = readerLanguage(c, LANGUAGE_COOKIE, 'en');
  const words = ehrMessages[language];
  return {
    // The records system of somebody else has a name of its own.
    words: options.hasElements === false ? { ...words, ...words.other } : words,
    language,
    dates: createDates(language, timeZone),
    timeZone,
    today: calendarDay(now(), timeZone),
    session: c.var.session,
    proxy: c.var.proxy,
    sandboxUrl: options.sandboxUrl,
    hasTour: options.tour !== undefined,
    hasElements: options.hasElements ?? true,
    path,
    menu: (options.frontEnds ?? []).map(({ href, label }) => ({ href, text: label(language) })),
  };
}

/** Answers with a whole page. */
export const sendPage = async (
  c: EhrContext,
  frame: PageFrame,
  title: string,
  content: Markup,
  status: 200 | 401 | 403 | 404 | 422 | 429 | 500 | 502 = 200,
): Promise<Response> => c.html(await page(frame, title, content), status);

/** Connects to the service as the signed-in person of this request. */
export function connectClinic(c: EhrContext, frame: PageFrame, session: Session) {
  const { professionalId } = session.member;
  // The EHR calls the proxy at the same address as the page does.
  const client = createSessionClient(c.var.proxy, c.var.origin, session, frame.language);
  return { client, clinic: createClinic(client, professionalId), professionalId };
}
