import type { EventHint } from '@instrument-panel/client';
import type { Identity } from '../context/context.ts';
import type { Environment, Platform } from './platform.ts';
import type { Counters } from './refusals.ts';

/** What the parts of the background depend on, and whom they tell of a change; `Background` puts them together. */
export interface BackgroundDependencies {
  readonly platform: Platform;
  readonly environment: Environment;
  readonly counters: Counters;
  /** BCP 47 tag of what is spoken. */
  readonly language: string;
  /** Profiles, grants or the language may have changed. */
  profilesChanged(): void;
  signInChanged(proxy: string): void;
  /** A proxy refused the token: it was revoked, or its keys have changed. */
  tokenRejected(proxy: string): void;
  /** A tab has forgotten its patient, as where its site became another one. */
  patientForgotten(tabId: number): void;
  /** The context of a tab, its epoch or its frames changed. */
  tabChanged(tabId: number): void;
  documentBegan(tabId: number): void;
  /** Whether the patient whom a tab names is linked, and the service's record agrees in name and a further identifier. */
  recognises(tabId: number, identity: Identity, signal: AbortSignal): Promise<boolean>;
  /** An event of a proxy was heard; a null hint means that everything may have changed. */
  heardEvent(proxy: string, hint: EventHint | null): void;
  refreshSurfaces(): void;
  refreshAll(): void;
}
