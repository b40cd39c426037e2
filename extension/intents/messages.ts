import * as z from 'zod/mini';
import { FrameFacts, PlaceReport } from '../site/facts.ts';

const count = z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));
const text = (maxLength: number) => z.string().check(z.maxLength(maxLength));

/** Asks for an intent (intents.ts), whose own schema then checks the input. */
const AskMessage = z.strictObject({
  type: z.literal('ask'),
  id: count,
  /** The epoch of the context that the request belongs to; null if it concerns no patient. */
  epoch: z.nullable(text(100)),
  intent: text(100),
  input: z.unknown(),
});
export type AskMessage = z.infer<typeof AskMessage>;
/** Cancels a request: its answer is not needed any more. A write that was sent is not taken back. */
const DropMessage = z.strictObject({ type: z.literal('drop'), id: count });
export type DropMessage = z.infer<typeof DropMessage>;
/** Heartbeat of a visible panel or page: keeps the background awake. */
const HereMessage = z.strictObject({ type: z.literal('here') });

/** From a frame of a site to the background. Its renderer is the host page's, so that every message is checked. */
export const SiteMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('facts'), facts: FrameFacts, url: text(20_000) }),
  /** The frame shows a chart or a list, and wants the code of the panels. */
  z.strictObject({ type: z.literal('load') }),
  /** The document goes; the browser's own word of that may come later. */
  z.strictObject({ type: z.literal('left') }),
  /** The answer to `reread`. */
  z.strictObject({ type: z.literal('reread'), id: count, facts: FrameFacts }),
  /** Where the panel stands, and where it would stand badly. */
  z.strictObject({ type: z.literal('places'), report: PlaceReport }),
  AskMessage,
  DropMessage,
  HereMessage,
]);
export type SiteMessage = z.infer<typeof SiteMessage>;

/** From a page of the extension to the background. */
export const SurfaceMessage = z.discriminatedUnion('type', [
  /** The tab that the page shows from now on: one by its id, or the active one of a window, as it changes. */
  z.strictObject({
    type: z.literal('show'),
    at: z.union([z.strictObject({ tabId: z.int() }), z.strictObject({ windowId: z.int() })]),
  }),
  AskMessage,
  DropMessage,
  HereMessage,
]);
export type SurfaceMessage = z.infer<typeof SurfaceMessage>;
/** The tab that a page of the extension shows. */
export type TabPlace = Extract<SurfaceMessage, { type: 'show' }>['at'];
