import type { IdentifierKind, Page, Profile } from '../profile/profile.ts';

/** One identifier that a source of the profile found, made comparable (blanks, a birthday as `YYYY-MM-DD`). */
export interface Identifier {
  readonly kind: IdentifierKind;
  /** Empty where the profile names none. */
  readonly system: string;
  readonly value: string;
}

/** Why a frame cannot say who the patient is, or where something could stand. */
export type Gap =
  /** A source that has to find something found nothing. */
  | { readonly why: 'missing'; readonly source: number }
  /** What was found does not look like what it should be: the pattern, a day. */
  | { readonly why: 'unreadable'; readonly source: number }
  /** A selector is none. */
  | { readonly why: 'selector'; readonly source: number }
  /** Two sources of one kind and system found different values. */
  | { readonly why: 'disagree'; readonly source: number }
  /** No place was found and visible. */
  | { readonly why: 'place' };

/** What one frame of a site is at one moment, and whom it says the patient is. */
export interface FrameFacts {
  /** Counts up with each change within the frame's document. */
  readonly version: number;
  readonly type: Page['type'];
  /** Index among the profile's pages; null where none matched, `type` is `none` then. */
  readonly page: number | null;
  readonly found: readonly Identifier[];
  readonly gaps: readonly Gap[];
  /** Index among the page's places; null where the frame has none to show something in. */
  readonly place: number | null;
}

/** What the script of a site is told: the profile as far as a frame needs it. */
export interface SiteRules {
  readonly profileId: string;
  readonly settle: number;
  readonly pages: Profile['pages'];
  /** Address of the page on top. */
  readonly top: string;
  /** Attributes whose changes matter: those that the pages speak of, and those that hide and show. All where absent. */
  readonly attributes?: readonly string[];
  /** BCP 47 tag that the user chose for the extension; the browser's own where absent. */
  readonly language?: string;
}
