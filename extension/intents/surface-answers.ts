import type {
  Application,
  BulkCancel,
  Instrument,
  LongitudinalAnalysisStatus,
  Notification,
  Patient,
  Recommendation,
  RecommendationHistory,
  Submission,
  Tag,
} from '@instrument-panel/client/contract';
import type { Profile } from '../profile/profile.ts';
import type { Explained } from '../site/explain.ts';
import type { FrameFacts } from '../site/facts.ts';
import type { ProfileFault } from '../words/faults/words.ts';
import type { Problem } from './port.ts';
import type { ChartReading, ItemReply } from './readings.ts';
import type { ProfileSource, SignInState } from './tab-look.ts';

/** A list that was read, and how many of its items could not be. */
export interface ListReply<T> {
  readonly items: readonly T[];
  readonly unreadable: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** By what a patient is recognised besides the key. */
export type SecondIdentifier = 'name' | 'birthday' | 'email' | 'phone';

/** The link of the page's key. */
export interface LinkReply {
  readonly patientId: string;
  readonly agreed: readonly SecondIdentifier[];
  /** What was given and is not on the service's record; of a registration. */
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
  /** What its document says that it is called; null where that was not read. */
  readonly name: string | null;
  readonly signIn: SignInState;
  /** Who is signed in, by name, where that was read. */
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

/** What one frame of a tab says when a profile is tried in it. */
export interface FrameTest {
  readonly frameId: number;
  readonly origin: string;
  /** What each part of the profile finds; null where the frame could not be entered. */
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

/** What support needs to know; nothing of any patient, page or token. */
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

/** What the specification does not show the answer of: any field may be missing. */
type AsFarAsSent<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

/** What each intent of a surface is answered with. */
export interface SurfaceAnswers {
  'chart.read': ChartReading;
  'item.read': ItemReply;
  'apply.patient': Patient;
  'apply.library': { readonly items: readonly Instrument[]; readonly unreadable: number };
  'apply.applications': { readonly items: readonly Application[]; readonly unreadable: number };
  'apply.applicationsOf': { readonly items: readonly Application[]; readonly unreadable: number };
  'apply.create': Application;
  'application.recur': Application;
  'application.finish': AsFarAsSent<Application>;
  'application.cancel': BulkCancel;
  'submission.cancel': AsFarAsSent<Submission>;
  'submission.delete': Record<never, never>;
  'history.read': {
    readonly applications: readonly Application[];
    readonly submissions: readonly Submission[];
    readonly unreadable: number;
    readonly at: number;
  };
  'analysis.read': LongitudinalAnalysisStatus;
  'notifications.read': ListReply<Notification>;
  'patient.resolve': LinkReply;
  'patient.link': LinkReply;
  'patient.register': LinkReply;
  'patient.unlink': Record<never, never>;
  'patient.inactivate': Record<never, never>;
  'patient.reactivate': Record<never, never>;
  'library.read': ListReply<Instrument>;
  'library.tags': ListReply<Tag>;
  'recommend.ask':
    | { readonly state: 'identifies'; readonly found: readonly (SecondIdentifier | 'key')[] }
    | { readonly state: 'answered'; readonly recommendation: Recommendation };
  'recommend.history': RecommendationHistory;
  'site.enable': Record<never, never>;
  'site.disable': Record<never, never>;
  /** `cancelled`: the person closed the window. */
  'sign.in': { readonly state: 'signed-in' | 'cancelled' };
  'sign.out': Record<never, never>;
  'profiles.list': ProfilesReply;
  'profiles.add': { readonly faults: readonly ProfileFault[]; readonly id: string | null };
  'profiles.remove': Record<never, never>;
  'profiles.from': { readonly name: string | null; readonly profiles: readonly ListedProfile[] };
  'profiles.forget': Record<never, never>;
  'profiles.draft': unknown;
  'profiles.discard': Record<never, never>;
  'profiles.test': TestReply;
  'point.start': Record<never, never>;
  'point.stop': Record<never, never>;
  'diagnostics.read': Diagnostics;
  'language.read': { readonly language: 'auto' | 'en' | 'pt-BR' };
  'language.set': Record<never, never>;
  'news.read': ListReply<NewsItem>;
  'badge.seen': Record<never, never>;
}

/** A refusal, as an asking page gets it. */
export type { Problem };
