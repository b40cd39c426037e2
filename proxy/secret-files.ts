/** Files of secrets that this process has read, and who else may read them. @module */
import { statSync } from 'node:fs';

const OTHERS_MAY_READ = 0o044;

/** One for the process: a configuration may import another copy of this package than the command that reads it. */
const PLACE = Symbol.for('instrument-panel.secret-files');
const shared = globalThis as { [PLACE]?: Map<string, number> };
const files = shared[PLACE] ?? new Map<string, number>();
shared[PLACE] = files;

/** Remembers a file that a secret was read from. Throws nothing. */
export function noteSecretFile(path: string): void {
  // There the mode says nothing about others.
  if (process.platform === 'win32') return;
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  if (mode !== undefined) files.set(path, mode & 0o777);
}

/** Says of each file of a secret that its group or everybody may read, in a sentence with the remedy. */
export const sayOpenFiles = (): string[] =>
  [...files]
    .filter(([, mode]) => (mode & OTHERS_MAY_READ) !== 0)
    .map(
      ([path, mode]) =>
        `The file of a secret ${path} can be read by ${mode & 0o004 ? 'everybody' : 'its group'} on this machine (mode ${mode.toString(8).padStart(4, '0')}). Make it readable by the user of the proxy alone: chmod 600.`,
    );
