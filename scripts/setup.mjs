/**
 * The first step of every command of the README: installs what is missing, then runs `scripts/TASK.ts` on the
 * project's own Node. Plain JavaScript without dependencies, since it runs on whatever Node the machine has
 * and before anything is installed.
 *
 * Usage: node scripts/setup.mjs TASK [arguments of the task]
 *
 * @module
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aptInstall, browserInstallers, canApt, findBrowser } from './browser.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');

/** Compiles the words of all rooms, which every task needs; done within 0.2 s where nothing has changed. */
const WORDS = 'scripts/words/compile.ts';

/**
 * Each task's script, whether it needs a Chromium, the programs that it starts, those that it needs in CI besides, and one
 * that makes it faster. A task reads its arguments itself (`parses`), takes those of a pattern (`takes`), or none.
 */
const TASKS = {
  demo: { script: 'scripts/demo.ts', parses: true },
  dev: { script: 'scripts/dev.ts', parses: true },
  playground: { script: 'scripts/playground.ts', parses: true },
  sandbox: { script: 'sandbox/serve.ts', parses: true },
  proxy: { script: 'proxy/serve.ts', parses: true },
  check: { script: 'scripts/check.ts' },
  build: { script: 'scripts/build.ts' },
  pack: { script: 'scripts/pack.ts' },
  verify: { script: 'scripts/verify.ts', parses: true },
  extension: { script: 'scripts/extension.ts', parses: true },
  openapi: { script: 'scripts/openapi.ts', takes: /^[^-]/ },
  docs: { script: 'scripts/docs.ts', parses: true },
  words: { script: WORDS },
  pictures: { script: 'test/pictures/take.ts', takes: /^[^-]/, browser: true },
  test: {
    script: 'scripts/test.ts',
    parses: true,
    browser: true,
    programs: ['redis-server', 'postgres', 'pdftotext'],
    inCi: ['promtool'],
    faster: 'chromium-headless-shell',
  },
  'test:engines': { script: 'test/engines/run.ts' },
  'test:soak': {
    script: 'test/soak/run.ts',
    browser: true,
    programs: ['redis-server', 'postgres', 'faketime'],
  },
  bench: {
    script: 'test/bench/run.ts',
    takes:
      /^(?:--(?:widget|graph|moments|axis|lists|requests|extension|proxy|caseload|rounds|against)|\d+|\/.*)$/,
    browser: true,
    programs: ['nginx', 'redis-server'],
  },
};

const say = (line) => process.stderr.write(`${line}\n`);

function fail(message) {
  say(`\nSet-up stopped: ${message}`);
  process.exit(1);
}

/** The Node that the `node` package brought, or null. */
function findOwnNode() {
  const binary = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(binary)) return null;
  return spawnSync(binary, ['--version']).status === 0 ? binary : null;
}

/** Runs a program to its end, and tells whether it succeeded. */
function succeeds([command, ...args], shell = false) {
  // Progress goes to standard error: the last line of standard output belongs to the task.
  const stdio = ['ignore', process.stderr.fd, process.stderr.fd];
  return spawnSync(command, args, { cwd: root, stdio, shell }).status === 0;
}

function npm(args) {
  const cli = process.env.npm_execpath;
  return cli !== undefined && /\.c?js$/.test(cli)
    ? succeeds([process.execPath, cli, ...args])
    : succeeds(['npm', ...args], process.platform === 'win32');
}

/** True if the system has libatomic1, and where it cannot be asked. */
function hasLibatomic() {
  const { error, stdout } = spawnSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' });
  return error !== undefined || stdout.includes('libatomic.so.1');
}

/** Installs what Node 26 needs and a small Debian does not have: without it the install scripts of packages fail. */
function installLibatomic() {
  if (hasLibatomic() || !canApt()) return;
  say('Installing libatomic1 …');
  aptInstall('libatomic1').every((command) => succeeds(command));
}

