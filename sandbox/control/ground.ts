import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { FaultList } from '../service/faults/fault-list.ts';
import type { RequestLog } from '../service/http/request-log.ts';
import { preferredLanguage } from '../service/language.ts';
import type { Service } from '../service/service.ts';
import { ANSWER_LANGUAGES, type AnswerLanguage } from '../words/answer/index.ts';
import { controlWords } from '../words/control/index.ts';
import type { Mover } from './clock/mover.ts';
import { type Frame, layout, type Markup } from './html/layout.ts';
import { createMoments } from './html/moments.ts';
import type { Stories } from './story/stories.ts';

/** What the control pages look at and work with. */
export interface ControlParts {
  readonly service: Service;
  readonly faults: FaultList;
  readonly log: RequestLog;
  /** Asks the service as anybody would over HTTP, apart from faults and the request log. */
  readonly ask: (request: Request) => Promise<Response>;
  /** Told of what goes wrong unexpectedly. */
  readonly report: (error: unknown) => void;
}

/** The same, with what the pages keep themselves. */
export interface Ground extends ControlParts {
  readonly mover: Mover;
  readonly stories: Stories;
}

export const LANGUAGE_COOKIE = 'sandbox_language';

export const isLanguage = (text: string | undefined): text is AnswerLanguage =>
  ANSWER_LANGUAGES.some((language) => language === text);

/** The frame of a page: the language chosen before, else the browser's, else the sandbox's. */
export function frameOf(c: Context, { service }: Ground, path = c.req.path): Frame {
  const chosen = getCookie(c, LANGUAGE_COOKIE);
  const language = isLanguage(chosen)
    ? chosen
    : preferredLanguage(c.req.header('accept-language') ?? null, service.language);
  return { language, words: controlWords(language), when: createMoments(language), path };
}

/** Answers with a whole page. */
export const show = async (
  c: Context,
  frame: Frame,
  title: string,
  content: Markup,
  status: 200 | 403 | 404 | 409 | 413 | 422 = 200,
): Promise<Response> => c.html(await layout(frame, title, content), status);

/** A text field of a form; empty where it is missing, given twice, or a file. */
export async function formOf(c: Context): Promise<(name: string) => string> {
  const body = await c.req.parseBody();
  return (name) => {
    const value = body[name];
    return typeof value === 'string' ? value.trim() : '';
  };
}
