import { stripTypeScriptTypes } from 'node:module';

/** Removes the types of a script, without Node's warning that its function for this is experimental. */
export function stripTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
