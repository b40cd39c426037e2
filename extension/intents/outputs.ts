import type {
  Application,
  Instrument,
  Patient,
  Recommendation,
  ScaleSummary,
  ScoredSubmission,
  ScoreGraphSummary,
  Submission,
} from '@instrument-panel/client/contract';
import type { Listed } from '@instrument-panel/shared/panel/read-all';
import type { ProfileFault } from '../profile/parse.ts';
import type { Profile } from '../profile/profile.ts';
import type { Explained } from '../site/explain.ts';
import type { FrameFacts } from '../site/facts.ts';
import type { ProfileSource, SignInState } from './protocol.ts';

/** Answer of an intent that has nothing to say but that it was carried out. */
export type Done = Record<never, never>;

/** Answer to `chart.read`. */
export interface ChartSnapshot {
  readonly patient: Patient;
  /** UUID of the professional who is signed in, author of applications made here. */
  readonly professionalId: string;
  /** Every application of the patient. */
  readonly applications: readonly Application[];
  readonly courses: readonly CourseSnapshot[];
  /** Items that could not be read, in all. */
  readonly unreadable: number;
  /** Which second identifiers the page and the service's record agree in. Applying needs one of them at least. */
  readonly agreed: readonly ('name' | 'birthday' | 'email' | 'phone')[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The course of one instrument. */
export interface CourseSnapshot {
  readonly formId: string;
  /** Null where it could not be read, `failure` says why. */
  readonly graph: ScoreGraphSummary | null;
  readonly failure: string | null;
  /** Null where it could not be read. */
  readonly instrument: Instrument | null;
  readonly submissions: readonly Submission[];
}

/** Answer to `item.read`. */
export interface ItemReply {
  readonly submission: Submission;
  readonly instrument: Instrument | null;
  readonly unreadable: number;
  readonly at: number;
}

/** Content of the mark in one row. */
export type RowSnapshot =
  | { readonly state: 'unlinked' }
  /** The row's name or birthday and the service's record contradict each other: nothing is shown. */
  | { readonly state: 'disagrees' }
  | {
      readonly state: 'course';
      readonly patientId: string;
      readonly submissions: readonly ScoredSubmission[];
    };

/** Answer to `list.read`: one for each row asked, in its order, and the scales of what is shown. */
export interface ListSnapshot {
  readonly rows: readonly RowSnapshot[];
  readonly scales: Readonly<Record<string, ScaleSummary | null>>;
  readonly unreadable: number;
  readonly at: number;
}

/** A list that was read, and how many of its items could not be. */
export interface ListReply<T> extends Listed<T> {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** By what a patient is recognised besides the key. */
type SecondIdentifier = 'name' | 'birthday' | 'email' | 'phone';

/** The link of the page's key. */
export interface LinkReply {
  readonly patientId: string;
  readonly agreed: readonly SecondIdentifier[];
  /** Identifiers that were entered and are not on the service's record; of a registration. */
  readonly notStored: readonly SecondIdentifier[];
}

/** A profile that is known, whether it is used or not. */
export interface ListedProfile {
  readonly source: ProfileSource;
  /** Address of the proxy whose document it came from; null for other sources. */
  readonly from: string | null;
  /** Null for one that does not parse. */
  readonly profile: Profile | null;
  /** The id as it was given, for one that does not parse. */
  readonly id: string;
  /** Why it is not used; null for one that is. */
  readonly unused: 'faults' | 'older' | 'switched-off' | 'overridden' | null;
  readonly faults: readonly ProfileFault[];
  /** The browser lets us onto its pages. */
  readonly isGranted: boolean;
  /** The person has it switched on. */
  readonly isEnabled: boolean;
}

/** A proxy that a profile, or a person, named. */
export interface ListedProxy {
  readonly proxy: string;
  /** Name in its document; null if that was not read. */
  readonly name: string | null;
  readonly signIn: SignInState;
  /** Name of who is signed in; null if it was not read. */
  readonly who: string | null;
  /** When the sign-in ends unless it is renewed, milliseconds since the epoch. */
  readonly until: number | null;
  /** Why its document could not be read the last time; null where it could. */
  readonly failure: string | null;
}

export interface ProfilesReply {
  readonly profiles: readonly ListedProfile[];
  readonly proxies: readonly ListedProxy[];
}

/** Result of testing a profile in one frame of a tab. */
export interface FrameTest {
  readonly frameId: number;
  readonly origin: string;
  /** Findings of each part of the profile; null if the frame could not be entered. */
  readonly explained: Explained | null;
  readonly facts: FrameFacts | null;
}

export interface TestReply {
  /** Not empty: the profile does not parse, and nothing was tried. */
  readonly faults: readonly ProfileFault[];
  /** The address of the tab's page is among those that the profile matches. */
  readonly isMatched: boolean;
  readonly frames: readonly FrameTest[];
}

/** A new answer that the badge counts. It names the patient, and is shown in pages of the extension only. */
export interface NewsItem {
  readonly submissionId: number;
  readonly patientId: string;
  /** As the service's record has it; null where it could not be read. */
  readonly patientName: string | null;
  /** Short title of the instrument, or its title; null where neither is known. */
  readonly instrument: string | null;
  /** RFC 3339; null where the service gives none. */
  readonly answeredAt: string | null;
  readonly isRisk: boolean;
}

/** Diagnostics for support, without anything about a patient, a page or a token. */
export interface Diagnostics {
  readonly version: string;
  readonly browser: 'chromium' | 'firefox';
  readonly language: string;
  readonly profiles: readonly {
    readonly id: string;
    readonly version: number;
    readonly source: ProfileSource;
    readonly isGranted: boolean;
    readonly isEnabled: boolean;
  }[];
  readonly proxies: readonly { readonly origin: string; readonly signIn: SignInState }[];
  /** Ids of the content scripts that the browser has registered. */
  readonly registered: readonly string[];
  readonly tabs: number;
  readonly frames: number;
  /** Messages that were refused since the background started, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** Failures of requests since the background started, by code. */
  readonly failures: Readonly<Record<string, number>>;
  /** Milliseconds for which this background has been running. */
  readonly runningFor: number;
}

/** The service's documentation does not show this answer: any field may be missing. */
export type UncheckedReply<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

/** Answer to `history.read`. */
export interface HistoryReply {
  readonly applications: readonly Application[];
  readonly submissions: readonly Submission[];
  readonly unreadable: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Answer to `recommend.ask`; `identifies`: the text names the patient, and was not sent. */
export type RecommendationReply =
  | { readonly state: 'identifies'; readonly found: readonly (SecondIdentifier | 'key')[] }
  | { readonly state: 'answered'; readonly recommendation: Recommendation };

export interface AddedProfile {
  /** Not empty: the profile does not parse, and was not stored. */
  readonly faults: readonly ProfileFault[];
  readonly id: string | null;
}

export interface ProxyProfilesReply {
  readonly name: string | null;
  readonly profiles: readonly ListedProfile[];
}
