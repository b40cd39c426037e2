import { createProxy } from '../../../../proxy/index.ts';
import { tellPort } from '../child.ts';

/** Without a Redis: bare. With one: as it really runs, with trail and limits in that storage and the log that is its default. */
const [upstream = '', key = '', redis] = process.argv.slice(2);
const proxy = createProxy({
  upstream,
  credentials: { key: 'bench-key', secret: 'bench-secret' },
  keys: [{ kid: 'bench', alg: 'HS256', key: Buffer.from(key, 'hex'), signs: true }],
  issuer: 'bench',
  audience: 'bench',
  origins: ['https://ehr.example'],
  session: async () => null,
  storage: redis === undefined ? { file: ':memory:' } : { redis },
  // Requests are counted as ever; one person asks more than the limits allow for, and other work may hold up the machine.
  limits: { subjectPerMinute: 10_000_000, subjectBurst: 1_000_000, loopDelayMs: 60_000 },
  // None of the other contenders writes a log.
  ...(redis === undefined ? { log: () => {} } : {}),
});
const { url } = await proxy.listen(0);
tellPort(Number(new URL(url).port));
