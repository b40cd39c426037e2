import type { TabContext } from '../context/context.ts';
import type { FrameFacts, SiteRules } from '../site/facts.ts';

/** Name of the port between the script of a site, one for each frame, and the background. */
export const SITE_PORT = 'site';

/**
 * The message of a frame's first script (extension/entrypoints/knock.ts): whether the page concerns us. What answers
 * it is the script of the site, put into the frame, or nothing.
 */
export const KNOCK = 'knock';

/** From a frame of a site to the background. */
export type FromSite =
  | { readonly type: 'facts'; readonly facts: FrameFacts; readonly url: string }
  /** The frame shows a chart or list: its code is wanted. */
  | { readonly type: 'load' }
  | {
      readonly type: 'ask';
      readonly id: number;
      /** The epoch that the question belongs to; null for one of a list. */
      readonly epoch: string | null;
      readonly intent: string;
      readonly input: unknown;
    }
  /** Nobody waits for the answer any more. */
  | { readonly type: 'drop'; readonly id: number }
  /** Somebody looks at the panel: the background stays awake. */
  | { readonly type: 'here' }
  /** The answer to `reread`. */
  | { readonly type: 'reread'; readonly id: number; readonly facts: FrameFacts };

/** From the background to a frame of a site. */
export type ToSite =
  /** Null: the page does not concern us, and the script goes to rest. */
  | { readonly type: 'rules'; readonly rules: SiteRules | null }
  /** Address of the page on top, when it changed. */
  | { readonly type: 'top'; readonly url: string }
  /** Counts only where `version` is that of the frame's present facts. */
  | {
      readonly type: 'context';
      readonly version: number;
      readonly context: TabContext;
      /** This frame is the one that shows the panel. */
      readonly mounts: boolean;
    }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refusal'; readonly id: number; readonly problem: Problem }
  /** Everything is to be read anew, and told at once: before something is applied. */
  | { readonly type: 'reread'; readonly id: number }
  /** Something may have changed at the service; read again. */
  | { readonly type: 'changed'; readonly epoch: string | null }
  /** The keyboard shortcut (manifest command `toggle-panel`), to the frame that mounts. */
  | { readonly type: 'toggle' };

/** The codes that the background itself gives. */
export const PROBLEM_CODES = [
  /** The context went on: nothing is to be shown or said of it. */
  'stale',
  /** The background went away before it answered. */
  'lost',
  'offline',
  /** Nobody is signed in to the site's proxy, or no longer. */
  'signed-out',
  /** The EHR's key is of no patient of the service's yet. */
  'not-linked',
  /** The page and the service's record contradict each other. */
  'disagrees',
  /** The page says nothing beside the key that could be compared with the record: no write. */
  'unconfirmed',
  /** The patient on the page was not the same when it was read again: nothing was sent. */
  'changed',
  /** The input does not fit the intent. */
  'invalid',
  'forbidden',
  'not-found',
  'mismatch',
  'unreadable',
  'network',
  'busy',
  'service',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** Why something was not done, without a patient's data, a token or an address. */
export interface Problem {
  /** One of {@link PROBLEM_CODES}, or the service's own. */
  readonly code: string;
  readonly status: number | null;
  readonly traceId: string | null;
  /** True where a write may have been carried out though its answer was lost. */
  readonly isOutcomeUnknown: boolean;
}
