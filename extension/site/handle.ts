import type { Identity } from '../context/context.ts';
import type { SiteMessage } from '../intents/messages.ts';
import type { Settlement, ToSite } from '../intents/protocol.ts';
import type { IdentifierSource, Place, ProfilePage } from '../profile/profile.ts';
import type { PlaceReport, SiteRules } from './facts.ts';
import type { identify } from './identify.ts';

/** The epoch and patient that a panel is bound to. */
export interface Lock {
  readonly epoch: string;
  readonly identity: Identity;
}

export interface Spot {
  readonly anchor: Element;
  readonly at: Place['at'];
}

/** Interface of the panels' code, which is loaded once it is needed, to the script of a site. */
export interface Panels {
  /** Shows the patient of the lock in the spot. With the epoch that was shown last, all that was begun goes on. */
  show(lock: Lock, spot: Spot): void;
  /** Removes all patient data from the page. Takes effect before it returns. */
  blank(): void;
  /** The page is a list, in which something may have changed; false: it is not a list. */
  list(rows: Extract<ProfilePage, { type: 'list' }>['rows'] | false): void;
  changed(): void;
  /** The keyboard shortcut (manifest command `toggle-panel`): the panel opens and takes the focus, or closes. */
  toggle(): void;
  /** The extension was updated or is gone: a sentence may stay, no patient's data. */
  orphaned(): void;
}

interface WaitingListener {
  /** Whether it is being found out which patient the page shows. */
  wait(isWaiting: boolean): void;
}

/** Interface of the script of a site to the panels' code: `createSiteHandle` of the object at {@link SITE_HANDLE}. */
export interface SiteHandle {
  readonly rules: SiteRules;
  /** The panels' code has loaded; it is told the current patient at once. */
  attach(panels: Panels & WaitingListener): void;
  /** Asks the background. Rejects with an `AskError`: `stale` once the epoch is over, `lost` unanswered. */
  ask(epoch: string | null, intent: string, input: unknown, signal: AbortSignal): Promise<unknown>;
  /** Reads sources within an element, as it does for the page: one mechanism for charts and rows. */
  read(sources: readonly IdentifierSource[], within: Element): ReturnType<typeof identify>;
  /** Our own elements: nothing in them is read; where one goes out of the page, `show` comes again. */
  own(element: Element): void;
  here(): void;
  /** Says how the places turned out; said again by itself after the background was away. */
  reportPlaces(report: PlaceReport): void;
}

/** What the panels' code hears of the background beside what the script of the site does with it. */
export type PanelsEvent =
  | Settlement
  | Extract<ToSite, { type: 'waiting' }>
  | { readonly type: 'stale' | 'lost' };

/**
 * The script of a site, at {@link SITE_HANDLE} on the isolated world's global. It is kept small, since it runs in
 * every frame of a site; what only panels need comes with their code (`createSiteHandle`).
 */
export interface SiteCore extends Pick<SiteHandle, 'read' | 'own' | 'here'> {
  /** Null where this page is no site's any more. */
  readonly rules: SiteRules | null;
  attach(panels: Panels, hear: (event: PanelsEvent) => void): void;
  /** False where it could not be sent. */
  send(message: SiteMessage): boolean;
  /** Epoch of the patient who may be shown in this frame; null for none. */
  epoch(): string | null;
}

/** Event at a frame's window whose patient changed: frames of its origin hear it before the background. */
export const NAMES_CHANGED = 'instrument-panel.site';
export const SITE_HANDLE = Symbol.for(NAMES_CHANGED);
