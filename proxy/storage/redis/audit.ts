import type { Redis } from 'ioredis';
import { type AuditStore, GENESIS, type Head } from '../storage.ts';

/**
 * KEYS: rows (a stream whose ids are `SEQUENCE-0`), head. ARGV: sequence and hash that the head must have, then
 * place, text and hash of each row. One script is one step for every proxy on this Redis.
 */
const APPEND = `
  local head = redis.call('HMGET', KEYS[2], 'sequence', 'hash')
  if (head[1] or '0') ~= ARGV[1] or (head[2] or ARGV[2]) ~= ARGV[2] then return 0 end
  for i = 3, #ARGV, 3 do
    redis.call('XADD', KEYS[1], ARGV[i] .. '-0', 'text', ARGV[i + 1], 'hash', ARGV[i + 2])
  end
  redis.call('HSET', KEYS[2], 'sequence', ARGV[#ARGV - 2], 'hash', ARGV[#ARGV])
  return 1
`;

/** The rows of the audit trail in a Redis. */
export function createRedisAudit(redis: Redis, key: (name: string) => string): AuditStore {
  const rowsKey = key('audit:rows');
  const headKey = key('audit:head');
  return {
    async head(): Promise<Head> {
      const [sequence, hash] = await redis.hmget(headKey, 'sequence', 'hash');
      return sequence && hash ? { sequence: Number(sequence), hash } : GENESIS;
    },
    async append(after, rows) {
      if (rows.length === 0) return true;
      const values = rows.flatMap(({ place, text, hash }) => [place, text, hash]);
      const given = [rowsKey, headKey, after.sequence, after.hash, ...values];
      return (await redis.eval(APPEND, 2, ...given)) === 1;
    },
    async read(from, limit) {
      const found = await redis.xrange(rowsKey, `${from}-0`, '+', 'COUNT', limit);
      return found.map(([id, fields]) => {
        const field = (name: string): string => fields[fields.indexOf(name) + 1] ?? '';
        return { place: Number.parseInt(id, 10), text: field('text'), hash: field('hash') };
      });
    },
  };
}
