import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { ProxyOptionError, type ProxyOptions, requireOption } from '../options.ts';
import { readSecret } from '../secret.ts';
import { checkOptions } from '../settings.ts';
import type { StorageOptions } from '../storage/storage.ts';
import { type Command, CommandError, give, printNotice, readArguments } from './command.ts';
import { type InitAnswers, writeConfigText } from './init-text.ts';

const isShared = (storage: string): storage is 'postgres' | 'redis' =>
  storage === 'postgres' || storage === 'redis';

interface Question {
  readonly name: keyof InitAnswers;
  readonly text: string;
  /** Taken for an empty answer; null if there has to be one. */
  readonly fallback: string | null;
  readonly isAsked?: (answers: InitAnswers) => boolean;
}

const QUESTIONS: readonly Question[] = [
  { name: 'upstream', text: 'Origin of the service (https://api.service.example)', fallback: null },
  { name: 'keyFile', text: 'File with the partner key that the service issued', fallback: null },
  { name: 'secretFile', text: 'File with the partner secret', fallback: null },
  {
    name: 'publicUrl',
    text: 'Address at which browsers will reach this proxy (https://panel.clinic.example)',
    fallback: null,
  },
  {
    name: 'origins',
    text: 'Origins of the pages that may call it, with spaces (https://ehr.clinic.example)',
    fallback: null,
  },
  {
    name: 'storage',
    text: 'Storage: a file, or if several machines are to share it the word postgres or redis',
    fallback: 'proxy.sqlite',
  },
  {
    name: 'addressFile',
    text: 'File with its address (postgres://USER:PASSWORD@HOST/NAME?sslmode=verify-full, rediss://:PASSWORD@HOST:6379)',
    fallback: null,
    isAsked: ({ storage }) => isShared(storage),
  },
  {
    name: 'hops',
    text: 'How many front ends before it write X-Forwarded-For (nginx: 1)',
    fallback: '1',
  },
  { name: 'webhookFile', text: 'File with the secret of the webhooks; empty: no webhooks', fallback: '' },
  {
    name: 'signIn',
    text: `Sign-in: address of your EHR's that answers a cookie with { "id": "…", "professionalId": "UUID" }, or with 401; empty: you write the hook yourself`,
    fallback: '',
  },
];

/** What stands for an answer until it is given. */
const UNANSWERED: InitAnswers = {
  upstream: 'https://api.service.example',
  keyFile: '',
  secretFile: '',
  publicUrl: 'https://panel.example',
  origins: 'https://ehr.example',
  storage: 'proxy.sqlite',
  addressFile: '',
  hops: '1',
  webhookFile: '',
  signIn: '',
};

const readFileSecret = (name: string, file: string): string => readSecret(name, { [`${name}_FILE`]: file });
const PLACEHOLDER = 'not-yet-answered';

function toStorage({ storage, addressFile }: InitAnswers): StorageOptions {
  if (addressFile === '') return { file: storage };
  const address = readFileSecret(`${storage.toUpperCase()}_URL`, addressFile);
  return storage === 'postgres' ? { postgres: address } : { redis: address };
}

/** The options that the answers amount to, so that each is checked as at a start. Throws a ProxyOptionError. */
function toOptions(answers: InitAnswers): ProxyOptions {
  const { upstream, keyFile, secretFile, publicUrl, origins, hops, webhookFile, signIn } = answers;
  const isSafe =
    /^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(signIn) && URL.canParse(signIn);
  requireOption('session', signIn === '' || isSafe, 'must ask an https address: cookies are sent to it.');
  return {
    upstream,
    credentials: {
      key: (keyFile && readFileSecret('SERVICE_KEY', keyFile)) || PLACEHOLDER,
      secret: (secretFile && readFileSecret('SERVICE_SECRET', secretFile)) || PLACEHOLDER,
    },
    keys: [{ kid: 'a', alg: 'HS256', key: randomBytes(32), signs: true }],
    issuer: publicUrl,
    audience: publicUrl,
    origins: origins.split(/[\s,]+/).filter((origin) => origin !== ''),
    session: async () => null,
    storage: toStorage(answers),
    trustedProxyHops: Number(hops),
    publicUrl,
    ...(webhookFile === '' ? {} : { webhooks: { secrets: [readFileSecret('WEBHOOK_SECRET', webhookFile)] } }),
  };
}

