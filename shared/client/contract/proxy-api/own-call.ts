import type * as z from 'zod/mini';
import { type Call, type QueryParams, readCall } from '../endpoint.ts';

/** A read of the proxy's own interface for a page: without zod, and nothing of the proxy's side. */
/* @__NO_SIDE_EFFECTS__ */
export const ownCall = <const Path extends string, Reply extends z.ZodMiniType, Query extends QueryParams>(
  id: string,
  path: Path,
  response: Reply,
  query: Query,
): Call<Path, Query, null, Reply> => ({ ...readCall(id, path, response, undefined, query), base: '' });
