import type { TabContext } from '../context/context.ts';
import type { FrameFacts } from '../site/facts.ts';

/** Where a profile came from. */
export type ProfileSource = 'package' | 'managed' | 'proxy' | 'own';

/**
 * How the sign-in at a proxy stands; `ended`: there was one, and the person has to sign in anew; `interrupted`: the
 * background was stopped while the sign-in window was open, and never heard what came of it.
 */
export type SignInState = 'signed-out' | 'signing-in' | 'signed-in' | 'ended' | 'interrupted' | 'unavailable';

/** What is known of one frame of a tab. */
export interface FrameLook {
  readonly frameId: number;
  readonly origin: string;
  readonly facts: FrameFacts;
  /** It is the one that shows the panel. */
  readonly mounts: boolean;
}

/** The profile that a tab's page belongs to. */
export interface SiteLook {
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
  /** New answers and answers with a high risk since somebody last looked. */
  readonly news: { readonly answers: number; readonly risks: number };
}

/** What a page of the extension sees of a tab. It is shown to the clinician, and kept nowhere. */
export interface TabLook {
  /** Null where there is no tab to look at. */
  readonly tabId: number | null;
  /** Origin of the page on top; null where the browser does not tell it, or the page is none of the web. */
  readonly origin: string | null;
  /** Null where no profile that is used matches the page. */
  readonly site: SiteLook | null;
  readonly context: TabContext;
  /** Frames in which a script of ours runs. */
  readonly frames: readonly FrameLook[];
  /** The person is pointing at something on the page. */
  readonly isPointing: boolean;
  /** Something was pointed at, and waits as a draft (`profiles.draft`). */
  readonly hasDraft: boolean;
  /** What the person chose that is spoken; `auto` follows the browser. */
  readonly language: 'auto' | 'en' | 'pt-BR';
  /** Profiles that are not used since they do not parse. */
  readonly faultyProfiles: number;
}
