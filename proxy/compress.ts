import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import type { ProxyRequest, ProxyResponse } from './exchange.ts';

type Encode = (text: string) => Promise<Uint8Array>;

/** Most of what can be saved for a part of the time. */
const GZIP_LEVEL = 4;
const BROTLI_QUALITY = 7;
/** Shorter answers fit into a packet as they are. */
const COMPRESSED_MIN_BYTES = 1_024;

const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);
const brotliParams = {
  [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
  [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
};
const toGzip: Encode = (text) => gzip(text, { level: GZIP_LEVEL });

/** Not in every Node that the proxy runs on: from 22.15 and 23.8. */
const zstdCompress = (zlib as Partial<typeof zlib>).zstdCompress;
const zstd = zstdCompress && promisify(zstdCompress);

/** The codings that the proxy writes, the one with the fewest bytes first. */
const CODINGS = new Map<string, Encode>([
  ['br', (text) => brotli(text, { params: brotliParams })],
  ...(zstd ? [['zstd', (text: string) => zstd(text)] as const] : []),
  ['gzip', toGzip],
  ['x-gzip', toGzip],
]);

/** The first coding that `Accept-Encoding` takes (RFC 9110, section 12.5.3); by `*` alone, gzip. */
function chooseCoding(accepted: string): string | undefined {
  if (accepted === '') return undefined;
  const weights = accepted.split(',').map((one): [string, boolean] => {
    const [coding = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return [coding, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
  });
  const named = new Map(weights);
  const chosen = [...CODINGS.keys()].find((coding) => named.get(coding));
  return chosen ?? (named.get('*') && !named.has('gzip') ? 'gzip' : undefined);
}

/**
 * Compresses a JSON answer, off the event loop, for a caller that takes it. Only for an answer without a secret: its length
 * would tell of one that is beside a text of an attacker's (BREACH).
 */
export function compress(
  request: ProxyRequest,
  answer: ProxyResponse,
): Promise<ProxyResponse> | ProxyResponse {
  const { body, headers } = answer;
  if (typeof body !== 'string' || body.length < COMPRESSED_MIN_BYTES) return answer;
  const coding = chooseCoding(request.acceptEncoding?.() ?? '');
  const encode = coding && CODINGS.get(coding);
  if (!encode) return answer;
  return encode(body).then((encoded) => ({
    ...answer,
    headers: { ...headers, 'content-encoding': coding },
    body: encoded,
  }));
}
