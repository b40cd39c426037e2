import { createProxy } from '../../../../proxy/index.ts';
import { tellPort } from '../child.ts';

const [upstream = '', key = ''] = process.argv.slice(2);
const proxy = createProxy({
  upstream,
  credentials: { key: 'bench-key', secret: 'bench-secret' },
  keys: [{ kid: 'bench', alg: 'HS256', key: Buffer.from(key, 'hex'), signs: true }],
  issuer: 'bench',
  audience: 'bench',
  origins: ['https://ehr.example'],
  session: async () => null,
  storage: { file: ':memory:' },
  // Requests are counted as ever; one person asks more than the limits allow for.
  limits: { subjectPerMinute: 10_000_000, subjectBurst: 1_000_000 },
  // None of the contenders writes a log.
  log: () => {},
});
const { url } = await proxy.listen(0);
tellPort(Number(new URL(url).port));
