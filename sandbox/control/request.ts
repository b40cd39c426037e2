import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Markup } from '../pages/document.ts';
import type { FaultList } from '../service/faults/fault.ts';
import type { RequestLog } from '../service/http/request-log.ts';
import type { ServiceContext } from '../service/service.ts';
import { controlMessages, isSandboxLanguage, preferredLanguage } from '../words/index.ts';
import type { ClockMover } from './clock.ts';
import { type ControlFrame, createMoments, layout } from './layout.ts';
import type { Stories } from './stories.ts';

/** What the control pages show and change. */
export interface ControlOptions {
  readonly service: ServiceContext;
  readonly faults: FaultList;
  readonly log: RequestLog;
  /** Calls the service as over HTTP, without faults and without the request log. */
  readonly ask: (request: Request) => Promise<Response>;
  /** Receives unexpected errors. */
  readonly report: (error: unknown) => void;
}

/** What all routes of the control pages share. */
export interface ControlDependencies extends ControlOptions {
  readonly mover: ClockMover;
  readonly stories: Stories;
}

export const LANGUAGE_COOKIE = 'sandbox_language';

/** Creates the frame of a page. Its language is the one chosen before, else the browser's, else the sandbox's. */
export function createControlFrame(
  c: Context,
  { service }: ControlDependencies,
  path = c.req.path,
): ControlFrame {
  const chosen = getCookie(c, LANGUAGE_COOKIE);
  const language = isSandboxLanguage(chosen)
    ? chosen
    : preferredLanguage(c.req.header('accept-language') ?? null, service.language);
  return { language, words: controlMessages[language], when: createMoments(language), path };
}

/** Answers with a whole page. */
export const sendControlPage = async (
  c: Context,
  frame: ControlFrame,
  title: string,
  content: Markup,
  status: 200 | 403 | 404 | 409 | 413 | 422 = 200,
): Promise<Response> => c.html(await layout(frame, title, content), status);

/** Reads the text fields of a form. A field is empty if it is missing, given twice, or a file. */
export async function readForm(c: Context): Promise<(name: string) => string> {
  const body = await c.req.parseBody();
  return (name) => {
    const value = body[name];
    return typeof value === 'string' ? value.trim() : '';
  };
}

/**
 * Tells whether a page of this sandbox sent the form. The pages ask for no credentials, so another site's form must
 * be refused. A browser says where a POST comes from; a POST that does not say is refused too.
 */
export function isOwnPost(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  const origin = request.headers.get('Origin');
  if (site !== null && site !== 'same-origin') return false;
  if (origin === null) return site === 'same-origin';
  // The host alone: behind a proxy that ends TLS the sandbox does not know its own scheme.
  return URL.parse(origin)?.host === new URL(request.url).host;
}
