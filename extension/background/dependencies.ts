import type { EventHint } from '@instrument-panel/client';
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
  /** The context of a tab, its epoch or its frames changed. */
  tabChanged(tabId: number): void;
  documentBegan(tabId: number): void;
  /** An event of a proxy was heard; a null hint means that everything may have changed. */
  heardEvent(proxy: string, hint: EventHint | null): void;
  refreshSurfaces(): void;
  refreshAll(): void;
}
