/**
 * Reloads pages in `npm run dev`: each page keeps a stream of events open, and loads again once the server that it
 * came from has been restarted.
 *
 * @module
 */

/** Set by `npm run dev` for the servers that it starts. */
const DEV = process.env.INSTRUMENT_PANEL_DEV === '1';

const STREAM = '/__reload';
const SCRIPT = '/__reload.js';
const SCRIPT_TEXT = `let isKnown = false;
const stream = new EventSource('${STREAM}');
stream.addEventListener('open', () => {
  if (isKnown) location.reload();
  isKnown = true;
});`;
const TAG = `<script type="module" src="${SCRIPT}"></script>`;

function answerReload(path: string): Response | null {
  if (path === SCRIPT) return new Response(SCRIPT_TEXT, { headers: { 'content-type': 'text/javascript' } });
  if (path !== STREAM) return null;
  // Left open: that it breaks is the event. The browser asks again after so many milliseconds.
  const body = new ReadableStream({
    start: (open) => open.enqueue(new TextEncoder().encode('retry: 200\n\n')),
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  });
}

type Fetch = (request: Request) => Promise<Response>;

/** Makes every page of a server reload with it, in `npm run dev`; elsewhere gives the server as it is. */
export function withReload(fetch: Fetch): Fetch {
  if (!DEV) return fetch;
  return async (request) => {
    const reload = answerReload(new URL(request.url).pathname);
    if (reload) return reload;
    const response = await fetch(request);
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
    const { status, headers } = response;
    const changed = new Headers(headers);
    changed.delete('content-length');
    return new Response(`${await response.text()}${TAG}`, { status, headers: changed });
  };
}