/** Installs what package-lock.json names, where that is not there yet; gives the project's own Node. */
function installPackages() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).digest('hex');
  const marker = join(modules, '.instrument-panel-installed');
  const installed = existsSync(marker) ? readFileSync(marker, 'utf8') : '';
  const present = findOwnNode();
  if (installed === wanted && present !== null) return present;
  installLibatomic();
  say('Installing the packages of package-lock.json (about half a minute, once) …');
  const [, npmMajor] = /^npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? [];
  // npm 9, which Debian 13 has, misses optional peers in the lock file, which later ones leave out of it.
  const peers = Number(npmMajor) < 10 ? ['--legacy-peer-deps'] : [];
  if (!npm(['ci', ...peers, '--no-audit', '--no-fund', '--loglevel=error'])) {
    const remedy = hasLibatomic() ? 'Check the network and the npm registry' : 'Install libatomic1';
    fail(`\`npm ci\` failed; its own message is above. ${remedy}, and run the command again.`);
  }
  // Where install scripts are switched off, the two packages that carry a binary are finished by name.
  if (findOwnNode() === null)
    npm(['rebuild', 'node', 'esbuild', '--ignore-scripts=false', '--loglevel=error']);
  const node = findOwnNode();
  if (node === null) {
    fail(
      'the package `node` (Node 26) has no binary that starts. Run `npm rebuild node --ignore-scripts=false`.',
    );
  }
  writeFileSync(marker, wanted);
  return node;
}

function installBrowser() {
  if (findBrowser() !== null) return;
  for (const { name, commands } of browserInstallers()) {
    say(`Installing a browser: ${name} …`);
    commands.every((command) => succeeds(command));
    if (findBrowser() !== null) return;
    say(`That gave no browser that starts; trying the next way.`);
  }
  fail(
    'no Chromium could be installed. Install one, or set INSTRUMENT_PANEL_CHROMIUM to the path of its program.',
  );
}

/** The Debian package of a program, where it bears another name. */
const PACKAGES = {
  pdftotext: 'poppler-utils',
  nginx: 'nginx-light',
  postgres: 'postgresql',
  promtool: 'prometheus',
};

/** Some of Debian's servers lie in /usr/sbin, or in a folder of their version, which not every shell looks into. */
const foldersOf = (program) => {
  const versions = '/usr/lib/postgresql';
  return program === 'postgres' && existsSync(versions)
    ? ['', ...readdirSync(versions).map((version) => `${versions}/${version}/bin/`)]
    : ['', '/usr/sbin/'];
};
const isThere = (program) =>
  foldersOf(program).some((folder) => spawnSync(folder + program, ['-v']).error === undefined);

function installPrograms(programs) {
  const missing = programs.filter((program) => !isThere(program));
  if (missing.length === 0) return;
  const packages = missing.map((program) => PACKAGES[program] ?? program);
  for (const command of canApt() ? aptInstall(...packages) : []) {
    say(`Installing ${packages.join(' and ')} …`);
    succeeds(command);
  }
  const still = missing.filter((program) => !isThere(program));
  if (still.length > 0)
    fail(`${still.join(' and ')} could not be installed. Install it, and run this again.`);
}

/** Debian's package of a program that a task can do without; tried once, since not every system has it. */
function installFaster(program) {
  const tried = join(modules, `.instrument-panel-tried-${program}`);
  if (isThere(program) || existsSync(tried) || !canApt()) return;
  say(`Installing ${program}, in which the tests are a fifth faster …`);
  aptInstall(program).every((command) => succeeds(command));
  if (!isThere(program)) say('It is not to be had here; the tests run in Chromium itself.');
  writeFileSync(tried, '');
}

function compileWords(node) {
  if (!succeeds([node, join(root, WORDS)]))
    fail('the words cannot be compiled; what is wrong with them is above.');
}

/** Runs the task on the project's own Node, hands signals on, and takes over its exit code. */
function run(node, script, args) {
  const path = [join(modules, '.bin'), process.env.PATH].join(process.platform === 'win32' ? ';' : ':');
  const child = spawn(node, [join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}

const [task, ...args] = process.argv.slice(2);
const wanted = Object.hasOwn(TASKS, task ?? '') ? TASKS[task] : undefined;
if (!wanted) fail(`there is no task "${task ?? ''}". There are: ${Object.keys(TASKS).join(', ')}.`);
const unknown = wanted.parses ? undefined : args.find((one) => !wanted.takes?.test(one));
if (unknown !== undefined) {
  say(`npm run ${task} does not know the argument "${unknown}"${wanted.takes ? '' : '; it takes none'}.`);
  process.exit(2);
}
const [major] = process.versions.node.split('.').map(Number);
if (major < 20) fail(`Node ${process.versions.node} is too old for the set-up; Node 20 or newer is needed.`);
const node = installPackages();
if (task !== 'words') compileWords(node);
if (wanted.browser || (task === 'demo' && args.includes('--extension'))) installBrowser();
if (wanted.programs)
  installPrograms([...wanted.programs, ...(process.env.CI === 'true' ? (wanted.inCi ?? []) : [])]);
if (wanted.faster) installFaster(wanted.faster);
run(node, wanted.script, args);
