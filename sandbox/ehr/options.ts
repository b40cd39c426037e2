import type { Hono } from 'hono';
import type { SandboxLanguage } from '../words/index.ts';
import type { Session, Sessions, StaffMember } from './staff.ts';

/** A sign-in that the page shows, because it is a demonstration. */
export interface DemoSignIn {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** What the guided tour shows: patients by full name, and pictures; and whether phones take part in it. */
export interface TourSubjects {
  /** One with a risk flag in the latest answer. */
  readonly flagged: string;
  /** One with a long course, to whom a questionnaire is sent. */
  readonly course: string;
  /** Folder with the pictures of the extension that `sandbox/ehr/extension-pictures.ts` names. */
  readonly extension: URL;
  /** True if a phone in the room can open the patients' links. */
  readonly hasPhones: boolean;
}

/** Options of the demo EHR. */
export interface EhrOptions {
  /**
   * Origin that browsers open. Without it, or with a loopback one, the EHR answers at every loopback name
   * (localhost, 127.0.0.1) and at no other.
   */
  readonly publicUrl?: string;
  /** Origin of the proxy; a function if it is known only once the EHR listens. */
  readonly proxyUrl: string | (() => string);
  readonly staff: readonly StaffMember[];
  /** Shown on the sign-in page. Default: none. */
  readonly demoSignIns?: readonly DemoSignIn[];
  /** Path of the widget's bundle, as `scripts/build-widget.ts` writes it. */
  readonly widgetFile: string;
  /** Origin of the sandbox, whose control pages the foot of each page leads to. Default: none. */
  readonly sandboxUrl?: string;
  /** Front ends beside the EHR's own pages. Default: none. */
  readonly frontEnds?: readonly FrontEnd[];
  /** Page that everybody begins at. Default: the patient list. */
  readonly firstPage?: '/patients' | '/caseload';
  /**
   * False for the records system of somebody else, which has neither our elements nor the service's data: the extension
   * brings them. Default: true.
   */
  readonly hasElements?: boolean | undefined;
  /** Patients whom a guided tour shows, which has the pages in its frame. Default: no tour. */
  readonly tour?: TourSubjects;
  /**
   * How often the clinic was reset. To the proxy its staff are other people after each reset, who have seen no list yet.
   * Default: never.
   */
  readonly resets?: () => number;
  /** Is told the name of each session that has ended, so that the proxy refuses its tokens. Default: they live on for minutes. */
  readonly sessionEnded?: (session: string) => void;
  /** Milliseconds since 1970, for the dates on the pages. Default: `Date.now`. */
  readonly now?: () => number;
  /** IANA time zone of the clinic. Default: `America/Sao_Paulo`. */
  readonly timeZone?: string;
  /** Receives internal errors by name and place, never with data. Default: standard error. */
  readonly log?: (line: string) => void;
}

export interface EhrDependencies {
  readonly options: EhrOptions;
  readonly sessions: Sessions;
  readonly now: () => number;
  readonly timeZone: string;
}

export type EhrEnv = { Variables: { origin: string; proxy: string; session: Session | null } };

/**
 * Further pages over the same staff, sessions and patients, as other EHRs are built (a single page, frames). They
 * are plugged in through the options of the demo EHR.
 */
export interface FrontEnd {
  /** Path of its first page. */
  readonly href: string;
  /** Returns the label of its link in the menu. */
  readonly label: (language: SandboxLanguage) => string;
  /** Creates its routes, which are added after the EHR's own. */
  readonly createRoutes: (ehr: EhrDependencies) => Hono<EhrEnv>;
  /** Files that are served under `/assets/`. `NAME.ts` is served as the script `NAME.js`. */
  readonly assets: readonly URL[];
  /** Tells whether the page at a path consists of frames of the EHR's own origins. */
  readonly isFramed: (path: string) => boolean;
}
