import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createKeyRing } from '../../proxy/token/key-ring.ts';
import { mintToken } from '../../proxy/token/token.ts';
import { type Ask, createAsk } from './ask.ts';
import { type Control, createControl } from './control.ts';

const PREFIX = '/third-party/api/v1';
const root = fileURLToPath(new URL('../..', import.meta.url));

/** One running service, and the partners who ask it. */
export interface World {
  /** As the partner of `demo-key`. */
  readonly ask: Ask;
  /** As the partner of `other-key`. */
  readonly other: Ask;
  /** Directly, with whatever headers are given. */
  stranger(headers: Readonly<Record<string, string>>): Ask;
  readonly control: Control;
  readonly isProxied: boolean;
  stop(): Promise<void>;
}

/** Something of one's own in front of the service. */
export interface Before {
  /** Takes the place of the interface's address. */
  readonly base: string;
  see(sent: string, answer: Response): Promise<void>;
  stop(): Promise<void>;
}

interface Running {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Runs a command of the project until its output says where it listens. */
async function run(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const child: ChildProcess = spawn(process.execPath, [script, '--port', '0', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  let output = '';
  const origin = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
      const address = /(https?:\/\/[\w.[\]:-]+?:\d+)\b/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.on('close', () => reject(new Error(`${script} ended before it listened:\n${output}`)));
  });
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const signIn = (partner: string) => ({ 'x-api-key': `${partner}-key`, 'x-api-secret': `${partner}-secret` });

/** `npm run sandbox`, with the demonstration clinic or without; always from the same instant. */
const startSandbox = (seeded: boolean): Promise<Running> =>
  run('sandbox/serve.ts', ['--seed', seeded ? 'fixtures' : 'none', '--now', '2026-03-02T09:00:00Z']);

/** The service itself, or what `before` puts in front of it at the interface's address. */
export async function direct(
  { seeded }: { readonly seeded: boolean },
  before?: (address: string) => Promise<Before>,
): Promise<World> {
  const sandbox = await startSandbox(seeded);
  const address = `${sandbox.origin}${PREFIX}`;
  const front = await before?.(address).catch(async (error: unknown) => {
    await sandbox.stop();
    throw error;
  });
  const stranger = (headers: Readonly<Record<string, string>>) =>
    createAsk(front?.base ?? address, headers, front?.see);
  return {
    ask: stranger(signIn('demo')),
    other: stranger(signIn('other')),
    stranger,
    control: createControl(sandbox.origin),
    isProxied: false,
    stop: async () => {
      await front?.stop();
      await sandbox.stop();
    },
  };
}

/** A proxy of the partner's before the sandbox, and an `operations` token for it. */
async function startProxy(upstream: string, partner: string): Promise<{ ask: Ask; stop(): Promise<void> }> {
  const key = randomBytes(32);
  const proxy = await run('proxy/serve.ts', ['--config', 'test/conformance/proxy.config.ts'], {
    CONFORMANCE_UPSTREAM: upstream,
    CONFORMANCE_PARTNER: partner,
    CONFORMANCE_KEY: key.toString('base64'),
  });
  const origin = 'http://conformance.example';
  const { token } = await mintToken(
    createKeyRing([{ kid: 'conformance', alg: 'HS256', key, signs: true }]),
    {
      iss: origin,
      aud: origin,
      sub: 'conformance',
      role: 'operations',
      ops: ['read', 'apply', 'patients', 'erase', 'recommend', 'account'],
      origin,
    },
    { seconds: 900 },
  );
  const ask = createAsk(`${proxy.origin}${PREFIX}`, { authorization: `Bearer ${token}` });
  return { ask, stop: proxy.stop };
}

/** The service behind the proxy of each partner. */
export async function proxied(): Promise<World> {
  const service = await direct({ seeded: true });
  const [demo, other] = await Promise.all(
    ['demo', 'other'].map((partner) => startProxy(service.control.origin, partner)),
  );
  if (!demo || !other) throw new Error('Two proxies were asked for.');
  return {
    ...service,
    ask: demo.ask,
    other: other.ask,
    isProxied: true,
    stop: async () => {
      await Promise.all([demo.stop(), other.stop()]);
      await service.stop();
    },
  };
}
