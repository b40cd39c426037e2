import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { ehrWords } from '../../words/ehr/index.ts';
import { createClinic } from '../clinic/clinic.ts';
import { connect, SESSION_COOKIE } from '../clinic/connection.ts';
import { calendarDay, createDates } from '../clinic/dates.ts';
import type { EhrOptions } from '../options.ts';
import { type Markup, type PageFrame, page } from '../pages/layout.ts';
import type { Session, Sessions } from '../staff/sessions.ts';
import { LANGUAGE_COOKIE, languageOf } from './language.ts';
import { besideHost } from './origin.ts';

/** What all routes share. */
export interface Ground {
  readonly options: EhrOptions;
  readonly sessions: Sessions;
  readonly now: () => number;
  readonly timeZone: string;
}

/** What was found out about a request before its route runs. */
export type EhrEnv = { Variables: { origin: string; proxy: string; session: Session | null } };
export type EhrContext = Context<EhrEnv>;

/** Address of the proxy as a page of `origin` reaches it. */
export function proxyBeside({ options }: Ground, origin: string): string {
  const { proxyUrl } = options;
  return besideHost(typeof proxyUrl === 'string' ? proxyUrl : proxyUrl(), origin);
}

/** The frame of a page for this request; `path` where a form's page is not its own address. */
export function frameOf(c: EhrContext, { timeZone }: Ground, path = c.req.path): PageFrame {
  const language = languageOf(getCookie(c, LANGUAGE_COOKIE), c.req.header('accept-language'));
  return {
    words: ehrWords(language),
    language,
    dates: createDates(language, timeZone),
    session: c.var.session,
    proxy: c.var.proxy,
    path,
  };
}

/** Answers with a whole page. */
export const show = async (
  c: EhrContext,
  frame: PageFrame,
  title: string,
  content: Markup,
  status: 200 | 401 | 403 | 404 | 422 | 429 | 500 | 502 = 200,
): Promise<Response> => c.html(await page(frame, title, content), status);

/** The service, as the signed-in person of this request reaches it. */
export function service(c: EhrContext, frame: PageFrame, session: Session) {
  const { professionalId } = session.member;
  // The EHR itself stands beside the proxy: it asks at the same address as the page.
  const client = connect(c.var.proxy, c.var.origin, session, frame.language);
  return { client, clinic: createClinic(client, professionalId), professionalId };
}

/** `YYYY-MM-DD` in the clinic. */
export const today = ({ now, timeZone }: Ground): string => calendarDay(now(), timeZone);

export { SESSION_COOKIE };
