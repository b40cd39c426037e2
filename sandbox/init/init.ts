import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '../create-sandbox.ts';
import { ChoiceError, type Choices, FRONT_ENDS, INIT_USAGE, readChoices, SERVERS } from './choices.ts';

/** The project's examples: beside the built package as `templates`, in a checkout where they are. */
const [TEMPLATES = ''] = ['../templates', '../../examples']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .filter((path) => existsSync(path));

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};
const tarballOf = (name: string): string => `instrument-panel-${name}-${version}.tgz`;
const PACKAGES = ['client', 'proxy', 'sandbox', 'widget'] as const;

/** Replaces a part of an example that has to be there. */
function replace(text: string, part: string | RegExp, by: string): string {
  const replaced = text.replace(part, by);
  if (replaced === text) throw new Error(`The example has no ${part} any more.`);
  return replaced;
}

/** The page's own data: the example's, with patients of the sandbox, whose scores the elements read. */
async function toClinic(): Promise<string> {
  const sandbox = await createSandbox({ seed: 1, roster: 'clinic' });
  try {
    const [{ professionalId } = { professionalId: '' }] = sandbox.patients;
    const patients = sandbox.patients
      .filter((one) => one.professionalId === professionalId && one.answered.includes('PHQ-9'))
      .map(({ id, name }) => ({ id, name }));
    const example = readFileSync(join(TEMPLATES, 'widget', 'clinic.js'), 'utf8');
    const calls = example.slice(example.indexOf('const fetchToken'));
    const ids = { professionalId, formId: sandbox.instruments['PHQ-9'], patients };
    const data = Object.entries(ids).map(
      ([name, value]) => `export const ${name} = ${JSON.stringify(value, null, 2)};`,
    );
    const own = replace(calls, "'/session'", "'/panel/session'");
    return `${data.join('\n')}\n\n${replace(own, 'location.origin', "location.origin + '/panel'")}`;
  } finally {
    await sandbox.close();
  }
}

/** The files beside Next's example that only its being run by itself needs. */
function toNextFiles({ server }: Choices): Readonly<Record<string, string>> {
  const config = `const { SERVER_URL = 'http://127.0.0.1:3000' } = process.env;

export default {
  // A compressed stream of events would arrive late.
  compress: false,
  // Your server has the proxy; the pages' calls to it stay on their own origin.
  rewrites: () => [{ source: '/panel/:path*', destination: \`\${SERVER_URL}/panel/:path*\` }],
};
`;
  return {
    ...(server === 'next' ? {} : { 'next.config.js': config }),
    'app/staff/session/route.js': `import { professionalId } from '../../../../clinic.js';

/** The EHR's word on who is signed in, which the proxy asks for: yours has a cookie to look at. */
export const GET = () => Response.json({ sub: 'ana', professionalId });
`,
  };
}

/** The page of a bundler's project. */
function toPage({ front }: Choices): string {
  const { entry, title } = FRONT_ENDS[front];
  if (front === 'vite') {
    const page = readFileSync(join(TEMPLATES, 'widget', 'html', 'modules.html'), 'utf8');
    const bundled = replace(page, /\s*<!-- Without[\s\S]*?<\/script>/, '');
    return replace(bundled, './modules.js', entry ?? '');
  }
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Chart in ${title}</title>
    <script type="module" src="${entry}"></script>
  </head>
  <body>
    <main id="app"></main>
  </body>
</html>
`;
}

const toManifest = ({ front, server, folder, tarballs }: Choices): string => {
  const ours = PACKAGES.map((name) => [
    `@instrument-panel/${name}`,
    `file:${relative(folder, join(tarballs, tarballOf(name)))}`,
  ]);
  const dependencies = {
    ...Object.fromEntries(ours),
    ...SERVERS[server].packages,
    ...FRONT_ENDS[front].packages,
    ...(front === 'next' ? {} : { vite: '^8.0.0' }),
  };
  const scripts = { start: `node start.js ${server}` };
  const engines = { node: '>=22.18' };
  return `${JSON.stringify({ name: basename(folder), private: true, type: 'module', engines, scripts, dependencies }, null, 2)}\n`;
};

/** Where the proxy stands: Next has pages and route handlers in one application. */
const serverFolder = ({ front, server }: Choices): string => (front === server ? 'src' : 'server');

function toReadme(choices: Choices): string {
  const { front, server } = choices;
  const folder = serverFolder(choices);
  return `# ${FRONT_ENDS[front].title} with ${SERVERS[server].title}

\`\`\`sh
npm install   # the @instrument-panel packages come from tarballs: they are on no registry yet
npm start     # the page at http://localhost:5173; it needs Node 22.18 or newer
\`\`\`

| | |
|---|---|
| \`src/${FRONT_ENDS[front].folder}/\` | the chart |
| \`src/clinic.js\` | the page's own data, and how the elements get a token |
| \`${folder}/${server}/${server === 'next' ? 'app/panel/' : 'server.ts'}\` | your server, with the proxy under \`/panel\` |
| \`${folder}/proxy.config.ts\` | the proxy's options; \`session\` says who is signed in |
| \`start.js\` | starts a sandbox in the place of the service, the server, and ${front === 'next' ? 'Next' : 'Vite'} for the pages |
`;
}

async function write(choices: Choices): Promise<void> {
  const { front, server, folder } = choices;
  const put = (file: string, content: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  };
  const copy = (from: string, to: string) =>
    cpSync(join(TEMPLATES, from), join(folder, to), { recursive: true });
  // The configuration of Vite goes beside package.json.
  const isPages = (file: string): boolean => !file.endsWith('vite.config.js');
  const { folder: pages } = FRONT_ENDS[front];
  mkdirSync(join(folder, 'src'), { recursive: true });
  cpSync(join(TEMPLATES, 'widget', pages), join(folder, 'src', pages), { recursive: true, filter: isPages });
  copy(`proxy/${server}`, `${serverFolder(choices)}/${server}`);
  copy('proxy/proxy.config.ts', `${serverFolder(choices)}/proxy.config.ts`);
  copy('start.js', 'start.js');
  put('src/clinic.js', await toClinic());
  if (front === 'next')
    for (const [file, content] of Object.entries(toNextFiles(choices))) put(`src/next/${file}`, content);
  else if (front !== 'html') put('src/index.html', toPage(choices));
  const config = `widget/${pages}/vite.config.js`;
  if (existsSync(join(TEMPLATES, config))) copy(config, 'vite.config.js');
  put('package.json', toManifest(choices));
  put('README.md', toReadme(choices));
  put('.gitignore', 'node_modules\n.next\nnext-env.d.ts\nsrc/html/kit\n');
}

/** Writes an example. Gives the exit code: 2 for choices that cannot be. */
export async function runInit(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${INIT_USAGE}\n`);
    return 0;
  }
  try {
    const choices = await readChoices(args, PACKAGES.map(tarballOf));
    await write(choices);
    const place = relative('.', choices.folder) || '.';
    process.stdout.write(`Wrote ${place}. Now:\n  cd ${place} && npm install && npm start\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ChoiceError)) throw error;
    process.stderr.write(`${error.message}\n\n${INIT_USAGE}\n`);
    return 2;
  }
}
