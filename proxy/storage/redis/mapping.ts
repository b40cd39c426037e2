import type { Redis } from 'ioredis';
import type { MappingStore } from '../storage.ts';

/** KEYS: patients by link, links by patient. ARGV: link, owner, patient. Gives `''`, the patient linked, or `taken`. */
const LINK = `
  local linked = redis.call('HGET', KEYS[1], ARGV[1])
  if linked then return linked end
  if redis.call('HSETNX', KEYS[2], ARGV[2] .. ':' .. ARGV[3], ARGV[1]) == 0 then return 'taken' end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
  return ''
`;
const UNLINK = `
  if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[3] then return 0 end
  redis.call('HDEL', KEYS[1], ARGV[1])
  redis.call('HDEL', KEYS[2], ARGV[2] .. ':' .. ARGV[3])
  return 1
`;
const RELEASE = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
  return 1
`;

/** The links from EHR keys to patients in a Redis. */
export function createRedisMapping(redis: Redis, key: (name: string) => string): MappingStore {
  const patients = key('mapping:patients');
  const links = key('mapping:links');
  const secret = key('mapping:secret');
  const claimKey = (hash: string): string => key(`mapping:claim:${hash}`);
  return {
    find: ({ hash }) => redis.hget(patients, hash),
    findAll: async (keys) => (keys.length > 0 ? redis.hmget(patients, ...keys.map(({ hash }) => hash)) : []),
    async areTaken(pairs) {
      if (pairs.length === 0) return [];
      const found = await redis.hmget(links, ...pairs.map(([{ owner }, id]) => `${owner}:${id}`));
      return found.map((hash) => hash !== null);
    },
    async link({ hash, owner }, patientId) {
      const result = String(await redis.eval(LINK, 2, patients, links, hash, owner, patientId));
      if (result === '') return { kind: 'linked' };
      return result === 'taken' ? { kind: 'patient-taken' } : { kind: 'exists', patientId: result };
    },
    unlink: async ({ hash, owner }, patientId) =>
      (await redis.eval(UNLINK, 2, patients, links, hash, owner, patientId)) === 1,
    claim: async ({ hash }, claimant, now, until) =>
      (await redis.set(claimKey(hash), claimant, 'PX', Math.max(1, until - now), 'NX')) === 'OK',
    release: async ({ hash }, claimant) => void (await redis.eval(RELEASE, 1, claimKey(hash), claimant)),
    async fingerprint(own) {
      await redis.setnx(secret, own);
      return String(await redis.get(secret));
    },
  };
}
