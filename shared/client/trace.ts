/**
 * Makes a `fetch` that sends a W3C trace context with each request, for the option `fetch` of a client or of `configure`. A
 * request of which there is none, or whose reading throws, goes without.
 *
 * @param readTraceparent gives the value of the header `traceparent`
 * @example
 * const client = createClient({ baseUrl, auth, fetch: withTraceparent(() => activeTraceparent()) });
 */
export const withTraceparent =
  (
    readTraceparent: () => string | undefined,
    send: typeof globalThis.fetch = globalThis.fetch,
  ): typeof globalThis.fetch =>
  (input, init) => {
    let traceparent: string | undefined;
    try {
      traceparent = readTraceparent();
    } catch {
      // Telemetry stops no request.
    }
    if (traceparent === undefined) return send(input, init);
    const headers = new Headers(init?.headers);
    headers.set('traceparent', traceparent);
    return send(input, { ...init, headers });
  };
