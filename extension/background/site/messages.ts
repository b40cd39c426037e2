import * as z from 'zod/mini';
import { IDENTIFIER_KINDS } from '../../profile/profile.ts';

const count = z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));
const text = (most: number) => z.string().check(z.maxLength(most));

/** As a frame's script tells them; no longer than a page's own words could make them. */
const FrameFacts = z.strictObject({
  version: count,
  type: z.enum(['chart', 'list', 'none']),
  page: z.nullable(count),
  found: z
    .array(z.strictObject({ kind: z.enum(IDENTIFIER_KINDS), system: text(100), value: text(1_000) }))
    .check(z.maxLength(20)),
  gaps: z
    .array(
      z.union([
        z.strictObject({
          why: z.enum(['missing', 'unreadable', 'selector', 'disagree']),
          // -1: a selector of the page itself.
          source: z.int().check(z.gte(-1), z.lte(1_000)),
        }),
        z.strictObject({ why: z.literal('place') }),
      ]),
    )
    .check(z.maxLength(40)),
  place: z.nullable(count),
});

/** What a frame of a site can say (`FromSite`). */
export const SiteMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('facts'), facts: FrameFacts, url: text(20_000) }),
  z.strictObject({ type: z.literal('load') }),
  z.strictObject({
    type: z.literal('ask'),
    id: count,
    epoch: z.nullable(text(100)),
    intent: text(100),
    input: z.unknown(),
  }),
  z.strictObject({ type: z.literal('drop'), id: count }),
  z.strictObject({ type: z.literal('here') }),
  z.strictObject({ type: z.literal('reread'), id: count, facts: FrameFacts }),
]);
export type SiteMessage = z.infer<typeof SiteMessage>;
