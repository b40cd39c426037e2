import type * as z from 'zod/mini';
import type { Platform } from './platform.ts';

/** Reads what an area holds under a prefix, by the rest of each key; what does not parse is left out. */
export async function readStored<S extends z.ZodMiniType>(
  area: Pick<Platform['storage']['session'], 'get'>,
  prefix: string,
  schema: S,
): Promise<Map<string, z.output<S>>> {
  const stored = new Map<string, z.output<S>>();
  for (const [key, value] of Object.entries(await area.get(null))) {
    const { success, data } = schema.safeParse(value);
    if (success && key.startsWith(prefix)) stored.set(key.slice(prefix.length), data);
  }
  return stored;
}
