import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

const NEXT = { next: '16.4.5', react: '^19.3.1', 'react-dom': '^19.3.1' } as const;

/** Front ends: title, folder below `examples/widget`, entry module for Vite, and packages to install. */
export const FRONT_ENDS = {
  html: { title: 'plain HTML', folder: 'html', entry: null, packages: {} },
  vite: { title: 'Vite', folder: 'html', entry: './html/modules.js', packages: {} },
  react: {
    title: 'React',
    folder: 'react',
    entry: './react/components.tsx',
    packages: { react: '^19.3.1', 'react-dom': '^19.3.1', '@vitejs/plugin-react': '^6.0.0' },
  },
  vue: {
    title: 'Vue',
    folder: 'vue',
    entry: './vue/main.js',
    packages: { vue: '^3.5.45', '@vitejs/plugin-vue': '^6.0.0' },
  },
  svelte: {
    title: 'Svelte',
    folder: 'svelte',
    entry: './svelte/main.js',
    packages: { svelte: '^5.0.0', '@sveltejs/vite-plugin-svelte': '^7.0.0' },
  },
  angular: {
    title: 'Angular',
    folder: 'angular',
    entry: './angular/main.ts',
    packages: Object.fromEntries([
      ...['common', 'compiler', 'core', 'platform-browser'].map((name) => [`@angular/${name}`, '^22.2.6']),
      ['rxjs', '^7.8.2'],
    ]),
  },
  next: { title: 'Next', folder: 'next', entry: null, packages: NEXT },
} as const;

export const SERVERS = {
  express: { title: 'Express', packages: { express: '^5.3.0' } },
  fastify: { title: 'Fastify', packages: { fastify: '^5.12.8' } },
  hono: { title: 'Hono', packages: { hono: '^4.13.19', '@hono/node-server': '^2.1.8' } },
  // Its route handler is in TypeScript, for which Next would install these by itself.
  next: {
    title: 'Next',
    packages: { ...NEXT, typescript: '^5.9.0', '@types/node': '^24.19.2', '@types/react': '^19.3.0' },
  },
} as const;

/** What the example is made of. */
export interface Choices {
  readonly front: keyof typeof FRONT_ENDS;
  readonly server: keyof typeof SERVERS;
  /** Absolute, not there yet or empty. */
  readonly folder: string;
  /** Absolute; it has the four packages. */
  readonly tarballs: string;
}

/** Thrown for a choice that does not exist; its message lists those that do. */
export class ChoiceError extends Error {
  override readonly name = 'ChoiceError';
}

const names = (table: object): string => Object.keys(table).join(', ');

export const INIT_USAGE = `Usage: instrument-panel-sandbox init [--front ${Object.keys(FRONT_ENDS).join('|')}]
         [--server ${Object.keys(SERVERS).join('|')}] [--folder FOLDER] [--tarballs FOLDER]
  --tarballs  where \`npm run pack\` has written the packages, which are on no registry yet  (dist)`;

const text = { type: 'string' } as const;
const OPTIONS = { front: text, server: text, folder: text, tarballs: { ...text, default: 'dist' } } as const;

function parseChoice<Table extends object>(flag: string, given: string, table: Table): keyof Table {
  if (Object.hasOwn(table, given)) return given as keyof Table;
  throw new ChoiceError(`--${flag} must be one of ${names(table)}; got "${given}".`);
}

/**
 * Reads the flags, and asks for what they leave out, if somebody is there to answer.
 * @throws ChoiceError
 */
export async function readChoices(args: readonly string[], packages: readonly string[]): Promise<Choices> {
  let values: { front?: string; server?: string; folder?: string; tarballs: string };
  try {
    ({ values } = parseArgs({ args: [...args], options: OPTIONS }));
  } catch (error) {
    throw new ChoiceError(error instanceof Error ? error.message : String(error));
  }
  const tarballs = resolve(values.tarballs);
  const missing = packages.find((file) => !existsSync(join(tarballs, file)));
  if (missing) {
    throw new ChoiceError(
      `There is no ${missing} in ${tarballs}. The packages are on no registry yet: run \`npm run pack\` in a checkout of instrument-panel, and name its folder dist with --tarballs.`,
    );
  }
  const asked = process.stdin.isTTY
    ? createInterface({ input: process.stdin, output: process.stdout })
    : null;
  const ask = async (flag: keyof typeof OPTIONS, question: string): Promise<string> => {
    const given = values[flag] ?? (await asked?.question(`${question}: `));
    if (given) return given;
    throw new ChoiceError(`Pass --${flag}: without a terminal there is nobody to ask.`);
  };
  try {
    const front = parseChoice('front', await ask('front', `Front end (${names(FRONT_ENDS)})`), FRONT_ENDS);
    const server = parseChoice('server', await ask('server', `Server (${names(SERVERS)})`), SERVERS);
    const folder = resolve(await ask('folder', 'Folder'));
    if (existsSync(folder) && readdirSync(folder).length > 0)
      throw new ChoiceError(`${folder} is not empty. Name a folder that is not there yet.`);
    return { front, server, folder, tarballs };
  } finally {
    asked?.close();
  }
}
