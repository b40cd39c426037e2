import type { TabContext } from '../context/context.ts';
import type { FrameFacts, PlaceReport, SiteRules } from '../site/facts.ts';
import type { ChosenLanguage } from '../words/languages.ts';

/**
 * The messages between the background and everything else, without their checks: this file must stay free of zod,
 * since the script of a site uses it in every frame (limit: 5 KB). What the background receives is declared and
 * checked in messages.ts.
 */

/** Name of the port between the script of a site, one for each frame, and the background. */
export const SITE_PORT = 'site';
/** Name of the port between a page of the extension (popup, options, side panel) and the background. */
export const SURFACE_PORT = 'surface';

/**
 * Message of a frame's first script (entrypoints/detect.ts), which asks whether the page concerns us. The background
 * answers by running the script of the site in the frame, or not at all.
 */
export const DETECT = 'detect';

/** Most rows that one `list.read` may name. */
export const LIST_ROWS_MAX = 500;

/** A {@link ToSite} or {@link ToSurface} message that settles a request. */
export type Settlement =
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refusal'; readonly id: number; readonly problem: Problem };

/** From the background to a frame of a site. */
export type ToSite =
  | Settlement
  /** Null: the page does not concern us, and the script goes to rest. */
  | { readonly type: 'rules'; readonly rules: SiteRules | null }
  /** Address of the top frame, when it changed. */
  | { readonly type: 'top'; readonly url: string }
  /** Counts only if `version` is that of the frame's present facts. */
  | {
      readonly type: 'context';
      readonly version: number;
      readonly context: TabContext;
      /** This frame is the one that shows the panel. */
      readonly mounts: boolean;
    }
  /** Whether it is being found out which patient this is, to the frame that would show the panel. */
  | { readonly type: 'waiting'; readonly isWaiting: boolean }
  /** Read everything again, and report at once: sent before something is written. */
  | { readonly type: 'reread'; readonly id: number }
  /** Something may have changed at the service; read again. */
  | { readonly type: 'changed'; readonly epoch: string | null }
  /** The keyboard shortcut (manifest command `toggle-panel`), to the frame that mounts. */
  | { readonly type: 'toggle' };

/** Places at which a panel can open the side panel. */
export const SIDE_PLACES = ['link', 'register', 'overview', 'recommend', 'sign-in'] as const;
export type SidePlace = (typeof SIDE_PLACES)[number];

/** From the background to a page of the extension. */
export type ToSurface =
  | Settlement
  /** After `show`, and whenever the status changes. With another epoch, drop everything of the previous patient. */
  | { readonly type: 'tab'; readonly status: TabStatus }
  /**
   * Something may have changed at the service; displayed data of this epoch, or of no patient, must be read again.
   * `submissionId`: where a tab without a patient hears of one answer; absent where it may be anything.
   */
  | { readonly type: 'changed'; readonly epoch: string | null; readonly submissionId?: number }
  /** A panel asked for a place of the side panel. */
  | { readonly type: 'go'; readonly at: SidePlace };

/** Why something was not done, without a patient's data, a token or an address. */
export interface Problem {
  /** A `ProblemCode` (words/problems.ts), or the service's own. */
  readonly code: string;
  readonly status: number | null;
  readonly traceId: string | null;
  /** True if a write may have been carried out though its answer was lost. */
  readonly isOutcomeUnknown: boolean;
}

/** A problem that is found without asking the service. */
export const plainProblem = (code: string, isOutcomeUnknown = false): Problem => ({
  code,
  status: null,
  traceId: null,
  isOutcomeUnknown,
});

/** Source of a profile. */
export type ProfileSource = 'package' | 'managed' | 'proxy' | 'own';

/**
 * State of the sign-in at a proxy; `ended`: there was one, and the person has to sign in again; `interrupted`: the
 * background was stopped while the sign-in window was open, and never heard what came of it.
 */
export type SignInState = 'signed-out' | 'signing-in' | 'signed-in' | 'ended' | 'interrupted' | 'unavailable';

/** Status of one frame of a tab. */
interface FrameStatus {
  readonly frameId: number;
  readonly origin: string;
  readonly facts: FrameFacts;
  /** How its places have turned out; absent before a panel was shown there. */
  readonly places?: PlaceReport;
  /** It is the one that shows the panel. */
  readonly mounts: boolean;
}

/** The profile that a tab's page belongs to. */
export interface SiteStatus {
  readonly profileId: string;
  readonly name: string;
  readonly version: number;
  readonly source: ProfileSource;
  /** Origin and prefix of its proxy. */
  readonly proxy: string;
  /** The person has it switched on, and the browser lets us onto its pages. */
  readonly isEnabled: boolean;
  readonly isGranted: boolean;
  /** Match patterns to ask the browser for, in the click that enables the site (`permissions.request`). */
  readonly asks: readonly string[];
  readonly signIn: SignInState;
  /** New answers and answers with a high risk since they were last seen. */
  readonly news: { readonly answers: number; readonly risks: number };
}

/** Status of a tab for a page of the extension. It is shown to the clinician, and stored nowhere. */
export interface TabStatus {
  /** Null where there is no tab to look at. */
  readonly tabId: number | null;
  /** Origin of the top frame; null if the browser does not report it, or the page is not a web page. */
  readonly origin: string | null;
  /** Null where no profile that is used matches the page. */
  readonly site: SiteStatus | null;
  readonly context: TabContext;
  /** Frames in which a script of ours runs. */
  readonly frames: readonly FrameStatus[];
  /** The person is pointing at something on the page. */
  readonly isPointing: boolean;
  /** Something was pointed at, and waits as a draft (`profiles.draft`). */
  readonly hasDraft: boolean;
  /** Language that the person chose; `auto` follows the browser. */
  readonly language: ChosenLanguage;
  /** Profiles that are not used since they do not parse. */
  readonly faultyProfiles: number;
}
