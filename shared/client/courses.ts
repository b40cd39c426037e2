import { sleep } from './async.ts';
import type { SendRequest } from './caller.ts';
import { COURSE_PARTS_MAX } from './contract/limits.ts';

type Sent = Parameters<SendRequest>;

/** An answer of the proxy to one part. */
interface PartAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Answers that a page holds, to ask whether they have changed. */
const HELD_MAX = 50;

/** The answer that is held, with what a 304 says of it: when it was asked for again, and when it was made. */
const renew = (held: PartAnswer, { headers, body }: PartAnswer): PartAnswer => ({
  status: held.status,
  headers: { ...held.headers, ...headers },
  body: body ? { ...(held.body as object), ...body } : held.body,
});

/**
 * Sends reads that are parts of courses together: those of one turn are one `POST /courses`, each is answered by itself, and
 * the request ends once nobody waits for any of it. A proxy that does not serve it is asked for each by itself.
 * What was read is held, up to 50 parts, and not sent again while it has not changed.
 *
 * @param baseUrl of the proxy; all that is sent through one sender has the same token
 */
export function inCourses(baseUrl: string, send: SendRequest = globalThis.fetch): SendRequest {
  const held = new Map<string, PartAnswer>();
  let calls: Sent[] = [];
  let answers: ReturnType<typeof ask>;
  /** False for a proxy before this request, to which a page of another origin may not even send it. */
  let isServed: boolean | undefined;

  /** Holds an answer in the place of the one before; what cannot be asked for again, or was refused, is not held. */
  function hold(name: string, part: PartAnswer): void {
    held.delete(name);
    if (part.status === 200 && part.headers.etag) held.set(name, part);
    for (const oldest of held.keys()) if (held.size > HELD_MAX) held.delete(oldest);
  }

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
    const named = asked.map(([, , { part }, values]) => ({ part, ...values }));
    const names = named.map((one) => JSON.stringify(one));
    const known = names.map((name) => held.get(name));
    const body = JSON.stringify({
      parts: named.map((one, at) => ({ ...one, ifNoneMatch: known[at]?.headers.etag })),
    });
    try {
      const response = await send(
        `${baseUrl.replace(/\/+$/, '')}/courses`,
        // Where a request goes past the cache, Chromium asks for leave anew each time; an answer to a POST is not kept anyway.
        { ...request, cache: 'default', method: 'POST', headers, body, signal: gone.signal },
        ...about,
      );
      const parts: PartAnswer[] | false = response.ok && (await response.json()).parts;
      // Without parts it is somebody else's answer.
      isServed = response.status !== 404 && parts != null;
      return (
        isServed &&
        ((at) => {
          if (!parts) return response.clone();
          let part = parts[at] as PartAnswer;
          const before = known[at];
          if (before && part.status === 304) part = renew(before, part);
          hold(names[at] as string, part);
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
