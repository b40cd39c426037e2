/**
 * `npm run verify -- FILE`: builds this source again, and says whether a tarball or an extension's zip is it.
 *
 * @module
 */
import { existsSync, mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { compareArchives, readArchive } from './archive.ts';
import { readCommandLine, readOptions, UsageError } from './arguments.ts';
import { buildPackages, packPackages } from './packages.ts';
import { BuildError, build } from './program.ts';

const USAGE = `npm run verify -- FILE

  FILE   a tarball of \`npm run pack\`, or a zip of \`npm run extension\` for the stores, under the name that it was
         written with
  Ends with 0 if it is this source to the byte, else with 1 and a list of the files that differ.`;

const ZIP = /^instrument-panel-[\d.]+-(chrome|edge|firefox)\.zip$/;
const TARBALL = /^instrument-panel-(client|proxy|sandbox|widget)-\d[\w.-]*\.tgz$/;

const file = readCommandLine(USAGE, (args) => {
  const [given, ...more] = readOptions({ args, allowPositionals: true, options: {} }).positionals;
  if (given === undefined || more.length > 0) throw new UsageError('One file is needed');
  if (!existsSync(given)) throw new UsageError(`No such file: ${given}`);
  const isKnown = ZIP.test(basename(given)) || TARBALL.test(basename(given));
  if (!isKnown) throw new UsageError(`Not a name that this project gives: ${basename(given)}`);
  return given;
});

/** Builds the file of the same name in a folder, and gives its path. */
async function buildAgain(name: string, folder: string): Promise<string> {
  const [, browser] = ZIP.exec(name) ?? [];
  if (browser === undefined) {
    await buildPackages(join(folder, 'packages'));
    await packPackages(join(folder, 'packages'), folder);
  } else {
    const env = { ...process.env, NODE_ENV: 'production', INSTRUMENT_PANEL_EXTENSION_FOLDER: folder };
    await build('wxt', ['zip', '-b', browser, '--mode', 'production'], { env });
  }
  return join(folder, name);
}

using scratch = mkdtempDisposableSync(join(tmpdir(), 'instrument-panel-verify-'));
try {
  const made = await buildAgain(basename(file), scratch.path);
  if (!existsSync(made)) {
    console.log(`${file} is of another version than this source.`);
    process.exitCode = 1;
  } else {
    const [given, own] = [readFileSync(file), readFileSync(made)];
    const differing = given.equals(own) ? [] : compareArchives(readArchive(given), readArchive(own));
    if (given.equals(own)) console.log(`${file} is this source, to the byte.`);
    else {
      const only =
        'Every file in it is this source; only the archive around them was written in another way.';
      console.log(
        [`${file} is not this source:`, ...(differing.length > 0 ? differing : [only])].join('\n  '),
      );
      process.exitCode = 1;
    }
  }
} catch (error) {
  if (!(error instanceof BuildError || error instanceof RangeError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
