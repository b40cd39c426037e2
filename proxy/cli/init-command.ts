import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { ProxyOptionError, type ProxyOptions, requireOption } from '../options.ts';
import { readSecret } from '../secret.ts';
import { checkOptions } from '../settings.ts';
import type { StorageOptions } from '../storage/storage.ts';
import { checkTenants, type TenantOptions } from '../tenants/options.ts';
import { type Command, CommandError, give, printNotice, readArguments } from './command.ts';
import {
  type Answers,
  ID,
  NEXT_ID,
  QUESTIONS,
  QUESTIONS_OF_ALL,
  QUESTIONS_OF_TENANT,
  type Question,
  UNANSWERED,
  UNANSWERED_OF_ALL,
} from './init-questions.ts';
import {
  type CommonAnswers,
  OWN_SECRETS,
  type PartnerAnswers,
  type TenantAnswers,
  toKeyFolder,
  toOrigins,
  writeConfigText,
  writeTenantsText,
} from './init-text.ts';

const KEY_BYTES = 32;

const readFileSecret = (name: string, file: string): string => readSecret(name, { [`${name}_FILE`]: file });

function toStorage({ storage, addressFile }: CommonAnswers): StorageOptions {
  if (addressFile === '') return { file: storage };
  const address = readFileSecret(`${storage.toUpperCase()}_URL`, addressFile);
  return storage === 'postgres' ? { postgres: address } : { redis: address };
}

/** The options that the answers about all amount to, so that each is checked as at a start. Throws a ProxyOptionError. */
const toCommonOptions = (answers: CommonAnswers) => ({
  upstream: answers.upstream,
  storage: toStorage(answers),
  trustedProxyHops: Number(answers.hops),
});

/** Likewise those of one partner. */
function toPartnerOptions(answers: PartnerAnswers) {
  const { keyFile, secretFile, publicUrl, origins, webhookFile, signIn } = answers;
  const isSafe =
    /^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(signIn) && URL.canParse(signIn);
  requireOption('session', signIn === '' || isSafe, 'must ask an https address: cookies are sent to it.');
  const readOrMakeUp = (name: string, file: string): string =>
    (file && readFileSecret(name, file)) || randomBytes(KEY_BYTES).toString('hex');
  return {
    credentials: {
      key: readOrMakeUp('SERVICE_KEY', keyFile),
      secret: readOrMakeUp('SERVICE_SECRET', secretFile),
    },
    keys: [{ kid: 'a', alg: 'HS256', key: randomBytes(KEY_BYTES), signs: true }],
    issuer: publicUrl,
    audience: publicUrl,
    origins: toOrigins(origins),
    session: async () => null,
    publicUrl,
    ...(webhookFile === '' ? {} : { webhooks: { secrets: [readFileSecret('WEBHOOK_SECRET', webhookFile)] } }),
  } satisfies Omit<ProxyOptions, 'upstream'>;
}

function toTenantOptions({ id, ...partner }: TenantAnswers): TenantOptions {
  const own = toPartnerOptions(partner);
  const { host } = URL.canParse(own.publicUrl) ? new URL(own.publicUrl) : { host: own.publicUrl };
  return { id, hosts: [host], ...own };
}

const checkOne = (answers: Answers): unknown =>
  checkOptions({ ...toCommonOptions(answers), ...toPartnerOptions(answers) });
const checkAll = (common: CommonAnswers, tenants: readonly TenantAnswers[]): unknown =>
  checkTenants({ ...toCommonOptions(common), tenants: tenants.map(toTenantOptions) }, (own) =>
    checkOptions(own),
  );

function findProblem(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof ProxyOptionError) return error.message;
    throw error;
  }
}

/** Makes who asks on standard error and reads answers from standard input. */
function createAsker() {
  const isTyped = process.stdin.isTTY === true;
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: isTyped });
  // In a terminal readline takes the key before it becomes a signal.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const given = lines[Symbol.asyncIterator]();

  /** Gives the answer to a question, null where there is none. */
  async function read(text: string, fallback: string | null): Promise<string | null> {
    // Without a terminal, no line break follows the question.
    lines.setPrompt(`${text}${fallback ? ` [${fallback}]` : ''}: ${isTyped ? '' : '\n'}`);
    lines.prompt();
    const line = await given.next();
    if (line.done) throw new CommandError('\nThe answers ended here. Nothing was written.');
    return line.value.trim() || fallback;
  }

  return {
    close: () => lines.close(),
    /**
     * Asks until the answer holds. Where nobody sits there, as in a script, one that does not hold ends it.
     *
     * @throws CommandError
     */
    async ask<All>(
      { name, text, fallback }: Question<All>,
      answers: All,
      check: (answers: All) => unknown,
    ): Promise<All> {
      for (;;) {
        const answer = await read(text, fallback);
        const next: All = { ...answers, [name]: answer };
        const problem = answer === null ? 'An answer is needed.' : findProblem(() => check(next));
        if (problem === null) return next;
        if (!isTyped) throw new CommandError(`${problem} Nothing was written.`);
        printNotice(problem);
      }
    },
  };
}
type Asker = ReturnType<typeof createAsker>;

