import { describeError, referenceOf } from '@instrument-panel/client/error-reference';
import { findConnectionCause } from './connection-cause.ts';

export { sayMisuse } from './say-misuse.ts';

/** What was explained already: all elements of a page meet the same refusal, over and over. */
const explained = new Set<string>();

/** An error as the elements have it: of the client, or of their own. */
interface Explainable extends Error {
  readonly code?: unknown;
  readonly endpoint?: string;
}

/**
 * Explains an error on the console, once: its code, cause and remedy, and where they stand in the reference. The
 * message of an error that has no code of ours is left out, since it may repeat what it was given.
 *
 * @param baseUrl address that was asked; without it, nothing is found out of a connection that failed
 */
export async function explainError(
  { localName }: Element,
  { code, endpoint, name, message }: Explainable,
  baseUrl?: string | null,
): Promise<void> {
  const described = describeError(typeof code === 'string' ? code : 'service');
  const what = typeof code === 'string' ? message : name;
  const key = `${endpoint} ${code} ${what}`;
  if (explained.has(key)) return;
  explained.add(key);
  const { cause, remedy } =
    (code === 'NETWORK' && baseUrl && (await findConnectionCause(baseUrl).catch(() => null))) || described;
  console.error(
    [
      `<${localName}> ${what}`,
      `  Code: ${code ?? 'none'}`,
      `  Cause: ${cause}`,
      `  Remedy: ${remedy}`,
      `  Reference: ${referenceOf(described.code)}`,
    ].join('\n'),
  );
}
