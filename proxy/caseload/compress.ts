import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ProxyRequest, ProxyResponse } from '../exchange.ts';

const gzipInBackground = promisify(gzip);
/** Most of what can be saved for a part of the time. */
const GZIP_LEVEL = 4;
/** Shorter answers fit into a packet as they are. */
const COMPRESSED_MIN_BYTES = 1_024;

/** True if `Accept-Encoding` takes gzip (RFC 9110, section 12.5.3). */
function takesGzip(accepted: string): boolean {
  const weights = accepted.split(',').map((one): [string, boolean] => {
    const [coding = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return [coding, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))];
  });
  const named = new Map(weights);
  return named.get('gzip') ?? named.get('x-gzip') ?? named.get('*') ?? false;
}

/** Compresses a JSON answer, off the event loop, for a caller that takes it. */
export async function compress(request: ProxyRequest, answer: ProxyResponse): Promise<ProxyResponse> {
  const { body, headers } = answer;
  if (typeof body !== 'string' || body.length < COMPRESSED_MIN_BYTES) return answer;
  if (!takesGzip(request.acceptEncoding?.() ?? '')) return answer;
  return {
    ...answer,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: await gzipInBackground(body, { level: GZIP_LEVEL }),
  };
}
