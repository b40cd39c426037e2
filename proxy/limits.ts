/** What the proxy grants itself and others. Times in milliseconds unless the name says seconds. */
export interface Limits {
  /** Largest request body, bytes. @default 65536 */
  readonly bodyBytes: number;
  /** Largest answer of the service, bytes. @default 8388608 */
  readonly responseBytes: number;
  /** Time for all that one request asks of the service. @default 15000 */
  readonly upstreamMs: number;
  /** Time to connect to the service. @default 3000 */
  readonly connectMs: number;
  /** Time for the session hook to decide. @default 10000 */
  readonly sessionMs: number;
  /** Connections to the service; a quarter as many besides for documents, which slow readers hold. @default 64 */
  readonly connections: number;
  /** `limit` of a paged list where none is given, since the service would then send everything. @default 100 */
  readonly pageDefault: number;
  /** Largest `limit` of a paged list. @default 200 */
  readonly pageMax: number;
  /** Pages of `pageMax` that are searched to fill one page of a narrowed token. @default 25 */
  readonly narrowedPages: number;
  /** Life of a token, seconds; never over 900. @default 600 */
  readonly tokenSeconds: number;
  /** Verified tokens that are remembered. @default 10000 */
  readonly cachedTokens: number;
  /** Largest document (PDF) of the service, bytes; it is piped, not held in memory. @default 33554432 */
  readonly documentBytes: number;
  /** Time for a whole document, from the request for it to its last byte at a slow reader. @default 60000 */
  readonly documentMs: number;
  /** Time for the headers of a request to arrive. @default 10000 */
  readonly headersMs: number;
  /** Time for a whole request to arrive, its body included. @default 20000 */
  readonly requestMs: number;
  /** At closing: time between `/readyz` turning 503 and the end of listening. @default 0 */
  readonly drainMs: number;
  /** At closing: longest time that requests in flight are waited for. @default 10000 */
  readonly graceMs: number;
  /** Requests in flight, beyond which more are answered 503. Deliveries and event streams do not count. @default 512 */
  readonly inFlight: number;
  /** Deliveries to `/webhooks` in flight, likewise. @default 256 */
  readonly deliveriesInFlight: number;
  /**
   * Delay of the event loop, beyond which requests are answered 503: half of its turns over two seconds came later.
   * Deliveries are taken all the same.
   * @default 500
   */
  readonly loopDelayMs: number;
  /** Failures of the service in a row, after which it is not asked for a while. @default 5 */
  readonly breakerFailures: number;
  /** Time for which the service is then not asked. @default 5000 */
  readonly breakerMs: number;
  /** Requests to the service per minute and person. @default 3000 */
  readonly subjectPerMinute: number;
  /** Of these, so many at once: a list of 200 patients asks for two each. @default 600 */
  readonly subjectBurst: number;
  /** Requests to the service per minute and token holder of the role `operations`: a partner's own server. @default 60000 */
  readonly operationsPerMinute: number;
  /** Of these, so many at once. @default 20000 */
  readonly operationsBurst: number;
  /** Recommendations (AI) per minute and person, counted on top of the above. @default 6 */
  readonly recommendPerMinute: number;
  /** Of these, so many at once. @default 5 */
  readonly recommendBurst: number;
  /** Requests without a token (`/session`, `/authorize`, `/token`) per minute and client address. @default 600 */
  readonly addressPerMinute: number;
  /** Of these, so many at once. @default 200 */
  readonly addressBurst: number;
  /**
   * Requests with a token that is not valid (forged, altered, revoked; not merely expired) per minute and client
   * address, beyond which they are 429; who shares the address and has a valid one is served. @default 600
   */
  readonly invalidTokensPerMinute: number;
  /** Of these, so many at once: after a key was removed every page has such a token for a moment. @default 1000 */
  readonly invalidTokensBurst: number;
  /** Deliveries to `/webhooks` per minute and client address; high, since one that is refused may not come again. @default 60000 */
  readonly deliveriesPerMinute: number;
  /** Of these, so many at once. @default 10000 */
  readonly deliveriesBurst: number;
  /** Event streams that are open at once. @default 5000 */
  readonly eventStreams: number;
  /** Of these, so many for one person. @default 20 */
  readonly eventStreamsPerSubject: number;
  /** Pause after which a quiet event stream gives a sign of life. @default 15000 */
  readonly eventHeartbeatMs: number;
  /** How long a reader of events may leave what was written untaken. @default 30000 */
  readonly eventStallMs: number;
  /** Bytes that may wait for a reader of events, beyond which it is dropped at once. @default 131072 */
  readonly eventBufferBytes: number;
}

/** Each limit's default, least and greatest value. */
export const LIMITS: Readonly<
  Record<keyof Limits, readonly [fallback: number, least: number, most: number]>
> = {
  bodyBytes: [65_536, 1_024, 1_048_576],
  responseBytes: [8_388_608, 65_536, 67_108_864],
  upstreamMs: [15_000, 50, 120_000],
  connectMs: [3_000, 50, 30_000],
  sessionMs: [10_000, 50, 60_000],
  connections: [64, 1, 1_024],
  pageDefault: [100, 1, 200],
  pageMax: [200, 1, 200],
  narrowedPages: [25, 1, 200],
  tokenSeconds: [600, 30, 900],
  cachedTokens: [10_000, 1, 1_000_000],
  documentBytes: [33_554_432, 65_536, 268_435_456],
  documentMs: [60_000, 50, 600_000],
  headersMs: [10_000, 100, 60_000],
  requestMs: [20_000, 100, 120_000],
  drainMs: [0, 0, 60_000],
  graceMs: [10_000, 0, 300_000],
  inFlight: [512, 1, 100_000],
  deliveriesInFlight: [256, 1, 100_000],
  loopDelayMs: [500, 20, 60_000],
  breakerFailures: [5, 1, 1_000],
  breakerMs: [5_000, 50, 600_000],
  subjectPerMinute: [3_000, 1, 10_000_000],
  subjectBurst: [600, 1, 1_000_000],
  operationsPerMinute: [60_000, 1, 10_000_000],
  operationsBurst: [20_000, 1, 1_000_000],
  recommendPerMinute: [6, 1, 10_000_000],
  recommendBurst: [5, 1, 1_000_000],
  addressPerMinute: [600, 1, 10_000_000],
  addressBurst: [200, 1, 1_000_000],
  invalidTokensPerMinute: [600, 1, 10_000_000],
  invalidTokensBurst: [1_000, 1, 1_000_000],
  deliveriesPerMinute: [60_000, 1, 10_000_000],
  deliveriesBurst: [10_000, 1, 1_000_000],
  eventStreams: [5_000, 1, 100_000],
  eventStreamsPerSubject: [20, 1, 10_000],
  eventHeartbeatMs: [15_000, 50, 60_000],
  eventStallMs: [30_000, 50, 300_000],
  eventBufferBytes: [131_072, 16_384, 16_777_216],
};
