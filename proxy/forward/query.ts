import { type Decoded, decodeQuery } from '@instrument-panel/client/contract';
import type { Limits } from '../limits.ts';
import { invalid } from '../refusal.ts';
import type { RouteRule } from './route-table.ts';

const NO_QUERY = new URLSearchParams();

/**
 * Reads the declared parameters of a raw query; others are left behind. A paged list gets a `limit` where none
 * is given, since the service would then send everything (Limits), and never more than `pageMax`.
 *
 * @throws Refusal 400 that names the parameters
 */
export function readQuery(rule: RouteRule, rawQuery: string, limits: Limits): Decoded {
  const { values, problems } = decodeQuery(
    rule.endpoint.query,
    rawQuery === '' ? NO_QUERY : new URLSearchParams(rawQuery),
  );
  if (problems.length > 0) throw invalid(problems.map((problem) => problem.message).join(' '));
  if (!rule.paged) return values;
  const limit = Math.min(Number(values.limit ?? limits.pageDefault), limits.pageMax);
  return { ...values, limit };
}
