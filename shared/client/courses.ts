import { sleep } from './async.ts';
import type { SendRequest } from './caller.ts';
import { COURSE_PARTS_MAX } from './contract/limits.ts';

type Sent = Parameters<SendRequest>;

/** An answer of the proxy to one part. */
interface PartAnswer extends ResponseInit {
  readonly body: unknown;
}

/**
 * Sends reads that are parts of courses together: those of one turn are one `POST /courses`, each is answered by itself, and
 * the request ends once nobody waits for any of it. A proxy that does not serve it is asked for each by itself.
 *
 * @param baseUrl of the proxy; all that is sent through one sender has the same token
 */
export function inCourses(baseUrl: string, send: SendRequest = globalThis.fetch): SendRequest {
  let calls: Sent[] = [];
  let answers: ReturnType<typeof ask>;
  /** False for a proxy before this request, to which a page of another origin may not even send it. */
  let isServed: boolean | undefined;

  /** Asks for all calls of this turn. Gives what makes the answer of one; nothing where each is to be sent by itself. */
  async function ask(asked: readonly Sent[]): Promise<((at: number) => Response) | false | undefined> {
    const gone = new AbortController();
    await sleep(0, gone.signal);
    calls = [];
    let waiting = asked.length;
    const leave = () => --waiting || gone.abort();
    for (const [, { signal }] of asked) signal.aborted ? leave() : signal.addEventListener('abort', leave);
    const [[, request, ...about]] = asked as [Sent];
    const headers = { ...request.headers, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ parts: asked.map(([, , { part }, values]) => ({ part, ...values })) });
    try {
      const response = await send(
        `${baseUrl.replace(/\/+$/, '')}/courses`,
        // Where a request goes past the cache, Chromium asks for leave anew each time; an answer to a POST is not kept anyway.
        { ...request, cache: 'default', method: 'POST', headers, body, signal: gone.signal },
        ...about,
      );
      const parts: PartAnswer[] | false = response.ok && (await response.json()).parts;
      isServed = response.status !== 404;
      return (
        isServed &&
        ((at) => {
          if (!parts) return response.clone();
          const part = parts[at] as PartAnswer;
          return new Response(JSON.stringify(part.body), part);
        })
      );
    } catch (error) {
      if (isServed) throw error;
      return;
    }
  }

  return async (...call) => {
    if (!call[2].part || isServed === false) return send(...call);
    if (calls.length % COURSE_PARTS_MAX === 0) {
      calls = [];
      answers = ask(calls);
    }
    const at = calls.push(call) - 1;
    const answerOf = await answers;
    if (answerOf) return answerOf(at);
    const response = await send(...call);
    isServed ??= false;
    return response;
  };
}
