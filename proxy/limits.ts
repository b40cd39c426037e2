/** Default, least and greatest value of a limit. */
export type LimitRange = readonly [fallback: number, least: number, most: number];

/** Every limit of the proxy. Times are in milliseconds unless the name says otherwise. */
export const LIMITS = {
  /** Largest request body, bytes. Default: `65536`. */
  bodyBytes: [65_536, 1_024, 1_048_576],
  /** Largest answer of the service, bytes. Default: `8388608`. */
  responseBytes: [8_388_608, 65_536, 67_108_864],
  /** Time for all that one request asks of the service. Default: `15000`. */
  upstreamMs: [15_000, 50, 120_000],
  /** Time to connect to the service. Default: `3000`. */
  connectMs: [3_000, 50, 30_000],
  /** Time for the session hook to decide. Default: `10000`. */
  sessionMs: [10_000, 50, 60_000],
  /** Connections to the service; a quarter as many besides for documents, which slow readers hold. Default: `64`. */
  connections: [64, 1, 1_024],
  /** `limit` of a paged list that names none, since the service would then send everything. Default: `100`. */
  pageDefault: [100, 1, 200],
  /** Largest `limit` of a paged list. Default: `200`. */
  pageMax: [200, 1, 200],
  /** Pages of `pageMax` that are searched to fill one page of a narrowed token. Default: `25`. */
  narrowedPages: [25, 1, 200],
  /** Rows of one page of the service, as a list of all patients asks for them; fewer where they are too large. Default: `200`. */
  caseloadRows: [200, 2, 1_000],
  /** The same of applications, which are a fraction of the length. Default: `1000`. */
  caseloadApplications: [1_000, 2, 5_000],
  /** Such pages that the first request for a list of all patients reads; those that go on, or read a period that has ended or courses, up to 160 times as many. Default: `4`. */
  caseloadPages: [4, 1, 100],
  /** Time for which an answer to a part of a course is given once more from memory; `0` turns that off. Default: `5000`. */
  courseMemoryMs: [5_000, 0, 5_000],
  /** Most bytes of these answers; `0` turns that off. Default: `16777216`. */
  courseMemoryBytes: [16_777_216, 0, 1_073_741_824],
  /** Life of a token, seconds; never over 900. Default: `600`. */
  tokenSeconds: [600, 30, 900],
  /** Verified tokens that are cached. Default: `10000`. */
  cachedTokens: [10_000, 1, 1_000_000],
  /** Largest document (PDF) of the service, bytes; it is piped, not held in memory. Default: `33554432`. */
  documentBytes: [33_554_432, 65_536, 268_435_456],
  /** Time for a whole document, from the request for it to its last byte at a slow reader. Default: `60000`. */
  documentMs: [60_000, 50, 600_000],
  /** Time for the headers of a request to arrive. Default: `10000`. */
  headersMs: [10_000, 100, 60_000],
  /** Time for a whole request to arrive, its body included. Default: `20000`. */
  requestMs: [20_000, 100, 120_000],
  /** At closing: time between `/readyz` turning 503 and the end of listening. Default: `0`. */
  drainMs: [0, 0, 60_000],
  /** At closing: longest wait for requests in flight. Default: `10000`. */
  graceMs: [10_000, 0, 300_000],
  /**
   * Connections of callers at once; one more takes the place of one that asks nothing. Keep it below the process's file
   * descriptors. Default: `8000`.
   */
  clientConnections: [8_000, 1, 1_000_000],
  /** Requests in flight; more are answered 503. Deliveries and event streams do not count. Default: `512`. */
  inFlight: [512, 1, 100_000],
  /** Deliveries to `/webhooks` in flight; more are answered 503. Default: `256`. */
  deliveriesInFlight: [256, 1, 100_000],
  /**
   * Delay of the event loop over which requests are answered 503: half of its turns over two seconds came later.
   * Deliveries are taken all the same. Default: `500`.
   */
  loopDelayMs: [500, 20, 60_000],
  /** Failures of the service in a row after which it is not called for a while. Default: `5`. */
  breakerFailures: [5, 1, 1_000],
  /** Time for which the service is then not called. Default: `5000`. */
  breakerMs: [5_000, 50, 600_000],
  /** Requests to the service per minute and person. Default: `3000`. */
  subjectPerMinute: [3_000, 1, 10_000_000],
  /** Of these, so many at once: a list of 200 patients asks for two each. Default: `600`. */
  subjectBurst: [600, 1, 1_000_000],
  /** Requests to the service per minute and holder of a token of `operations`: a partner's server. Default: `60000`. */
  operationsPerMinute: [60_000, 1, 10_000_000],
  /** Of these, so many at once. Default: `20000`. */
  operationsBurst: [20_000, 1, 1_000_000],
  /** Recommendations (AI) per minute and person, counted on top of the above. Default: `6`. */
  recommendPerMinute: [6, 1, 10_000_000],
  /** Of these, so many at once. Default: `5`. */
  recommendBurst: [5, 1, 1_000_000],
  /** Requests without a token (`/session`, `/authorize`, `/token`) per minute and client address. Default: `600`. */
  addressPerMinute: [600, 1, 10_000_000],
  /** Of these, so many at once. Default: `200`. */
  addressBurst: [200, 1, 1_000_000],
  /**
   * Requests with a token that is not valid (forged, altered, revoked; not merely expired) per minute and client
   * address; more are 429. A caller with a valid token at the same address is served. Default: `600`.
   */
  invalidTokensPerMinute: [600, 1, 10_000_000],
  /** Of these, so many at once: after a key was removed every page has such a token for a moment. Default: `1000`. */
  invalidTokensBurst: [1_000, 1, 1_000_000],
  /** Deliveries per minute and client address; high, since one that is refused may not come again. Default: `60000`. */
  deliveriesPerMinute: [60_000, 1, 10_000_000],
  /** Of these, so many at once. Default: `10000`. */
  deliveriesBurst: [10_000, 1, 1_000_000],
  /** Event streams that are open at once. Default: `5000`. */
  eventStreams: [5_000, 1, 100_000],
  /** Of these, so many for one person. Default: `20`. */
  eventStreamsPerSubject: [20, 1, 10_000],
  /** Interval of the heartbeat on a quiet event stream. Default: `15000`. */
  eventHeartbeatMs: [15_000, 50, 60_000],
  /** How long a reader of events may leave what was written untaken. Default: `30000`. */
  eventStallMs: [30_000, 50, 300_000],
  /** Bytes that may wait for a reader of events; with more it is dropped at once. Default: `131072`. */
  eventBufferBytes: [131_072, 16_384, 16_777_216],
} as const satisfies Readonly<Record<string, LimitRange>>;

/** The limits of a proxy; an operator may set each in the option `limits`. */
export type Limits = { readonly [Name in keyof typeof LIMITS]: number };