function findProblem(answers: InitAnswers): string | null {
  try {
    checkOptions(toOptions(answers));
    return null;
  } catch (error) {
    if (error instanceof ProxyOptionError) return error.message;
    throw error;
  }
}

/**
 * Asks until each answer holds. Where nobody sits there, as in a script, an answer that does not hold ends it.
 *
 * @throws CommandError
 */
async function askAll(): Promise<InitAnswers> {
  const isTyped = process.stdin.isTTY === true;
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: isTyped });
  // In a terminal readline takes the key before it becomes a signal.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const given = lines[Symbol.asyncIterator]();
  let answers = UNANSWERED;
  try {
    for (const { name, text, fallback, isAsked } of QUESTIONS) {
      if (isAsked && !isAsked(answers)) continue;
      for (;;) {
        // Without a terminal, no line break follows the question.
        lines.setPrompt(`${text}${fallback ? ` [${fallback}]` : ''}: ${isTyped ? '' : '\n'}`);
        lines.prompt();
        const line = await given.next();
        if (line.done) throw new CommandError('\nThe answers ended here. Nothing was written.');
        const answer = line.value.trim() || fallback;
        const problem =
          answer === null ? 'An answer is needed.' : findProblem({ ...answers, [name]: answer });
        if (problem === null) {
          answers = { ...answers, [name]: answer };
          break;
        }
        if (!isTyped) throw new CommandError(`${problem} Nothing was written.`);
        printNotice(problem);
      }
    }
    return answers;
  } finally {
    lines.close();
  }
}

/** Secrets that are made here; the service never learns them. */
const OWN_SECRETS = ['token_key', 'audit_key', 'mapping_key'] as const;
const KEY_BYTES = 32;

/** Writes everything, or nothing. Throws a CommandError for a file that is there already. */
function writeAll(config: string, answers: InitAnswers): readonly string[] {
  const folder = dirname(config);
  const secrets = join(folder, 'secrets');
  const files: [path: string, text: string, mode: number][] = [
    ...OWN_SECRETS.map((name): [string, string, number] => [
      join(secrets, name),
      `${randomBytes(KEY_BYTES).toString('base64')}\n`,
      0o600,
    ]),
    // Whoever keeps the folder in git keeps the secrets out of it.
    [join(secrets, '.gitignore'), '*\n', 0o600],
    [config, writeConfigText(answers, folder), 0o644],
  ];
  const there = files.find(([path]) => existsSync(path))?.[0];
  if (there !== undefined) throw new CommandError(`${there} is there already, and stays as it is.`);
  const isNew = !existsSync(secrets);
  const written: string[] = [];
  try {
    mkdirSync(secrets, { recursive: true, mode: 0o700 });
    for (const [path, text, mode] of files) {
      writeFileSync(path, text, { flag: 'wx', mode });
      written.push(path);
    }
  } catch (error) {
    for (const path of written) rmSync(path);
    if (isNew) rmSync(secrets, { recursive: true, force: true });
    throw new CommandError(`Nothing was written: ${(error as Error).message}`);
  }
  return written;
}

export const initCommand: Command = {
  summary: 'writes a working configuration by asking',
  usage: `Usage: instrument-panel init [--config proxy.config.mts]
  --config  the file to write; one that is there is never overwritten
It asks for addresses and for files that hold secrets, never for a secret itself, and makes the keys of its own in a
folder secrets/ beside the configuration. Answers may come from standard input, a line each, in the order asked.`,
  async run(args) {
    const { values } = readArguments(args, { config: { type: 'string' } });
    const config = resolve(values.config ?? 'proxy.config.mts');
    if (existsSync(config)) throw new CommandError(`${config} is there already, and stays as it is.`);
    // All is written in one turn, which no signal interrupts: either everything is there or nothing.
    process.once('SIGINT', () => {
      printNotice('\nNothing was written.');
      process.exit(130);
    });
    const written = writeAll(config, await askAll());
    for (const path of written) give(`wrote ${relative('.', path)}`);
    const name = relative('.', config);
    give(`Next:
  npx instrument-panel proxy --check --config ${name}    says what it would run as
  npx instrument-panel proxy --config ${name}            runs it, at port 4200 unless you add --port
  npx instrument-panel doctor --config ${name}           tries each hop, while it runs
Keep secrets/ as long as the storage: without audit_key the trail cannot be verified, without mapping_key no link is found.`);
  },
};
