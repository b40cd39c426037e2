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
  /** Connections to the service. @default 64 */
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
};
