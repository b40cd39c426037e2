import * as z from 'zod/mini';

const count = z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));
const text = (most: number) => z.string().check(z.maxLength(most));

/** What a page of the extension can say (`FromSurface`). */
export const SurfaceMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('look'),
    at: z.union([z.strictObject({ tabId: z.int() }), z.strictObject({ windowId: z.int() })]),
  }),
  z.strictObject({
    type: z.literal('ask'),
    id: count,
    epoch: z.nullable(text(100)),
    intent: text(100),
    input: z.unknown(),
  }),
  z.strictObject({ type: z.literal('drop'), id: count }),
  z.strictObject({ type: z.literal('here') }),
]);
