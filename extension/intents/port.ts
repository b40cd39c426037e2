import type { TabContext } from '../context/context.ts';
import type { FrameFacts, SiteRules } from '../site/facts.ts';
import type { ProblemCode } from '../words/problems.ts';

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

export type { ProblemCode };

/** Why something was not done, without a patient's data, a token or an address. */
export interface Problem {
  /** A {@link ProblemCode}, or the service's own. */
  readonly code: string;
  readonly status: number | null;
  readonly traceId: string | null;
  /** True where a write may have been carried out though its answer was lost. */
  readonly isOutcomeUnknown: boolean;
}
