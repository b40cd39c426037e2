import type { ApplyFormat, ApplyMessages } from '../../words/apply.ts';
import { h } from '../dom.ts';
import type { ApplyFlow } from './flow.ts';
import type { ApplyState } from './state.ts';

export interface StepContext {
  readonly words: ApplyMessages;
  readonly format: ApplyFormat;
  readonly flow: ApplyFlow;
  readonly level: number;
  /** Has a screen reader say a sentence, after what it is saying (`aria-live="polite"`). */
  readonly announce: (sentence: string) => void;
  readonly retry: () => void;
  /**
   * Scripts of a page around are not to know the patient's link: it is in no field, whose selected text every script of
   * the document reads (`getSelection`), in closed roots too, and in no text.
   */
  readonly hostPageIsUntrusted?: boolean;
}

export interface StepView {
  readonly element: HTMLElement;
  /** Gets the focus when the step is shown. */
  readonly heading?: HTMLElement;
  update(state: ApplyState): void;
}

export const createStepHeading = ({ level }: StepContext, text = ''): HTMLElement =>
  h(
    'div',
    { id: 'heading', part: 'heading', role: 'heading', 'aria-level': `${level}`, tabindex: '-1' },
    text,
  );
