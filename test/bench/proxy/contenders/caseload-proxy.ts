import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createProxy } from '../../../../proxy/index.ts';
import { tellPort } from '../child.ts';

/** Our proxy, that tells how long its event loop was held, and what memory it took, in its health address's place. */
const [upstream = '', key = ''] = process.argv.slice(2);
const RESOLUTION_MS = 1;
const turns = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
turns.enable();
const proxy = createProxy({
  upstream,
  credentials: { key: 'bench-key', secret: 'bench-secret' },
  keys: [{ kid: 'bench', alg: 'HS256', key: Buffer.from(key, 'hex'), signs: true }],
  issuer: 'bench',
  audience: 'bench',
  origins: ['https://ehr.example'],
  session: async () => null,
  storage: { file: ':memory:' },
  limits: { subjectPerMinute: 10_000_000, subjectBurst: 1_000_000 },
  log: () => {},
});
process.on('message', () => {
  const delays = [50, 99, 100].map((percent) => turns.percentile(percent) / 1e6 - RESOLUTION_MS);
  process.send?.({ delays, peakBytes: process.resourceUsage().maxRSS * 1024 });
});
const { url } = await proxy.listen(0);
turns.reset();
tellPort(Number(new URL(url).port));
