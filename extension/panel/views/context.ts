import type { ApplyForm } from '../apply.ts';
import type { PanelSpeech } from '../speech.ts';
import type { Changes } from '../store/change.ts';
import type { ChartStore } from '../store/store.ts';

/** What a person can do in a panel that is not the store's own. */
export interface Intents {
  /** Opens the answers of a submission over the page. */
  item(formId: string, submissionId: number): void;
  /** Opens the side panel at a place of it. */
  side(at: 'link' | 'history' | 'sign-in'): void;
  toggle(): void;
  apply(): void;
  leaveForm(): void;
}

/** What every view is given: signals to show, words to show them with, intents. */
export interface ViewContext {
  readonly store: ChartStore;
  readonly changes: Changes;
  readonly form: ApplyForm;
  readonly speech: PanelSpeech;
  readonly intents: Intents;
  /** Instruments that were applied lately from this browser: UUIDs in lower case. */
  readonly recent: () => readonly string[];
}
