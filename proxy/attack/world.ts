import { rawRequest } from '../testing/raw-request.ts';
import { PROFESSIONAL, startWorld, tokenFor } from '../testing/world.ts';

export const BASE = '/third-party/api/v1';
/** A list of the token's professional, and where a patient is registered. */
export const LIST = `${BASE}/professionals/${PROFESSIONAL}/patients`;
/** A request that stands where no request may be read. */
export const SMUGGLED = `DELETE ${BASE}/professionals/${PROFESSIONAL}/forms/submissions/1 HTTP/1.1\r\nHost: a\r\n`;

/** A request by hand: its lines, a blank one, its body. */
export const written = (lines: readonly string[], body = ''): string => [...lines, '', body].join('\r\n');

/** A proxy, the service behind it that answers every list with nothing, and a token that may do everything. */
export async function startAttack(more: Parameters<typeof startWorld>[0] = {}) {
  const world = await startWorld(more);
  world.service.answer = ({ method }) => ({ body: method === 'GET' ? [] : {} });
  const authorization = `Authorization: Bearer ${await tokenFor()}`;
  return {
    ...world,
    authorization,
    /** `GET` of the list with more lines, on a connection that closes after the answer. */
    get: (lines: readonly string[] = [], target = LIST): Promise<string> =>
      rawRequest(
        world.url,
        written([`GET ${target} HTTP/1.1`, 'Host: a', authorization, 'Connection: close', ...lines]),
      ),
    /** `POST` of a JSON body as it is given, with no length but that of the lines. */
    post: (lines: readonly string[], body: string, target = LIST): Promise<string> =>
      rawRequest(
        world.url,
        written(
          [`POST ${target} HTTP/1.1`, 'Host: a', authorization, 'Content-Type: application/json', ...lines],
          body,
        ),
      ),
  };
}
export type Attack = Awaited<ReturnType<typeof startAttack>>;
