/** The proxy as a route handler of Next, for all below `/panel`. */
import { panel } from '../../../panel.ts';

const PREFIX = '/panel';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

function handle(request: Request): Promise<Response> {
  const { origin } = new URL(request.url);
  const address = origin + request.url.slice(origin.length + PREFIX.length);
  const asked = new Request(address, request);
  // Next leaves out the header that names an answer's coding, so nobody could read a compressed one.
  asked.headers.delete('accept-encoding');
  return panel().fetch(asked);
}

export { handle as DELETE, handle as GET, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT };
