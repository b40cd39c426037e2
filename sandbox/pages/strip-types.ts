// By the module's name, since an older Node, which is told so by createSandbox, has no such export.
import * as nodeModule from 'node:module';

/** Removes the types of a script, without Node's warning that its function for this is experimental. */
export function stripTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return nodeModule.stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
