import type * as z from 'zod/mini';
import { ContractError } from './errors.ts';
import type { Readable } from './read.ts';

/**
 * Reads as {@link readTolerantly} does; what picks the sound items out of an unsound answer is fetched when there
 * is one, since nearly all are sound.
 *
 * @throws {ContractError} as `readTolerantly`, and where that cannot be fetched
 */
export async function readLazily<S extends z.ZodMiniType>(
  schema: S,
  raw: unknown,
  about: { readonly endpoint: string; readonly status: number },
): Promise<Readable<z.output<S>>> {
  const { success, data } = schema.safeParse(raw);
  if (success) return { data, unreadable: [] };
  const { readTolerantly } = await import('./read.ts').catch(() => {
    throw new ContractError('contract broken; what reads the rest is missing', {
      ...about,
      field: '',
    });
  });
  return readTolerantly(schema, raw, about);
}
