import type { SurfaceMessage } from '../intents/messages.ts';
import type { ToSurface } from '../intents/protocol.ts';

/** A connection with the background, as the browser gives it. */
export interface SurfacePort {
  post(message: SurfaceMessage): void;
  onMessage(listener: (message: ToSurface) => void): void;
  /** Told once, when the background went away. */
  onDisconnect(listener: () => void): void;
  disconnect(): void;
}

/** How the extension's pages look: as the system does, or always so. */
export const APPEARANCES = ['auto', 'light', 'dark'] as const;
export type Appearance = (typeof APPEARANCES)[number];

/** A tab that a profile can be tried in. Title and origin are null where the browser does not let us see them. */
export interface OpenTab {
  readonly id: number;
  readonly title: string | null;
  readonly origin: string | null;
}

/** The part of the browser's interface that a page of the extension uses, so that tests can replace it. */
export interface SurfaceEnvironment {
  /** @throws where the extension is gone from under the page, as after an update */
  connect(): SurfacePort;
  /** The window that the page is in or over. */
  readonly windowId: number;
  /** BCP 47 tag of the browser's own language. */
  readonly uiLanguage: string;
  /** Asks the person for the sites; called straight in a click, or the browser refuses. */
  requestSites(patterns: readonly string[]): Promise<boolean>;
  releaseSites(patterns: readonly string[]): Promise<void>;
  openSide(): Promise<void>;
  openOptions(): Promise<void>;
  close(): void;
  tabs(): Promise<readonly OpenTab[]>;
  appearance(): Promise<Appearance>;
  setAppearance(appearance: Appearance): Promise<void>;
  save(name: string, type: string, text: string): void;
  /** Milliseconds since the epoch. */
  now(): number;
  isOnline(): boolean;
}