async function askEach<All>(
  { ask }: Asker,
  questions: readonly Question<All>[],
  unanswered: All,
  check: (answers: All) => unknown,
): Promise<All> {
  let answers = unanswered;
  for (const question of questions)
    if (question.isAsked?.(answers) ?? true) answers = await ask(question, answers, check);
  return answers;
}

/** What `init` writes: the module's text, and folders for keys of its own, named from the module's folder. */
interface ToWrite {
  readonly text: string;
  readonly keyFolders: readonly string[];
}

async function askForOne(asker: Asker, folder: string): Promise<ToWrite> {
  const answers = await askEach(asker, QUESTIONS, { ...UNANSWERED_OF_ALL, ...UNANSWERED }, checkOne);
  return { text: writeConfigText(answers, answers, folder), keyFolders: ['secrets'] };
}

async function askForTenants(asker: Asker, folder: string): Promise<ToWrite> {
  const common = await askEach(asker, QUESTIONS_OF_ALL, UNANSWERED_OF_ALL, (answers) =>
    checkOne({ ...answers, ...UNANSWERED }),
  );
  const tenants: TenantAnswers[] = [];
  const check = (tenant: TenantAnswers) => checkAll(common, [...tenants, tenant]);
  for (;;) {
    const question = tenants.length === 0 ? ID : NEXT_ID;
    const named = await asker.ask(question, { id: '', ...UNANSWERED }, (tenant) =>
      tenant.id === '' ? null : check(tenant),
    );
    if (named.id === '') break;
    tenants.push(await askEach(asker, QUESTIONS_OF_TENANT, named, check));
  }
  return {
    text: writeTenantsText(common, tenants, folder),
    keyFolders: tenants.map(({ id }) => toKeyFolder(id)),
  };
}

/** Writes everything, or nothing. Throws a CommandError for a file that is there already. */
function writeAll(config: string, { text, keyFolders }: ToWrite): readonly string[] {
  const folder = dirname(config);
  const secrets = join(folder, 'secrets');
  const files: [path: string, text: string, mode: number][] = [
    ...keyFolders.flatMap((keys) =>
      OWN_SECRETS.map((name): [string, string, number] => [
        join(folder, keys, name),
        `${randomBytes(KEY_BYTES).toString('base64')}\n`,
        0o600,
      ]),
    ),
    // Whoever keeps the folder in git keeps the secrets out of it.
    [join(secrets, '.gitignore'), '*\n', 0o600],
    [config, text, 0o644],
  ];
  const there = files.find(([path]) => existsSync(path))?.[0];
  if (there !== undefined) throw new CommandError(`${there} is there already, and stays as it is.`);
  const made: string[] = [];
  const written: string[] = [];
  try {
    for (const [path, content, mode] of files) {
      const first = mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      if (first !== undefined) made.push(first);
      writeFileSync(path, content, { flag: 'wx', mode });
      written.push(path);
    }
  } catch (error) {
    for (const path of written) rmSync(path);
    for (const path of made) rmSync(path, { recursive: true, force: true });
    throw new CommandError(`Nothing was written: ${(error as Error).message}`);
  }
  return written;
}

export const initCommand: Command = {
  summary: 'writes a working configuration by asking',
  usage: `Usage: instrument-panel init [--config proxy.config.mts] [--tenants]
  --config   the file to write; one that is there is never overwritten
  --tenants  asks for several partners in one process, each with hosts, credentials and keys of its own
It asks for addresses and for files that hold secrets, never for a secret itself, and makes the keys of its own in a
folder secrets/ beside the configuration. Answers may come from standard input, a line each, in the order asked.`,
  async run(args) {
    const { values } = readArguments(args, { config: { type: 'string' }, tenants: { type: 'boolean' } });
    const config = resolve(values.config ?? 'proxy.config.mts');
    if (existsSync(config)) throw new CommandError(`${config} is there already, and stays as it is.`);
    // All is written in one turn, which no signal interrupts: either everything is there or nothing.
    process.once('SIGINT', () => {
      printNotice('\nNothing was written.');
      process.exit(130);
    });
    const asker = createAsker();
    const asking = values.tenants ? askForTenants(asker, dirname(config)) : askForOne(asker, dirname(config));
    const written = writeAll(config, await asking.finally(asker.close));
    for (const path of written) give(`wrote ${relative('.', path)}`);
    const name = relative('.', config);
    give(`Next:
  npx instrument-panel proxy --check --config ${name}    says what it would run as
  npx instrument-panel proxy --config ${name}            runs it, at port 4200 unless you add --port
  npx instrument-panel doctor --config ${name}${values.tenants ? ' --tenant ID' : '           '} tries each hop, while it runs
Keep secrets/ as long as the storage: without audit_key the trail cannot be verified, without mapping_key no link is found.`);
  },
};
